package fixes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// view is a kernel as a builder reads it: its tree, its bytes, and what stands around a node.
type view struct {
	unit   *sema.Unit // whose macros the kernel may name; nil where those of the file matter alone
	file   *source.File
	tree   *ast.File
	kernel *ast.FuncDecl
	up     map[ast.Node]ast.Node // parents of the nodes of the kernel's body
	edits  []diag.Edit
}

// viewOf opens the kernel of a site. It is false where the kernel's file is not part of the unit, where the body has no text of its own
// (it came out of a macro), and where an #if chooses among its lines: an edit would then hold for one choice only.
func viewOf(s Site) (*view, bool) {
	if s.Kernel == nil || s.Kernel.Decl == nil || s.Kernel.Decl.Body == nil || s.Kernel.Decl.Macro != "" || s.Model == nil {
		return nil, false
	}
	v := &view{unit: s.Model.Unit, file: s.Kernel.Place.File, kernel: s.Kernel.Decl, tree: treeOf(s.Model.Unit, s.Kernel.Place.File)}
	body := v.kernel.Body.Span
	text := v.text(v.kernel.Body)
	if v.tree == nil || !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") || conditional(v.file.Slice(v.kernel.Span.Join(body))) {
		return nil, false
	}
	v.up = map[ast.Node]ast.Node{}
	v.link(v.kernel.Body)
	return v, true
}

// treeOf is the tree of one of a unit's files; nil when it has none.
func treeOf(u *sema.Unit, f *source.File) *ast.File {
	if u == nil || f == nil {
		return nil
	}
	for _, t := range append(u.Headers[:len(u.Headers):len(u.Headers)], u.Root) {
		if t != nil && t.Source == f {
			return t
		}
	}
	return nil
}

// conditional reports whether one of the lines is an #if or belongs to one.
func conditional(text string) bool {
	for line := range strings.Lines(text) {
		word, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		word = strings.TrimSpace(word)
		if ok && (strings.HasPrefix(word, "if") || strings.HasPrefix(word, "el") || strings.HasPrefix(word, "endif")) {
			return true
		}
	}
	return false
}

func (v *view) link(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n {
			return true
		}
		if _, had := v.up[m]; !had {
			v.up[m] = n
			v.link(m)
		}
		return false
	})
}

func (v *view) text(n ast.Node) string { return v.file.Slice(n.Pos()) }

// reads reports whether the text at a node's span is the node: what came out of a macro has the span of the macro's use.
func (v *view) reads(n ast.Node) bool {
	text := v.text(n)
	if text == "" {
		return false
	}
	switch n := n.(type) {
	case ast.Expr:
		x, ok := parser.Expr(text, n.Pos())
		return ok && ast.Dump(x) == ast.Dump(n)
	case ast.Stmt:
		if loop, is := n.(*ast.For); is && loop.Unroll != nil { // the directive lies in front of the text
			plain := *loop
			plain.Unroll = nil
			n = &plain
		}
		list, ok := parser.Stmts(text, n.Pos())
		return ok && len(list) == 1 && ast.Dump(list[0]) == ast.Dump(n)
	}
	return false
}

// replace notes an edit of a node's text.
func (v *view) replace(n ast.Node, text string) { v.edit(n.Pos(), text) }

func (v *view) edit(at source.Span, text string) {
	v.edits = append(v.edits, diag.Edit{Place: diag.Place{File: v.file, Span: at}, Text: text})
}

// editAt replaces the text from one offset to another.
func (v *view) editAt(start, end int32, text string) {
	v.edit(source.Span{Start: start, End: end}, text)
}

// insert puts text in front of an offset.
func (v *view) insert(at int32, text string) { v.edit(source.Span{Start: at, End: at}, text) }

// done are the edits in order; false when they overlap or there is none.
func (v *view) done() ([]diag.Edit, bool) {
	slices.SortStableFunc(v.edits, func(a, b diag.Edit) int { return int(a.Place.Span.Start) - int(b.Place.Span.Start) })
	for i, e := range v.edits[1:] {
		if before := v.edits[i]; before.Place.Span.End > e.Place.Span.Start || before.Place.Span == e.Place.Span {
			return nil, false
		}
	}
	return v.edits, len(v.edits) > 0
}

