package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// decls lowers the children of i: the top level, a namespace, the members of a record. Macros that the mask took out of the
// text come back between them.
func (l *lowering) decls(i node, from, to int32) []ast.Decl {
	var list []ast.Decl
	at := from
	member := l.isRecord(l.t.nodes[i].parent)
	for c := range l.t.kids(i) {
		if k := l.t.kind(c); k == kDrop || k == kAccessSpecifier {
			continue
		}
		if l.t.kind(c) != kCompoundStatement {
			list = l.declGap(list, at, l.start(c), member)
		}
		list = append(list, l.decl(c, nil)...)
		at = l.end(c)
	}
	return l.declGap(list, at, to, member)
}

// declGap adds what the mask blanked in [from, to); member says that it stands in a record.
func (l *lowering) declGap(list []ast.Decl, from, to int32, member bool) []ast.Decl {
	for _, n := range l.notes.all(stmtMacroNote, from, to) {
		if written := l.macroDecls(n, from, member); written != nil {
			list = append(list, written...)
		} else {
			list = append(list, l.macroStmt(n))
		}
		from = n.span.End
	}
	return list
}

func (l *lowering) macroStmt(n note) *ast.MacroStmt {
	return &ast.MacroStmt{At: ast.At{Span: l.span(n.span.Start, n.span.End)}, Name: n.text, Call: n.call, Args: n.args}
}

// decl lowers a declaration outside functions; t is the template head in front of it, or nil.
func (l *lowering) decl(i node, t *ast.Template) (list []ast.Decl) {
	if !l.nested(i, func() { list = l.plainDecl(i, t) }) {
		return []ast.Decl{&ast.BadDecl{At: l.at(i)}}
	}
	return list
}

func (l *lowering) plainDecl(i node, t *ast.Template) []ast.Decl {
	switch l.t.kind(i) {
	case kFunctionDefinition:
		return l.definition(i, t)
	case kDeclaration, kFieldDeclaration:
		return l.declaration(i, t, false)
	case kTemplateDeclaration:
		return l.templated(i, t)
	case kStructSpecifier, kClassSpecifier, kUnionSpecifier:
		return []ast.Decl{l.record(i, t)}
	case kEnumSpecifier:
		return []ast.Decl{l.enum(i)}
	case kTypeDefinition:
		return l.typedef(i)
	case kAliasDeclaration:
		return l.alias(i, t)
	case kNamespaceDefinition:
		n := &ast.NamespaceDecl{At: l.at(i)}
		if name := l.t.child(i, fName); name != none {
			for _, p := range l.parts(name) {
				n.Name = append(n.Name, p.Name)
			}
		}
		if b := l.t.child(i, fBody); b != none {
			n.Decls = l.decls(b, l.start(b), l.end(b))
		}
		return []ast.Decl{n}
	case kLinkageSpecification:
		b := l.t.child(i, fBody)
		if b == none {
			return nil
		}
		if l.t.kind(b) == kDeclarationList {
			return []ast.Decl{&ast.NamespaceDecl{At: l.at(i), Decls: l.decls(b, l.start(b), l.end(b))}}
		}
		return l.decl(b, t)
	case kNamespaceAliasDefinition:
		a := &ast.AliasDecl{At: l.at(i)}
		for c := range l.t.kids(i) {
			switch parts := l.parts(c); {
			case parts == nil:
			case a.Name == "":
				a.Name = parts[0].Name
			default:
				a.Type = &ast.NamedType{At: l.at(c), Parts: parts}
			}
		}
		return []ast.Decl{a}
	case kUsingDeclaration:
		u := &ast.UsingDecl{At: l.at(i), Namespace: l.t.has(i, "namespace")}
		for c := range l.t.kids(i) {
			for _, p := range l.parts(c) {
				u.Path = append(u.Path, p.Name)
			}
		}
		return []ast.Decl{u}
	case kTemplateInstantiation:
		return l.instance(i)
	case kFriendDeclaration:
		if d := l.t.kidOf(i, kFunctionDefinition); d != none {
			return l.decl(d, t)
		}
		return nil
	case kExpressionStatement:
		return l.declMacro(i)
	case kCompoundStatement:
		if n, ok := l.notes.take(stmtMacroNote, l.floor(i), l.start(i)); ok {
			m := l.macroStmt(n)
			m.Body = l.block(i)
			m.Span = l.span(n.span.Start, l.end(i))
			return []ast.Decl{m}
		}
	case kError:
		return l.errorDecls(i)
	case kStaticAssertDeclaration, kConceptDefinition, kToken, kDrop, kAttributeDeclaration, kAttributeSpecifier, kOther,
		kDefaultMethodClause, kDeleteMethodClause, kPreprocCall, kPreprocDef, kQualifiedIdentifier, kIdentifier:
		if l.t.nodes[i].flags&flagMissing != 0 {
			l.unread(i)
		}
		return nil
	}
	if isStmt(l.t.kind(i)) {
		l.problem(l.start(i), l.end(i), "statement outside a function")
	}
	return []ast.Decl{&ast.BadDecl{At: l.at(i)}}
}

