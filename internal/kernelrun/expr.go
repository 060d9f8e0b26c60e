package kernelrun

import (
	"github.com/cudalint/cudalint/ast"
)

// axes are the built-in variables of a kernel.
func (t *thread) builtin(name string) ([3]int64, *typ, bool) {
	if t.launch == nil {
		return [3]int64{}, nil, false
	}
	switch name {
	case "threadIdx":
		return t.index, vectorTypes["uint3"], true
	case "blockIdx":
		return t.block.index, vectorTypes["uint3"], true
	case "blockDim":
		return t.launch.block, vectorTypes["dim3"], true
	case "gridDim":
		return t.launch.grid, vectorTypes["dim3"], true
	}
	return [3]int64{}, nil, false
}

// val is an expression's value.
func (t *thread) val(x ast.Expr) value {
	t.step()
	switch x := x.(type) {
	case *ast.Paren:
		return t.val(x.X)
	case *ast.IntLit:
		return literal(x)
	case *ast.FloatLit:
		if x.Single {
			return value{t: tFloat, f: float64(float32(x.Value))}
		}
		return value{t: tDouble, f: x.Value}
	case *ast.StringLit:
		return t.text(x)
	case *ast.Ident:
		return t.name(x)
	case *ast.Member:
		if id, ok := x.X.(*ast.Ident); ok && !x.Arrow && len(id.Parts) == 1 {
			if axes, _, ok := t.builtin(id.Parts[0].Name); ok {
				return value{t: tUInt, i: axes[x.Name.Name[0]-'x']}
			}
		}
		return t.loadAt(x, t.ref(x))
	case *ast.Index:
		return t.loadAt(x, t.ref(x))
	case *ast.Unary:
		return t.unary(x)
	case *ast.Binary:
		return t.infix(x)
	case *ast.Assign:
		p := t.assign(x)
		if t.asking || p.t.kind == recordKind || p.t.kind == vectorKind {
			return value{t: p.t}
		}
		return t.quiet(p)
	case *ast.Cond:
		if t.truth(x.C) {
			return t.alike(t.val(x.X), x.Y)
		}
		return t.alike(t.val(x.Y), x.X)
	case *ast.Call:
		return t.callExpr(x)
	case *ast.Launch:
		t.at = x.Span
		t.launchExpr(x)
		return value{t: tVoid}
	case *ast.Cast:
		return t.cast(x)
	case *ast.Construct:
		ty := t.typeOf(x.Type)
		if x.Brace && (ty.kind == recordKind || ty.kind == arrayKind || ty.kind == vectorKind) {
			sp := t.sp
			p := place{ty, t.push(ty.size, ty.align)}
			t.fill(p, x.Args, nil)
			v := t.load(p)
			t.sp = sp
			return v
		}
		return t.construct(ty, t.values(x.Args))
	case *ast.SizeofType:
		ty := t.typeOf(x.Type)
		if x.Op == "alignof" {
			return value{t: tULong, i: ty.align}
		}
		return value{t: tULong, i: ty.size}
	case *ast.SizeofExpr:
		return value{t: tULong, i: t.sizeOf(x)}
	case *ast.Lambda:
		return t.closure(x)
	case *ast.This:
		if t.frame.this.t == nil {
			panic(t.unknown("this"))
		}
		return value{t: pointerTo(t.frame.this.t), i: int64(t.frame.this.addr)}
	}
	t.at = x.Pos()
	panic(t.unknown("expression %T", x))
}

func literal(x *ast.IntLit) value {
	switch x.Kind {
	case ast.IntChar:
		return value{t: tChar, i: int64(int8(x.Value))}
	case ast.IntBool:
		return value{t: tBool, i: int64(x.Value)}
	case ast.IntNull:
		return value{t: pointerTo(tVoid)}
	}
	long, unsigned := false, false
	for _, c := range x.Suffix {
		long = long || c == 'l'
		unsigned = unsigned || c == 'u'
	}
	switch {
	case unsigned && (long || x.Value > 1<<32-1):
		return value{t: tULong, i: int64(x.Value)}
	case unsigned:
		return value{t: tUInt, i: int64(x.Value)}
	case x.Value > 1<<63-1:
		return value{t: tULong, i: int64(x.Value)}
	case long || x.Value > 1<<31-1:
		return value{t: tLong, i: int64(x.Value)}
	}
	return value{t: tInt, i: int64(x.Value)}
}

// text is a string's address.
func (t *thread) text(x *ast.StringLit) value {
	addr, ok := t.m.strings[x]
	if !ok {
		addr = t.m.allocate(hostSpace, int64(len(x.Value))+1)
		o := t.m.objects[addr>>32]
		copy(o.data, x.Value)
		for i := range o.known {
			o.known[i] = 1
		}
		t.m.constant[addr>>32] = true
		t.m.strings[x] = addr
	}
	return value{t: pointerTo(tChar), i: int64(addr)}
}

