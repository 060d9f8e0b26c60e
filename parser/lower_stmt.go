package parser

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// block lowers a compound_statement, in a scope of its own.
func (l *lowering) block(i node) *ast.Block {
	b := &ast.Block{At: l.at(i)}
	mark := l.names.enter()
	b.List = l.stmtsFrom(i+1, l.t.nodes[i].last, source.Span{Start: l.start(i), End: l.end(i)})
	l.names.leave(mark)
	return b
}

// stmtsFrom lowers the siblings from first up to behind, which lie in the stretch within of the masked file. Statements that
// the mask took out of the text come back between them.
func (l *lowering) stmtsFrom(first, behind node, within source.Span) []ast.Stmt {
	var list []ast.Stmt
	at := within.Start
	for c := first; c < behind; c = l.t.nodes[c].last {
		if k := l.t.kind(c); k == kToken || k == kDrop {
			if l.t.nodes[c].flags&flagMissing != 0 {
				l.unread(c)
			}
			continue
		}
		list = l.stmtGap(list, at, l.start(c), l.t.kind(c) == kCompoundStatement)
		if s := l.stmt(c); s != nil {
			list = append(list, s)
		}
		at = l.end(c)
	}
	return l.stmtGap(list, at, within.End, false)
}

// stmtGap adds what the mask blanked in [from, to). A macro in front of a block belongs to the block.
func (l *lowering) stmtGap(list []ast.Stmt, from, to int32, block bool) []ast.Stmt {
	for k := l.notes.from(from); k < len(l.notes.list) && l.notes.list[k].span.Start < to; k++ {
		n := l.notes.list[k]
		if l.notes.taken[k] || n.kind != asmNote && n.kind != stmtMacroNote || block && n.hasBody || n.span.End > to {
			continue
		}
		l.notes.taken[k] = true
		list = append(list, l.noted(n))
	}
	return list
}

// noted is the statement that the mask took out of the text.
func (l *lowering) noted(n note) ast.Stmt {
	if n.kind == asmNote {
		return l.asm(n)
	}
	return l.macroStmt(n)
}

// stmt lowers one statement; nil when there is nothing to it.
func (l *lowering) stmt(i node) (s ast.Stmt) {
	if !l.nested(i, func() { s = l.plainStmt(i) }) {
		return &ast.BadStmt{At: l.at(i)}
	}
	if k := l.t.kind(i); k != kError && k != kCompoundStatement && k != kCaseStatement && !isExpr(k) && l.damaged(i) {
		bad := &ast.BadStmt{At: l.at(i)}
		if s != nil {
			bad.List = []ast.Stmt{s}
		}
		return bad
	}
	return s
}

func (l *lowering) plainStmt(i node) ast.Stmt {
	switch l.t.kind(i) {
	case kCompoundStatement:
		if n, ok := l.notes.take(stmtMacroNote, l.floor(i), l.start(i)); ok {
			m := l.macroStmt(n)
			m.Body = l.block(i)
			m.Span = l.span(n.span.Start, l.end(i))
			return m
		}
		return l.block(i)
	case kExpressionStatement:
		x := l.t.only(i)
		if x == none {
			if n, ok := l.notes.over(l.start(i), asmNote, stmtMacroNote); ok {
				return l.noted(n)
			}
			if l.damaged(i) {
				return &ast.BadStmt{At: l.at(i)}
			}
			return &ast.Empty{At: l.at(i)}
		}
		return l.exprStmt(i, x)
	case kDeclaration, kFieldDeclaration:
		return l.declStmt(i)
	case kFunctionDefinition:
		return l.nestedDefinition(i)
	case kIfStatement:
		return l.ifStmt(i)
	case kForStatement, kForRangeLoop, kWhileStatement, kDoStatement:
		return l.loop(i)
	case kSwitchStatement:
		return l.switchStmt(i)
	case kCaseStatement:
		return l.caseStmt(i)
	case kReturnStatement:
		r := &ast.Return{At: l.at(i)}
		if x := l.t.only(i); x != none {
			r.X = l.expr(x)
		}
		return r
	case kBreakStatement:
		return &ast.Break{At: l.at(i)}
	case kContinueStatement:
		return &ast.Continue{At: l.at(i)}
	case kGotoStatement:
		g := &ast.Goto{At: l.at(i)}
		if n := l.t.child(i, fLabel); n != none {
			g.Label = l.t.str(n)
		}
		return g
	case kLabeledStatement:
		return l.labeled(i)
	case kAttributedStatement:
		for c := range l.t.kids(i) {
			if k := l.t.kind(c); k != kAttributeDeclaration && k != kToken && k != kError {
				return l.plainStmt(c)
			}
		}
		return nil
	case kThrowStatement:
		t := &ast.Throw{At: l.at(i)}
		if x := l.t.only(i); x != none {
			t.X = l.expr(x)
		}
		return t
	case kTryStatement:
		return l.try(i)
	case kError:
		return l.errorStmt(i)
	case kStaticAssertDeclaration, kAttributeDeclaration, kPreprocCall, kPreprocDef:
		return nil
	}
	return l.otherStmt(i)
}

