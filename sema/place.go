package sema

import (
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// ref finds the storage that an expression names; false when it is no lvalue or not known.
func (in *interp) ref(x ast.Expr) (place, bool) {
	if !in.step() || in.tooDeep() {
		return place{}, false
	}
	pos := in.pos
	if in.frame.at == nil {
		in.pos = x.Pos().Start
	}
	in.deep++
	told := in.told
	in.told = false
	p, ok := in.refNode(x)
	p.told = p.told || in.told
	in.told = told || in.told
	in.deep--
	in.pos = pos
	return p, ok
}

func (in *interp) refNode(x ast.Expr) (place, bool) {
	if len(in.facts) > 0 {
		if p, ok := in.stated(x); ok {
			return p, true
		}
	}
	switch x := x.(type) {
	case *ast.Paren:
		return in.ref(x.X)
	case *ast.Ident:
		return in.identRef(x)
	case *ast.Index:
		return in.indexRef(x)
	case *ast.Member:
		return in.memberRef(x)
	case *ast.Unary:
		switch {
		case x.Op == "*" && !x.Post:
			v := in.eval(x.X)
			return in.deref(v, indexmath.Const(0), x)
		case (x.Op == "++" || x.Op == "--") && !x.Post:
			in.unary(x)
			return in.ref(x.X)
		}
	case *ast.Assign:
		in.assign(x)
		return in.ref(x.X)
	case *ast.Cast:
		if rt, ok := x.Type.(*ast.RefType); ok {
			if p, ok := in.ref(x.X); ok {
				p.typ = in.typeOf(rt.Elem)
				return p, true
			}
		}
	case *ast.Cond:
		if n, ok := in.cond(in.eval(x.C)).Const(); ok {
			if n != 0 {
				return in.ref(x.X)
			}
			return in.ref(x.Y)
		}
	case *ast.Call:
		return in.callRef(x)
	}
	return place{}, false
}

func (in *interp) identRef(x *ast.Ident) (place, bool) {
	if name, ok := x.Plain(); ok {
		if m := in.macro(name, false); m != nil && m.Body != "" && in.macros.depth <= maxExpand {
			in.macros.pos = in.pos
			text := in.macros.text(in.frame.file, m.Body, map[string]bool{m.Name: true})
			if e, ok := in.macros.expr(in, text, x); ok {
				if id, same := e.(*ast.Ident); !same || id.Name() != m.Name {
					var p place
					var found bool
					in.atUse(x, func() { p, found = in.ref(e) })
					return p, found
				}
			}
		}
		if in.frame.scope != nil {
			if p, ok := in.frame.scope.lookup(name); ok {
				return p, true
			}
		}
	}
	return in.nameRef(x)
}

// deref is the storage that a pointer points to, some bytes on.
func (in *interp) deref(v value, bytes indexmath.Expr, x ast.Expr) (place, bool) {
	elem := elemOf(v.typ)
	if v.obj == nil {
		if inst := in.instanceFor(v.typ); inst != nil { // an object with operator*
			return in.operatorRef(v, "operator*", nil, x)
		}
		if v.typ != nil && v.typ.Kind != layout.Pointer {
			return place{}, false
		}
		o := in.pointee(v, x)
		return place{obj: o, off: bytes, typ: elem, ref: x}, true
	}
	return place{obj: v.obj, off: indexmath.Add(v.num, bytes), typ: elem, ref: x}, true
}

// pointee is the memory behind a pointer that is not known: one object for each spelling.
func (in *interp) pointee(v value, x ast.Node) *object {
	name := v.name
	if name == "" {
		name = in.text(x)
	}
	if o, ok := in.objects[name]; ok && v.uniform() {
		return o
	}
	elem := elemOf(v.typ)
	space := trace.Global
	switch {
	case in.host != nil:
		space = trace.Local
	case !v.uniform():
		space = trace.UnknownSpace // it may be anything
	}
	o := &object{name: name, space: space, typ: elem, lanes: !v.uniform()}
	o.array = &Array{Name: name, Space: space, Place: in.place(x), Type: v.typ, Elem: innermost(elem), Base: &trace.Base{}}
	if in.host == nil {
		in.run.Arrays = append(in.run.Arrays, o.array)
	} else {
		o.array = nil
	}
	in.objects[name] = o
	return o
}

func (in *interp) indexRef(x *ast.Index) (place, bool) {
	base := in.evalBase(x.X)
	if base.obj == nil && isInteger(base.typ) { // i[p]
		if p := in.eval(x.I); p.obj != nil {
			base, x = p, &ast.Index{At: x.At, X: x.I, I: x.X}
		}
	}
	if inst := in.instanceFor(base.typ); inst != nil && base.obj == nil {
		if ms := in.methods(inst, "operator[]"); len(ms) > 0 {
			if p, ok := in.ref(x.X); ok {
				return in.methodRef(ms, p, []ast.Expr{x.I}, x)
			}
		}
	}
	i := in.subscript(in.eval(x.I))
	in.indices[x] = i
	return in.deref(base, indexmath.Mul(i, in.sizeExpr(elemOf(base.typ), base.obj)), x)
}

// sizeExpr is the bytes of an element; the size of a row whose extent is not known is a symbol.
func (in *interp) sizeExpr(t *layout.Type, o *object) indexmath.Expr {
	if t != nil && t.Kind == layout.Array && t.Size <= 0 && t.Len != 0 {
		name := "the pitch of an array"
		if o != nil {
			name = "the pitch of " + o.name
		}
		if t.Elem != nil && t.Elem.Kind == layout.Array {
			name += "'s planes"
		}
		v, ok := in.names[name]
		if !ok {
			v = value{num: in.param(name, typeInt)}
			in.names[name] = v
		}
		return indexmath.Mul(v.num, in.sizeExpr(innermost(t), nil))
	}
	size, _ := width(t)
	return indexmath.Const(size)
}

// evalBase evaluates what is indexed; an array in storage gives the address of its first element.
func (in *interp) evalBase(x ast.Expr) value {
	if v, ok := in.localMember(x); ok {
		return v
	}
	if p, ok := in.ref(x); ok {
		if p.typ != nil && p.typ.Kind == layout.Array {
			return in.decay(p)
		}
		return in.load(p, x)
	}
	return in.eval(x)
}

// localMember is an array member of a local record whose layout is not known: it is registers or local memory, and nothing is known
// of its elements.
func (in *interp) localMember(x ast.Expr) (value, bool) {
	m, ok := strip(x).(*ast.Member)
	if !ok || m.Arrow {
		return value{}, false
	}
	if id, isID := rootOf(m.X).(*ast.Ident); !isID {
		return value{}, false
	} else if name, plain := id.Plain(); plain {
		if p, local := in.frame.scope.lookup(name); !local || p.obj.array != nil || p.typ != nil && p.typ.Kind == layout.Pointer {
			return value{}, false
		}
	}
	var t *layout.Type
	if p, ok := in.ref(m.X); ok {
		if p.obj.array != nil {
			return value{}, false
		}
		if p.typ != nil {
			if _, ft, known := p.typ.Field(m.Name.Name); known && ft != nil {
				return value{}, false
			}
		}
		t = p.typ
	}
	if t == nil { // a member of a member whose layout is not known: look in the whole variable
		p, _ := in.ref(rootOf(m.X))
		t = innermost(p.typ)
	}
	inst := in.instanceFor(t)
	if inst == nil {
		return value{}, false
	}
	at := arrayMember(inst.rec.decl, m.Name.Name, 0)
	if at == nil {
		return value{}, false
	}
	var elem *layout.Type
	in.within(inst.rec.file, inst.tmpl, inst, func() *layout.Type { elem = in.typeOf(at.Elem); return nil })
	return value{typ: layout.PointerTo(elem), obj: &object{name: in.text(x), space: trace.Local}, num: indexmath.Const(0)}, true
}

// arrayMember finds an array member by name, in records within the record too.
func arrayMember(d *ast.RecordDecl, name string, depth int) *ast.ArrayType {
	if depth > 3 {
		return nil
	}
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.VarDecl:
			if at, ok := m.Type.(*ast.ArrayType); ok && m.Name == name {
				return at
			}
			if nt, ok := m.Type.(*ast.NamedType); ok && nt.Record != nil {
				if at := arrayMember(nt.Record, name, depth+1); at != nil {
					return at
				}
			}
		case *ast.RecordDecl:
			if at := arrayMember(m, name, depth+1); at != nil {
				return at
			}
		}
	}
	return nil
}

