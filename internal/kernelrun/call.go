package kernelrun

import (
	"github.com/cudalint/cudalint/ast"
)

// callable is what can be called: a function by its name, or a lambda with the frame that it was made in.
type callable struct {
	name   *ast.Ident
	lambda *ast.Lambda
	frame  *frame
}

func (m *machine) callable(c callable) value {
	m.callables = append(m.callables, c)
	return value{t: tCall, i: int64(len(m.callables) - 1)}
}

func (t *thread) closure(x *ast.Lambda) value {
	for _, c := range x.Captures {
		if c.Init != nil {
			panic(t.unknown("a capture with a value"))
		}
	}
	return t.m.callable(callable{lambda: x, frame: t.frame})
}

// argument is an expression as it is handed on: a place as a reference, so that it is read only by who takes a value.
func (t *thread) argument(x ast.Expr) value {
	switch b := bare(x).(type) {
	case *ast.Ident:
		if s, ok := t.look(b.Name()); ok {
			if s.t.kind == arrayKind || s.t.kind == callableKind {
				break
			}
			p := t.ref(x)
			return value{t: refTo(p.t), i: int64(p.addr), at: x.Pos()}
		}
	case *ast.Member:
		if id, ok := b.X.(*ast.Ident); ok {
			if _, _, builtin := t.builtin(id.Name()); builtin {
				return t.val(x)
			}
		}
		p := t.ref(x)
		return value{t: refTo(p.t), i: int64(p.addr), at: x.Pos()}
	case *ast.Index:
		p := t.ref(x)
		return value{t: refTo(p.t), i: int64(p.addr), at: x.Pos()}
	case *ast.Unary:
		if b.Op == "*" {
			p := t.ref(x)
			return value{t: refTo(p.t), i: int64(p.addr), at: x.Pos()}
		}
	}
	if a := bareArray(t, x); a != nil {
		return *a
	}
	return t.val(x)
}

// bareArray is an array variable as a reference, which keeps its extent for T(&a)[N].
func bareArray(t *thread, x ast.Expr) *value {
	id, ok := bare(x).(*ast.Ident)
	if !ok {
		return nil
	}
	s, ok := t.look(id.Name())
	if !ok || s.t.kind != arrayKind {
		return nil
	}
	return &value{t: refTo(s.t), i: int64(s.addr), at: x.Pos()}
}

// taken is an argument as a value.
func (t *thread) taken(v value) value {
	if v.t.kind != referenceKind {
		return v
	}
	at := t.at
	t.at = v.at
	r := t.load(place{v.t.elem, uint64(v.i)})
	t.at = at
	return r
}

func (t *thread) callExpr(x *ast.Call) value {
	v, p := t.dispatch(x)
	if p.t != nil {
		return t.loadAt(x, p)
	}
	return v
}

func (t *thread) callRef(x *ast.Call) place {
	v, p := t.dispatch(x)
	if p.t != nil {
		return p
	}
	return t.materialize(v)
}

// dispatch makes a call; the place is set where it gives a reference.
func (t *thread) dispatch(x *ast.Call) (value, place) {
	t.at = x.Span
	switch f := bare(x.Fun).(type) {
	case *ast.Member:
		return t.method(x, f)
	case *ast.Lambda:
		v := t.closure(f)
		return t.callClosure(t.m.callables[v.i], t.arguments2(x.Args)), place{}
	case *ast.Ident:
		return t.named(x, f)
	}
	v := t.val(x.Fun)
	if v.t.kind == callableKind {
		return t.callValue(v, x)
	}
	panic(t.unknown("call of %T", x.Fun))
}

func (t *thread) arguments2(list []ast.Expr) []value {
	out := make([]value, len(list))
	for i, a := range list {
		out[i] = t.argument(a)
	}
	return out
}

func (t *thread) callValue(v value, x *ast.Call) (value, place) {
	if v.i < 0 || int(v.i) >= len(t.m.callables) {
		panic(t.unknown("a call"))
	}
	c := t.m.callables[v.i]
	if c.lambda != nil {
		return t.callClosure(c, t.arguments2(x.Args)), place{}
	}
	return t.named(&ast.Call{At: x.At, Fun: c.name, Args: x.Args}, c.name)
}

