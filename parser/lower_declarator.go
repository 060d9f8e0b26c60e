package parser

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// declared is what one declarator declares.
type declared struct {
	parts    []ast.NamePart // the name with its scopes; nil for an abstract declarator
	nameAt   source.Span
	typ      ast.Type // complete; of a function its result
	function node     // the function_declarator when a function is declared, else none
	pack     bool
	bindings []string // of a structured binding
	quals    ast.Qualifiers
	align    []ast.Expr
}

func (d *declared) name() string {
	if len(d.parts) == 0 {
		return ""
	}
	return d.parts[len(d.parts)-1].Name
}

func (d *declared) scope() []string {
	var scope []string
	for _, p := range d.parts[:max(0, len(d.parts)-1)] {
		scope = append(scope, p.Name)
	}
	return scope
}

// declarator applies the declarator d to the type in front of it. A declarator is written inside out: the outermost node is
// applied first, so that `*a[3]` (a pointer node around an array node) makes an array of pointers.
func (l *lowering) declarator(d node, base ast.Type) declared {
	got := declared{typ: base, function: none}
	l.declare(d, &got)
	return got
}

func (l *lowering) declare(d node, got *declared) {
	for d != none {
		n := l.t.nodes[d]
		inner := l.innerDeclarator(d)
		switch n.kind {
		case kPointerDeclarator, kPointerTypeDeclarator, kAbstractPointerDeclarator:
			l.pointer(d, inner, got)
		case kReferenceDeclarator, kAbstractReferenceDeclarator:
			got.typ = &ast.RefType{At: l.at(d), Elem: got.typ, RValue: l.t.has(d, "&&")}
		case kArrayDeclarator, kAbstractArrayDeclarator:
			a := &ast.ArrayType{At: l.at(d), Elem: got.typ}
			if size := l.t.child(d, fSize); size != none && l.t.kind(size) != kToken {
				a.Len = l.expr(size)
			}
			got.typ = a
		case kFunctionDeclarator, kAbstractFunctionDeclarator:
			if inner != none && l.directName(inner) {
				got.function = d
				break
			}
			f := &ast.FuncType{At: l.at(d), Result: got.typ}
			if p := l.t.child(d, fParameters); p != none {
				mark := l.names.enter()
				f.Params, _ = l.params(p)
				l.names.leave(mark)
			}
			got.typ = f
		case kVariadicDeclarator:
			got.pack = true
		case kStructuredBindingDeclarator:
			for c := range l.t.kids(d) {
				if l.t.kind(c) == kIdentifier {
					got.bindings = append(got.bindings, l.t.str(c))
				}
			}
			return
		case kAttributedDeclarator:
			for c := range l.t.kids(d) {
				if k := l.t.kind(c); k == kAttributeDeclaration || k == kAttributeSpecifier {
					var s specifiers
					l.attribute(c, &s)
					got.align = append(got.align, s.align...)
				}
			}
		case kParenthesizedDeclarator, kAbstractParenthesizedDeclarator, kInitDeclarator:
		default:
			if n.flags&flagMissing != 0 {
				return
			}
			if (n.kind == kIdentifier || n.kind == kFieldIdentifier) && l.rewritten(d) {
				return // a name that the mask made up
			}
			if parts := l.parts(d); parts != nil {
				got.parts, got.nameAt = parts, l.nameSpan(d)
			}
			return
		}
		d = inner
	}
}

// innerDeclarator is the declarator inside d, or none.
func (l *lowering) innerDeclarator(d node) node {
	if c := l.t.child(d, fDeclarator); c != none {
		return c
	}
	switch l.t.kind(d) {
	case kReferenceDeclarator, kAbstractReferenceDeclarator, kParenthesizedDeclarator, kAbstractParenthesizedDeclarator,
		kAttributedDeclarator, kVariadicDeclarator:
		for c := range l.t.kids(d) {
			switch l.t.kind(c) {
			case kToken, kDrop, kError, kTypeQualifier, kAttributeDeclaration, kAttributeSpecifier, kOther:
			default:
				return c
			}
		}
	}
	return none
}