// alike gives a branch of ?: the type that it has with the other one.
func (t *thread) alike(v value, other ast.Expr) value {
	if !v.t.number() {
		return v
	}
	if l, ok := bare(other).(*ast.IntLit); ok && l.Kind == ast.IntNumber && v.t.kind == floatKind {
		return v
	}
	o := t.ask(other)
	if o != nil && o.number() && o != v.t {
		return t.convert(v, common(v.t, o))
	}
	return v
}

// ask is the type of an expression that is not evaluated; nil when that cannot be told without running it.
func (t *thread) ask(x ast.Expr) (ty *typ) {
	switch x := x.(type) {
	case *ast.Paren:
		return t.ask(x.X)
	case *ast.IntLit:
		return literal(x).t
	case *ast.FloatLit:
		return t.val(x).t
	case *ast.Ident:
		if s, ok := t.look(x.Name()); ok {
			return s.t
		}
		if v, ok := t.frame.binds.val(x.Name()); ok {
			return v.t
		}
		if v, ok := t.m.consts[x.Name()]; ok {
			return v.t
		}
	case *ast.Index:
		if a := t.ask(x.X); a != nil && (a.kind == pointerKind || a.kind == arrayKind || a.kind == vectorKind) {
			return a.elem
		}
		return nil
	case *ast.Member:
		a := t.ask(x.X)
		if a != nil && x.Arrow {
			a = a.elem
		}
		if a != nil {
			if f := a.field(x.Name.Name); f != nil {
				return f.t
			}
		}
		if id, ok := x.X.(*ast.Ident); ok {
			if _, _, ok := t.builtin(id.Name()); ok {
				return tUInt
			}
		}
		return nil
	case *ast.Unary:
		a := t.ask(x.X)
		if a == nil {
			return nil
		}
		switch x.Op {
		case "*":
			return a.elem
		case "&":
			return pointerTo(a)
		case "!":
			return tBool
		case "-", "+", "~":
			return promoted(a)
		}
		return a
	case *ast.Binary:
		a, b := t.ask(x.X), t.ask(x.Y)
		if a == nil || b == nil {
			return nil
		}
		switch x.Op {
		case "<", ">", "<=", ">=", "==", "!=", "&&", "||":
			return tBool
		case "<<", ">>":
			return promoted(a)
		case ",":
			return b
		}
		if a.number() && b.number() {
			return common(a, b)
		}
		if a.kind == pointerKind && b.kind != pointerKind {
			return a
		}
		return nil
	case *ast.Cast:
		return t.typeOf(x.Type)
	case *ast.Construct:
		return t.typeOf(x.Type)
	case *ast.Cond:
		a, b := t.ask(x.X), t.ask(x.Y)
		if a != nil && b != nil && a.number() && b.number() && a != b {
			return common(a, b)
		}
		return a
	}
	defer func() {
		if r := recover(); r != nil {
			if s, ok := r.(stop); ok && s.fault != nil {
				ty = nil
				return
			}
			panic(r)
		}
	}()
	switch bare(x).(type) {
	case *ast.Call, *ast.Ident:
		// Functions without effects on what the types are; their results are thrown away.
		if t.launch == nil || t.asking {
			return nil
		}
		saved := *t
		t.asking = true
		v := t.val(x)
		*t = saved
		return v.t
	}
	return nil
}

func (t *thread) sizeOf(x *ast.SizeofExpr) int64 {
	if id, ok := bare(x.X).(*ast.Ident); ok {
		if _, isVar := t.look(id.Name()); !isVar {
			if ty := t.lookType(id.Name(), id.Parts[len(id.Parts)-1].Args); ty != nil {
				return ty.size
			}
		}
	}
	ty := t.ask(x.X)
	if ty == nil {
		panic(t.unknown("sizeof an expression"))
	}
	return ty.size
}

// look finds a variable.
func (t *thread) look(name string) (slot, bool) {
	for f := t.frame; f != nil; f = f.up {
		for i := len(f.vars) - 1; i >= 0; i-- {
			if f.vars[i].name == name {
				return f.vars[i], true
			}
		}
		if f.this.t != nil {
			if fd := f.this.t.field(name); fd != nil {
				p := place{fd.t, f.this.addr + uint64(fd.offset)}
				if fd.ref {
					p = t.through(p)
				}
				return slot{name, p.t, p.addr}, true
			}
		}
		if !f.bare {
			break
		}
	}
	s, ok := t.m.globals[name]
	return s, ok
}

func (t *thread) name(x *ast.Ident) value {
	p := x.Parts[len(x.Parts)-1]
	if s, ok := t.look(p.Name); ok {
		return t.loadAt(x, place{s.t, s.addr})
	}
	if v, ok := t.frame.binds.val(p.Name); ok {
		return v
	}
	if v, ok := t.m.consts[p.Name]; ok {
		return v
	}
	if axes, ty, ok := t.builtin(p.Name); ok {
		v := t.construct(ty, []value{{t: tUInt, i: axes[0]}, {t: tUInt, i: axes[1]}, {t: tUInt, i: axes[2]}})
		return v
	}
	if m := t.m.macros[p.Name]; m != nil && !m.Function && len(x.Parts) == 1 {
		return t.val(t.macroExpr(m, nil, x))
	}
	if v, ok := t.constant(x); ok {
		return v
	}
	if list := t.m.funcs[p.Name]; len(list) > 0 {
		return t.m.callable(callable{name: x})
	}
	t.at = x.Span
	panic(t.unknown("name %s", p.Name))
}