// declMacro is an expression where only declarations can be: a macro's use when it looks like one.
func (l *lowering) declMacro(i node) []ast.Decl {
	x := l.t.only(i)
	if x == none {
		if n, ok := l.notes.over(l.start(i), stmtMacroNote); ok {
			return []ast.Decl{l.macroStmt(n)}
		}
		return nil
	}
	e := l.expr(x)
	if call, ok := e.(*ast.Call); ok {
		if f, ok := call.Fun.(*ast.Ident); ok {
			m := &ast.MacroStmt{At: l.at(i), Name: f.Name(), Call: true}
			if args := l.t.child(x, fArguments); args != none {
				m.Args = l.rawArgs(args)
			}
			return []ast.Decl{m}
		}
	}
	if f, ok := e.(*ast.Ident); ok {
		return []ast.Decl{&ast.MacroStmt{At: l.at(i), Name: f.Name()}}
	}
	l.problem(l.start(i), l.end(i), "expression outside a function")
	return []ast.Decl{&ast.BadDecl{At: l.at(i)}}
}

// rawArgs are the argument texts between the parentheses of i.
func (l *lowering) rawArgs(i node) []string {
	text := strings.TrimSuffix(strings.TrimPrefix(l.t.str(i), "("), ")")
	var args []string
	for _, s := range splitArgs(text) {
		args = append(args, text[s.Start:s.End])
	}
	return args
}

// declaration lowers variables, fields and function declarations; local says that it stands in a function's body.
func (l *lowering) declaration(i node, t *ast.Template, local bool) []ast.Decl {
	if l.t.kidOf(i, kOperatorCast) != none {
		return l.definition(i, t)
	}
	floor := l.floor(i)
	s := l.specifiers(i)
	list := s.decls
	first := true
	for c := range l.t.kids(i) {
		n := l.t.nodes[c]
		switch {
		case n.field == fDeclarator:
			list = append(list, l.declaredHere(i, c, t, s, floor, local, first)...)
			first = false
			if v, ok := last(list).(*ast.VarDecl); ok && v.Init == nil && !local {
				v.Init = l.hiddenInit(c)
			}
		case n.kind == kBitfieldClause:
			if v, ok := last(list).(*ast.VarDecl); ok && l.t.only(c) != none {
				v.Bits = l.expr(l.t.only(c))
				v.Span = v.Span.Join(l.at(c).Span)
			} else if w := l.t.only(c); w != none && s.typ != nil {
				list = append(list, &ast.VarDecl{At: l.at(c), Type: s.typ, Bits: l.expr(w), First: first, Whole: l.at(i).Span})
			}
		case n.field == fDefaultValue || n.field == fValue:
			if v, ok := last(list).(*ast.VarDecl); ok {
				v.Init = l.expr(c)
				v.Span = v.Span.Join(l.at(c).Span)
			}
		}
	}
	if first && s.typ != nil && len(list) == 0 {
		list = l.bare(i, s)
	}
	l.notes.all(wordNote, floor, l.end(i))
	if !local {
		kernel := l.kernel
		if f, ok := last(list).(*ast.FuncDecl); ok && f.Quals.Has(ast.Global) {
			l.kernel = f.Name // its body may be among the damage
		}
		if l.damaged(i) {
			list = append(list, &ast.BadDecl{At: l.at(i)})
		}
		l.kernel = kernel
	}
	return list
}

// hiddenInit is the initializer behind the declarator d that the mask blanked, of a field that is not its declaration's only
// one; nil without one.
func (l *lowering) hiddenInit(d node) ast.Expr {
	from, to := l.end(d), l.ceiling(d)
	for k := l.notes.from(from); k < len(l.notes.list) && l.notes.list[k].span.Start < to; k++ {
		n := l.notes.list[k]
		if n.kind == otherNote && l.src[n.span.Start] == '=' && n.span.End <= to {
			return l.exprAt(string(l.src[n.span.Start+1:n.span.End]), n.span.Start+1)
		}
	}
	return nil
}

