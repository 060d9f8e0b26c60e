package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// specifiers is what stands in front of the declarators of a declaration.
type specifiers struct {
	typ    ast.Type // nil when there is none: constructors
	quals  ast.Qualifiers
	align  []ast.Expr
	packed bool
	decls  []ast.Decl // records and enumerations with a name that are defined on the way
}

// specifiers reads the children of i that are no declarators. Qualifiers const and volatile go into the type.
func (l *lowering) specifiers(i node) specifiers {
	var s specifiers
	constant, volatile := false, false
	declarators := false
	for c := range l.t.kids(i) {
		n := l.t.nodes[c]
		if n.field == fDeclarator {
			declarators = true
		}
		switch n.kind {
		case kStorageClassSpecifier, kVirtual:
			s.quals |= storage(l.t.str(c))
		case kTypeQualifier:
			if declarators {
				break // `x const` of a bit-field or the like
			}
			switch l.t.str(c) {
			case "const":
				constant = true
			case "constexpr", "constinit":
				s.quals |= ast.Constexpr
			case "volatile":
				volatile = true
			case "restrict", "__restrict__":
				s.quals |= ast.Restrict
			}
		case kAlignasQualifier:
			if e := l.t.only(c); e != none {
				s.align = append(s.align, l.alignment(e))
			}
		case kAttributeSpecifier, kMsDeclspecModifier:
			l.attribute(c, &s)
		default:
			if n.field == fType {
				s.typ = l.baseType(c, &s)
			}
		}
	}
	if s.typ != nil {
		s.typ = qualified(s.typ, constant, volatile)
	}
	return s
}

func storage(word string) ast.Qualifiers {
	switch word {
	case "static":
		return ast.Static
	case "extern":
		return ast.Extern
	case "virtual":
		return ast.Virtual
	case "inline", "__inline", "__inline__", "__forceinline":
		return ast.Inline
	}
	return 0
}

// alignment is the argument of alignas, a type or an expression.
func (l *lowering) alignment(i node) ast.Expr {
	if l.t.kind(i) == kTypeDescriptor {
		if id := l.plainTypeName(i); id != nil {
			return id
		}
		return &ast.SizeofType{At: l.at(i), Op: "alignof", Type: l.typeOf(i)}
	}
	return l.expr(i)
}

func (l *lowering) attribute(i node, s *specifiers) {
	var w words
	l.word(&w, l.t.str(i), source.Span{Start: l.start(i), End: l.end(i)}, 0)
	s.align = append(s.align, w.align...)
	s.packed = s.packed || w.packed
	s.quals |= w.quals
}

func qualified(t ast.Type, constant, volatile bool) ast.Type {
	switch t := t.(type) {
	case *ast.NamedType:
		t.Const = t.Const || constant
		t.Volatile = t.Volatile || volatile
	case *ast.AutoType:
		t.Const = t.Const || constant
	}
	return t
}

// baseType lowers a type without declarators. Records and enumerations that it defines go to s when they have a name, and
// into the type when not.
func (l *lowering) baseType(i node, s *specifiers) ast.Type {
	if l.t.nodes[i].flags&(flagError|flagMissing) != 0 {
		l.unread(i)
		return &ast.BadType{At: l.at(i)}
	}
	switch l.t.kind(i) {
	case kStructSpecifier, kClassSpecifier, kUnionSpecifier:
		r := l.record(i, nil)
		t := &ast.NamedType{At: l.at(i), Parts: l.recordParts(i)}
		if r.Name == "" {
			t.Record, t.Parts = r, []ast.NamePart{{}}
		} else if r.Defined {
			s.decls = append(s.decls, r)
		}
		return t
	case kEnumSpecifier:
		e := l.enum(i)
		t := &ast.NamedType{At: l.at(i), Parts: []ast.NamePart{{Name: e.Name}}}
		if e.Name == "" {
			t.Enum = e
		} else if e.Values != nil {
			s.decls = append(s.decls, e)
		}
		return t
	case kPlaceholderTypeSpecifier:
		if d := l.t.kidOf(i, kDecltype); d != none && l.t.only(d) != none && l.t.kidOf(d, kAuto) == none {
			return l.baseType(d, s)
		}
		return &ast.AutoType{At: l.at(i)}
	case kAuto:
		return &ast.AutoType{At: l.at(i)}
	case kDecltype:
		x := l.t.only(i)
		if x == none || l.t.kind(x) == kAuto {
			return &ast.AutoType{At: l.at(i)}
		}
		return &ast.DecltypeType{At: l.at(i), X: l.expr(x)}
	case kSizedTypeSpecifier:
		return &ast.NamedType{At: l.at(i), Parts: []ast.NamePart{{Name: canonical(l.t.str(i))}}}
	case kPrimitiveType:
		return &ast.NamedType{At: l.at(i), Parts: []ast.NamePart{{Name: l.t.str(i)}}}
	case kDependentType:
		if x := l.t.only(i); x != none {
			return l.baseType(x, s)
		}
	case kTypeDescriptor:
		return l.typeOf(i)
	default:
		if parts := l.parts(i); parts != nil {
			return &ast.NamedType{At: l.at(i), Parts: parts}
		}
	}
	return &ast.BadType{At: l.at(i)}
}

