package parser

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// hiddenExpr reads what the mask wrote a literal over in parentheses.
func (l *lowering) hiddenExpr(n note) ast.Expr {
	if n.text[0] == '{' {
		return l.statementExpr(n)
	}
	var all ast.Expr
	for _, s := range splitArgs(n.text) {
		x := l.pieceExpr(n.text[s.Start:s.End], n.span.Start+s.Start)
		if all == nil {
			all = x
		} else {
			all = &ast.Binary{At: ast.At{Span: all.Pos().Join(x.Pos())}, Op: ",", X: all, Y: x}
		}
	}
	return all
}

// pieceExpr reads masked text that stands at offset as an expression.
func (l *lowering) pieceExpr(text string, offset int32) ast.Expr {
	var x ast.Expr
	l.rereadText("int _(){return ", text, offset, ";}", func(l *lowering) {
		if r := l.soleStmt(); r != none && l.t.kind(r) == kReturnStatement && l.t.only(r) != none && !l.damaged(r) {
			x = l.expr(l.t.only(r))
		}
	})
	if x == nil {
		end := offset + int32(len(text))
		l.problem(offset, end, "cannot read expression")
		x = &ast.BadExpr{At: ast.At{Span: l.span(offset, end)}}
	}
	return x
}

// statementExpr reads GNU's `{ f(); x; }` as an expression: a lambda that is called at once and gives x.
func (l *lowering) statementExpr(n note) ast.Expr {
	at := ast.At{Span: l.span(n.span.Start, n.span.End)}
	var body *ast.Block
	l.rereadText("void _()", n.text, n.span.Start, "", func(l *lowering) {
		if f := l.soleFunction(); f != none {
			body = l.block(l.t.child(f, fBody))
		}
	})
	if body == nil {
		l.problem(n.span.Start, n.span.End, "cannot read statements")
		return &ast.BadExpr{At: at}
	}
	if k := len(body.List) - 1; k >= 0 {
		if x, ok := body.List[k].(*ast.ExprStmt); ok {
			body.List[k] = &ast.Return{At: x.At, X: x.X}
		}
	}
	capture := ast.Capture{At: ast.At{Span: source.Span{Start: body.Span.Start, End: body.Span.Start}}, Name: "&", Ref: true}
	f := &ast.Lambda{At: body.At, Captures: []ast.Capture{capture}, Body: body}
	return &ast.Call{At: at, Fun: f}
}
