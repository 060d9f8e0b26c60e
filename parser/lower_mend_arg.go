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
