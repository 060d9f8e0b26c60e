package parser

import (
	"slices"

	"github.com/cudalint/cudalint/ast"
)

// The grammar knows no names, so some trees of it are clean but wrong. They are mended here, by what the names in them are.
//
// A cast `(n) - x` that is a difference comes out of the grammar bound tighter than it may be: `(n) - x * y` is a product with
// the cast as its left side. So is `a < b && c > (d)` as a call of the template a. Such a mended expression is loose: whatever
// takes it for an operand must look inside. prefix and postfix operators move to its first or last operand, and an infix
// operator flattens it together with its other side and binds the whole anew, by precedence.

// prefix applies a prefix operator to x.
func (l *lowering) prefix(x ast.Expr, apply func(ast.Expr) ast.Expr) ast.Expr {
	if b, ok := x.(*ast.Binary); ok && l.loose[x] {
		b.X = l.prefix(b.X, apply)
		b.Span = b.X.Pos().Join(b.Y.Pos())
		return b
	}
	return apply(x)
}

// postfix applies a subscript, a member access, a call or ++ to x.
func (l *lowering) postfix(x ast.Expr, apply func(ast.Expr) ast.Expr) ast.Expr {
	if len(l.loose) > 0 && l.loose[x] {
		switch x := x.(type) {
		case *ast.Binary:
			x.Y = l.postfix(x.Y, apply)
			x.Span = x.X.Pos().Join(x.Y.Pos())
			return x
		case *ast.Cast:
			x.X = l.postfix(x.X, apply)
			x.Span = x.Span.Join(x.X.Pos())
			return x
		}
	}
	return apply(x)
}

func (l *lowering) binaryExpr(i node) ast.Expr {
	if x := l.mendShift(i); x != nil {
		return x
	}
	op, x, y := l.op(i), l.operandIn(i, fLeft), l.operandIn(i, fRight)
	if c, ok := x.(*ast.Cond); ok && l.loose[x] {
		return l.looseCond(c, l.rebind(c.Y, op, y))
	}
	if c, ok := y.(*ast.Cond); ok && l.loose[y] {
		return l.looseCond(&ast.Cond{C: l.rebind(x, op, c.C), X: c.X}, c.Y)
	}
	cast := unaryToo(op) && l.typeInParens(lastOperand(x))
	if cast || len(l.loose) > 0 && (l.isLoose(x) || l.isLoose(y)) {
		return l.rebind(x, op, y)
	}
	return &ast.Binary{At: l.at(i), Op: op, X: x, Y: y}
}

// isLoose reports whether x is a mended infix expression.
func (l *lowering) isLoose(x ast.Expr) bool {
	_, ok := x.(*ast.Binary)
	return ok && l.loose[x]
}

// chain is operands with the operators between them.
type chain struct {
	operands []ast.Expr
	ops      []string
}

func (c *chain) add(x ast.Expr) {
	if b, ok := x.(*ast.Binary); ok && b.Op != "," {
		c.add(b.X)
		c.ops = append(c.ops, b.Op)
		c.add(b.Y)
		return
	}
	c.operands = append(c.operands, x)
}

// rebind binds x op y by precedence, looking into both sides. `(T) - y` with a type T is a cast on the way.
func (l *lowering) rebind(x ast.Expr, op string, y ast.Expr) ast.Expr {
	var c chain
	c.add(x)
	c.ops = append(c.ops, op)
	c.add(y)
	for k := len(c.ops) - 1; k >= 0; k-- {
		left := c.operands[k]
		if !unaryToo(c.ops[k]) || !l.typeInParens(left) {
			continue
		}
		id := left.(*ast.Paren).X.(*ast.Ident)
		at, right := left.Pos(), c.operands[k+1]
		minus := ast.At{Span: l.span(l.operatorAt(at.End), right.Pos().End)}
		c.operands[k] = &ast.Cast{
			At: ast.At{Span: at.Join(right.Pos())}, Kind: ast.CCast, Type: &ast.NamedType{At: id.At, Parts: id.Parts},
			X: &ast.Unary{At: minus, Op: c.ops[k], X: right},
		}
		c.operands = slices.Delete(c.operands, k+1, k+2)
		c.ops = slices.Delete(c.ops, k, k+1)
	}
	return l.bind(c)
}

