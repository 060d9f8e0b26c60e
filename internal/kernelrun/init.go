package kernelrun

import (
	"github.com/cudalint/cudalint/ast"
)

// initialize gives a new variable its value. args is nil where it is not written with parentheses.
func (t *thread) initialize(p place, init ast.Expr, args []ast.Expr) {
	switch {
	case init != nil:
		if l, ok := bare(init).(*ast.InitList); ok {
			t.fill(p, l.Elems, l.Names)
			return
		}
		if c, ok := bare(init).(*ast.Construct); ok && c.Brace && t.typeOf(c.Type) == p.t {
			t.fill(p, c.Args, nil)
			return
		}
		if s, ok := bare(init).(*ast.StringLit); ok && p.t.kind == arrayKind {
			b := make([]byte, p.t.size)
			copy(b, s.Value)
			t.write(p.addr, b, nil)
			return
		}
		t.store(p, t.val(init))
	case args != nil:
		if p.t.kind == recordKind || p.t.kind == vectorKind {
			t.constructAt(p, t.values(args))
			return
		}
		if len(args) != 1 {
			panic(t.unknown("%d values for a %s", len(args), p.t.name))
		}
		t.store(p, t.val(args[0]))
	default:
		t.byDefault(p)
	}
}

// byDefault is what a variable without a value gets: nothing, unless its type has a constructor or values for its members.
func (t *thread) byDefault(p place) {
	switch p.t.kind {
	case vectorKind:
		t.zero(p)
	case arrayKind:
		if k := p.t.elem.kind; k == recordKind || k == vectorKind || k == arrayKind {
			for i := range p.t.n {
				t.byDefault(place{p.t.elem, p.addr + uint64(i*p.t.elem.size)})
			}
		}
	case recordKind:
		if c := t.constructors(p.t); len(c) > 0 {
			t.constructAt(p, nil)
			return
		}
		for _, f := range p.t.fields {
			at := place{f.t, p.addr + uint64(f.offset)}
			if f.init != nil {
				t.initialize(at, f.init, nil)
			} else {
				t.byDefault(at)
			}
		}
	}
}

func (t *thread) zero(p place) { t.write(p.addr, make([]byte, p.t.size), nil) }

// fill is { .. }.
func (t *thread) fill(p place, elems []ast.Expr, names []string) {
	switch p.t.kind {
	case arrayKind:
		if int64(len(elems)) > p.t.n {
			panic(t.unknown("too many values"))
		}
		t.zero(p)
		for i, x := range elems {
			t.initialize(place{p.t.elem, p.addr + uint64(int64(i)*p.t.elem.size)}, x, nil)
		}
	case recordKind:
		if p.t.decl != nil && len(t.constructors(p.t)) > 0 || p.t.name == "dim3" {
			t.constructAt(p, t.values(elems))
			return
		}
		t.zero(p)
		for i, f := range p.t.fields {
			at := place{f.t, p.addr + uint64(f.offset)}
			x := f.init
			if i < len(elems) && (i >= len(names) || names[i] == "") {
				x = elems[i]
			}
			for k, n := range names {
				if n == f.name {
					x = elems[k]
				}
			}
			if x != nil {
				t.initialize(at, x, nil)
			}
		}
		if len(elems) > len(p.t.fields) {
			panic(t.unknown("too many values"))
		}
	case vectorKind:
		t.zero(p)
		t.resizeVector(p, int64(len(elems)))
		for i, x := range elems {
			t.store(t.vectorAt(p, int64(i)), t.val(x))
		}
	default:
		switch len(elems) {
		case 0:
			t.zero(p)
		case 1:
			t.store(p, t.val(elems[0]))
		default:
			panic(t.unknown("%d values for a %s", len(elems), p.t.name))
		}
	}
}

func (t *thread) values(list []ast.Expr) []value {
	out := make([]value, len(list))
	for i, x := range list {
		out[i] = t.val(x)
	}
	return out
}

// construct is T(args) as a value.
func (t *thread) construct(ty *typ, args []value) value {
	if ty.kind != recordKind && ty.kind != vectorKind {
		switch len(args) {
		case 0:
			return value{t: ty}
		case 1:
			return t.convert(args[0], ty)
		}
		panic(t.unknown("%d values for a %s", len(args), ty.name))
	}
	sp := t.sp
	p := place{ty, t.push(ty.size, ty.align)}
	t.constructAt(p, args)
	v := t.load(p)
	t.sp = sp
	return v
}

func (t *thread) constructors(ty *typ) []*function {
	var out []*function
	if ty.decl == nil {
		return nil
	}
	for _, f := range t.m.funcs[ty.decl.Name] {
		if f.class == ty.decl && f.d.Result == nil {
			out = append(out, f)
		}
	}
	return out
}

// constructAt is T(args) in place.
func (t *thread) constructAt(p place, args []value) {
	if p.t.kind == vectorKind {
		t.constructVector(p, args)
		return
	}
	if len(args) == 1 && args[0].t == p.t {
		t.store(p, args[0])
		return
	}
	list := t.constructors(p.t)
	if len(list) == 0 {
		if len(args) > 0 && p.t.name != "dim3" && (p.t.decl != nil || len(args) != len(p.t.fields)) {
			panic(t.unknown("construction of %s", p.t.name))
		}
		t.zero(p)
		for i, f := range p.t.fields {
			at := place{f.t, p.addr + uint64(f.offset)}
			switch {
			case i < len(args):
				t.store(at, args[i])
			case f.init != nil:
				t.initialize(at, f.init, nil)
			}
		}
		return
	}
	f, b, ok := t.choose(list, args, nil, p.t.binds)
	if !ok {
		panic(t.unknown("constructor of %s", p.t.name))
	}
	t.invoke(f, args, b, &p, func() {
		had := map[string]bool{}
		for _, i := range f.d.Inits {
			fd := p.t.field(i.Name)
			if fd == nil {
				panic(t.unknown("initializer of %s", i.Name))
			}
			had[i.Name] = true
			at := place{fd.t, p.addr + uint64(fd.offset)}
			if fd.ref {
				r := t.ref(i.Args[0])
				t.write(at.addr, encode(value{t: tULong, i: int64(r.addr)}, new([8]byte)), nil)
				continue
			}
			if len(i.Args) == 0 {
				t.zero(at)
				continue
			}
			t.initialize(at, nil, i.Args)
		}
		for _, fd := range p.t.fields {
			if had[fd.name] {
				continue
			}
			at := place{fd.t, p.addr + uint64(fd.offset)}
			if fd.init != nil {
				t.initialize(at, fd.init, nil)
			} else {
				t.byDefault(at)
			}
		}
	})
}

// temporary is a new variable of a type with a value from braces.
func (t *thread) temporary(ty *typ, l *ast.InitList) place {
	p := place{ty, t.push(ty.size, ty.align)}
	t.fill(p, l.Elems, l.Names)
	return p
}

// materialize puts a value on the stack.
func (t *thread) materialize(v value) place {
	p := place{v.t, t.push(v.t.size, max(1, v.t.align))}
	if v.t.kind == recordKind || v.t.kind == vectorKind {
		t.write(p.addr, v.b, v.known)
	} else {
		t.store(p, v)
	}
	return p
}

func bare(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}
