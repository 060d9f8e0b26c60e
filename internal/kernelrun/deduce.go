package kernelrun

import (
	"github.com/cudalint/cudalint/ast"
)

// deduce finds a template's arguments: those that are written, those that follow from the arguments of the call, the defaults.
func (t *thread) deduce(f *function, args []value, explicit []ast.Node, outer *binds) (*binds, bool) {
	if f.d.Template == nil {
		return outer, true
	}
	b := &binds{up: outer, types: map[string]*typ{}, vals: map[string]value{}}
	saved := t.frame
	defer func() { t.frame = saved }()
	params := f.d.Template.Params
	for i, p := range params {
		if p.Pack {
			return nil, false
		}
		if i >= len(explicit) {
			continue
		}
		if p.Type == nil {
			if _, isType := explicit[i].(ast.Type); !isType {
				if id, ok := explicit[i].(*ast.Ident); !ok || t.lookType(id.Name(), id.Parts[len(id.Parts)-1].Args) == nil {
					return nil, false
				}
			}
			t.bind(b, p, explicit[i])
			continue
		}
		x, ok := explicit[i].(ast.Expr)
		if !ok {
			return nil, false
		}
		v := t.val(x)
		t.frame = &frame{binds: b, fn: f}
		b.vals[p.Name] = t.convert(v, t.typeOf(p.Type))
		t.frame = saved
	}
	for i, a := range args {
		have := a.t
		if have.kind == referenceKind {
			have = have.elem
		}
		t.unify(f.d.Params[i].Type, have, params, b)
	}
	t.frame = &frame{binds: b, fn: f}
	for _, p := range params {
		if b.types[p.Name] != nil {
			continue
		}
		if _, ok := b.vals[p.Name]; ok {
			continue
		}
		switch d := p.Default.(type) {
		case ast.Type:
			b.types[p.Name] = t.typeOf(d)
		case ast.Expr:
			if p.Type == nil {
				t.bind(b, p, d)
			} else {
				b.vals[p.Name] = t.convert(t.val(d), t.typeOf(p.Type))
			}
		default:
			return nil, false
		}
	}
	return b, true
}

func isParam(params []*ast.TemplateParam, name string, value bool) bool {
	for _, p := range params {
		if p.Name == name && (p.Type != nil) == value {
			return true
		}
	}
	return false
}

// unify matches a parameter's type with an argument's.
func (t *thread) unify(want ast.Type, have *typ, params []*ast.TemplateParam, b *binds) {
	switch w := want.(type) {
	case *ast.RefType:
		t.unify(w.Elem, have, params, b)
	case *ast.PointerType:
		if have.kind == pointerKind || have.kind == arrayKind {
			t.unify(w.Elem, have.elem, params, b)
		}
	case *ast.ArrayType:
		if have.kind == arrayKind {
			t.unify(w.Elem, have.elem, params, b)
			if id, ok := w.Len.(*ast.Ident); ok && isParam(params, id.Name(), true) {
				if _, had := b.vals[id.Name()]; !had {
					b.vals[id.Name()] = value{t: tInt, i: have.n}
				}
			}
		}
	case *ast.NamedType:
		p := w.Parts[len(w.Parts)-1]
		if isParam(params, p.Name, false) {
			if b.types[p.Name] == nil {
				if have.kind == arrayKind {
					have = pointerTo(have.elem)
				}
				b.types[p.Name] = have
			}
			return
		}
		if p.Name == "vector" && have.kind == vectorKind && len(p.Args) > 0 {
			t.unifyArg(p.Args[0], have.elem, params, b)
		}
		if have.kind == recordKind && have.decl != nil && have.decl.Name == p.Name && have.decl.Template != nil && have.binds != nil {
			for i, a := range p.Args {
				if i >= len(have.decl.Template.Params) {
					break
				}
				q := have.decl.Template.Params[i]
				if q.Type == nil {
					t.unifyArg(a, have.binds.types[q.Name], params, b)
				} else if id, ok := a.(*ast.Ident); ok && isParam(params, id.Name(), true) {
					b.vals[id.Name()] = have.binds.vals[q.Name]
				}
			}
		}
	}
}

func (t *thread) unifyArg(a ast.Node, have *typ, params []*ast.TemplateParam, b *binds) {
	switch a := a.(type) {
	case ast.Type:
		t.unify(a, have, params, b)
	case *ast.Ident:
		if isParam(params, a.Name(), false) && b.types[a.Name()] == nil {
			b.types[a.Name()] = have
		}
	}
}
