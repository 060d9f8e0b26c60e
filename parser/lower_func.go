package parser

import (
	"cmp"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// definition lowers a function_definition outside functions.
func (l *lowering) definition(i node, t *ast.Template) []ast.Decl {
	floor := l.floor(i)
	s := l.specifiers(i)
	d := l.t.child(i, fDeclarator)
	if d == none {
		if l.damaged(i) {
			return []ast.Decl{&ast.BadDecl{At: l.at(i)}}
		}
		return nil
	}
	if m := l.macroDefinition(i, d, t, s); m != nil {
		return []ast.Decl{m}
	}
	f := l.function(i, d, t, s, floor)
	list := append(s.decls, f)
	kernel := l.kernel
	if f.Quals.Has(ast.Global) {
		l.kernel = f.Name
	}
	for _, bad := range l.damages(i) {
		list = append(list, bad)
	}
	l.kernel = kernel
	return list
}

// damages are the errors straight in the definition i, outside its body.
func (l *lowering) damages(i node) []*ast.BadDecl {
	if !l.damaged(i) {
		return nil
	}
	return []*ast.BadDecl{{At: l.at(i)}}
}

// macroDefinition is a macro with a block that reads like a function without a type: `TEST(Suite, Name) { .. }`.
func (l *lowering) macroDefinition(i, d node, t *ast.Template, s specifiers) ast.Decl {
	body, params := l.t.child(i, fBody), l.t.child(d, fParameters)
	name := l.t.child(d, fDeclarator)
	if s.typ != nil || t != nil || body == none || params == none || name == none || l.t.kind(name) != kIdentifier ||
		l.t.kidOf(i, kFieldInitializerList) != none || l.names.meaning(l.t.str(name)) == typeName {
		return nil
	}
	if f := l.writtenHead(i, name, params, body); f != nil {
		f.Quals |= s.quals
		return f
	}
	count := 0
	for c := range l.t.kids(params) {
		if l.t.nodes[c].last > c+2 { // more than one word
			return nil
		}
		count++
	}
	if count == 0 {
		return nil
	}
	m := &ast.MacroStmt{At: l.at(i), Name: l.t.str(name), Call: true, Args: l.rawArgs(params)}
	m.Body = l.block(body)
	return m
}

// function lowers a function or its declaration: i is the whole, d the declarator.
func (l *lowering) function(i, d node, t *ast.Template, s specifiers, floor int32) *ast.FuncDecl {
	l.conversion = nil
	got := l.declarator(d, s.typ)
	if got.typ == nil {
		got.typ = l.conversion
	}
	f := &ast.FuncDecl{
		At: l.whole(i, floor), Name: got.name(), NameAt: got.nameAt, Scope: got.scope(), Template: t, Result: got.typ,
		Quals: s.quals | got.quals,
	}
	if n := len(got.parts); n > 0 && got.parts[n-1].HasArgs {
		if f.TemplateArgs = got.parts[n-1].Args; f.TemplateArgs == nil {
			f.TemplateArgs = []ast.Node{}
		}
	}
	if suffix, ok := strings.CutPrefix(f.Name, literalName); ok {
		f.Name = `operator""` + suffix
	}
	l.names.declare(f.Name, funcName)
	mark := l.names.enter()
	defer l.names.leave(mark)
	body := l.t.child(i, fBody)
	if body == none {
		body = l.t.kidOf(i, kTryStatement)
	}
	list, limit := none, l.end(i)
	if body != none {
		limit = l.start(body)
	}
	if got.function != none {
		list = l.t.child(got.function, fParameters)
	} else {
		list = l.castParams(d)
	}
	var w words
	if list != none {
		w = l.words(floor, l.start(list))
		if r := l.trailingResult(got.function); r != nil {
			f.Result = r
		}
		for _, scope := range f.Scope {
			for _, m := range l.members[scope] {
				l.names.declare(m, valueName)
			}
		}
		f.Params, f.Variadic = l.params(list)
	} else if got.typ != nil {
		f.Params = l.typedefParams(got.typ)
	}
	behind := l.words(floor, limit)
	f.Quals |= w.quals | behind.quals
	f.LaunchBounds = w.bounds
	if behind.bounds != nil {
		f.LaunchBounds = behind.bounds
	}
	f.Macro = cmp.Or(l.macro, w.macro, behind.macro)
	if f.Result == nil && f.Quals.Has(ast.Global) { // a macro holds the type too
		f.Result = &ast.NamedType{At: ast.At{Span: f.NameAt}, Parts: []ast.NamePart{{Name: "void"}}}
	}
	l.body(f, i, body)
	return f
}

// typedefParams is for a function whose parameters could not be found.
func (l *lowering) typedefParams(t ast.Type) []*ast.Param {
	if f, ok := t.(*ast.FuncType); ok {
		return f.Params
	}
	return nil
}

// castParams is the parameter list of a conversion operator, which is an abstract one inside the operator's declarator.
func (l *lowering) castParams(d node) node {
	for d != none {
		if p := l.t.child(d, fParameters); p != none {
			return p
		}
		next := l.t.child(d, fDeclarator)
		if next == none {
			if q := l.t.child(d, fName); q != none && l.t.kind(d) == kQualifiedIdentifier {
				next = q
			}
		}
		d = next
	}
	return none
}

// body lowers constructor initializers and body.
func (l *lowering) body(f *ast.FuncDecl, i, body node) {
	kernel := l.kernel
	if f.Quals.Has(ast.Global) {
		l.kernel = f.Name
	}
	if list := l.t.kidOf(i, kFieldInitializerList); list != none {
		for c := range l.t.kids(list) {
			if l.t.kind(c) == kFieldInitializer {
				f.Inits = append(f.Inits, l.memberInit(c))
			}
		}
	}
	if body != none {
		if l.t.kind(body) == kTryStatement {
			f.Body = &ast.Block{At: l.at(body), List: []ast.Stmt{l.stmt(body)}}
		} else {
			f.Body = l.block(body)
		}
	}
	l.kernel = kernel
}

func (l *lowering) memberInit(i node) *ast.MemberInit {
	m := &ast.MemberInit{At: l.at(i)}
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kArgumentList:
			m.Args = l.args(c)
		case kInitializerList:
			m.Args = l.initList(c).Elems
		case kToken, kDrop:
		default:
			if parts := l.parts(c); parts != nil && m.Name == "" {
				m.Name = parts[len(parts)-1].Name
			}
		}
	}
	return m
}

