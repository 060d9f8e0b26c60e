package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// recordParts is the name of a record with its scopes and template arguments.
func (l *lowering) recordParts(i node) []ast.NamePart {
	if n := l.t.child(i, fName); n != none {
		return l.parts(n)
	}
	return nil
}

func (l *lowering) record(i node, t *ast.Template) *ast.RecordDecl {
	r := &ast.RecordDecl{At: l.at(i), Template: t}
	switch l.t.kind(i) {
	case kClassSpecifier:
		r.Kind = ast.Class
	case kUnionSpecifier:
		r.Kind = ast.Union
	}
	if n := l.t.child(i, fName); n != none {
		if parts := l.parts(n); len(parts) > 0 {
			p := parts[len(parts)-1]
			r.Name, r.NameAt, r.TemplateArgs = p.Name, l.nameSpan(n), p.Args
			if p.HasArgs && p.Args == nil {
				r.TemplateArgs = []ast.Node{}
			}
		}
	}
	l.names.declare(r.Name, typeName)
	body := l.t.child(i, fBody)
	l.recordAlign(r, i)
	if c := l.t.kidOf(i, kBaseClassClause); c != none {
		l.bases(r, c)
	}
	if body == none {
		return r
	}
	w := l.words(l.start(i), l.start(body))
	r.Align = append(r.Align, w.align...)
	r.Packed = r.Packed || w.packed
	l.alignmentAhead(r, i)
	r.Defined = true
	if r.Pack = l.notes.pack(l.start(i)); r.Pack == 1 {
		r.Packed = true
	}
	mark := l.names.enter()
	l.declareMembers(r.Name, body)
	r.Members = l.decls(body, l.start(body), l.end(body))
	l.names.leave(mark)
	l.recordWordsBehind(r, body)
	return r
}

// alignmentAhead takes `__align__(16)` in front of the keyword; other words there, such as __shared__, belong to a variable.
func (l *lowering) alignmentAhead(r *ast.RecordDecl, i node) {
	for k := l.notes.from(l.floor(i)); k < len(l.notes.list) && l.notes.list[k].span.Start < l.start(i); k++ {
		n := l.notes.list[k]
		if n.kind != wordNote || l.notes.taken[k] {
			continue
		}
		var w words
		if l.wordNote(&w, n); len(w.align) > 0 || w.packed {
			l.notes.taken[k] = true
			r.Align, r.Packed = append(r.Align, w.align...), r.Packed || w.packed
		}
	}
}

// recordWordsBehind takes `__attribute__((packed))` and the like behind the body; other words there belong to a variable.
func (l *lowering) recordWordsBehind(r *ast.RecordDecl, body node) {
	to := l.ceiling(body)
	for k := l.notes.from(l.end(body)); k < len(l.notes.list) && l.notes.list[k].span.Start < to; k++ {
		n := l.notes.list[k]
		if n.kind == wordNote && !l.notes.taken[k] && strings.Contains(n.text, "__attribute__") {
			l.notes.taken[k] = true
			var w words
			l.wordNote(&w, n)
			r.Align, r.Packed = append(r.Align, w.align...), r.Packed || w.packed
		}
	}
}

func (l *lowering) recordAlign(r *ast.RecordDecl, i node) {
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kAlignasQualifier:
			if e := l.t.only(c); e != none {
				r.Align = append(r.Align, l.alignment(e))
			}
		case kAttributeSpecifier, kMsDeclspecModifier, kAttributeDeclaration:
			var s specifiers
			l.attribute(c, &s)
			r.Align = append(r.Align, s.align...)
			r.Packed = r.Packed || s.packed
		}
	}
}

func (l *lowering) bases(r *ast.RecordDecl, i node) {
	virtual := false
	for c := range l.t.kids(i) {
		switch l.t.kind(c) {
		case kVirtual:
			virtual = true
		case kToken, kDrop, kAccessSpecifier, kError, kAttributeDeclaration:
		default:
			if parts := l.parts(c); parts != nil {
				b := ast.Base{At: l.at(c), Type: &ast.NamedType{At: l.at(c), Parts: parts}, Virtual: virtual}
				r.Bases = append(r.Bases, b)
			}
			virtual = false
		}
	}
}

// declareMembers makes the fields of a record known before its functions are read, and keeps them for those outside of it.
func (l *lowering) declareMembers(name string, body node) {
	var fields []string
	for c := range l.t.kids(body) {
		if l.t.kind(c) != kFieldDeclaration {
			continue
		}
		for d := range l.t.kids(c) {
			if l.t.nodes[d].field != fDeclarator {
				continue
			}
			in := d
			for in != none && l.t.kind(in) != kFieldIdentifier && l.t.kind(in) != kFunctionDeclarator {
				in = l.innerDeclarator(in)
			}
			if in != none && l.t.kind(in) == kFieldIdentifier {
				fields = append(fields, l.t.str(in))
			}
		}
	}
	for _, f := range fields {
		l.names.declare(f, valueName)
	}
	if name != "" && fields != nil {
		l.members[name] = fields
	}
}

func (l *lowering) enum(i node) *ast.EnumDecl {
	e := &ast.EnumDecl{At: l.at(i), Scoped: l.t.has(i, "class") || l.t.has(i, "struct")}
	if n := l.t.child(i, fName); n != none {
		if parts := l.parts(n); len(parts) > 0 {
			e.Name = parts[len(parts)-1].Name
		}
	}
	if b := l.t.child(i, fBase); b != none {
		e.Under = l.typeOf(b)
	}
	l.names.declare(e.Name, typeName)
	body := l.t.child(i, fBody)
	if body == none {
		return e
	}
	e.Values = []ast.Enumerator{}
	for c := range l.t.kids(body) {
		if l.t.nodes[c].flags&flagError != 0 {
			l.unread(c)
		}
		if l.t.kind(c) != kEnumerator {
			continue
		}
		v := ast.Enumerator{At: l.at(c)}
		if n := l.t.child(c, fName); n != none {
			v.Name = l.t.str(n)
		}
		if x := l.t.child(c, fValue); x != none {
			v.Value = l.expr(x)
		}
		if !e.Scoped {
			l.names.declare(v.Name, valueName)
		}
		e.Values = append(e.Values, v)
	}
	return e
}