// canonical puts the words of an arithmetic type in the order that ast.NamedType promises.
func canonical(text string) string {
	unsigned, signed, short, longs, base := false, false, false, 0, ""
	for _, w := range strings.Fields(text) {
		switch w {
		case "unsigned":
			unsigned = true
		case "signed":
			signed = true
		case "short":
			short = true
		case "long":
			longs++
		default:
			base = w
		}
	}
	name := ""
	switch {
	case base == "char" && signed:
		return "signed char"
	case base == "double" && longs > 0:
		return "long double"
	case base != "" && base != "int":
		name = base
	case short:
		name = "short"
	case longs > 1:
		name = "long long"
	case longs == 1:
		name = "long"
	default:
		name = "int"
	}
	if unsigned {
		name = "unsigned " + name
	}
	return name
}

// canonicalName is canonical for an arithmetic type, any other name as it is.
func canonicalName(text string) string {
	words := strings.Fields(text)
	for _, w := range words {
		if !primitiveTypes[w] {
			return text
		}
	}
	if len(words) == 0 {
		return ""
	}
	return canonical(text)
}

// typeOf lowers a type_descriptor, or a type node itself.
func (l *lowering) typeOf(i node) ast.Type {
	if l.t.kind(i) == kParameterPackExpansion {
		if p := l.t.child(i, fPattern); p != none {
			return &ast.PackType{At: l.at(i), Elem: l.typeOf(p)}
		}
	}
	if l.t.kind(i) != kTypeDescriptor {
		var s specifiers
		return l.baseType(i, &s)
	}
	if l.damaged(i) {
		return &ast.BadType{At: l.at(i)}
	}
	s := l.specifiers(i)
	if s.typ == nil {
		return &ast.BadType{At: l.at(i)}
	}
	if d := l.t.child(i, fDeclarator); d != none {
		got := l.declarator(d, s.typ)
		if l.words(l.floor(d), l.ceiling(d)).quals.Has(ast.Restrict) {
			if p, ok := got.typ.(*ast.PointerType); ok {
				p.Restrict = true
			}
		}
		return got.typ
	}
	return s.typ
}

// plainTypeName is the name that a type_descriptor consists of when it is nothing but a name, which may be that of a value;
// else nil.
func (l *lowering) plainTypeName(i node) *ast.Ident {
	if l.t.kind(i) == kTypeDescriptor {
		if l.t.nodes[i].last != l.t.nodes[i+1].last || i+1 >= l.t.nodes[i].last {
			return nil
		}
		i++
	}
	switch l.t.kind(i) {
	case kTypeIdentifier, kIdentifier, kQualifiedIdentifier, kTemplateType, kTemplateFunction, kFieldIdentifier:
		if parts := l.parts(i); parts != nil {
			return &ast.Ident{At: l.at(i), Parts: parts}
		}
	}
	return nil
}

