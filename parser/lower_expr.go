package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// expr lowers an expression; what cannot be read is an *ast.BadExpr, never nil.
func (l *lowering) expr(i node) (x ast.Expr) {
	if l.t.broken(i) {
		return l.brokenExpr(i)
	}
	if !l.nested(i, func() { x = l.plainExpr(i) }) {
		return &ast.BadExpr{At: l.at(i)}
	}
	return x
}

// brokenExpr lowers an expression that has an error somewhere inside: it is bad only when the error is its own.
func (l *lowering) brokenExpr(i node) (x ast.Expr) {
	n := l.t.nodes[i]
	if n.flags&(flagError|flagMissing) != 0 {
		l.unread(i)
		return &ast.BadExpr{At: l.at(i), Parts: l.readable(i)}
	}
	if l.damaged(i) {
		return &ast.BadExpr{At: l.at(i), Parts: l.readable(i)}
	}
	if !l.nested(i, func() { x = l.plainExpr(i) }) {
		return &ast.BadExpr{At: l.at(i)}
	}
	return x
}

// readable lowers the expressions that can be read straight inside i, errors and argument lists looked through.
func (l *lowering) readable(i node) []ast.Expr {
	var parts []ast.Expr
	for c := range l.t.kids(i) {
		switch k := l.t.kind(c); {
		case k == kError || k == kArgumentList || k == kSubscriptArgumentList:
			parts = append(parts, l.readable(c)...)
		case l.t.nodes[c].flags&flagMissing != 0:
		case isExpr(k):
			parts = append(parts, l.expr(c))
		}
	}
	return parts
}

// field lowers the child of i in field f, a BadExpr when there is none.
func (l *lowering) operandIn(i node, f field) ast.Expr {
	if c := l.t.child(i, f); c != none {
		return l.expr(c)
	}
	return &ast.BadExpr{At: l.at(i)}
}

// op is the operator of i.
func (l *lowering) op(i node) string {
	c := l.t.child(i, fOperator)
	if c == none {
		return ""
	}
	s := l.t.str(c)
	if word, ok := wordOperators[s]; ok {
		return word
	}
	return s
}

var wordOperators = map[string]string{
	"and": "&&", "or": "||", "not": "!", "xor": "^", "bitand": "&", "bitor": "|", "compl": "~", "not_eq": "!=",
	"and_eq": "&=", "or_eq": "|=", "xor_eq": "^=",
}

func (l *lowering) plainExpr(i node) ast.Expr {
	switch l.t.kind(i) {
	case kIdentifier, kQualifiedIdentifier, kTemplateFunction, kTypeIdentifier, kTemplateType, kDependentName, kOperatorName,
		kPrimitiveType, kDestructorName, kFieldIdentifier:
		return l.ident(i)
	case kNumberLiteral:
		if lit, ok := l.number(i); ok {
			return lit
		}
		l.problem(l.start(i), l.end(i), "cannot read number `"+l.t.str(i)+"`")
	case kBinaryExpression:
		return l.binaryExpr(i)
	case kSubscriptExpression:
		return l.subscript(i)
	case kCallExpression:
		return l.call(i)
	case kFieldExpression:
		return l.member(i)
	case kParenthesizedExpression:
		if x := l.t.only(i); x != none {
			return &ast.Paren{At: l.at(i), X: l.expr(x)}
		}
	case kAssignmentExpression:
		if x := l.mendAtLeast(i); x != nil {
			return x
		}
		return &ast.Assign{At: l.at(i), Op: l.op(i), X: l.operandIn(i, fLeft), Y: l.operandIn(i, fRight)}
	case kUnaryExpression, kPointerExpression:
		return l.prefix(l.operandIn(i, fArgument), func(x ast.Expr) ast.Expr {
			return &ast.Unary{At: l.from(i, x), Op: l.op(i), X: x}
		})
	case kUpdateExpression:
		return l.update(i)
	case kCastExpression:
		return l.cast(i)
	case kConditionalExpression:
		return l.conditional(i)
	case kCommaExpression:
		return &ast.Binary{At: l.at(i), Op: ",", X: l.operandIn(i, fLeft), Y: l.operandIn(i, fRight)}
	case kSizeofExpression, kAlignofExpression:
		return l.sizeof(i)
	case kCompoundLiteralExpression:
		return l.construct(i)
	case kInitializerList:
		return l.initList(i)
	case kTrue, kFalse:
		lit := &ast.IntLit{At: l.at(i), Kind: ast.IntBool}
		if l.t.kind(i) == kTrue {
			lit.Value = 1
		}
		return lit
	case kNull:
		return &ast.IntLit{At: l.at(i), Kind: ast.IntNull}
	case kCharLiteral:
		if n, ok := l.notes.at(exprNote, l.start(i)); ok {
			return l.hiddenExpr(n)
		}
		return &ast.IntLit{At: l.at(i), Kind: ast.IntChar, Value: character(l.t.str(i))}
	case kStringLiteral, kRawStringLiteral, kConcatenatedString:
		return &ast.StringLit{At: l.at(i), Value: l.stringValue(i)}
	case kUserDefinedLiteral:
		return l.userLiteral(i)
	case kThis:
		return &ast.This{At: l.at(i)}
	case kLambdaExpression:
		return l.lambda(i)
	case kNewExpression:
		return l.newExpr(i)
	case kDeleteExpression:
		if x := l.t.only(i); x != none {
			return &ast.Delete{At: l.at(i), X: l.expr(x)}
		}
	case kFoldExpression:
		return l.fold(i)
	case kParameterPackExpansion:
		if p := l.t.child(i, fPattern); p != none {
			return &ast.PackExpansion{At: l.at(i), X: l.valueOrType(p)}
		}
	case kOffsetofExpression:
		return l.offsetof(i)
	case kTypeDescriptor:
		return l.valueOrType(i)
	case kArgumentList:
		if args := l.args(i); len(args) == 1 {
			return args[0]
		}
	}
	name := kindNames[l.t.kind(i)]
	if name == "" {
		name = "expression"
	}
	l.problem(l.start(i), l.end(i), "cannot read "+strings.ReplaceAll(name, "_", " "))
	return &ast.BadExpr{At: l.at(i), Parts: l.readable(i)}
}