// trailingResult is the type behind `->` of a function declarator, or nil.
func (l *lowering) trailingResult(d node) ast.Type {
	if d == none {
		return nil
	}
	if r := l.t.kidOf(d, kTrailingReturnType); r != none {
		if x := l.t.only(r); x != none {
			return l.typeOf(x)
		}
	}
	return nil
}

// templated lowers a template head and what it stands in front of. Of nested heads the parameters are joined, outer first.
func (l *lowering) templated(i node, outer *ast.Template) []ast.Decl {
	mark := l.names.enter()
	t := &ast.Template{At: l.at(i)}
	if outer != nil {
		t.Params = append(t.Params, outer.Params...)
	}
	var list []ast.Decl
	for c := range l.t.kids(i) {
		switch n := l.t.nodes[c]; {
		case n.kind == kTemplateParameterList:
			if t.Span = l.at(c).Span; outer != nil {
				t.Span = t.Span.Join(outer.Span)
			}
			for p := range l.t.kids(c) {
				if k := l.t.kind(p); k != kToken && k != kDrop && k != kError {
					t.Params = append(t.Params, l.templateParam(p))
				}
			}
		case n.kind == kToken || n.kind == kDrop || n.kind == kRequiresClause:
		default:
			list = append(list, l.decl(c, t)...)
		}
	}
	l.names.leave(mark)
	at := l.whole(i, l.floor(i)).Span
	quals := l.words(l.floor(i), l.start(i)).quals
	for _, d := range list { // declared inside the head's scope, wanted outside; the head belongs to the declaration's span
		switch d := d.(type) {
		case *ast.FuncDecl:
			l.names.declare(d.Name, funcName)
			d.Quals |= quals
			d.Span = d.Span.Join(at)
		case *ast.RecordDecl:
			l.names.declare(d.Name, typeName)
			d.Span = d.Span.Join(at)
		case *ast.AliasDecl:
			l.names.declare(d.Name, typeName)
			d.Span = d.Span.Join(at)
		case *ast.VarDecl:
			l.names.declare(d.Name, valueName)
			d.Quals |= quals
			d.Whole = d.Whole.Join(at)
		}
	}
	if l.damaged(i) {
		list = append(list, &ast.BadDecl{At: l.at(i)})
	}
	return list
}