// named calls by name: a variable, a macro, a function, a constructor, or what the runtime has.
func (t *thread) named(x *ast.Call, id *ast.Ident) (value, place) {
	part := id.Parts[len(id.Parts)-1]
	name := part.Name
	if s, ok := t.look(name); ok && len(id.Parts) == 1 {
		if s.t.kind == callableKind {
			return t.callValue(t.load(place{s.t, s.addr}), x)
		}
		if s.t.kind == recordKind {
			this := place{s.t, s.addr}
			if f, b, ok := t.choose(t.methods(s.t, "operator()"), t.arguments2(x.Args), part.Args, s.t.binds); ok {
				return t.result(f, t.arguments2(x.Args), b, &this)
			}
		}
	}
	if m := t.m.macros[name]; m != nil && m.Function && len(id.Parts) == 1 {
		e := t.macroExpr(m, x, x)
		if l, ok := bare(e).(*ast.Call); ok {
			return t.dispatch(l)
		}
		return t.val(e), place{}
	}
	list := t.m.funcs[name]
	if len(list) > 0 {
		args := t.arguments2(x.Args)
		t.at = x.Span
		var free []*function
		for _, f := range list {
			if f.class == nil || t.frame.this.t != nil && f.class == t.frame.this.t.decl || f.d.Result == nil || f.d.Quals.Has(ast.Static) {
				free = append(free, f)
			}
		}
		if f, b, ok := t.choose(free, args, part.Args, nil); ok {
			if f.d.Result == nil && f.class != nil {
				vals := make([]value, len(args))
				for i := range args {
					vals[i] = t.taken(args[i])
				}
				return t.construct(t.lookType(f.class.Name, part.Args), vals), place{}
			}
			var this *place
			if f.class != nil && !f.d.Quals.Has(ast.Static) {
				this = &t.frame.this
			}
			return t.result(f, args, b, this)
		}
	}
	if ty := t.lookType(name, part.Args); ty != nil {
		return t.construct(ty, t.values(x.Args)), place{}
	}
	if v, ok := t.runtime(name, part, x); ok {
		return v, place{}
	}
	t.at = x.Span
	panic(t.unknown("function %s", name))
}

func (t *thread) method(x *ast.Call, f *ast.Member) (value, place) {
	name := f.Name.Name
	if v, ok := t.chrono(x, f); ok {
		return v, place{}
	}
	var this place
	if f.Arrow {
		v := t.val(f.X)
		if v.t.kind != pointerKind {
			panic(t.unknown("-> of %s", v.t.name))
		}
		this = place{v.t.elem, uint64(v.i)}
	} else {
		this = t.ref(f.X)
	}
	switch this.t.kind {
	case vectorKind:
		return t.vectorMethod(this, name, x)
	case recordKind:
		args := t.arguments2(x.Args)
		t.at = x.Span
		if g, b, ok := t.choose(t.methods(this.t, name), args, f.Name.Args, this.t.binds); ok {
			return t.result(g, args, b, &this)
		}
		if fd := this.t.field(name); fd != nil && fd.t.kind == callableKind {
			return t.callValue(t.load(place{fd.t, this.addr + uint64(fd.offset)}), x)
		}
	}
	t.at = x.Span
	panic(t.unknown("method %s of %s", name, this.t.name))
}

func (t *thread) result(f *function, args []value, b *binds, this *place) (value, place) {
	if _, ok := f.d.Result.(*ast.RefType); ok {
		return value{}, t.callPlace(f, args, b, this)
	}
	return t.call(f, args, b, this), place{}
}

func (t *thread) call(f *function, args []value, b *binds, this *place) value {
	t.invoke(f, args, b, this, nil)
	if t.ret.t == nil {
		return value{t: tVoid}
	}
	if t.retAt.t != nil {
		return t.load(t.retAt)
	}
	return t.ret
}

func (t *thread) callPlace(f *function, args []value, b *binds, this *place) place {
	t.invoke(f, args, b, this, nil)
	if t.retAt.t == nil {
		return t.materialize(t.ret)
	}
	return t.retAt
}

// invoke runs a function's body.
func (t *thread) invoke(f *function, args []value, b *binds, this *place, before func()) {
	if t.depth++; t.depth > 200 {
		panic(t.unknown("recursion"))
	}
	at, frm, sp, path, chain := t.at, t.frame, t.sp, t.path, t.chain
	t.path, t.chain = mixed(path, uint64(at.Start)|1<<60), t.m.called(chain, at)
	nf := &frame{binds: b, fn: f}
	if this != nil {
		nf.this = *this
		if this.t.binds != nil {
			if b == nil {
				nf.binds = this.t.binds
			} else if b.up == nil && b != this.t.binds {
				b.up = this.t.binds
			}
		}
	}
	for i, p := range f.d.Params {
		if i >= len(args) {
			if p.Default == nil {
				panic(t.unknown("a parameter without argument"))
			}
			t.frame = nf
			args = append(args, t.val(p.Default))
			t.frame = frm
		}
		nf.vars = append(nf.vars, t.parameter(nf, p, args[i]))
	}
	t.frame = nf
	t.ret, t.retAt = value{t: tVoid}, place{}
	if before != nil {
		before()
	}
	if t.exec(f.d.Body) != returns {
		t.ret, t.retAt = value{t: tVoid}, place{}
	}
	t.at, t.frame, t.sp, t.path, t.chain = at, frm, sp, path, chain
	t.depth--
}