// decay turns an array into a pointer to its first element.
func (in *interp) decay(p place) value {
	return value{typ: layout.PointerTo(p.typ.Elem), obj: p.obj, num: p.off}
}

func (in *interp) memberRef(x *ast.Member) (place, bool) {
	var p place
	var ok bool
	if x.Arrow {
		v := in.eval(x.X)
		if v.obj == nil && v.typ != nil && v.typ.Kind == layout.Record {
			p, ok = in.operatorRef(v, "operator->", nil, x)
		} else {
			p, ok = in.deref(v, indexmath.Const(0), x.X)
		}
	} else {
		p, ok = in.ref(x.X)
	}
	if !ok {
		return place{}, false
	}
	return in.member(p, x.Name, x)
}

// member is a field of the record at p.
func (in *interp) member(p place, name ast.NamePart, x ast.Node) (place, bool) {
	if p.typ == nil || p.typ.Kind != layout.Record {
		return place{}, false
	}
	off, t, ok := p.typ.Field(name.Name)
	if !ok {
		return in.static(in.instanceFor(p.typ), name.Name)
	}
	q := place{obj: p.obj, off: indexmath.Add(p.off, indexmath.Const(off)), typ: t, told: p.told}
	if p.obj.array != nil {
		f := &FieldUse{Struct: p.typ, Name: name.Name, Offset: off}
		if p.fld != nil {
			f = &FieldUse{Struct: p.fld.Struct, Name: p.fld.Name + "." + name.Name, Offset: p.fld.Offset + off}
		}
		if t != nil {
			f.Size = t.Size
		}
		q.fld = f
	}
	// A reference or pointer member of a known object.
	if t != nil && t.Kind == layout.Pointer {
		if inst := in.instanceFor(p.typ); inst != nil && in.isRefMember(inst, name.Name) {
			v := in.load(q, x)
			return in.derefValue(v)
		}
	}
	return q, true
}