// otherStmt is a declaration that is no plain one, or a node that has no business among statements.
func (l *lowering) otherStmt(i node) ast.Stmt {
	k := l.t.kind(i)
	switch {
	case isDecl(k):
		if list := l.decl(i, nil); len(list) > 0 {
			return &ast.DeclStmt{At: l.at(i), Decls: list}
		}
		return nil
	case isExpr(k):
		return &ast.ExprStmt{At: l.at(i), X: l.expr(i)}
	}
	if parts := l.parts(i); parts != nil {
		return &ast.ExprStmt{At: l.at(i), X: &ast.Ident{At: l.at(i), Parts: parts}}
	}
	l.problem(l.start(i), l.end(i), "cannot read statement")
	return &ast.BadStmt{At: l.at(i)}
}

func (l *lowering) declStmt(i node) ast.Stmt {
	if x := l.mendProduct(i); x != nil {
		return &ast.ExprStmt{At: l.at(i), X: x}
	}
	list := l.declaration(i, nil, true)
	if len(list) == 0 {
		return nil
	}
	return &ast.DeclStmt{At: l.at(i), Decls: list}
}

// stmtOf lowers the child of i in a field; an Empty when there is none.
func (l *lowering) stmtOf(i node, f field) ast.Stmt {
	if c := l.t.child(i, f); c != none {
		if s := l.stmt(c); s != nil {
			return s
		}
	}
	return &ast.Empty{At: ast.At{Span: l.span(l.end(i), l.end(i))}}
}

// over stretches the span of a statement over its last part, which reaches further when the mask wrote it shorter.
func (l *lowering) over(at *ast.At, part ast.Stmt) {
	if l.fixed == nil && part != nil {
		at.Span.End = max(at.Span.End, part.Pos().End)
	}
}

// condition lowers a condition_clause or parenthesised expression: the initializing statement and the expression, either of
// which may be nil.
func (l *lowering) condition(i node) (init ast.Stmt, cond ast.Expr) {
	if i == none {
		return nil, nil
	}
	if l.t.kind(i) == kParenthesizedExpression {
		if x := l.t.only(i); x != none {
			return nil, l.expr(x)
		}
		return nil, &ast.BadExpr{At: l.at(i)}
	}
	if c := l.t.child(i, fInitializer); c != none {
		if x := l.t.only(c); x != none {
			init = l.stmt(x)
		}
	}
	v := l.t.child(i, fValue)
	switch {
	case v == none:
		return init, &ast.BadExpr{At: l.at(i)}
	case l.t.kind(v) == kDeclaration:
		return l.stmt(v), nil
	}
	return init, l.expr(v)
}

// declaredIn is the variable that a condition declares, which is what is tested; nil where none can be read.
func declaredIn(init ast.Stmt) ast.Expr {
	d, ok := init.(*ast.DeclStmt)
	if !ok || len(d.Decls) != 1 {
		return nil
	}
	v, ok := d.Decls[0].(*ast.VarDecl)
	if !ok || v.Name == "" {
		return nil
	}
	return &ast.Ident{At: ast.At{Span: v.NameAt}, Parts: []ast.NamePart{{Name: v.Name}}}
}

