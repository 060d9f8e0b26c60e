package parser

import (
	"slices"

	"github.com/cudalint/cudalint/ast"
)

// Two arguments that are comparisons may look like a template: `f(t.x < 1, g.x > (2))` reads as a call of the method x<1, g.x>, and in
// `f(t.x < 1, g.x >= 2)` that method is assigned to.

// mendArgument gives the arguments that one of the grammar's really is; nil when it is one.
func (l *lowering) mendArgument(i node) []ast.Expr {
	switch l.t.kind(i) {
	case kCallExpression:
		fun, list := l.t.child(i, fFunction), l.t.child(i, fArguments)
		if fun == none || list == none {
			return nil
		}
		first, targs := l.comparedWith(fun)
		if first == nil || len(targs) < 2 {
			return nil
		}
		inside := l.args(list)
		if len(inside) != 1 {
			return nil
		}
		return l.apart(first, targs, ">", &ast.Paren{At: l.at(list), X: inside[0]})
	case kAssignmentExpression:
		left, right := l.t.child(i, fLeft), l.t.child(i, fRight)
		if left == none || right == none || l.op(i) != "=" {
			return nil
		}
		if first, targs := l.comparedWith(left); first != nil && len(targs) >= 2 {
			return l.apart(first, targs, ">=", l.operandIn(i, fRight))
		}
	case kBinaryExpression:
		if first, targs := l.shifted(i); first != nil && len(targs) >= 2 {
			return l.apart(first, targs, ">>", l.operandIn(i, fRight))
		}
	}
	return nil
}

// comparedWith takes apart what the grammar takes for a template, `a<b, c` or `p.a<b, c`: what stands before the angle bracket and between the
// two. Nil when it is a template indeed: when the name is not that of a variable and no argument can only be a value.
func (l *lowering) comparedWith(fun node) (ast.Expr, []node) {
	switch l.t.kind(fun) {
	case kTemplateFunction:
		name, targs := l.t.child(fun, fName), l.t.child(fun, fArguments)
		if name == none || targs == none || l.names.known[l.t.str(name)] != valueName {
			return nil, nil
		}
		return l.ident(name), l.within(targs)
	case kFieldExpression:
		f := l.t.child(fun, fField)
		if f == none || l.t.kind(f) != kTemplateMethod {
			return nil, nil
		}
		name, targs := l.t.child(f, fName), l.t.child(f, fArguments)
		if name == none || targs == none {
			return nil, nil
		}
		kids := l.within(targs)
		value := func(n node) bool {
			k := l.t.kind(n)
			return k == kFieldExpression || k == kSubscriptExpression || k == kConditionalExpression
		}
		if !slices.ContainsFunc(kids, value) {
			return nil, nil
		}
		return l.memberBefore(fun, name), kids
	}
	return nil, nil
}

// within lists what stands between brackets, without the commas.
func (l *lowering) within(list node) []node {
	var out []node
	for c := range l.t.kids(list) {
		if k := l.t.kind(c); k != kToken && k != kDrop {
			out = append(out, c)
		}
	}
	return out
}

// apart makes `first < targs[0]`, the targs between, and the last one compared with y.
func (l *lowering) apart(first ast.Expr, targs []node, op string, y ast.Expr) []ast.Expr {
	args := make([]ast.Expr, len(targs))
	for i, n := range targs {
		args[i] = l.valueOrType(n)
	}
	last := len(args) - 1
	args[0] = l.compared(first, "<", args[0])
	args[last] = l.compared(args[last], op, y)
	return args
}

// compared is `x op y` where x or y may be a condition or a chain that binds less tightly.
func (l *lowering) compared(x ast.Expr, op string, y ast.Expr) ast.Expr {
	if c, ok := y.(*ast.Cond); ok {
		return &ast.Cond{At: ast.At{Span: x.Pos().Join(y.Pos())}, C: l.compared(x, op, c.C), X: c.X, Y: c.Y}
	}
	var c chain
	c.add(x)
	c.ops = append(c.ops, op)
	c.add(y)
	return l.bind(c)
}

// mendShift mends `a < b >> c`, which the grammar takes for the comparison of a template a<b> with c; nil when i is no such thing.
func (l *lowering) mendShift(i node) ast.Expr {
	first, targs := l.shifted(i)
	if first == nil || len(targs) != 1 {
		return nil
	}
	var c chain
	c.add(first)
	c.ops = append(c.ops, "<")
	middle, last := l.valueOrType(targs[0]), l.operandIn(i, fRight)
	if between, ok := middle.(*ast.Cond); ok { // `a < b ? c : d >> e`
		c.add(between.C)
		return l.looseCond(&ast.Cond{C: l.bind(c), X: between.X}, l.shiftLast(between.Y, last))
	}
	c.add(middle)
	c.ops = append(c.ops, ">>")
	c.add(last)
	return l.bind(c)
}