func (in *interp) derefValue(v value) (place, bool) {
	if v.obj == nil {
		return place{}, false
	}
	return place{obj: v.obj, off: v.num, typ: elemOf(v.typ)}, true
}

func (in *interp) isRefMember(inst *instance, name string) bool {
	for _, m := range inst.rec.decl.Members {
		if v, ok := m.(*ast.VarDecl); ok && v.Name == name {
			return isRef(v.Type)
		}
	}
	return false
}

// static is a static member of a record.
func (in *interp) static(inst *instance, name string) (place, bool) {
	if inst == nil {
		return place{}, false
	}
	if g, ok := inst.rec.statics[name]; ok {
		var p place
		in.within(inst.rec.file, inst.tmpl, inst, func() *layout.Type { p = in.staticOf(inst, g, name); return nil })
		return p, true
	}
	for _, b := range inst.base {
		if p, ok := in.static(b, name); ok {
			return p, true
		}
	}
	return place{}, false
}

// staticOf evaluates a static member once for each instance of its record.
func (in *interp) staticOf(inst *instance, g *globalVar, name string) place {
	key := "static " + strconv.Itoa(int(g.decl.Span.Start)) + inst.tmpl.key(inst.rec.decl.Template) + inst.rec.decl.Name
	if o, ok := in.objects[key]; ok {
		return place{obj: o, off: indexmath.Const(0), typ: o.typ}
	}
	o := &object{name: name, space: trace.Local, typ: in.typeOf(g.decl.Type)}
	in.objects[key] = o
	v := value{typ: o.typ, name: name, same: true}
	in.quiet(func() {
		if g.decl.Init != nil {
			v = in.initial(g.decl, o.typ)
		} else if len(g.decl.Args) == 1 {
			v = in.eval(g.decl.Args[0])
		}
	})
	if o.typ == nil {
		o.typ = v.typ
	}
	root := in.st
	for root.up != nil {
		root = root.up
	}
	root.store(o, 0, o.typ, v)
	return place{obj: o, off: indexmath.Const(0), typ: o.typ}
}

// rvalueMember takes a member or element out of a value that has no storage: f(x).y, threadIdx.x.
func (in *interp) rvalueMember(x ast.Expr) (value, bool) {
	m, ok := x.(*ast.Member)
	if !ok || m.Arrow {
		return value{}, false
	}
	inner := m.X
	for {
		p, isParen := inner.(*ast.Paren)
		if !isParen {
			break
		}
		inner = p.X
	}
	switch base := inner.(type) {
	case *ast.Ident:
		if name, plain := base.Plain(); plain {
			if v, ok := in.lane(name, m.Name.Name); ok {
				return v, true
			}
			if v, ok := in.lanes(name); ok {
				return in.pick(v, m.Name.Name, x), true
			}
			if in.lazyName(name) {
				return in.lazyMember(name, m)
			}
		}
	case *ast.Call, *ast.Construct, *ast.Binary:
		if c, isCall := base.(*ast.Call); isCall {
			if text, isMacro := in.macroText(c); isMacro {
				e, ok := in.macros.expr(in, text, c)
				if !ok {
					return value{}, false
				}
				var v value // a field of what the macro stands for, not of a copy of all of it
				in.atUse(x, func() { v = in.eval(&ast.Member{At: m.At, X: e, Name: m.Name}) })
				return v, true
			}
			if _, isRef := in.callRefTarget(c); isRef {
				return value{}, false
			}
		}
		v := in.eval(base)
		return in.pick(v, m.Name.Name, x), true
	}
	return value{}, false
}

// pick takes a field out of a record value.
func (in *interp) pick(v value, name string, x ast.Node) value {
	if v.typ != nil && v.typ.Kind == layout.Record {
		if off, t, ok := v.typ.Field(name); ok {
			if c, ok := v.cells.at(off); ok {
				return c
			}
			return value{typ: t, same: v.uniform(), name: in.text(x)}
		}
	}
	if v.obj != nil { // f().x where f gives a reference that was loaded
		return unknown(nil, in.text(x))
	}
	return value{same: v.uniform(), name: in.text(x)}
}

// lazyName reports whether a name is a kernel argument by value whose type is not known.
func (in *interp) lazyName(name string) bool {
	p, ok := in.frame.scope.lookup(name)
	return ok && p.obj.lazy != nil
}

// lazyMember is the symbol for a member of such an argument.
func (in *interp) lazyMember(name string, m *ast.Member) (value, bool) {
	p, _ := in.frame.scope.lookup(name)
	l := p.obj.lazy
	if v, ok := l.members[m.Name.Name]; ok {
		return v, true
	}
	v := value{name: l.name + "." + m.Name.Name, same: l.uniform}
	if l.uniform {
		v.num = in.param(v.name, nil)
	}
	l.members[m.Name.Name] = v
	return v, true
}