// unaryToo reports whether an infix operator can also be a prefix one.
func unaryToo(op string) bool { return op == "-" || op == "+" || op == "*" || op == "&" }

// lastOperand is the rightmost operand of x.
func lastOperand(x ast.Expr) ast.Expr {
	for {
		b, ok := x.(*ast.Binary)
		if !ok {
			return x
		}
		x = b.Y
	}
}

// typeInParens reports whether x is a name in parentheses that is known for a type.
func (l *lowering) typeInParens(x ast.Expr) bool {
	p, ok := x.(*ast.Paren)
	if !ok {
		return false
	}
	id, ok := p.X.(*ast.Ident)
	if !ok {
		return false
	}
	name, plain := id.Plain()
	if !plain {
		return false
	}
	m := l.names.meaning(name)
	return m == typeName || m == unknownName && looksType(name)
}

// operatorAt is the offset of the first byte that is not blank at or behind offset.
func (l *lowering) operatorAt(offset int32) int32 {
	if l.fixed == nil {
		for int(offset-l.shift) < len(l.t.text) && isBlank(l.t.text[offset-l.shift]) {
			offset++
		}
	}
	return offset
}

// bind makes a tree of the chain, which is loose.
func (l *lowering) bind(c chain) ast.Expr {
	at := 0
	var climb func(least int) ast.Expr
	climb = func(least int) ast.Expr {
		x := c.operands[at]
		for at < len(c.ops) && binding[c.ops[at]] >= least {
			op := c.ops[at]
			at++
			y := climb(binding[op] + 1)
			b := &ast.Binary{At: ast.At{Span: x.Pos().Join(y.Pos())}, Op: op, X: x, Y: y}
			l.loose[b] = true
			x = b
		}
		return x
	}
	return climb(0)
}

// binding is how tightly the infix operators bind.
var binding = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<=>": 8,
	"<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}

// cast lowers `(T)x`, which is an infix expression when T is a value and x starts with an operator that can stand between two.
func (l *lowering) cast(i node) ast.Expr {
	t, v := l.t.child(i, fType), l.t.child(i, fValue)
	if t == none || v == none {
		return &ast.BadExpr{At: l.at(i), Parts: l.readable(i)}
	}
	if x := l.difference(i, t, v); x != nil {
		return x
	}
	typ := l.typeOf(t)
	return l.prefix(l.expr(v), func(x ast.Expr) ast.Expr {
		return &ast.Cast{At: l.from(i, x), Kind: ast.CCast, Type: typ, X: x}
	})
}

// valueInParens is the value that the type t of a cast is in truth: a name of a value, or a call or subscript, which read as the
// types of a function and of an array, to which nothing can be cast; nil when it is a type.
func (l *lowering) valueInParens(t node) ast.Expr {
	if id := l.plainTypeName(t); id != nil {
		if l.names.isValue(id.Parts) {
			return id
		}
		return nil
	}
	d := l.t.child(t, fDeclarator)
	if d == none {
		return nil
	}
	for ; d != none; d = l.t.child(d, fDeclarator) {
		if k := l.t.kind(d); k != kAbstractFunctionDeclarator && k != kAbstractArrayDeclarator {
			return nil
		}
	}
	return l.rereadExpr(l.start(t), l.end(t))
}

