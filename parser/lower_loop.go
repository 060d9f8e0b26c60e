package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// loop lowers the four loops of C++, and a macro that the mask made read like one.
func (l *lowering) loop(i node) (s ast.Stmt) {
	mark := l.names.enter()
	defer l.names.leave(mark)
	if n, ok := l.notes.over(l.start(i), loopMacroNote); ok && l.t.kind(i) != kDoStatement {
		return l.macroLoop(i, n)
	}
	unroll := l.unroll(i)
	switch l.t.kind(i) {
	case kForStatement:
		return l.forStmt(i, unroll)
	case kForRangeLoop:
		return l.rangeFor(i)
	case kDoStatement:
		_, cond := l.condition(l.t.child(i, fCondition))
		return &ast.DoWhile{At: l.at(i), Body: l.stmtOf(i, fBody), Cond: cond}
	}
	w := &ast.While{At: l.at(i), Unroll: unroll}
	var init ast.Stmt
	if init, w.Cond = l.condition(l.t.child(i, fCondition)); w.Cond == nil {
		w.Cond = declaredCondition(init)
	}
	w.Body = l.stmtOf(i, fBody)
	l.over(&w.At, w.Body)
	return withInit(init, w)
}

// declaredCondition turns the variable that a while loop declares in its condition into an assignment that each turn makes.
func declaredCondition(init ast.Stmt) ast.Expr {
	if d, ok := init.(*ast.DeclStmt); ok && len(d.Decls) > 0 {
		if v, ok := d.Decls[len(d.Decls)-1].(*ast.VarDecl); ok && v.Init != nil {
			name := &ast.Ident{At: ast.At{Span: v.NameAt}, Parts: []ast.NamePart{{Name: v.Name}}}
			return &ast.Assign{At: v.At, Op: "=", X: name, Y: v.Init}
		}
	}
	at := ast.At{}
	if init != nil {
		at.Span = init.Pos()
	}
	return &ast.BadExpr{At: at}
}

// unroll is the factor of the `#pragma unroll` in front of the loop i: nil without one, an Ident "" when it names no factor.
func (l *lowering) unroll(i node) ast.Expr {
	var unroll ast.Expr
	for _, n := range l.notes.all(unrollNote, l.floor(i), l.start(i)) {
		text := strings.TrimSpace(n.text)
		at := ast.At{Span: l.span(n.span.Start, n.span.End)}
		unroll = &ast.Ident{At: at, Parts: []ast.NamePart{{}}}
		if text == "" {
			continue
		}
		if x, ok := l.snippet(text, at.Span); ok {
			for {
				p, ok := x.(*ast.Paren)
				if !ok {
					break
				}
				x = p.X
			}
			unroll = x
		}
	}
	return unroll
}

func (l *lowering) forStmt(i node, unroll ast.Expr) ast.Stmt {
	s := &ast.For{At: l.at(i), Unroll: unroll}
	if c := l.t.child(i, fInitializer); c != none {
		if l.t.kind(c) == kDeclaration {
			s.Init = l.stmt(c)
		} else {
			s.Init = &ast.ExprStmt{At: l.at(c), X: l.expr(c)}
		}
	}
	if c := l.t.child(i, fCondition); c != none && isExpr(l.t.kind(c)) {
		s.Cond = l.expr(c)
	}
	if c := l.t.child(i, fUpdate); c != none && isExpr(l.t.kind(c)) {
		s.Post = l.expr(c)
	}
	s.Body = l.stmtOf(i, fBody)
	l.over(&s.At, s.Body)
	return s
}