// parts lowers a name of any form; nil when i is none.
func (l *lowering) parts(i node) []ast.NamePart {
	switch l.t.kind(i) {
	case kIdentifier, kTypeIdentifier, kFieldIdentifier, kNamespaceIdentifier, kStatementIdentifier, kPrimitiveType, kDestructorName,
		kOperatorName, kAuto:
		if l.t.nodes[i].flags&flagMissing != 0 {
			return nil
		}
		return []ast.NamePart{{Name: l.nameText(i)}}
	case kTemplateFunction, kTemplateType, kTemplateMethod:
		name, args := l.t.child(i, fName), l.t.child(i, fArguments)
		if name == none {
			return nil
		}
		parts := l.parts(name)
		if args != none && len(parts) > 0 {
			parts[len(parts)-1].HasArgs = true
			parts[len(parts)-1].Args = l.templateArgs(args)
		}
		return parts
	case kQualifiedIdentifier:
		var parts []ast.NamePart
		for i != none && l.t.kind(i) == kQualifiedIdentifier {
			if s := l.t.child(i, fScope); s != none {
				parts = append(parts, l.parts(s)...)
			}
			i = l.t.child(i, fName)
		}
		if i != none {
			parts = append(parts, l.parts(i)...)
		}
		return parts
	case kNestedNamespaceSpecifier:
		var parts []ast.NamePart
		for c := range l.t.kids(i) {
			parts = append(parts, l.parts(c)...)
		}
		return parts
	case kDependentName, kDependentType, kTypeDescriptor:
		if x := l.t.only(i); x != none {
			return l.parts(x)
		}
	case kDecltype:
		return []ast.NamePart{{Name: l.t.str(i)}}
	case kOperatorCast:
		var s specifiers
		for c := range l.t.kids(i) {
			if l.t.nodes[c].field == fType {
				l.conversion = l.declaredType(i, l.baseType(c, &s))
				return []ast.NamePart{{Name: "operator " + ast.Dump(l.conversion)}}
			}
		}
	}
	return nil
}

// declaredType is what the declarator in i makes of base, an operator's own parameter list left out.
func (l *lowering) declaredType(i node, base ast.Type) ast.Type {
	d := l.t.child(i, fDeclarator)
	for d != none {
		switch l.t.kind(d) {
		case kAbstractPointerDeclarator:
			base = &ast.PointerType{At: l.at(d), Elem: base}
		case kAbstractReferenceDeclarator:
			base = &ast.RefType{At: l.at(d), Elem: base}
		}
		next := l.t.child(d, fDeclarator)
		if next == none && l.t.kind(d) == kAbstractReferenceDeclarator {
			next = l.t.only(d)
		}
		d = next
	}
	return base
}

// nameText is a one-word name; blanks inside operators and destructors are dropped.
func (l *lowering) nameText(i node) string {
	s := l.t.str(i)
	if (s[0] == '_' || s[0] == 'O') && l.rewritten(i) { // `_nt` for int, `Operator__` for operator()
		return canonicalName(l.written(l.hidden(i)))
	}
	if k := l.t.kind(i); k == kOperatorName || k == kDestructorName {
		rest, ok := strings.CutPrefix(s, "operator")
		if !ok {
			return strings.Join(strings.Fields(s), "")
		}
		fields := strings.Fields(rest)
		if len(fields) > 0 && isNameByte(fields[0][0], true) {
			return "operator " + strings.Join(fields, "")
		}
		return "operator" + strings.Join(fields, "")
	}
	return s
}

// templateArgs lowers the arguments between angle brackets: an Expr or a Type each, a mere name always an *ast.Ident.
func (l *lowering) templateArgs(i node) []ast.Node {
	var args []ast.Node
	for c := range l.t.kids(i) {
		switch n := l.t.nodes[c]; {
		case n.flags&(flagError|flagMissing) != 0:
			l.unread(c)
		case n.kind == kToken || n.kind == kDrop:
		case isExpr(n.kind):
			args = append(args, l.expr(c))
		default:
			args = append(args, l.templateArg(c))
		}
	}
	return args
}

func (l *lowering) templateArg(i node) ast.Node {
	if id := l.plainTypeName(i); id != nil {
		return id
	}
	if l.t.kind(i) == kTypeDescriptor {
		if x := l.t.only(i); x != none && l.t.kind(x) == kParameterPackExpansion {
			i = x
		}
	}
	if l.t.kind(i) == kParameterPackExpansion {
		if p := l.t.child(i, fPattern); p != none {
			if id := l.plainTypeName(p); id != nil {
				return &ast.PackExpansion{At: l.at(i), X: id}
			}
		}
	}
	return l.typeOf(i)
}
