package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// initial is the value that a declaration's initializer gives.
func (in *interp) initial(d *ast.VarDecl, t *layout.Type) value {
	if l, ok := d.Init.(*ast.InitList); ok {
		return in.initList(l, t)
	}
	v := in.eval(d.Init)
	if t != nil && v.typ != t {
		v = in.convert(v, t, false)
	}
	return v
}

// initList is `{a, b}` as a value of type t.
func (in *interp) initList(l *ast.InitList, t *layout.Type) value {
	if t == nil {
		if len(l.Elems) == 1 {
			return in.eval(l.Elems[0])
		}
		for _, e := range l.Elems {
			in.eval(e)
		}
		return value{name: in.text(l)}
	}
	switch t.Kind {
	case layout.Array:
		out := cells{}
		size, _ := width(t.Elem)
		for i, e := range l.Elems {
			if i >= 4096 {
				break
			}
			out.put(int64(i)*size, in.element(e, t.Elem))
		}
		if len(l.Elems) < int(t.Len) && t.Len <= 4096 && isInteger(innermost(t)) && t.Elem.Kind != layout.Array {
			for i := len(l.Elems); i < int(t.Len); i++ {
				out.set(int64(i)*size, intValue(t.Elem, indexmath.Const(0)))
			}
		}
		return value{typ: t, cells: out}
	case layout.Record:
		if inst := in.instanceFor(t); inst != nil && len(in.methods(inst, inst.rec.decl.Name)) > 0 {
			return in.construct(t, l.Elems, l)
		}
		out := cells{}
		k := 0
		for i, e := range l.Elems {
			f, ok := nextField(t, &k, l, i)
			if !ok {
				in.eval(e)
				continue
			}
			out.put(f.Offset, in.element(e, f.Type))
		}
		return value{typ: t, cells: out}
	}
	if len(l.Elems) == 0 {
		if isFloat(t) {
			return floatValue(t, 0)
		}
		return intValue(t, indexmath.Const(0))
	}
	return in.convert(in.eval(l.Elems[0]), t, false)
}

func nextField(t *layout.Type, k *int, l *ast.InitList, i int) (layout.Field, bool) {
	if i < len(l.Names) && l.Names[i] != "" {
		for j, f := range t.Fields {
			if f.Name == l.Names[i] {
				*k = j + 1
				return f, true
			}
		}
		return layout.Field{}, false
	}
	if *k >= len(t.Fields) {
		return layout.Field{}, false
	}
	f := t.Fields[*k]
	*k++
	return f, true
}

func (in *interp) element(e ast.Expr, t *layout.Type) value {
	if l, ok := e.(*ast.InitList); ok {
		return in.initList(l, t)
	}
	v := in.eval(e)
	if t != nil {
		v = in.convert(v, t, false)
	}
	return v
}

// construct is T(args) or T{args}.
func (in *interp) construct(t *layout.Type, args []ast.Expr, x ast.Node) value {
	if t == nil {
		same := true
		for _, a := range args {
			same = in.eval(a).uniform() && same
		}
		return value{same: same, name: in.text(x)}
	}
	if t.Kind != layout.Record {
		if len(args) == 0 {
			if isFloat(t) {
				return floatValue(t, 0)
			}
			return intValue(t, indexmath.Const(0))
		}
		var v value
		for _, a := range args {
			v = in.element(a, t)
		}
		return in.convert(v, t, true)
	}
	if t == typeDim3 || t == typeUint3 && in.host != nil {
		return in.dim3(args)
	}
	inst := in.instanceFor(t)
	if inst != nil {
		if ms := in.methods(inst, inst.rec.decl.Name); len(ms) > 0 {
			o := &object{name: inst.rec.decl.Name, space: trace.Local, typ: t}
			in.st.store(o, 0, t, value{typ: t, cells: cells{}})
			p := place{obj: o, off: indexmath.Const(0), typ: t}
			if len(args) == 1 { // a copy
				if v := in.peek(args[0]); v.typ == t {
					return in.eval(args[0])
				}
			}
			in.constructAt(p, ms, args, x)
			v, _ := in.st.load(o, 0, t)
			return v
		}
	}
	if len(args) == 1 {
		v := in.eval(args[0])
		if v.typ == t {
			return v
		}
		return value{typ: t, cells: cells{{0, v}}}
	}
	out := cells{}
	for i, a := range args {
		if i < len(t.Fields) {
			out.put(t.Fields[i].Offset, in.element(a, t.Fields[i].Type))
		} else {
			in.eval(a)
		}
	}
	return value{typ: t, cells: out}
}