// stmtAt is the statement of the kernel with that span; nil when there is none.
func (v *view) stmtAt(at sema.Place) ast.Stmt {
	var found ast.Stmt
	if at.File != v.file {
		return nil
	}
	v.each(func(n ast.Node) {
		if s, ok := n.(ast.Stmt); ok && found == nil && s.Pos() == at.Span {
			found = s
		}
	})
	return found
}

// exprAt is the outermost expression of the kernel with that span; nil when there is none.
func (v *view) exprAt(at sema.Place) ast.Expr {
	var found ast.Expr
	if at.File != v.file {
		return nil
	}
	v.each(func(n ast.Node) {
		if x, ok := n.(ast.Expr); ok && found == nil && x.Pos() == at.Span {
			found = x
		}
	})
	return found
}

// each visits every node of the kernel's body in the order of the source.
func (v *view) each(f func(ast.Node)) { eachBelow(v.kernel.Body, f) }

func eachBelow(n ast.Node, f func(ast.Node)) {
	ast.Inspect(n, func(m ast.Node) bool {
		f(m)
		return true
	})
}

// mentions reports whether a plain name stands somewhere below a node.
func mentions(n ast.Node, name string) bool { return countName(n, name) > 0 }

func countName(n ast.Node, name string) int {
	count := 0
	if n == nil {
		return 0
	}
	eachBelow(n, func(m ast.Node) {
		if id, ok := m.(*ast.Ident); ok && len(id.Parts) == 1 && id.Parts[0].Name == name {
			count++
		}
	})
	return count
}

// bare takes the parentheses off an expression.
func bare(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

// plainName is the name that an expression consists of.
func plainName(x ast.Expr) (string, bool) {
	if id, ok := bare(x).(*ast.Ident); ok {
		return id.Plain()
	}
	return "", false
}

// sameExpr reports whether two expressions are spelt alike, blanks and parentheses around them aside.
func sameExpr(x, y ast.Expr) bool { return ast.Dump(bare(x)) == ast.Dump(bare(y)) }

// number is the value of an integer literal.
func number(x ast.Expr) (int64, bool) {
	n, ok := bare(x).(*ast.IntLit)
	if !ok || n.Overflow || n.Value > 1<<62 {
		return 0, false
	}
	return int64(n.Value), true
}

// factor is the text of an expression as an operand of * or /.
func (v *view) factor(x ast.Expr) string {
	switch x := bare(x).(type) {
	case *ast.Ident, *ast.IntLit, *ast.Member, *ast.Index, *ast.Call:
		return v.tightText(x)
	default:
		return "(" + v.text(x) + ")"
	}
}

// tightText is the text of an expression, in parentheses where it is the name of a macro whose own text would come apart as an operand.
func (v *view) tightText(x ast.Expr) string {
	name, plain := plainName(x)
	text := v.text(x)
	loose := func(m *ast.Macro) bool {
		if m.Name != name || m.Function || m.Undef {
			return false
		}
		body, ok := parser.Expr(strings.TrimSpace(m.Body), source.Span{})
		return !ok || !tightest(body)
	}
	if _, given := bare(x).(*ast.Ident); given && bare(x) == x && plain && slices.ContainsFunc(v.macros(), loose) {
		return "(" + text + ")"
	}
	return text
}

// declared is the declaration that a name means at a node, and the node that it is in scope of; nil when it is no local variable.
func (v *view) declared(name string, at ast.Node) (*ast.VarDecl, ast.Node) {
	find := func(s ast.Stmt) *ast.VarDecl {
		d, ok := s.(*ast.DeclStmt)
		if !ok {
			return nil
		}
		var found *ast.VarDecl
		for _, x := range d.Decls {
			if x, ok := x.(*ast.VarDecl); ok && x.Name == name && (x.Span.End <= at.Pos().Start || x.Span.Covers(at.Pos())) {
				found = x
			}
		}
		return found
	}
	for n := at; n != nil; n = v.up[n] {
		var list []ast.Stmt
		switch p := v.up[n].(type) {
		case *ast.Block:
			list = p.List
		case *ast.Case:
			list = p.Body
		case *ast.For:
			list = []ast.Stmt{p.Init}
		case *ast.If:
			list = []ast.Stmt{p.Init}
		case *ast.RangeFor:
			if p.Var != nil && p.Var.Name == name {
				return p.Var, p
			}
		case *ast.Lambda:
			return nil, nil
		}
		for i := len(list) - 1; i >= 0; i-- {
			if list[i] == nil || list[i].Pos().Start > at.Pos().Start {
				continue
			}
			if d := find(list[i]); d != nil {
				return d, v.up[n]
			}
		}
	}
	return nil, nil
}

// writes lists what changes a plain variable below a node, or lets somebody else change it: assignments, increments, &, references
// and outputs of asm.
func writes(below ast.Node, name string) []ast.Node {
	var out []ast.Node
	is := func(x ast.Expr) bool {
		n, ok := plainName(x)
		return ok && n == name
	}
	eachBelow(below, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Assign:
			if is(n.X) {
				out = append(out, n)
			}
		case *ast.Unary:
			if (n.Op == "++" || n.Op == "--" || n.Op == "&") && is(n.X) {
				out = append(out, n)
			}
		case *ast.Asm:
			for _, o := range n.Outputs {
				if is(o.X) {
					out = append(out, n)
				}
			}
		case *ast.VarDecl:
			if _, ref := n.Type.(*ast.RefType); ref && n.Init != nil && is(n.Init) {
				out = append(out, n)
			}
		}
	})
	return out
}