// difference mends a cast to t of the unary expression v; nil when it is a cast indeed.
func (l *lowering) difference(i, t, v node) ast.Expr {
	op, y := "", ast.Expr(nil)
	var value ast.Expr
	switch l.t.kind(v) {
	case kNumberLiteral:
		if c := l.t.text[l.t.nodes[v].start]; c == '-' || c == '+' {
			if value = l.valueInParens(t); value == nil {
				return nil
			}
			if u, ok := l.expr(v).(*ast.Unary); ok {
				op, y = u.Op, u.X
			}
		}
	case kUnaryExpression, kPointerExpression:
		arg := l.t.child(v, fArgument)
		if arg == none || !unaryToo(l.op(v)) {
			return nil
		}
		if value = l.valueInParens(t); value == nil {
			return nil
		}
		op = l.op(v)
		if inner := l.t.child(arg, fArgument); op == "&" && l.t.kind(arg) == kPointerExpression && inner != none && l.op(arg) == "&" &&
			l.t.nodes[arg].start == l.t.nodes[v].start+1 {
			op, arg = "&&", inner
		}
		y = l.expr(arg)
	}
	if y == nil {
		return nil
	}
	var c chain
	x := &ast.Paren{At: ast.At{Span: l.span(l.start(i), l.parenEnd(i))}, X: value}
	c.operands, c.ops = []ast.Expr{x}, []string{op}
	if l.isLoose(y) {
		c.add(y)
	} else {
		c.operands = append(c.operands, y)
	}
	return l.bind(c)
}

// parenEnd is the offset behind the parenthesis that closes around the type of the cast i.
func (l *lowering) parenEnd(i node) int32 {
	t := l.t.child(i, fType)
	p := int(l.t.nodes[t].end)
	for p < len(l.t.text) && l.t.text[p] != ')' {
		p++
	}
	return int32(p) + 1 + l.shift
}

// castCall mends `(T)(x)`, which the grammar takes for a call of (T); nil when it is a call.
func (l *lowering) castCall(i, fun, list node) ast.Expr {
	in := l.t.only(fun)
	if in == none || l.t.kind(in) != kIdentifier && l.t.kind(in) != kQualifiedIdentifier && l.t.kind(in) != kTemplateFunction {
		return nil
	}
	parts := l.parts(in)
	if len(parts) == 1 {
		switch l.names.meaning(parts[0].Name) {
		case valueName, funcName:
			return nil
		}
	}
	args := l.args(list)
	if len(args) != 1 {
		return nil
	}
	x := &ast.Cast{At: l.at(i), Kind: ast.CCast, Type: &ast.NamedType{At: l.at(in), Parts: parts},
		X: &ast.Paren{At: l.at(list), X: args[0]}}
	l.loose[x] = true
	return x
}

// mendTemplateCall mends `a < b && c > (d)`, which the grammar takes for a call of a template; nil when it is one. Two signs
// give it away: && or || among the arguments, or a variable for the template.
func (l *lowering) mendTemplateCall(i, fun, list node) ast.Expr {
	name := l.t.child(fun, fName)
	if name == none || l.t.kind(name) != kIdentifier {
		return nil
	}
	targs := l.t.child(fun, fArguments)
	if targs == none {
		return nil
	}
	known := l.names.known[l.t.str(name)]
	if known != typeName && known != funcName && l.innerTemplate(targs) {
		return l.comparedCall(l.ident(name), targs, list)
	}
	if !l.comparisons(targs, known == valueName) {
		return nil
	}
	return l.twoComparisons(l.ident(name), targs, list)
}

// mendTemplateMember does the same for `p.a < b && c > (d)`.
func (l *lowering) mendTemplateMember(i, fun, list node) ast.Expr {
	f := l.t.child(fun, fField)
	if f == none || l.t.kind(f) != kTemplateMethod {
		return nil
	}
	name, targs := l.t.child(f, fName), l.t.child(f, fArguments)
	if name == none || targs == none {
		return nil
	}
	if l.innerTemplate(targs) {
		return l.comparedCall(l.memberBefore(fun, name), targs, list)
	}
	if !l.comparisons(targs, false) {
		return nil
	}
	return l.twoComparisons(l.memberBefore(fun, name), targs, list)
}