// mendAtLeast mends `(a < b && c >= d)`, which the grammar takes for an assignment to a<b && c>; nil when i is no such thing.
func (l *lowering) mendAtLeast(i node) ast.Expr {
	left, op := l.t.child(i, fLeft), l.t.child(i, fOperator)
	if left == none || op == none || l.end(left) != l.start(op) || l.op(i) != "=" {
		return nil
	}
	first, targs := l.angled(left)
	if first == nil || len(targs) != 1 {
		return nil
	}
	var c chain
	c.add(first)
	c.ops = append(c.ops, "<")
	middle, last := l.valueOrType(targs[0]), l.operandIn(i, fRight)
	if between, ok := middle.(*ast.Cond); ok { // `a < b ? c : d >= e`
		c.add(between.C)
		return l.looseCond(&ast.Cond{C: l.bind(c), X: between.X}, l.compared(between.Y, ">=", last))
	}
	c.add(middle)
	return l.compared(l.bind(c), ">=", last)
}

// shiftLast is `x >> y` where x may be a condition, of which the last part is meant.
func (l *lowering) shiftLast(x, y ast.Expr) ast.Expr {
	if c, ok := x.(*ast.Cond); ok {
		return l.looseCond(c, l.shiftLast(c.Y, y))
	}
	return l.rebind(x, ">>", y)
}

// shifted takes apart the left side of a comparison that starts within `>>`: what stands before the angle bracket and behind it.
func (l *lowering) shifted(i node) (ast.Expr, []node) {
	left, op := l.t.child(i, fLeft), l.t.child(i, fOperator)
	if left == none || op == none || l.end(left) != l.start(op) || l.op(i) != ">" {
		return nil, nil
	}
	return l.angled(left)
}

// angled takes apart an expression that ends in what the grammar takes for a template's arguments: `a<b>`, `p.a<b>`, `x * a<b>`, `*a<b>`,
// `(int)a<b>`.
func (l *lowering) angled(left node) (ast.Expr, []node) {
	switch l.t.kind(left) {
	case kBinaryExpression:
		if right := l.t.child(left, fRight); right != none && l.end(right) == l.end(left) {
			if first, targs := l.angled(right); first != nil {
				return l.rebind(l.operandIn(left, fLeft), l.op(left), first), targs
			}
		}
	case kUnaryExpression, kPointerExpression:
		if x := l.t.child(left, fArgument); x != none {
			if first, targs := l.angled(x); first != nil {
				return l.prefix(first, func(x ast.Expr) ast.Expr { return &ast.Unary{At: l.from(left, x), Op: l.op(left), X: x} }), targs
			}
		}
	case kCastExpression:
		if x, to := l.t.child(left, fValue), l.t.child(left, fType); x != none && to != none {
			if first, targs := l.angled(x); first != nil {
				t := l.typeOf(to)
				return l.prefix(first, func(x ast.Expr) ast.Expr { return &ast.Cast{At: l.from(left, x), Kind: ast.CCast, Type: t, X: x} }), targs
			}
		}
	case kTemplateFunction:
		name, targs := l.t.child(left, fName), l.t.child(left, fArguments)
		if name != none && targs != none && l.t.kind(name) == kIdentifier {
			return l.ident(name), l.within(targs)
		}
	case kFieldExpression:
		if f := l.t.child(left, fField); f != none && l.t.kind(f) == kTemplateMethod {
			if name, targs := l.t.child(f, fName), l.t.child(f, fArguments); name != none && targs != none {
				return l.memberBefore(left, name), l.within(targs)
			}
		}
	}
	return nil, nil
}

// behindColon is `x > (..)`, the last part of a condition, where x may be `f < 8`: a template's call.
func (l *lowering) behindColon(x ast.Expr, last *ast.Paren, list node) ast.Expr {
	if b, ok := x.(*ast.Binary); ok && b.Op == "<" {
		if id, ok := b.X.(*ast.Ident); ok {
			if name, plain := id.Plain(); plain && l.names.known[name] != valueName {
				at := ast.At{Span: x.Pos().Join(last.Span)}
				f := &ast.Ident{At: ast.At{Span: x.Pos()}, Parts: []ast.NamePart{{Name: name, HasArgs: true, Args: []ast.Node{b.Y}}}}
				f.Span.End = last.Span.Start
				return &ast.Call{At: at, Fun: f, Args: l.args(list)}
			}
		}
	}
	if c, ok := x.(*ast.Cond); ok {
		return l.looseCond(c, l.behindColon(c.Y, last, list))
	}
	return l.compared(x, ">", last)
}

// looseCond is a mended condition with another last part; what follows it belongs to that part.
func (l *lowering) looseCond(c *ast.Cond, y ast.Expr) ast.Expr {
	out := &ast.Cond{At: ast.At{Span: c.C.Pos().Join(y.Pos())}, C: c.C, X: c.X, Y: y}
	l.loose[out] = true
	return out
}

// elementAsType is `a[i]` where it was taken for an array type; nil when i is no such thing.
func (l *lowering) elementAsType(i node) ast.Expr {
	t, d := l.t.child(i, fType), l.t.child(i, fDeclarator)
	if t == none || d == none {
		return nil
	}
	name := l.plainTypeName(t)
	if name == nil {
		return nil
	}
	var element func(d node) ast.Expr
	element = func(d node) ast.Expr {
		if l.t.kind(d) != kAbstractArrayDeclarator || l.t.child(d, fSize) == none {
			return nil
		}
		x := ast.Expr(name)
		if inner := l.t.child(d, fDeclarator); inner != none {
			if x = element(inner); x == nil {
				return nil
			}
		}
		return &ast.Index{At: ast.At{Span: l.span(name.Span.Start, l.end(d))}, X: x, I: l.expr(l.t.child(d, fSize))}
	}
	return element(d)
}
