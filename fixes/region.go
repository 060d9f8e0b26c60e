package fixes

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// region is where a value that several expressions need can be computed once in front of them.
type region struct {
	first ast.Stmt // the statement that it goes in front of
	slot  bool     // first is the only statement of an if or a loop: braces have to go around it
	end   int32    // behind the last of the expressions
}

// regionOf finds the innermost place in front of all of the nodes. It is false where the first of them is not reached for certain
// from there: it stands behind a condition, an && or in a loop, whose guard the early computation would go without.
func (v *view) regionOf(nodes []ast.Node) (region, bool) {
	if len(nodes) == 0 {
		return region{}, false
	}
	common := v.ancestors(nodes[0])
	out := region{}
	for _, n := range nodes {
		mine := map[ast.Node]bool{}
		for _, a := range v.ancestors(n) {
			mine[a] = true
		}
		for len(common) > 0 && !mine[common[0]] {
			common = common[1:]
		}
		out.end = max(out.end, n.Pos().End)
	}
	for len(common) > 0 {
		if _, ok := common[0].(ast.Stmt); ok {
			break
		}
		common = common[1:]
	}
	if len(common) == 0 {
		return region{}, false
	}
	inner := common[0].(ast.Stmt)
	if b, ok := inner.(*ast.Block); ok {
		for _, s := range b.List {
			if out.first == nil && s.Pos().Covers(nodes[0].Pos()) {
				out.first = s
			}
		}
	} else {
		out.first = inner
	}
	if out.first == nil {
		return region{}, false
	}
	switch up := v.up[out.first].(type) {
	case *ast.Block, *ast.Case:
	case *ast.If:
		out.slot = up.Then == out.first || up.Else == out.first
	case *ast.For:
		out.slot = up.Body == out.first
	case *ast.While:
		out.slot = up.Body == out.first
	case *ast.DoWhile:
		out.slot = up.Body == out.first
	default:
		return region{}, false
	}
	switch v.up[out.first].(type) {
	case *ast.Block, *ast.Case:
	default:
		if !out.slot {
			return region{}, false
		}
	}
	for _, n := range nodes {
		if out.first.Pos().Covers(n.Pos()) && v.certain(n, out.first) {
			return out, true
		}
	}
	return region{}, false
}

// ancestors are a node and what it stands in, innermost first, up to the kernel's body.
func (v *view) ancestors(n ast.Node) []ast.Node {
	var out []ast.Node
	for ; n != nil; n = v.up[n] {
		out = append(out, n)
	}
	return out
}

// certain reports whether evaluating a statement evaluates a node in it, at least once.
func (v *view) certain(n ast.Node, within ast.Node) bool {
	for n != within {
		switch up := v.up[n].(type) {
		case nil, *ast.Lambda, *ast.Switch, *ast.Case, *ast.Labeled, *ast.Try, *ast.MacroStmt, *ast.MacroLoop, *ast.RangeFor, *ast.BadStmt:
			return false
		case *ast.If:
			if ast.Node(up.Then) == n || up.Else != nil && ast.Node(up.Else) == n {
				return false
			}
		case *ast.For:
			if up.Init == nil || ast.Node(up.Init) != n {
				return false
			}
		case *ast.While:
			return false
		case *ast.Binary:
			if (up.Op == "&&" || up.Op == "||") && ast.Node(up.Y) == n {
				return false
			}
		case *ast.Cond:
			if ast.Node(up.C) != n {
				return false
			}
		case *ast.SizeofExpr:
			return false
		}
		n = v.up[n]
	}
	return true
}

// steady reports whether an expression has one value from the region's start to its end: its names are declared in front, and nothing
// changes them in between.
func (v *view) steady(x ast.Expr, r region) bool {
	ok := pure(x)
	eachBelow(x, func(n ast.Node) {
		id, is := n.(*ast.Ident)
		if !is {
			return
		}
		name, plain := id.Plain()
		if !plain {
			ok = false
			return
		}
		d, scope := v.declared(name, id)
		if d == nil {
			scope = v.kernel.Body
		} else if d.Span.End > r.first.Pos().Start {
			ok = false
		}
		for _, w := range writes(scope, name) {
			if at := w.Pos(); at.End > r.first.Pos().Start && at.Start < r.end {
				ok = false
			}
		}
	})
	return ok
}

// putInFront inserts statements, one a line, in front of the region, with braces where it is the only statement of an if or a loop.
func (v *view) putInFront(r region, lines ...string) {
	at := r.first.Pos()
	text := strings.Join(lines, "\n"+v.indent(at.Start))
	if front, pragma := v.inFrontOf(r.first); pragma != "" && !r.slot {
		v.insert(front, "\n"+v.indent(at.Start)+text)
		return
	}
	if !r.slot {
		v.insert(at.Start, text+"\n"+v.indent(at.Start))
		return
	}
	outer := v.indent(v.up[r.first].Pos().Start)
	inner := outer + v.step()
	line := v.file.LineSpan(v.file.LineOf(at.Start))
	start := at.Start
	for start > line.Start && (v.file.Text[start-1] == ' ' || v.file.Text[start-1] == '\t') {
		start--
	}
	open := " {\n"
	if start == line.Start { // it has a line of its own
		for start > 0 && strings.ContainsRune(" \t\r\n", rune(v.file.Text[start-1])) {
			start--
		}
	}
	edit := open + inner + strings.Join(lines, "\n"+inner) + "\n" + inner
	v.editAt(start, at.Start, edit)
	v.insert(at.End, "\n"+outer+"}")
}

// step is one level of the file's indentation.
func (v *view) step() string {
	for line := range strings.Lines(v.text(v.kernel.Body)) {
		blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if blank != "" && len(strings.TrimSpace(line)) > 0 {
			outer := v.indent(v.kernel.Body.Span.End - 1)
			return strings.TrimPrefix(blank, outer)
		}
	}
	return "    "
}