// directName reports whether d is a name, perhaps in parentheses, so that a function_declarator around it declares a function.
func (l *lowering) directName(d node) bool {
	for d != none && (l.t.kind(d) == kParenthesizedDeclarator || l.t.kind(d) == kAttributedDeclarator) {
		d = l.innerDeclarator(d)
	}
	if d == none {
		return false
	}
	switch l.t.kind(d) {
	case kIdentifier, kFieldIdentifier, kTypeIdentifier, kQualifiedIdentifier, kTemplateFunction, kTemplateMethod, kOperatorName,
		kDestructorName, kDependentName:
		return true
	}
	return false
}

// nameSpan is the place of the last word of a name, template arguments left out.
func (l *lowering) nameSpan(i node) source.Span {
	for {
		n := none
		switch l.t.kind(i) {
		case kQualifiedIdentifier, kTemplateFunction, kTemplateType, kTemplateMethod:
			n = l.t.child(i, fName)
		case kDependentName:
			n = l.t.only(i)
		}
		if n == none {
			return l.span(l.start(i), l.end(i))
		}
		i = n
	}
}

func (l *lowering) pointer(d, inner node, got *declared) {
	p := &ast.PointerType{At: l.at(d), Elem: got.typ}
	for c := range l.t.kids(d) {
		if k := l.t.kind(c); k != kTypeQualifier && k != kOther {
			continue
		}
		switch l.t.str(c) {
		case "const":
			p.Const = true
		case "volatile":
			p.Volatile = true
		case "restrict", "__restrict__", "__restrict":
			p.Restrict = true
		}
	}
	to := l.end(d)
	if inner != none {
		to = l.start(inner)
	}
	if q := l.words(l.start(d), to).quals; q != 0 {
		p.Restrict = p.Restrict || q.Has(ast.Restrict)
		got.quals |= q
	}
	if p.Restrict {
		got.quals |= ast.Restrict
	}
	got.typ = p
}

// params lowers a parameter list and declares the names.
func (l *lowering) params(i node) (params []*ast.Param, variadic bool) {
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
			params = append(params, l.param(c))
		case kToken:
			variadic = variadic || l.t.is(c, "...")
		}
	}
	if len(params) == 1 && params[0].Name == "" { // f(void)
		if t, ok := params[0].Type.(*ast.NamedType); ok && t.Name() == "void" {
			return nil, variadic
		}
	}
	return params, variadic
}

func (l *lowering) param(i node) *ast.Param {
	s := l.specifiers(i)
	if s.typ == nil {
		s.typ = &ast.BadType{At: l.at(i)}
	}
	p := &ast.Param{At: l.at(i), Type: s.typ, Pack: l.t.kind(i) == kVariadicParameterDeclaration}
	if d := l.t.child(i, fDeclarator); d != none {
		got := l.declarator(d, s.typ)
		p.Name, p.NameAt, p.Type, p.Pack = got.name(), got.nameAt, got.typ, p.Pack || got.pack
		s.quals |= got.quals
		if got.function != none {
			p.Type = l.functionType(got)
		}
	}
	w := l.words(l.floor(i), l.ceiling(i))
	if q := w.quals & ast.Restrict; q != 0 {
		restrictOutermost(p.Type)
	}
	p.Quals = s.quals | w.quals | outermost(p.Type)
	if v := l.t.child(i, fDefaultValue); v != none {
		p.Default = l.expr(v)
	}
	l.names.declare(p.Name, valueName)
	return p
}

// functionType is the type of a parameter or variable that is written like a function.
func (l *lowering) functionType(got declared) ast.Type {
	f := &ast.FuncType{At: l.at(got.function), Result: got.typ}
	if p := l.t.child(got.function, fParameters); p != none {
		mark := l.names.enter()
		f.Params, _ = l.params(p)
		l.names.leave(mark)
	}
	return f
}

func restrictOutermost(t ast.Type) {
	if p, ok := t.(*ast.PointerType); ok {
		p.Restrict = true
	}
}

// outermost is const and volatile of the object itself: of `const float *p` neither, of `float *const p` const.
// An array is as its elements are.
func outermost(t ast.Type) ast.Qualifiers {
	var q ast.Qualifiers
	set := func(constant, volatile bool) {
		if constant {
			q |= ast.Const
		}
		if volatile {
			q |= ast.Volatile
		}
	}
	switch t := t.(type) {
	case *ast.NamedType:
		set(t.Const, t.Volatile)
	case *ast.AutoType:
		set(t.Const, false)
	case *ast.PointerType:
		set(t.Const, t.Volatile)
	case *ast.ArrayType:
		return outermost(t.Elem)
	}
	return q
}
