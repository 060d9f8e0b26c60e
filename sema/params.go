package sema

import (
	"sort"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// kernelBindings are the template arguments of a launch, with what its arguments tell.
func (in *interp) kernelBindings(d *ast.FuncDecl, l *Launch) bindings {
	if d.Template == nil {
		return nil
	}
	if l == nil {
		return in.standIns(d.Template, in.bindTemplate(d.Template, nil, nil))
	}
	deduced := bindings{}
	for i, a := range l.args {
		if i < len(d.Params) && !d.Params[i].Pack {
			in.deduce(d.Template, d.Params[i].Type, in.adopt(a.typ), deduced)
		}
	}
	return in.standIns(d.Template, in.bindTemplate(d.Template, l.tmpl, deduced))
}

// params binds a kernel's parameters.
func (in *interp) params(d *ast.FuncDecl, l *Launch) {
	for i, p := range d.Params {
		var a argument
		given := l != nil && i < len(l.args)
		if given {
			a = l.args[i]
		}
		t := in.typeOf(p.Type)
		if at, ok := p.Type.(*ast.ArrayType); ok {
			t = layout.PointerTo(in.typeOf(at.Elem))
		}
		if _, isPtr := p.Type.(*ast.PointerType); isPtr && t == nil {
			t = layout.PointerTo(nil)
		}
		if t == nil && given {
			t = in.adopt(a.typ)
		}
		in.bindParam(p, t, a)
	}
}

// bindParam gives a parameter its storage and what a launch tells of its value.
func (in *interp) bindParam(p *ast.Param, t *layout.Type, a argument) {
	if in.stands[t] {
		t = nil // by value it may be anything, a record too
	}
	o := &object{name: p.Name, space: trace.Local, typ: t, param: true, told: t == nil || t.Kind != layout.Pointer}
	in.frame.scope.declare(p.Name, place{obj: o, off: indexmath.Const(0), typ: t})
	switch {
	case a.fn != nil && a.fn.lambda != nil:
		in.st.store(o, 0, t, value{typ: t, fn: in.lambdaParam(p, a), same: true})
	case t != nil && t.Kind == layout.Pointer:
		in.st.store(o, 0, t, in.pointerParam(p, t, a))
	case t == nil:
		o.lazy = &lazy{name: p.Name, uniform: true, members: map[string]value{}}
		in.st.store(o, 0, nil, value{same: true, name: p.Name, num: in.param(p.Name, nil)})
	case isRecord(t):
		in.st.store(o, 0, t, value{typ: t, cells: in.argCells(a, t, p)})
	case isFloat(t):
		in.st.store(o, 0, t, value{typ: t, same: true, name: p.Name, flt: a.flt})
	default:
		v := value{typ: t, same: true, name: p.Name}
		if a.known && !a.pointer {
			v.num = indexmath.Const(a.num)
		} else if a.fn != nil {
			v.fn = a.fn
		} else {
			v.num = in.param(p.Name, t)
		}
		in.st.store(o, 0, t, v)
	}
}

// lambdaParam is a lambda that a launch passes: the names in its body stand for what they did there.
func (in *interp) lambdaParam(p *ast.Param, a argument) *callable {
	c := *a.fn
	old := in.frame.scope
	in.frame.scope = &scope{}
	names := make([]string, 0, len(a.captures))
	for name := range a.captures {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		v := a.captures[name]
		in.bindParam(&ast.Param{At: p.At, Name: name, NameAt: p.NameAt}, in.adopt(v.typ), v)
	}
	c.scope, c.this = in.frame.scope, nil
	in.frame.scope = old
	return &c
}

// adopt is this unit's own form of a type that another walk, or another unit, made.
func (in *interp) adopt(t *layout.Type) *layout.Type {
	if t == nil {
		return nil
	}
	switch t.Kind {
	case layout.Pointer:
		if e := in.adopt(t.Elem); e != t.Elem {
			return layout.PointerTo(e)
		}
	case layout.Record:
		if in.instanceFor(t) != nil || t.Vector || t.Name == "" {
			return t
		}
		if ty, ok := parser.Type(strings.ReplaceAll(t.Name, "?", "int"), source.Span{}); ok {
			if own := in.typeOf(ty); own != nil && own.Kind == layout.Record {
				return own
			}
		}
	}
	return t
}

// pointerParam is a pointer argument: an array of its own, aligned as the launch tells.
func (in *interp) pointerParam(p *ast.Param, t *layout.Type, a argument) value {
	o := &object{name: p.Name, space: trace.Global, typ: t.Elem, start: indexmath.Const(0)}
	o.array = &Array{Name: p.Name, Space: trace.Global, Type: t, Elem: innermost(t.Elem), Base: &trace.Base{}, Place: Place{in.frame.file.file.Source, p.NameAt}}
	o.array.Volatile = volatile(p.Type)
	start := int64(0)
	if a.pointer && a.align > 0 {
		o.array.Base.Align, start = a.align, a.offset
	}
	if n := in.alignment(p.Name); n > 0 && start == 0 {
		o.array.Base.Align = max(o.array.Base.Align, n)
	}
	o.start = indexmath.Const(start)
	in.run.Arrays = append(in.run.Arrays, o.array)
	return value{typ: t, obj: o, num: o.start}
}

// volatile reports whether what a pointer or array type leads to is volatile.
func volatile(t ast.Type) bool {
	for {
		switch x := t.(type) {
		case *ast.PointerType:
			t = x.Elem
		case *ast.ArrayType:
			t = x.Elem
		case *ast.RefType:
			t = x.Elem
		case *ast.NamedType:
			return x.Volatile
		default:
			return false
		}
	}
}

// argCells are the known members of a record argument.
func (in *interp) argCells(a argument, t *layout.Type, p *ast.Param) cells {
	out := cells{}
	for off, c := range a.cells {
		path, ft, ok := t.At(off)
		if !ok {
			continue
		}
		switch {
		case c.known && !c.pointer:
			out.set(off, intValue(ft, indexmath.Const(c.num)))
		case c.pointer:
			q := &ast.Param{At: p.At, Name: p.Name + "." + path, NameAt: p.NameAt}
			if ft.Kind == layout.Pointer {
				out.set(off, in.pointerParam(q, ft, c))
			}
		case c.flt != nil:
			out.set(off, value{typ: ft, flt: c.flt})
		}
	}
	return out
}