// valueOrType lowers what stands where a value is wanted but the grammar found a type: a name is a name, a type a BadExpr.
func (l *lowering) valueOrType(i node) ast.Expr {
	if l.t.kind(i) == kTypeDescriptor {
		if id := l.plainTypeName(i); id != nil {
			return id
		}
		if x := l.elementAsType(i); x != nil {
			return x
		}
		if d := l.t.child(i, fDeclarator); d != none && l.t.kind(d) == kAbstractFunctionDeclarator { // of names alone: f(a, b)
			if t := l.t.child(i, fType); t != none {
				if id := l.plainTypeName(t); id != nil && l.names.meaning(id.Name()) != typeName {
					return l.rereadExpr(l.start(i), l.end(i))
				}
			}
		}
		l.problem(l.start(i), l.end(i), "type where a value is wanted")
		return &ast.BadExpr{At: l.at(i)}
	}
	return l.expr(i)
}

func (l *lowering) ident(i node) ast.Expr {
	if l.t.kind(i) == kIdentifier && l.rewritten(i) {
		return l.typeAsValue(i)
	}
	if parts := l.parts(i); len(parts) > 0 {
		return &ast.Ident{At: l.at(i), Parts: parts}
	}
	return &ast.BadExpr{At: l.at(i)}
}

// rewritten reports whether the mask wrote a name at i where something else stands in the file.
func (l *lowering) rewritten(i node) bool {
	at := l.start(i)
	return at >= 0 && int(at) < len(l.src) && l.src[at] != l.t.text[at-l.shift]
}

// typeAsValue is an argument of a macro that is a type, `READ(float *, x)`: a name that reads as the type does. The mask left a
// name only.
func (l *lowering) typeAsValue(i node) ast.Expr {
	at := l.hidden(i)
	return &ast.Ident{At: ast.At{Span: l.span(at.Start, at.End)}, Parts: []ast.NamePart{{Name: l.written(at)}}}
}

// written is what stands in the file at a place, blanks folded.
func (l *lowering) written(at source.Span) string {
	return strings.Join(strings.Fields(string(l.src[at.Start:at.End])), " ")
}

// hidden is the place of the text in whose stead the mask wrote the name i.
func (l *lowering) hidden(i node) source.Span {
	at := source.Span{Start: l.start(i), End: l.end(i)}
	for k := l.notes.from(at.Start); k < len(l.notes.list) && l.notes.list[k].span.Start == at.Start; k++ {
		if l.notes.list[k].kind == otherNote {
			at = at.Join(l.notes.list[k].span)
		}
	}
	return at
}