func last(list []ast.Decl) ast.Decl {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// bare is a declaration without declarators: a record without a name (its members are the outer record's), or a forward
// declaration.
func (l *lowering) bare(i node, s specifiers) []ast.Decl {
	switch t := s.typ.(type) {
	case *ast.NamedType:
		if t.Record != nil {
			return []ast.Decl{&ast.VarDecl{At: l.at(i), Type: t, First: true, Whole: l.at(i).Span}}
		}
		if t.Enum != nil {
			return []ast.Decl{t.Enum}
		}
		if r := l.t.child(i, fType); r != none {
			switch l.t.kind(r) {
			case kStructSpecifier, kClassSpecifier, kUnionSpecifier:
				return []ast.Decl{l.record(r, nil)}
			}
		}
	}
	return nil
}

// declaredHere lowers one declarator of the declaration i. floor is where the words of the declaration begin.
func (l *lowering) declaredHere(i, d node, t *ast.Template, s specifiers, floor int32, local, first bool) []ast.Decl {
	if s.typ == nil { // a constructor's or destructor's declaration
		return []ast.Decl{l.function(i, d, t, s, floor)}
	}
	inner, value := d, none
	if l.t.kind(d) == kInitDeclarator {
		inner, value = l.t.child(d, fDeclarator), l.t.child(d, fValue)
	}
	if inner == none {
		return nil
	}
	got := l.declarator(inner, s.typ)
	if got.bindings != nil {
		b := &ast.BindingDecl{At: l.at(i), Names: got.bindings, Type: got.typ}
		if value != none {
			b.Init = l.expr(value)
		}
		for _, n := range got.bindings {
			l.names.declare(n, valueName)
		}
		return []ast.Decl{b}
	}
	var args []ast.Expr
	if got.function != none {
		var ok bool
		if args, ok = l.constructorArgs(got.function, local); !ok {
			return []ast.Decl{l.function(i, d, t, s, floor)}
		}
	}
	v := &ast.VarDecl{
		At: l.at(d), Name: got.name(), NameAt: got.nameAt, Scope: got.scope(), Type: got.typ, Template: t, Args: args,
		First: first, Whole: l.whole(i, floor).Span,
	}
	l.names.declare(v.Name, valueName)
	if value != none {
		l.initial(v, value)
	}
	w := l.declWords(i, floor)
	v.Quals = s.quals | got.quals | w.quals | outermost(v.Type)
	for _, aligns := range [][]ast.Expr{s.align, got.align, w.align} {
		if len(aligns) > 0 {
			v.Align = aligns[len(aligns)-1]
		}
	}
	return []ast.Decl{v}
}

// declWords are the words of declaration i; each of its declarators gets them, so they are not taken. The words inside a
// record's body or behind the declaration are not its own.
func (l *lowering) declWords(i node, floor int32) words {
	var w words
	skip := source.Span{}
	if r := l.t.child(i, fType); r != none {
		if b := l.t.child(r, fBody); b != none {
			skip = source.Span{Start: l.start(b), End: l.end(b)}
		}
	}
	for k := l.notes.from(floor); k < len(l.notes.list) && l.notes.list[k].span.Start < l.end(i); k++ {
		if n := l.notes.list[k]; n.kind == wordNote && !l.notes.taken[k] && !skip.Contains(n.span.Start) {
			l.wordNote(&w, n)
		}
	}
	return w
}

// initial puts an initializer into v.
func (l *lowering) initial(v *ast.VarDecl, value node) {
	if l.t.kind(value) == kArgumentList {
		v.Args = l.args(value)
		if v.Args == nil {
			v.Args = []ast.Expr{}
		}
		return
	}
	v.Init = l.expr(value)
}

func (l *lowering) typedef(i node) []ast.Decl {
	s := l.specifiers(i)
	w := l.words(l.floor(i), l.end(i))
	list := s.decls
	if s.typ == nil {
		return append(list, &ast.BadDecl{At: l.at(i)})
	}
	if t, ok := s.typ.(*ast.NamedType); ok && t.Record != nil {
		t.Record.Align = append(t.Record.Align, w.align...)
		t.Record.Packed = t.Record.Packed || w.packed || s.packed
	}
	for c := range l.t.kids(i) {
		if l.t.nodes[c].field != fDeclarator {
			continue
		}
		got := l.declarator(c, s.typ)
		a := &ast.AliasDecl{At: l.at(i), Name: got.name(), Type: got.typ}
		if got.function != none {
			a.Type = l.functionType(got)
		}
		l.names.declare(a.Name, typeName)
		list = append(list, a)
	}
	if l.damaged(i) {
		list = append(list, &ast.BadDecl{At: l.at(i)})
	}
	return list
}

func (l *lowering) alias(i node, t *ast.Template) []ast.Decl {
	a := &ast.AliasDecl{At: l.at(i), Template: t}
	if n := l.t.child(i, fName); n != none {
		a.Name = l.t.str(n)
	}
	if n := l.t.child(i, fType); n != none {
		a.Type = l.typeOf(n)
	} else {
		a.Type = &ast.BadType{At: l.at(i)}
	}
	l.names.declare(a.Name, typeName)
	return []ast.Decl{a}
}

// instance is an explicit instantiation, `template void f<int>(int *);`.
func (l *lowering) instance(i node) []ast.Decl {
	n := &ast.InstanceDecl{At: l.at(i)}
	if d := l.t.child(i, fDeclarator); d != none {
		s := l.specifiers(i)
		if got := l.declarator(d, s.typ); got.function != none && s.typ != nil {
			mark := l.names.enter()
			n.Func = l.function(i, d, nil, s, l.floor(i))
			l.names.leave(mark)
		}
	}
	return []ast.Decl{n}
}

func (l *lowering) isRecord(i node) bool {
	if i == none {
		return false
	}
	k := l.t.kind(i)
	return k == kStructSpecifier || k == kClassSpecifier || k == kUnionSpecifier
}