// value is what a local variable is initialised to where nothing changes it later, by the name's meaning at a node.
func (v *view) value(name string, at ast.Node) (ast.Expr, *ast.VarDecl) {
	d, scope := v.declared(name, at)
	if d == nil || d.Init == nil || d.Quals.Has(ast.Shared) || len(writes(scope, name)) > 0 {
		return nil, nil
	}
	return d.Init, d
}

// fresh is a name, or the name with a number, that occurs nowhere in the text of the unit's file.
func (v *view) fresh(name string) string {
	for i := 1; ; i++ {
		try := name
		if i > 1 {
			try += strconv.Itoa(i)
		}
		if !hasWord(string(v.file.Text), try) {
			return try
		}
	}
}

// freshLocal is fresh for a name inside the kernel: what the kernel's text and the macros of its file do not name.
func (v *view) freshLocal(name string) string {
	text := v.file.Text[v.kernel.Span.Start:v.kernel.Body.Span.End]
	for i := 1; ; i++ {
		try := name
		if i > 1 {
			try += strconv.Itoa(i)
		}
		taken := timesNamed(text, try) > 0
		for _, m := range v.tree.Macros {
			taken = taken || m.Name == try
		}
		if !taken {
			return try
		}
	}
}

// hasWord reports whether a word stands in a text by itself.
func hasWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = end
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// indent is the white space that the line of an offset begins with.
func (v *view) indent(at int32) string {
	line := v.file.Slice(v.file.LineSpan(v.file.LineOf(at)))
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// inFrontOf is where text in front of a statement goes: at its start, or, where a #pragma stands right in front of it, behind the line
// above that; pragma is the directive then.
func (v *view) inFrontOf(s ast.Stmt) (at int32, pragma string) {
	at = s.Pos().Start
	line := v.file.LineOf(at)
	for up := line - 1; up >= 1; up-- {
		span := v.file.LineSpan(up)
		text := strings.TrimSpace(v.file.Slice(span))
		if !strings.HasPrefix(text, "#") || !strings.HasPrefix(strings.TrimSpace(text[1:]), "pragma") {
			break
		}
		if strings.TrimSpace(v.file.Slice(source.Span{Start: v.file.LineSpan(line).Start, End: s.Pos().Start})) != "" {
			break
		}
		pragma = text
		above := v.file.LineSpan(up - 1)
		at = above.Start + int32(len(strings.TrimRight(v.file.Slice(above), "\r\n")))
	}
	return at, pragma
}

// dropLine takes a statement out, with its lines where it has them for itself.
func (v *view) dropLine(n ast.Node) {
	at := n.Pos()
	first, last := v.file.LineSpan(v.file.LineOf(at.Start)), v.file.LineSpan(v.file.LineOf(at.End-1))
	before, after := v.file.Slice(source.Span{Start: first.Start, End: at.Start}), v.file.Slice(source.Span{Start: at.End, End: last.End})
	if strings.TrimSpace(before) != "" || strings.TrimSpace(after) != "" {
		v.edit(at, "")
		return
	}
	end := last.End
	for int(end) < len(v.file.Text) && (v.file.Text[end] == '\r' || v.file.Text[end] == '\n') {
		end++
		if v.file.Text[end-1] == '\n' {
			break
		}
	}
	v.editAt(first.Start, end, "")
}
