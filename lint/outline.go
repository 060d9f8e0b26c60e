package lint

import (
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// outline is where the statements, blocks, functions and macros of a file are.
//
// A piece is what a comment is about when it stands beside it: a statement without statements in it, or what a compound statement
// says itself, `for (..)` up to the brace of its body. Where the body has no brace it is part of the piece; where its braces hold one
// statement they change nothing, since formatters put them there and take them away: then the whole is another piece.
type outline struct {
	file     *source.File
	comments []ast.Comment // in the order of the text, as all lists are
	codeAt   []int32       // the first code behind each comment
	pieces   []source.Span
	blocks   []source.Span
	funcs    []*ast.FuncDecl
	macros   []macroSpan
	first    int32 // start of the first declaration, or the file's end
	found    struct{ pieces, blocks, funcs spanIndex }
	tops     map[int32]int32 // what ahead gave
}

// macroSpan is one #define: its whole logical line.
type macroSpan struct {
	name string
	span source.Span
}

func outlineOf(f *ast.File) *outline {
	o := &outline{file: f.Source, comments: f.Comments, first: int32(len(f.Source.Text))}
	if len(f.Decls) > 0 {
		o.first = f.Decls[0].Pos().Start
	}
	for _, m := range f.Macros {
		if !m.Undef && m.Span.End > m.Span.Start {
			o.macros = append(o.macros, macroSpan{m.Name, o.logicalLine(m.Span.Start)})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		o.add(n)
		return true
	})
	o.index()
	return o
}

// index puts the lists in order.
func (o *outline) index() {
	slices.SortStableFunc(o.macros, func(x, y macroSpan) int { return int(x.span.Start) - int(y.span.Start) })
	slices.SortStableFunc(o.pieces, func(x, y source.Span) int { return int(x.Start) - int(y.Start) })
	slices.SortStableFunc(o.funcs, func(x, y *ast.FuncDecl) int { return int(x.Span.Start) - int(y.Span.Start) })
	for i, s := range o.pieces {
		o.found.pieces.add(s, i)
	}
	for i, s := range o.blocks {
		o.found.blocks.add(s, i)
	}
	for i, f := range o.funcs {
		o.found.funcs.add(f.Span, i)
	}
	o.codeAt = make([]int32, len(o.comments))
	next := int32(len(o.file.Text))
	for i := len(o.comments) - 1; i >= 0; i-- {
		end := int32(len(o.file.Text))
		if i+1 < len(o.comments) {
			end = o.comments[i+1].Span.Start
		}
		if at := o.nonBlank(o.comments[i].Span.End, end); at < end {
			next = at
		}
		o.codeAt[i] = next
	}
	o.tops = map[int32]int32{}
}

// nonBlank is the first offset of a stretch without comments that is neither blank nor the backslash of a macro; its end when there is none.
func (o *outline) nonBlank(from, end int32) int32 {
	for from < end && strings.IndexByte(" \t\r\n\v\f\\", o.file.Text[from]) >= 0 {
		from++
	}
	return from
}

// logicalLine is the line of an offset with those that follow a backslash.
func (o *outline) logicalLine(at int32) source.Span {
	line := o.file.LineOf(at)
	s := o.file.LineSpan(line)
	for s.End > s.Start && o.file.Text[s.End-1] == '\\' && line < o.file.Lines() {
		line++
		s.End = o.file.LineSpan(line).End
	}
	return s
}

func (o *outline) add(n ast.Node) {
	whole := n.Pos()
	switch n := n.(type) {
	case *ast.Block:
		o.blocks = append(o.blocks, whole)
	case *ast.FuncDecl:
		o.funcs = append(o.funcs, n)
		for _, i := range n.Inits {
			o.pieces = append(o.pieces, i.Span)
		}
	case *ast.VarDecl:
		o.pieces = append(o.pieces, whole.Join(n.Whole))
	case *ast.ExprStmt, *ast.DeclStmt, *ast.Return, *ast.Throw, *ast.Asm:
		o.pieces = append(o.pieces, whole)
	case *ast.DoWhile:
		o.pieces = append(o.pieces, source.Span{Start: n.Body.Pos().End, End: whole.End})
	case *ast.Case:
		if n.X != nil {
			o.pieces = append(o.pieces, n.X.Pos())
		}
	case ast.Stmt:
		if end, ok := headEnd(n, false); ok {
			o.pieces = append(o.pieces, source.Span{Start: whole.Start, End: end})
			if around, _ := headEnd(n, true); around != end {
				o.pieces = append(o.pieces, source.Span{Start: whole.Start, End: around})
			}
		}
	}
}

// headEnd is where the piece of a compound statement ends. Through takes braces around one statement for none.
func headEnd(s ast.Stmt, through bool) (int32, bool) {
	var body ast.Stmt
	switch n := s.(type) {
	case *ast.If:
		body = n.Then
	case *ast.For:
		body = n.Body
	case *ast.RangeFor:
		body = n.Body
	case *ast.While:
		body = n.Body
	case *ast.Switch:
		body = n.Body
	case *ast.MacroStmt:
		if n.Body == nil {
			return n.Span.End, true
		}
		body = n.Body
	case *ast.MacroLoop:
		body = n.Body
	default:
		return 0, false
	}
	if body == nil {
		return s.Pos().End, true
	}
	if b, braced := body.(*ast.Block); braced {
		if through && len(b.List) == 1 && single(b.List[0]) {
			return b.Span.End, true
		}
		return b.Span.Start, true
	}
	if end, compound := headEnd(body, through); compound {
		return end, true
	}
	return body.Pos().End, true
}

// single reports whether a statement is one without statements in it, or holds nothing but such a one.
func single(s ast.Stmt) bool {
	if b, braced := s.(*ast.Block); braced {
		return len(b.List) == 1 && single(b.List[0])
	}
	from, compound := headEnd(s, true)
	return !compound || from == s.Pos().End
}

// lines are the first and the last line of a span.
func (o *outline) lines(s source.Span) (first, last int) {
	return o.file.LineOf(s.Start), o.file.LineOf(max(s.Start, s.End-1))
}

// codeBeside reports whether code stands on the lines on which a comment begins and ends.
func (o *outline) codeBeside(c source.Span) bool {
	first, last := o.lines(c)
	before := source.Span{Start: o.file.LineSpan(first).Start, End: c.Start}
	behind := source.Span{Start: c.End, End: max(c.End, o.file.LineSpan(last).End)}
	return o.code(before) || o.code(behind)
}

// code reports whether a span holds anything but blanks, comments and the backslashes of macros.
func (o *outline) code(s source.Span) bool {
	at := s.Start
	i := sort.Search(len(o.comments), func(i int) bool { return o.comments[i].Span.End > at })
	if i == len(o.comments) {
		return o.nonBlank(at, s.End) < s.End
	}
	if next := o.comments[i].Span.Start; at < next {
		if at = o.nonBlank(at, min(next, s.End)); at < next {
			return at < s.End
		}
	}
	return o.codeAt[i] < s.End
}

// block is the innermost block around an offset; the whole file when there is none.
func (o *outline) block(at int32) source.Span {
	best := source.Span{End: int32(len(o.file.Text))}
	for _, i := range o.found.blocks.overlapping(source.Span{Start: at, End: at + 1}) {
		if b := o.blocks[i]; b.Start < at && best.Covers(b) {
			best = b
		}
	}
	return best
}

// macroAt is the macro whose definition an offset is in.
func (o *outline) macroAt(at int32) (macroSpan, bool) {
	i := sort.Search(len(o.macros), func(i int) bool { return o.macros[i].span.Start > at }) - 1
	if i >= 0 && at < o.macros[i].span.End {
		return o.macros[i], true
	}
	return macroSpan{}, false
}

// touching are the pieces on the lines from first to last that are not around the block that an offset is in.
func (o *outline) touching(first, last int, at int32) []source.Span {
	inner := o.block(at)
	var out []source.Span
	for _, i := range o.found.pieces.overlapping(source.Span{Start: o.file.LineSpan(first).Start, End: o.file.LineSpan(last).End}) {
		if p := o.pieces[i]; !p.Covers(inner) || p == inner {
			out = append(out, p)
		}
	}
	return out
}

// around are the pieces that a comment stands in the middle of.
func (o *outline) around(c source.Span) []source.Span {
	inner := o.block(c.Start)
	var out []source.Span
	for _, i := range o.found.pieces.overlapping(c) {
		if p := o.pieces[i]; p.Start < c.Start && c.End < p.End && !p.Covers(inner) {
			out = append(out, p)
		}
	}
	return out
}

// nextFunc is the function that begins behind an offset with nothing but blanks, comments and directives between; nil when there is none.
func (o *outline) nextFunc(at int32) *ast.FuncDecl {
	f := o.funcBehind(at)
	if f == nil || o.code(o.withoutDirectives(at, f.Span.Start)) {
		return nil
	}
	return f
}

// funcBehind is the first function that begins at an offset or behind it.
func (o *outline) funcBehind(at int32) *ast.FuncDecl {
	i := sort.Search(len(o.funcs), func(i int) bool { return o.funcs[i].Span.Start >= at })
	if i == len(o.funcs) {
		return nil
	}
	return o.funcs[i]
}

// withoutDirectives is what remains of a span in front of its end when the lines of directives at its end are left out.
func (o *outline) withoutDirectives(from, to int32) source.Span {
	if line := o.file.LineOf(from) + 1; line < o.file.LineOf(to) {
		to = max(o.ahead(to), o.file.LineSpan(line).Start)
	}
	return source.Span{Start: from, End: max(from, to)}
}

// ahead is where the lines begin that lie in front of an offset's line and hold nothing but directives, comments and blanks.
func (o *outline) ahead(to int32) int32 {
	if top, known := o.tops[to]; known {
		return top
	}
	top := to
	for line := o.file.LineOf(to) - 1; line > 0; line-- {
		s := o.file.LineSpan(line)
		if o.code(s) && !strings.HasPrefix(strings.TrimSpace(o.file.Slice(s)), "#") {
			break
		}
		top = s.Start
	}
	o.tops[to] = top
	return top
}

// next are the pieces that begin on the first line behind an offset on which one does, in the same block and not in another function.
func (o *outline) next(at int32) []source.Span {
	inner := o.block(at)
	i := sort.Search(len(o.pieces), func(i int) bool { return o.pieces[i].Start >= at })
	if i == len(o.pieces) || o.pieces[i].Start >= inner.End {
		return nil
	}
	if f := o.funcBehind(at); f != nil && f.Span.Start <= o.pieces[i].Start {
		return nil
	}
	var out []source.Span
	for line := o.file.LineOf(o.pieces[i].Start); i < len(o.pieces) && o.file.LineOf(o.pieces[i].Start) == line; i++ {
		out = append(out, o.pieces[i])
	}
	return out
}