// from is the span from the start of i to the end of x, which is the whole of i unless x was mended.
func (l *lowering) from(i node, x ast.Expr) ast.At {
	at := l.at(i)
	if l.fixed == nil {
		at.Span.End = x.Pos().End
	}
	return at
}

func (l *lowering) subscript(i node) ast.Expr {
	base := l.operandIn(i, fArgument)
	var index ast.Expr
	if list := l.t.child(i, fIndices); list != none {
		for c := range l.t.kids(list) {
			if k := l.t.kind(c); k == kToken || k == kDrop || k == kError {
				continue
			}
			if x := l.expr(c); index == nil {
				index = x
			} else {
				index = &ast.Binary{At: ast.At{Span: index.Pos().Join(x.Pos())}, Op: ",", X: index, Y: x}
			}
		}
	}
	if index == nil {
		index = &ast.BadExpr{At: l.at(i)}
	}
	return l.postfix(base, func(x ast.Expr) ast.Expr { return &ast.Index{At: l.behind(i, x), X: x, I: index} })
}

// behind is the span from the start of x to the end of i.
func (l *lowering) behind(i node, x ast.Expr) ast.At {
	at := l.at(i)
	if l.fixed == nil {
		at.Span.Start = x.Pos().Start
	}
	return at
}

func (l *lowering) member(i node) ast.Expr {
	arrow := l.op(i)
	var name ast.NamePart
	if f := l.t.child(i, fField); f != none {
		if parts := l.parts(f); len(parts) > 0 {
			name = parts[len(parts)-1]
		}
	}
	x := l.operandIn(i, fArgument)
	if arrow != "." && arrow != "->" { // .* and ->*
		l.problem(l.start(i), l.end(i), "cannot read pointer to member")
		return &ast.BadExpr{At: l.at(i), Parts: []ast.Expr{x}}
	}
	return l.postfix(x, func(x ast.Expr) ast.Expr {
		return &ast.Member{At: l.behind(i, x), X: x, Name: name, Arrow: arrow == "->"}
	})
}

func (l *lowering) update(i node) ast.Expr {
	op, arg := l.t.child(i, fOperator), l.t.child(i, fArgument)
	if op == none || arg == none {
		return &ast.BadExpr{At: l.at(i)}
	}
	x := l.expr(arg)
	if op > arg {
		return l.postfix(x, func(x ast.Expr) ast.Expr { return &ast.Unary{At: l.behind(i, x), Op: l.t.str(op), X: x, Post: true} })
	}
	return l.prefix(x, func(x ast.Expr) ast.Expr { return &ast.Unary{At: l.from(i, x), Op: l.t.str(op), X: x} })
}

func (l *lowering) conditional(i node) ast.Expr {
	c := &ast.Cond{At: l.at(i), C: l.operandIn(i, fCondition), Y: l.operandIn(i, fAlternative)}
	if x := l.t.child(i, fConsequence); x != none {
		c.X = l.expr(x)
	} else {
		c.X = c.C // the GNU form `a ?: b`
	}
	if first, ok := c.C.(*ast.Cond); ok && l.loose[first] {
		c.C = first.Y
		c.Span = c.C.Pos().Join(c.Y.Pos())
		return l.looseCond(first, c)
	}
	return c
}

// sizeof lowers sizeof, alignof and sizeof...; of a name that is known for a type it is the type's.
func (l *lowering) sizeof(i node) ast.Expr {
	op := "sizeof"
	if l.t.kind(i) == kAlignofExpression {
		op = "alignof"
	}
	if l.t.has(i, "...") {
		op = "sizeof..."
	}
	if t := l.t.child(i, fType); t != none {
		if id := l.plainTypeName(t); id != nil {
			return l.sizeofName(i, op, id)
		}
		return &ast.SizeofType{At: l.at(i), Op: op, Type: l.typeOf(t)}
	}
	x := l.operandIn(i, fValue)
	if p, ok := x.(*ast.Paren); ok {
		if id, ok := p.X.(*ast.Ident); ok {
			return l.sizeofName(i, op, id)
		}
	} else if id, ok := x.(*ast.Ident); ok {
		return l.sizeofName(i, op, id)
	}
	return &ast.SizeofExpr{At: l.at(i), Op: op, X: x}
}