func (l *lowering) ifStmt(i node) ast.Stmt {
	s := &ast.If{At: l.at(i), Constexpr: l.t.has(i, "constexpr")}
	mark := l.names.enter()
	s.Init, s.Cond = l.condition(l.t.child(i, fCondition))
	s.Then = l.stmtOf(i, fConsequence)
	if e := l.t.child(i, fAlternative); e != none {
		if l.t.kind(e) != kElseClause {
			s.Else = l.stmt(e)
		} else if x := l.t.only(e); x != none {
			s.Else = l.stmt(x)
		}
	}
	l.names.leave(mark)
	l.over(&s.At, s.Then)
	l.over(&s.At, s.Else)
	return s
}

func (l *lowering) switchStmt(i node) ast.Stmt {
	s := &ast.Switch{At: l.at(i)}
	mark := l.names.enter()
	init, cond := l.condition(l.t.child(i, fCondition))
	if cond == nil {
		cond = declaredIn(init)
	}
	s.Cond, s.Body = cond, l.stmtOf(i, fBody)
	l.names.leave(mark)
	return withInit(init, s)
}

// withInit puts the declaration of a condition in a block with the statement.
func withInit(init, s ast.Stmt) ast.Stmt {
	if init == nil {
		return s
	}
	return &ast.Block{At: ast.At{Span: s.Pos()}, List: []ast.Stmt{init, s}}
}

func (l *lowering) caseStmt(i node) ast.Stmt {
	s := &ast.Case{At: l.at(i)}
	value := l.t.child(i, fValue)
	if value != none {
		s.X = l.expr(value)
	}
	first := i + 1
	for first < l.t.nodes[i].last && (first == value || l.t.kind(first) == kToken || l.t.kind(first) == kDrop) {
		first = l.t.nodes[first].last
	}
	head := l.end(i)
	if first < l.t.nodes[i].last {
		head = l.floor(first)
	}
	s.Body = l.stmtsFrom(first, l.t.nodes[i].last, source.Span{Start: head, End: l.end(i)})
	if n := len(s.Body); n > 0 {
		l.over(&s.At, s.Body[n-1])
	}
	return s
}

func (l *lowering) labeled(i node) ast.Stmt {
	s := &ast.Labeled{At: l.at(i)}
	label := l.t.child(i, fLabel)
	if label != none {
		s.Label = l.t.str(label)
	}
	for c := range l.t.kids(i) {
		if c != label && l.t.kind(c) != kToken && l.t.kind(c) != kError {
			s.Stmt = l.stmt(c)
		}
	}
	if s.Stmt == nil {
		s.Stmt = &ast.Empty{At: ast.At{Span: l.span(l.end(i), l.end(i))}}
	}
	l.over(&s.At, s.Stmt)
	return s
}

func (l *lowering) try(i node) ast.Stmt {
	s := &ast.Try{At: l.at(i)}
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kCompoundStatement:
			s.Body = l.block(c)
		case kCatchClause:
			h := ast.Handler{}
			mark := l.names.enter()
			if p := l.t.child(c, fParameters); p != none {
				if params, _ := l.params(p); len(params) > 0 {
					h.Param = params[0]
				}
			}
			if b := l.t.child(c, fBody); b != none {
				h.Body = l.block(b)
			} else {
				h.Body = &ast.Block{At: l.at(c)}
			}
			l.names.leave(mark)
			s.Handlers = append(s.Handlers, h)
		}
	}
	if s.Body == nil {
		s.Body = &ast.Block{At: l.at(i)}
	}
	return s
}

// errorStmt keeps what can be read inside an ERROR among statements.
func (l *lowering) errorStmt(i node) ast.Stmt {
	l.unread(i)
	bad := &ast.BadStmt{At: l.at(i)}
	for c := range l.t.kids(i) {
		switch k := l.t.kind(c); {
		case k == kError, isStmt(k), isDecl(k), isExpr(k):
			if s := l.stmt(c); s != nil {
				bad.List = append(bad.List, s)
			}
		}
	}
	return bad
}