func (l *lowering) templateParam(i node) *ast.TemplateParam {
	p := &ast.TemplateParam{At: l.at(i)}
	switch l.t.kind(i) {
	case kTypeParameterDeclaration, kVariadicTypeParameterDeclaration, kOptionalTypeParameterDeclaration:
		p.Pack = l.t.kind(i) == kVariadicTypeParameterDeclaration
		for c := range l.t.kids(i) {
			switch n := l.t.nodes[c]; {
			case n.field == fDefaultType:
				p.Default = l.templateArg(c)
			case n.kind == kTypeIdentifier:
				p.Name = l.t.str(c)
			}
		}
		l.names.declare(p.Name, typeName)
	case kTemplateTemplateParameterDeclaration:
		for c := range l.t.kids(i) {
			if k := l.t.kind(c); k == kTypeParameterDeclaration || k == kVariadicTypeParameterDeclaration || k == kOptionalTypeParameterDeclaration {
				inner := l.templateParam(c)
				p.Name, p.Pack, p.Default = inner.Name, inner.Pack, inner.Default
			}
		}
	case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
		q := l.param(i)
		p.Name, p.Type, p.Pack = q.Name, q.Type, q.Pack
		if q.Default != nil {
			p.Default = q.Default
		}
	}
	return p
}

// errorDecls saves what can be read inside an ERROR outside functions: whole declarations, and a function whose end is missing.
func (l *lowering) errorDecls(i node) []ast.Decl {
	l.unread(i)
	list := []ast.Decl{&ast.BadDecl{At: l.at(i)}}
	for c := i + 1; c < l.t.nodes[i].last; c = l.t.nodes[c].last {
		k := l.t.kind(c)
		if k == kFunctionDeclarator {
			if next := l.t.nodes[c].last; next < l.t.nodes[i].last && l.t.is(next, "{") {
				f := l.openFunction(i, c)
				return append(list, f)
			}
		}
		if isDecl(k) || k == kError {
			list = append(list, l.decl(c, nil)...)
		}
	}
	return list
}

// openFunction is the function in the ERROR i with declarator d whose closing brace was not found: its body is all that follows.
func (l *lowering) openFunction(i, d node) *ast.FuncDecl {
	got := l.declarator(d, nil)
	f := &ast.FuncDecl{At: ast.At{Span: l.span(l.start(i), l.end(i))}, Name: got.name(), NameAt: got.nameAt, Scope: got.scope()}
	var s specifiers
	for c := i + 1; c < d; c = l.t.nodes[c].last {
		switch l.t.kind(c) {
		case kStorageClassSpecifier:
			s.quals |= storage(l.t.str(c))
		case kPrimitiveType, kTypeIdentifier, kSizedTypeSpecifier, kTemplateType, kQualifiedIdentifier:
			s.typ = l.baseType(c, &s)
		}
	}
	mark := l.names.enter()
	defer l.names.leave(mark)
	l.names.declare(f.Name, funcName)
	list := l.t.child(d, fParameters)
	f.Result = s.typ
	w := l.words(l.floor(i), l.start(list))
	f.Quals, f.LaunchBounds = s.quals|w.quals, w.bounds
	f.Params, f.Variadic = l.params(list)
	open := l.t.nodes[d].last
	kernel := l.kernel
	if f.Quals.Has(ast.Global) {
		l.kernel = f.Name
	}
	f.Body = &ast.Block{At: ast.At{Span: l.span(l.start(open), l.end(i))}}
	f.Body.List = l.stmtsFrom(l.t.nodes[open].last, l.t.nodes[i].last, source.Span{Start: l.end(open), End: l.end(i)})
	l.kernel = kernel
	return f
}