func (l *lowering) rangeFor(i node) ast.Stmt {
	s := &ast.RangeFor{At: l.at(i)}
	floor := l.floor(i)
	sp := l.specifiers(i)
	v := &ast.VarDecl{At: l.at(i), Type: sp.typ, First: true, Whole: l.at(i).Span}
	if d := l.t.child(i, fDeclarator); d != none {
		got := l.declarator(d, sp.typ)
		v.At, v.Name, v.NameAt, v.Type = l.at(d), got.name(), got.nameAt, got.typ
		for _, n := range got.bindings {
			l.names.declare(n, valueName)
		}
	}
	if v.Type == nil {
		v.Type = &ast.BadType{At: l.at(i)}
	}
	v.Quals = sp.quals | outermost(v.Type)
	s.Var = v
	if r := l.t.child(i, fRight); r != none {
		s.Range = l.expr(r)
	} else {
		s.Range = &ast.BadExpr{At: l.at(i)}
	}
	l.names.declare(v.Name, valueName)
	s.Body = l.stmtOf(i, fBody)
	l.over(&s.At, s.Body)
	l.notes.all(unrollNote, floor, l.start(i))
	return s
}

// macroLoop is a loop macro with its body. Its arguments that are names count as variables in the body.
func (l *lowering) macroLoop(i node, n note) ast.Stmt {
	l.notes.all(unrollNote, l.floor(i), l.start(i))
	m := &ast.MacroLoop{At: l.at(i), Name: n.text, Args: n.args}
	m.Span = l.span(min(n.span.Start, l.start(i)), l.end(i))
	for _, a := range n.args {
		if leadingName(a) == a {
			l.names.declare(a, valueName)
		}
	}
	m.Body = l.stmtOf(i, fBody)
	l.over(&m.At, m.Body)
	return m
}

// asm reads an inline assembly statement out of its text.
func (l *lowering) asm(n note) ast.Stmt {
	a := &ast.Asm{At: ast.At{Span: l.span(n.span.Start, n.span.End)}}
	open := strings.IndexByte(n.text, '(')
	if open < 0 {
		return a
	}
	inside := n.text[open+1:]
	inside = inside[:max(0, bracketed(n.text[open:])-2)]
	for k, part := range asmParts(inside) {
		text := inside[part.Start:part.End]
		if k == 0 {
			a.Template = joinedStrings(text)
			continue
		}
		if k > 2 {
			break
		}
		for _, o := range splitArgs(text) {
			operand := l.operand(n.span.Start+int32(open)+1+part.Start+o.Start, text[o.Start:o.End])
			if k == 1 {
				a.Outputs = append(a.Outputs, operand)
			} else {
				a.Inputs = append(a.Inputs, operand)
			}
		}
	}
	return a
}

// operand reads `"=r"(x)` or `[name] "r"(x)`, which stands at offset.
func (l *lowering) operand(offset int32, text string) ast.AsmOperand {
	quote := strings.IndexByte(text, '"')
	if quote < 0 {
		return ast.AsmOperand{X: &ast.BadExpr{At: ast.At{Span: l.span(offset, offset+int32(len(text)))}}}
	}
	end := quote + quoted(text[quote:])
	o := ast.AsmOperand{Constraint: joinedStrings(text[quote:end])}
	rest := strings.IndexByte(text[end:], '(')
	if rest < 0 {
		o.X = &ast.BadExpr{At: ast.At{Span: l.span(offset, offset+int32(len(text)))}}
		return o
	}
	from := end + rest + 1
	to := max(from, end+rest+bracketed(text[end+rest:])-1)
	o.X = l.exprAt(text[from:to], offset+int32(from))
	return o
}

// asmParts cuts the inside of an asm at its colons: template, outputs, inputs, clobbers. `::` is two colons.
func asmParts(text string) []source.Span {
	var parts []source.Span
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			i += bracketed(text[i:]) - 1
		case '"', '\'':
			i += quoted(text[i:]) - 1
		case ':':
			parts = append(parts, source.Span{Start: int32(from), End: int32(i)})
			from = i + 1
		}
	}
	return append(parts, source.Span{Start: int32(from), End: int32(len(text))})
}

// joinedStrings decodes the string literals in text and joins them; anything else is left out.
func joinedStrings(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			n := quoted(text[i:])
			b.WriteString(unescaped(strings.TrimSuffix(text[i+1:i+n], `"`)))
			i += n - 1
		}
	}
	return b.String()
}
