package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// constructorArgs are the arguments of `T x(a, b)`, which the grammar takes for a function's declaration whose parameters are
// types when they are names; false when it is a function's indeed. In a body that takes a parameter with type and name, or a
// name that is known for a type; outside, every argument must be a known value to make it a variable.
func (l *lowering) constructorArgs(d node, local bool) ([]ast.Expr, bool) {
	list := l.t.child(d, fParameters)
	if list == none || l.t.nodes[d].last != l.t.nodes[list].last {
		return nil, false // const, noexcept or a result behind the parameters
	}
	var args []ast.Expr
	for p := range l.t.kids(list) {
		if k := l.t.kind(p); k == kToken || k == kDrop {
			if l.t.is(p, "...") {
				return nil, false
			}
			continue
		}
		x, sure := l.argument(p)
		if x == nil || !local && !sure {
			return nil, false
		}
		args = append(args, x)
	}
	return args, args != nil
}

// argument is the expression that the parameter declaration i is in truth, nil when it is a parameter. It is sure when all its
// names are known to be values.
func (l *lowering) argument(i node) (x ast.Expr, sure bool) {
	if l.t.kind(i) != kParameterDeclaration {
		return nil, false
	}
	t, d := l.t.child(i, fType), l.t.child(i, fDeclarator)
	if t == none || l.t.kidOf(i, kTypeQualifier) != none {
		return nil, false
	}
	if l.t.kind(t) == kPrimitiveType || l.t.kind(t) == kSizedTypeSpecifier {
		if d == none || l.t.kind(d) != kParenthesizedDeclarator && l.t.kind(d) != kAbstractFunctionDeclarator {
			return nil, false
		}
		return l.rereadExpr(l.start(i), l.end(i)), false
	}
	id := l.plainTypeName(t)
	if id == nil {
		return nil, false
	}
	known := unknownName
	if name, plain := id.Plain(); plain {
		known = l.names.meaning(name)
		if known == unknownName && (looksConstant(name) || l.names.blind && !looksType(name)) {
			known = valueName
		}
	} else if len(id.Parts) > 1 && id.Parts[len(id.Parts)-1].HasArgs {
		known = typeName
	}
	if d == none {
		if known == typeName {
			return nil, false
		}
		return id, known == valueName
	}
	switch l.t.kind(d) {
	case kIdentifier: // two names in a row
		return nil, false
	case kPointerDeclarator, kAbstractPointerDeclarator, kReferenceDeclarator, kAbstractReferenceDeclarator:
		if known != valueName {
			return nil, false
		}
	case kAbstractFunctionDeclarator, kParenthesizedDeclarator, kFunctionDeclarator, kAbstractArrayDeclarator, kAbstractParenthesizedDeclarator:
	default:
		return nil, false
	}
	return l.rereadExpr(l.start(i), l.end(i)), known == valueName || known == funcName
}

// rereadExpr parses [start, end) of the masked file as an expression.
func (l *lowering) rereadExpr(start, end int32) ast.Expr {
	var x ast.Expr
	l.reread("int _(){return ", source.Span{Start: start, End: end}, ";}", func(l *lowering) {
		if r := l.find(kReturnStatement); r != none && l.t.only(r) != none {
			x = l.expr(l.t.only(r))
		}
	})
	if x == nil {
		l.problem(start, end, "cannot read expression")
		x = &ast.BadExpr{At: ast.At{Span: l.span(start, end)}}
	}
	return x
}

// find is the first node of the kind, or none.
func (l *lowering) find(k kind) node {
	for i := range l.t.nodes {
		if l.t.nodes[i].kind == k {
			return node(i)
		}
	}
	return none
}

// rereadDecl parses [start, end) of the masked file, semicolon included, as a declaration, by a storage class in front of it;
// nil when it is none.
func (l *lowering) rereadDecl(start, end int32) []ast.Decl {
	var list []ast.Decl
	l.reread("void _(){register ", source.Span{Start: start, End: end}, "}", func(l *lowering) {
		d := l.find(kDeclaration)
		if d == none || l.t.broken(0) {
			return
		}
		for _, x := range l.declaration(d, nil, true) {
			if v, ok := x.(*ast.VarDecl); ok {
				v.Whole = l.span(start+int32(skipBlanks(string(l.src[start:end]))), end)
			}
			list = append(list, x)
		}
	})
	return list
}

// mendProduct is the expression that the declaration i is in truth, `a * b;` or `a & b;` with a variable a; else nil.
func (l *lowering) mendProduct(i node) ast.Expr {
	t, d := l.t.child(i, fType), l.t.child(i, fDeclarator)
	if t == none || d == none || l.t.kind(t) != kTypeIdentifier || l.names.meaning(l.t.str(t)) != valueName {
		return nil
	}
	if k := l.t.kind(d); k != kPointerDeclarator && k != kReferenceDeclarator {
		return nil
	}
	return l.rereadExpr(l.start(i), l.end(d))
}