// parameter binds an argument.
func (t *thread) parameter(nf *frame, p *ast.Param, a value) slot {
	frm := t.frame
	t.frame = nf
	var ty *typ
	if _, pack := p.Type.(*ast.PackType); pack || p.Pack {
		panic(t.unknown("a parameter pack"))
	}
	r, isRef := p.Type.(*ast.RefType)
	if isRef {
		ty = t.typeOf(r.Elem)
	} else {
		ty = t.typeOf(p.Type)
	}
	t.frame = frm
	if isRef {
		if a.t.kind == referenceKind && (ty == nil || a.t.elem == ty || a.t.elem.kind == arrayKind || a.t.elem.kind == vectorKind) {
			return slot{p.Name, a.t.elem, uint64(a.i)}
		}
		v := t.taken(a)
		if ty != nil {
			v = t.convert(v, ty)
		}
		q := t.materialize(v)
		return slot{p.Name, q.t, q.addr}
	}
	v := t.taken(a)
	if ty != nil && ty.kind == arrayKind {
		ty = pointerTo(ty.elem)
	}
	if ty != nil {
		v = t.convert(v, ty)
	}
	q := t.place(v)
	return slot{p.Name, q.t, q.addr}
}

// place puts a value on the stack; a std::vector is copied.
func (t *thread) place(v value) place {
	p := place{v.t, t.push(v.t.size, max(1, v.t.align))}
	if v.t.kind == recordKind {
		t.write(p.addr, v.b, v.known)
		return p
	}
	t.store(p, v)
	return p
}

func (t *thread) callClosure(c callable, args []value) value {
	if t.depth++; t.depth > 200 {
		panic(t.unknown("recursion"))
	}
	at, frm, sp, path, chain := t.at, t.frame, t.sp, t.path, t.chain
	t.path, t.chain = mixed(path, uint64(at.Start)|1<<60), t.m.called(chain, at)
	nf := &frame{binds: c.frame.binds, fn: c.frame.fn, bare: true, up: c.frame}
	for i, p := range c.lambda.Params {
		if i >= len(args) {
			panic(t.unknown("a parameter without argument"))
		}
		nf.vars = append(nf.vars, t.parameter(nf, p, args[i]))
	}
	t.frame = nf
	t.ret, t.retAt = value{t: tVoid}, place{}
	if t.exec(c.lambda.Body) != returns {
		t.ret = value{t: tVoid}
	}
	t.at, t.frame, t.sp, t.path, t.chain = at, frm, sp, path, chain
	t.depth--
	return t.ret
}

// choose is the function of a list that fits the arguments best, with its template arguments.
func (t *thread) choose(list []*function, args []value, explicit []ast.Node, outer *binds) (*function, *binds, bool) {
	var best *function
	var with *binds
	top := -1
	for _, f := range list {
		least := 0
		for _, p := range f.d.Params {
			if p.Default == nil && !p.Pack {
				least++
			}
		}
		if len(args) < least || len(args) > len(f.d.Params) {
			continue
		}
		b, ok := t.deduce(f, args, explicit, outer)
		if !ok {
			continue
		}
		score, ok := t.score(f, args, b)
		if !ok {
			continue
		}
		score *= 2
		if f.d.Template == nil {
			score++
		}
		if score > top {
			best, with, top = f, b, score
		}
	}
	return best, with, best != nil
}

// score says how well arguments fit: 3 for each of the parameter's type.
func (t *thread) score(f *function, args []value, b *binds) (int, bool) {
	saved := t.frame
	t.frame = &frame{binds: b, fn: f}
	defer func() { t.frame = saved }()
	n := 0
	for i, a := range args {
		have := a.t
		if have.kind == referenceKind {
			have = have.elem
		}
		want := t.typeOf(f.d.Params[i].Type)
		if want == nil {
			n++
			continue
		}
		if want.kind == referenceKind {
			want = want.elem
		}
		if want.kind == arrayKind && have.kind == arrayKind {
			have, want = have.elem, want.elem
		}
		switch {
		case have == want:
			n += 3
		case have.kind == arrayKind && want.kind == pointerKind && (have.elem == want.elem || want.elem == tVoid):
			n += 3
		case have.number() && want.number():
			if promoted(have) == want {
				n++
			}
			if (have.kind == floatKind) == (want.kind == floatKind) {
				n++
			}
		case want.kind == pointerKind && (have.kind == pointerKind && (want.elem == tVoid || have.elem == tVoid)):
			n++
		case want.kind == callableKind && have.kind == callableKind, want.kind == opaqueKind, want.name == "dim3" && have.number():
			n++
		case want.kind == pointerKind && have.kind == intKind:
		default:
			return 0, false
		}
	}
	return n, true
}