func (l *lowering) sizeofName(i node, op string, id *ast.Ident) ast.Expr {
	name, plain := id.Plain()
	if plain && op != "sizeof..." && l.names.meaning(name) == typeName || plain && primitiveTypes[name] {
		return &ast.SizeofType{At: l.at(i), Op: op, Type: &ast.NamedType{At: id.At, Parts: id.Parts}}
	}
	return &ast.SizeofExpr{At: l.at(i), Op: op, X: id}
}

// offsetof is a call of that name with a type's name and a member's.
func (l *lowering) offsetof(i node) ast.Expr {
	t, m := l.t.child(i, fType), l.t.child(i, fMember)
	if t == none || m == none || l.plainTypeName(t) == nil {
		l.problem(l.start(i), l.end(i), "cannot read offsetof")
		return &ast.BadExpr{At: l.at(i)}
	}
	at := l.span(l.start(i), l.start(i)+int32(len("offsetof")))
	fun := &ast.Ident{At: ast.At{Span: at}, Parts: []ast.NamePart{{Name: "offsetof"}}}
	return &ast.Call{At: l.at(i), Fun: fun, Args: []ast.Expr{l.plainTypeName(t), l.ident(m)}}
}

// construct is `T{a, b}` or the compound literal `(T){a, b}`.
func (l *lowering) construct(i node) ast.Expr {
	t, v := l.t.child(i, fType), l.t.child(i, fValue)
	if t == none || v == none {
		return &ast.BadExpr{At: l.at(i)}
	}
	c := &ast.Construct{At: l.at(i), Type: l.typeOf(t), Brace: true}
	if l.t.kind(v) == kInitializerList {
		c.Args = l.initList(v).Elems
	} else {
		c.Args = l.args(v)
	}
	return c
}

func (l *lowering) initList(i node) *ast.InitList {
	if n, ok := l.notes.at(tableNote, l.start(i)); ok {
		return l.table(n)
	}
	list := &ast.InitList{At: l.at(i)}
	for c := range l.t.kids(i) {
		switch k := l.t.kind(c); k {
		case kToken, kDrop, kError:
		case kInitializerPair:
			v := l.t.child(c, fValue)
			if v == none {
				break
			}
			list.Elems = append(list.Elems, l.expr(v))
			name := ""
			for d := range l.t.kids(c) {
				if l.t.nodes[d].field == fDesignator {
					name += l.t.str(d)
				}
			}
			list.Names = append(list.Names, name)
		default:
			list.Elems = append(list.Elems, l.expr(c))
			list.Names = append(list.Names, "")
		}
	}
	return list
}

// stringValue decodes a string literal of any form, pieces joined.
func (l *lowering) stringValue(i node) string {
	switch l.t.kind(i) {
	case kConcatenatedString:
		var b strings.Builder
		for c := range l.t.kids(i) {
			b.WriteString(l.stringValue(c))
		}
		return b.String()
	case kRawStringLiteral:
		return rawString(l.t.str(i))
	case kStringLiteral:
		return joinedStrings(l.t.str(i))
	}
	return ""
}

func (l *lowering) newExpr(i node) ast.Expr {
	n := &ast.New{At: l.at(i), Type: &ast.BadType{At: l.at(i)}}
	if t := l.t.child(i, fType); t != none {
		n.Type = l.typeOf(t)
	}
	if d := l.t.child(i, fDeclarator); d != none {
		if c := l.t.child(d, fLength); c != none {
			n.Len = l.expr(c)
		}
		for in := l.t.kidOf(d, kNewDeclarator); in != none; in = l.t.kidOf(in, kNewDeclarator) {
			a := &ast.ArrayType{At: l.at(in), Elem: n.Type}
			if c := l.t.child(in, fLength); c != none {
				a.Len = l.expr(c)
			}
			n.Type = a
		}
	}
	if a := l.t.child(i, fArguments); a != none {
		if l.t.kind(a) == kInitializerList {
			n.Args = l.initList(a).Elems
		} else {
			n.Args = l.args(a)
		}
	}
	return n
}

func (l *lowering) fold(i node) ast.Expr {
	f := &ast.Fold{At: l.at(i), Op: l.op(i)}
	for c := range l.t.kids(i) {
		if !isExpr(l.t.kind(c)) {
			continue
		}
		if l.t.nodes[c].field == fLeft {
			f.Left = l.expr(c)
		} else {
			f.Right = l.expr(c)
		}
	}
	return f
}