// exprStmt lowers the expression x that is the statement i. Some are declarations: `float (*A)[N] = p;` reads as an
// assignment to an element of what a call of float gives, and `T(x);` with a type T as a call.
func (l *lowering) exprStmt(i, x node) ast.Stmt {
	if l.declares(x) {
		if list := l.rereadDecl(l.floor(i), l.end(i)); list != nil {
			return &ast.DeclStmt{At: l.at(i), Decls: list}
		}
	}
	if list := l.writtenVar(i, x); list != nil {
		return &ast.DeclStmt{At: l.at(i), Decls: list}
	}
	return &ast.ExprStmt{At: l.at(i), X: l.expr(x)}
}

func (l *lowering) declares(x node) bool {
	if l.t.kind(x) == kBinaryExpression { // `T *p = q` where the grammar has no place for a declaration: p cannot be assigned to
		left, right := l.t.child(x, fLeft), l.t.child(x, fRight)
		return left != none && right != none && (l.op(x) == "*" || l.op(x) == "&") && l.t.kind(right) == kAssignmentExpression &&
			(l.t.kind(left) == kIdentifier || l.t.kind(left) == kQualifiedIdentifier)
	}
	if l.t.kind(x) == kAssignmentExpression {
		left := l.t.child(x, fLeft)
		if left == none || l.op(x) != "=" {
			return false
		}
		x = left
	}
	subscripts := 0
	for l.t.kind(x) == kSubscriptExpression {
		subscripts++
		if x = l.t.child(x, fArgument); x == none {
			return false
		}
	}
	calls := 0
	for l.t.kind(x) == kCallExpression { // `float (*f)(int)` is a call of a call
		fun, list := l.t.child(x, fFunction), l.t.child(x, fArguments)
		if fun == none || list == none {
			return false
		}
		calls++
		if l.t.kind(fun) == kCallExpression {
			x = fun
			continue
		}
		arg := l.t.only(list)
		if arg == none || l.t.nodes[arg].last != l.t.nodes[list].last || !l.namesType(fun) {
			return false
		}
		switch l.t.kind(arg) {
		case kPointerExpression:
			return subscripts > 0 || calls > 1
		case kIdentifier:
			return subscripts == 0 && calls == 1 && l.t.kind(fun) == kIdentifier && l.names.meaning(l.t.str(arg)) == unknownName
		}
		return false
	}
	return false
}

// namesType reports whether the function of a call is a type for certain.
func (l *lowering) namesType(i node) bool {
	switch l.t.kind(i) {
	case kPrimitiveType, kSizedTypeSpecifier:
		return true
	case kIdentifier:
		return l.names.meaning(l.t.str(i)) == typeName
	}
	return false
}

// nestedDefinition is a function_definition inside a body. `f(i) = 0;` reads as a pure virtual function, and a macro with a
// block as a function without a type.
func (l *lowering) nestedDefinition(i node) ast.Stmt {
	if p := l.t.kidOf(i, kPureVirtualClause); p != none {
		return &ast.ExprStmt{At: l.at(i), X: l.rereadExpr(l.start(i), l.end(p))}
	}
	d, body := l.t.child(i, fDeclarator), l.t.child(i, fBody)
	if d != none && body != none && l.t.child(i, fType) == none && l.t.kind(d) == kFunctionDeclarator {
		name, params := l.t.child(d, fDeclarator), l.t.child(d, fParameters)
		if name != none && params != none && l.t.kind(name) == kIdentifier {
			return l.macroBlock(i, l.t.str(name), l.rawArgs(params), body)
		}
	}
	list := l.definition(i, nil)
	if len(list) == 0 {
		return nil
	}
	return &ast.DeclStmt{At: l.at(i), Decls: list}
}

// macroBlock is a macro that the mask did not know with the block behind it; a loop when its name says so.
func (l *lowering) macroBlock(i node, name string, args []string, body node) ast.Stmt {
	mark := l.names.enter()
	defer l.names.leave(mark)
	for _, a := range args {
		if leadingName(a) == a {
			l.names.declare(a, valueName)
		}
	}
	upper := strings.ToUpper(name)
	if strings.Contains(upper, "LOOP") || strings.Contains(upper, "FOR_EACH") || strings.Contains(upper, "FOREACH") {
		return &ast.MacroLoop{At: l.at(i), Name: name, Args: args, Body: l.block(body)}
	}
	return &ast.MacroStmt{At: l.at(i), Name: name, Call: true, Args: args, Body: l.block(body)}
}