func (t *thread) loadAt(x ast.Expr, p place) value {
	t.at = x.Pos()
	return t.load(p)
}

// quiet reads what was just written, which is no access of its own.
func (t *thread) quiet(p place) value {
	if p.t.kind == arrayKind {
		return value{t: pointerTo(p.t.elem), i: int64(p.addr)}
	}
	o, at := t.find(p.addr, p.t.size)
	return decode(p.t, o.data[at:at+p.t.size])
}

// ref is the place that an expression names; a new one for a value.
func (t *thread) ref(x ast.Expr) place {
	switch x := x.(type) {
	case *ast.Paren:
		return t.ref(x.X)
	case *ast.Ident:
		if s, ok := t.look(x.Name()); ok {
			if s.t.kind == referenceKind {
				return t.through(place{s.t, s.addr})
			}
			return place{s.t, s.addr}
		}
		if m := t.m.macros[x.Name()]; m != nil && !m.Function && len(x.Parts) == 1 {
			if _, _, builtin := t.builtin(x.Name()); !builtin {
				return t.ref(t.macroExpr(m, nil, x))
			}
		}
	case *ast.Index:
		return t.element(x)
	case *ast.Member:
		return t.member(x)
	case *ast.Unary:
		switch {
		case x.Op == "*":
			v := t.val(x.X)
			if v.t.kind != pointerKind {
				panic(t.unknown("* of %s", v.t.name))
			}
			return place{v.t.elem, uint64(v.i)}
		case (x.Op == "++" || x.Op == "--") && !x.Post:
			return t.increment(x)
		}
	case *ast.Assign:
		return t.assign(x)
	case *ast.Cond:
		if t.truth(x.C) {
			return t.ref(x.X)
		}
		return t.ref(x.Y)
	case *ast.Cast:
		if r, ok := x.Type.(*ast.RefType); ok {
			p := t.ref(x.X)
			return place{t.typeOf(r.Elem), p.addr}
		}
	case *ast.Call:
		return t.callRef(x)
	case *ast.Binary:
		if x.Op == "," {
			t.discard(x.X)
			return t.ref(x.Y)
		}
	}
	return t.materialize(t.val(x))
}

func (t *thread) element(x *ast.Index) place {
	b := t.pointee(x.X)
	if b.t.kind == vectorKind {
		i := t.val(x.I).i
		if n := t.vectorLen(b); i < 0 || i >= n {
			t.at = x.Span
			panic(t.fault(OutOfBounds, "element %d of %d", i, n))
		}
		return t.vectorAt(b, i)
	}
	if b.t.kind == recordKind {
		if p, ok := t.operatorRef("[]", b, []value{t.val(x.I)}); ok {
			return p
		}
		panic(t.unknown("[] of %s", b.t.name))
	}
	i := t.val(x.I)
	switch {
	case b.t.kind == arrayKind:
		if i.i < 0 || i.i >= b.t.n && b.t.n > 0 && !t.whole(b) {
			t.at = x.Span
			t.note(OutOfExtent, "element %d of %s", i.i, b.t.name)
		}
		return place{b.t.elem, b.addr + uint64(i.i*b.t.elem.size)}
	case b.t.kind == pointerKind:
		return place{b.t.elem, b.addr + uint64(i.i*b.t.elem.size)}
	case i.t.kind == pointerKind: // 2[p]
		return place{i.t.elem, uint64(i.i) + uint64(t.load(b).i*i.t.elem.size)}
	}
	panic(t.unknown("[] of %s", b.t.name))
}

// whole reports whether an array is all of its object, so that leaving it is found out anyway.
func (t *thread) whole(b place) bool { return uint32(b.addr) == 0 }

// OutOfExtent is a subscript beyond its own extent but inside the array around it.
const OutOfExtent = "out of its extent"

// pointee is what is indexed: an array's or vector's place, or of a pointer where it points.
func (t *thread) pointee(x ast.Expr) place {
	switch bare(x).(type) {
	case *ast.Ident, *ast.Index, *ast.Member:
		p := t.ref(x)
		if p.t.kind == pointerKind {
			v := t.loadAt(x, p)
			return place{v.t, uint64(v.i)}
		}
		return p
	}
	v := t.val(x)
	if v.t.kind == pointerKind {
		return place{v.t, uint64(v.i)}
	}
	return t.materialize(v)
}

func (t *thread) member(x *ast.Member) place {
	var p place
	if x.Arrow {
		v := t.val(x.X)
		if v.t.kind != pointerKind {
			panic(t.unknown("-> of %s", v.t.name))
		}
		p = place{v.t.elem, uint64(v.i)}
	} else {
		p = t.ref(x.X)
	}
	f := p.t.field(x.Name.Name)
	if f == nil {
		t.at = x.Span
		panic(t.unknown("member %s of %s", x.Name.Name, p.t.name))
	}
	at := place{f.t, p.addr + uint64(f.offset)}
	if f.ref {
		return t.through(at)
	}
	return at
}
