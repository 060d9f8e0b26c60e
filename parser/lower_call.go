package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// args lowers an argument list; nil when it is empty.
func (l *lowering) args(i node) []ast.Expr {
	var args []ast.Expr
	for c := range l.t.kids(i) {
		switch n := l.t.nodes[c]; {
		case n.kind == kToken || n.kind == kDrop:
		case n.flags&(flagError|flagMissing) != 0:
			l.unread(c)
		default:
			if n.kind == kCallExpression || n.kind == kAssignmentExpression || n.kind == kBinaryExpression {
				if two := l.mendArgument(c); two != nil {
					args = append(args, two...)
					break
				}
			}
			if n.kind == kIdentifier && l.notes.hides(l.start(c), l.end(c)) {
				args = append(args, l.typeAsValue(c))
				break
			}
			args = append(args, l.expr(c))
		}
	}
	return args
}

// call lowers what the grammar took for a call: calls, casts in function form, launches, and some comparisons.
func (l *lowering) call(i node) ast.Expr {
	fun, list := l.t.child(i, fFunction), l.t.child(i, fArguments)
	if fun == none || list == none {
		return &ast.BadExpr{At: l.at(i), Parts: l.readable(i)}
	}
	switch l.t.kind(fun) {
	case kCallExpression:
		if config := l.t.child(fun, fArguments); config != none && l.notes.launch(l.start(config)) {
			return l.launch(i, fun, config, list)
		}
	case kPrimitiveType, kSizedTypeSpecifier:
		return l.typeCall(i, l.typeOf(fun), list)
	case kParenthesizedExpression:
		if x := l.castCall(i, fun, list); x != nil {
			return x
		}
	case kTemplateFunction:
		if x := l.namedCast(i, fun, list); x != nil {
			return x
		}
		if x := l.mendTemplateCall(i, fun, list); x != nil {
			return x
		}
	case kFieldExpression:
		if x := l.mendTemplateMember(i, fun, list); x != nil {
			return x
		}
	}
	f := l.expr(fun)
	args := l.args(list)
	if id, ok := f.(*ast.Ident); ok {
		if name, ok := id.Plain(); ok {
			if l.names.known[name] == typeName || isVectorType(name) || primitiveTypes[name] || name == "dim3" {
				return l.typeCall(i, &ast.NamedType{At: id.At, Parts: id.Parts}, list)
			}
			c := &ast.Call{At: l.at(i), Fun: id, Args: args}
			if l.fixed == nil {
				for _, a := range args {
					c.Raw = append(c.Raw, a.Pos())
				}
			}
			return c
		}
	}
	return l.postfix(f, func(f ast.Expr) ast.Expr { return &ast.Call{At: l.behind(i, f), Fun: f, Args: args} })
}

// typeCall is `T(a, b)` where T is certainly a type.
func (l *lowering) typeCall(i node, t ast.Type, list node) ast.Expr {
	args := l.args(list)
	if n, ok := t.(*ast.NamedType); ok && len(args) == 1 && !strings.HasSuffix(n.Name(), "dim3") && !isVectorType(n.Name()) {
		return &ast.Cast{At: l.at(i), Kind: ast.FunctionalCast, Type: t, X: args[0]}
	}
	return &ast.Construct{At: l.at(i), Type: t, Args: args}
}

// launch is a call of a call whose inner argument list was an execution configuration.
func (l *lowering) launch(i, inner, config, list node) ast.Expr {
	n := &ast.Launch{At: l.at(i), Config: l.args(config), Args: l.args(list)}
	if f := l.t.child(inner, fFunction); f != none {
		n.Fun = l.expr(f)
	} else {
		n.Fun = &ast.BadExpr{At: l.at(inner)}
	}
	return n
}

var castKinds = map[string]ast.CastKind{
	"static_cast": ast.StaticCast, "reinterpret_cast": ast.ReinterpretCast, "const_cast": ast.ConstCast, "dynamic_cast": ast.DynamicCast,
}

// namedCast is static_cast<T>(x) and its like; nil when fun names something else.
func (l *lowering) namedCast(i, fun, list node) ast.Expr {
	name, targs := l.t.child(fun, fName), l.t.child(fun, fArguments)
	if name == none || targs == none {
		return nil
	}
	kind, ok := castKinds[l.t.str(name)]
	if !ok {
		return nil
	}
	args := l.args(list)
	t := l.t.only(targs)
	if t == none || len(args) != 1 {
		return &ast.BadExpr{At: l.at(i), Parts: args}
	}
	return &ast.Cast{At: l.at(i), Kind: kind, Type: l.typeOf(t), X: args[0]}
}

// lambda lowers a lambda expression.
func (l *lowering) lambda(i node) ast.Expr {
	n := &ast.Lambda{At: l.at(i)}
	mark := l.names.enter()
	defer l.names.leave(mark)
	captures, body := l.t.child(i, fCaptures), l.t.child(i, fBody)
	if captures != none {
		n.Captures = l.captures(captures)
	}
	for c := range l.t.kids(i) {
		if l.t.kind(c) == kTemplateParameterList {
			n.Template = &ast.Template{At: l.at(c)}
			for p := range l.t.kids(c) {
				if k := l.t.kind(p); k != kToken && k != kDrop && k != kError {
					n.Template.Params = append(n.Template.Params, l.templateParam(p))
				}
			}
		}
	}
	if d := l.t.child(i, fDeclarator); d != none {
		if p := l.t.child(d, fParameters); p != none {
			n.Quals = l.words(l.start(i), l.start(p)).quals
			n.Params, _ = l.params(p)
		}
		n.Result = l.trailingResult(d)
		if l.t.kidOf(d, kTypeQualifier) != none && strings.Contains(l.t.str(d), "constexpr") {
			n.Quals |= ast.Constexpr
		}
	}
	if body == none {
		n.Body = &ast.Block{At: l.at(i)}
		return n
	}
	n.Quals |= l.words(l.start(i), l.start(body)).quals
	n.Body = l.block(body)
	return n
}

func (l *lowering) captures(i node) []ast.Capture {
	var list []ast.Capture
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kToken, kDrop, kError:
		case kLambdaDefaultCapture:
			list = append(list, ast.Capture{At: l.at(c), Name: l.t.str(c), Ref: l.t.is(c, "&")})
		default:
			list = append(list, l.capture(c))
		}
	}
	return list
}

// capture is one captured name: x, &x, x = e, &x = e, x..., this, *this.
func (l *lowering) capture(i node) ast.Capture {
	c := ast.Capture{At: l.at(i)}
	x := l.expr(i)
	if a, ok := x.(*ast.Assign); ok {
		c.Init, x = a.Y, a.X
	}
	if p, ok := x.(*ast.PackExpansion); ok {
		x = p.X
	}
	if u, ok := x.(*ast.Unary); ok {
		c.Ref, x = u.Op == "&", u.X
	}
	switch x := x.(type) {
	case *ast.Ident:
		c.Name = x.Name()
		if c.Init != nil {
			l.names.declare(c.Name, valueName)
		}
	case *ast.This:
		c.Name = "this"
	}
	return c
}