// peek evaluates without reporting and without effect on what is stored.
func (in *interp) peek(x ast.Expr) value {
	var v value
	old := in.st
	in.st = newState(old)
	in.quiet(func() { v = in.eval(x) })
	in.st = old
	return v
}

// constructAt runs the constructor that fits the arguments.
func (in *interp) constructAt(p place, ms []*function, args []ast.Expr, x ast.Node) {
	f := in.overload(ms, len(args), nil)
	if f == nil || f.decl.Body == nil {
		for _, a := range args {
			in.eval(a)
		}
		return
	}
	in.inline(&callable{decl: f.decl, file: f.file, this: &p, name: f.decl.Name}, f, args, x)
}

// dim3 fills what is not given with 1.
func (in *interp) dim3(args []ast.Expr) value {
	if len(args) == 1 {
		v := in.eval(args[0])
		if v.cells != nil {
			return value{typ: typeDim3, cells: v.cells}
		}
		if l, ok := args[0].(*ast.InitList); ok {
			return in.dim3(l.Elems)
		}
		return in.dim3Of([]value{v})
	}
	var vs []value
	for _, a := range args {
		vs = append(vs, in.eval(a))
	}
	return in.dim3Of(vs)
}

func (in *interp) dim3Of(vs []value) value {
	c := cells{{0, constInt(1)}, {4, constInt(1)}, {8, constInt(1)}}
	for i, v := range vs {
		if i < 3 {
			c[i].v = in.convert(v, typeUint, false)
		}
	}
	return value{typ: typeDim3, cells: c}
}

// memberInits runs a constructor's initializer list and the initializers written at the members.
func (in *interp) memberInits(d *ast.FuncDecl) {
	if in.frame.this == nil || in.frame.rec == nil || d.Name != in.frame.rec.rec.decl.Name {
		return
	}
	done := map[string]bool{}
	for _, m := range d.Inits {
		done[m.Name] = true
	}
	for _, m := range in.frame.rec.rec.decl.Members {
		if v, ok := m.(*ast.VarDecl); ok && v.Init != nil && !done[v.Name] && v.Quals&(ast.Static|ast.Constexpr) == 0 {
			if p, ok := in.member(*in.frame.this, ast.NamePart{Name: v.Name}, v); ok {
				in.store(p, in.initial(v, p.typ), v)
			}
		}
	}
	for _, m := range d.Inits {
		if p, ok := in.memberSlot(m.Name); ok {
			if isRecord(p.typ) {
				in.store(p, in.construct(p.typ, m.Args, m), m)
				continue
			}
			for _, a := range m.Args {
				v := in.eval(a)
				if p.typ != nil && p.typ.Kind == layout.Pointer && v.obj == nil {
					if q, ok := in.ref(a); ok && in.isRefMember(in.frame.rec, m.Name) {
						v = value{typ: p.typ, obj: q.obj, num: q.off}
					}
				}
				in.store(p, v, m)
			}
			continue
		}
		for _, b := range in.frame.rec.base { // a base class
			if b.rec.decl.Name == m.Name {
				if ms := b.rec.methods[m.Name]; len(ms) > 0 {
					q := *in.frame.this
					q.typ = b.typ
					in.constructAt(q, ms, m.Args, m)
				}
			}
		}
	}
}

// memberSlot is the storage of a member itself, of a reference member too.
func (in *interp) memberSlot(name string) (place, bool) {
	t := in.frame.this
	if t.typ == nil {
		return place{}, false
	}
	off, ft, ok := t.typ.Field(name)
	if !ok {
		return place{}, false
	}
	return place{obj: t.obj, off: indexmath.Add(t.off, indexmath.Const(off)), typ: ft}, true
}
