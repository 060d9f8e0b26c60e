package lint

import (
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
	comments []ast.Comment
	pieces   []source.Span
	blocks   []source.Span
	funcs    []*ast.FuncDecl
	macros   []macroSpan
	first    int32 // start of the first declaration, or the file's end
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
	return o
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
	text := []byte(o.file.Slice(s))
	for _, c := range o.comments {
		for i := max(c.Span.Start, s.Start); i < min(c.Span.End, s.End); i++ {
			text[i-s.Start] = ' '
		}
	}
	return strings.Trim(string(text), " \t\r\n\v\f\\") != ""
}

// block is the innermost block around an offset; the whole file when there is none.
func (o *outline) block(at int32) source.Span {
	best := source.Span{End: int32(len(o.file.Text))}
	for _, b := range o.blocks {
		if b.Start < at && at < b.End && best.Covers(b) {
			best = b
		}
	}
	return best
}

// macroAt is the macro whose definition an offset is in.
func (o *outline) macroAt(at int32) (macroSpan, bool) {
	for _, m := range o.macros {
		if m.span.Start <= at && at < m.span.End {
			return m, true
		}
	}
	return macroSpan{}, false
}

// touching are the pieces on the lines from first to last that are not around the block that an offset is in.
func (o *outline) touching(first, last int, at int32) []source.Span {
	inner := o.block(at)
	var out []source.Span
	for _, p := range o.pieces {
		from, to := o.lines(p)
		if from <= last && first <= to && !(p.Covers(inner) && p != inner) {
			out = append(out, p)
		}
	}
	return out
}

// around are the pieces that a comment stands in the middle of.
func (o *outline) around(c source.Span) []source.Span {
	inner := o.block(c.Start)
	var out []source.Span
	for _, p := range o.pieces {
		if p.Start < c.Start && c.End < p.End && !p.Covers(inner) {
			out = append(out, p)
		}
	}
	return out
}

// nextFunc is the function that begins behind an offset with nothing but blanks, comments and directives between; nil when there is none.
func (o *outline) nextFunc(at int32) *ast.FuncDecl {
	for _, f := range o.funcs {
		if f.Span.Start >= at && !o.code(o.withoutDirectives(at, f.Span.Start)) {
			return f
		}
	}
	return nil
}

// withoutDirectives is what remains of a span in front of its end when the lines of directives at its end are left out.
func (o *outline) withoutDirectives(from, to int32) source.Span {
	for line := o.file.LineOf(to) - 1; line > o.file.LineOf(from); line-- {
		s := o.file.LineSpan(line)
		text := strings.TrimSpace(o.file.Slice(s))
		if o.code(s) && !strings.HasPrefix(text, "#") {
			break
		}
		to = s.Start
	}
	return source.Span{Start: from, End: max(from, to)}
}

// next are the pieces that begin on the first line behind an offset on which one does, in the same block and not in another function.
func (o *outline) next(at int32) []source.Span {
	inner := o.block(at)
	first := inner.End
	for _, p := range o.pieces {
		if p.Start >= at && p.Start < first {
			first = p.Start
		}
	}
	for _, f := range o.funcs {
		if f.Span.Start >= at && f.Span.Start <= first {
			return nil
		}
	}
	if first == inner.End {
		return nil
	}
	var out []source.Span
	for _, p := range o.pieces {
		if p.Start >= at && o.file.LineOf(p.Start) == o.file.LineOf(first) {
			out = append(out, p)
		}
	}
	return out
}