// innerTemplate reports whether what the grammar takes for the arguments of a template starts with another one, `f<8` of `a < f<8>(x)`: a
// name that is no variable's is compared.
func (l *lowering) innerTemplate(targs node) bool {
	first := l.within(targs)
	if len(first) == 0 || l.t.kind(first[0]) != kBinaryExpression || l.op(first[0]) != "<" {
		return false
	}
	x := l.t.child(first[0], fLeft)
	if x == none {
		return false
	}
	switch l.t.kind(x) {
	case kIdentifier:
		return l.names.meaning(l.t.str(x)) != valueName
	case kQualifiedIdentifier:
		return len(l.parts(x)) > 0
	}
	return false
}

// comparedCall is `a < f<8>(x)` of a template f.
func (l *lowering) comparedCall(a ast.Expr, targs, list node) ast.Expr {
	within := l.within(targs)
	name := l.t.child(within[0], fLeft)
	parts := l.parts(name)
	last := &parts[len(parts)-1]
	last.HasArgs = true
	for k, n := range within {
		switch {
		case k == 0:
			last.Args = append(last.Args, l.operandIn(n, fRight))
		case isExpr(l.t.kind(n)):
			last.Args = append(last.Args, l.expr(n))
		default:
			last.Args = append(last.Args, l.templateArg(n))
		}
	}
	f := &ast.Ident{At: ast.At{Span: l.span(l.start(name), l.end(targs))}, Parts: parts}
	call := &ast.Call{At: ast.At{Span: l.span(l.start(name), l.end(list))}, Fun: f, Args: l.args(list)}
	var c chain
	c.add(a)
	c.ops = append(c.ops, "<")
	c.operands = append(c.operands, call)
	return l.bind(c)
}

// memberBefore is the member `p.a` of what the grammar takes for the method `p.a<..>`.
func (l *lowering) memberBefore(fun, name node) ast.Expr {
	arrow := l.op(fun) == "->"
	part := ast.NamePart{Name: l.t.str(name)}
	return l.postfix(l.operandIn(fun, fArgument), func(x ast.Expr) ast.Expr {
		at := ast.At{Span: l.span(l.start(fun), l.end(name))}
		return &ast.Member{At: at, X: x, Name: part, Arrow: arrow}
	})
}

// comparisons reports whether what stands between the angle brackets of i can only be the middle of two comparisons.
func (l *lowering) comparisons(i node, variable bool) bool {
	count, logical := 0, false
	for c := range l.t.kids(i) {
		if k := l.t.kind(c); k == kToken || k == kDrop {
			continue
		}
		count++
		if l.t.kind(c) == kBinaryExpression {
			op := l.op(c)
			logical = logical || op == "&&" || op == "||"
		}
	}
	return count == 1 && (logical || variable)
}

func (l *lowering) twoComparisons(a ast.Expr, targs, list node) ast.Expr {
	var c chain
	c.operands = append(c.operands, a)
	c.ops = append(c.ops, "<")
	var middle ast.Expr
	if t := l.t.only(targs); t != none {
		middle = l.valueOrType(t)
	}
	var inside ast.Expr
	for _, x := range l.args(list) {
		if inside == nil {
			inside = x
		} else {
			inside = &ast.Binary{At: ast.At{Span: inside.Pos().Join(x.Pos())}, Op: ",", X: inside, Y: x}
		}
	}
	if inside == nil {
		inside = &ast.BadExpr{At: l.at(list)}
	}
	last := &ast.Paren{At: l.at(list), X: inside}
	if between, ok := middle.(*ast.Cond); ok { // `a < b ? c : d > (e)`
		c.add(between.C)
		return l.looseCond(&ast.Cond{C: l.bind(c), X: between.X}, l.behindColon(between.Y, last, list))
	}
	c.add(middle)
	c.ops = append(c.ops, ">")
	c.operands = append(c.operands, last)
	return l.bind(c)
}
