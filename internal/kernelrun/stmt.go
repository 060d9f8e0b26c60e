package kernelrun

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// thread is one thread of a kernel, or the host.
type thread struct {
	m      *machine
	frame  *frame
	stack  uint64
	sp     int64
	at     source.Span
	ret    value
	retAt  place
	asking bool // the value does not count: sizeof, decltype
	atomic bool
	depth  int

	launch *launch
	block  *block
	linear int
	index  [3]int64
	turn   int32 // barriers of the warp
	yield  func(event) bool
	answer value
	path   uint64 // of loops and calls, for costs
	chain  uint64
}

// frame is a call.
type frame struct {
	vars  []slot
	binds *binds
	this  place
	fn    *function
	bare  bool // of a lambda: names of the frame around are seen
	up    *frame
}

// slot is a variable.
type slot struct {
	name string
	t    *typ
	addr uint64
}

type control uint8

const (
	next control = iota
	breaks
	continues
	returns
)

func (t *thread) newStack() {
	m := t.m
	if n := len(m.pool); n > 0 {
		t.stack, m.pool = m.pool[n-1], m.pool[:n-1]
	} else {
		t.stack = m.allocate(localSpace, 1<<10)
	}
	m.objects[t.stack>>32].owner = t
}

func (t *thread) push(n, align int64) uint64 {
	t.sp = (t.sp + align - 1) / max(1, align) * max(1, align)
	at := t.sp
	t.sp += n
	o := t.m.objects[t.stack>>32]
	if t.sp > 1<<26 {
		panic(t.unknown("a stack of %d bytes", t.sp))
	}
	for int64(len(o.data)) < t.sp {
		o.data = append(o.data, make([]byte, len(o.data))...)
		o.known = append(o.known, make([]byte, len(o.known))...)
	}
	clear(o.known[at:t.sp])
	clear(o.data[at:t.sp])
	return t.stack | uint64(at)
}

func (t *thread) step() {
	if t.m.steps++; t.m.steps > t.m.options.Steps {
		panic(t.unknown("more than %d steps", t.m.options.Steps))
	}
}

func (t *thread) scoped(f func() control) control {
	n, sp := len(t.frame.vars), t.sp
	c := f()
	t.frame.vars = t.frame.vars[:n]
	t.sp = sp
	return c
}

func (t *thread) list(list []ast.Stmt) control {
	for _, s := range list {
		if c := t.exec(s); c != next {
			return c
		}
	}
	return next
}

func (t *thread) exec(s ast.Stmt) control {
	t.step()
	switch s := s.(type) {
	case nil, *ast.Empty:
		return next
	case *ast.Block:
		return t.scoped(func() control { return t.list(s.List) })
	case *ast.DeclStmt:
		for _, d := range s.Decls {
			t.declare(d)
		}
		return next
	case *ast.ExprStmt:
		t.at = s.Span
		sp := t.sp
		t.discard(s.X)
		t.sp = sp
		return next
	case *ast.If:
		return t.scoped(func() control {
			if s.Init != nil {
				t.exec(s.Init)
			}
			if s.Cond == nil {
				panic(t.unknown("a declaration as condition"))
			}
			if t.truth(s.Cond) {
				return t.body(s.Then)
			}
			if s.Else != nil {
				return t.body(s.Else)
			}
			return next
		})
	case *ast.For:
		return t.scoped(func() control {
			if s.Init != nil {
				t.exec(s.Init)
			}
			return t.loop(s.Span, func() bool { return s.Cond == nil || t.truth(s.Cond) }, s.Body, func() {
				if s.Post != nil {
					t.discard(s.Post)
				}
			}, true)
		})
	case *ast.While:
		return t.loop(s.Span, func() bool { return t.truth(s.Cond) }, s.Body, func() {}, true)
	case *ast.DoWhile:
		return t.loop(s.Span, func() bool { return t.truth(s.Cond) }, s.Body, func() {}, false)
	case *ast.RangeFor:
		return t.rangeFor(s)
	case *ast.Switch:
		return t.pick(s)
	case *ast.Break:
		return breaks
	case *ast.Continue:
		return continues
	case *ast.Return:
		t.giveBack(s)
		return returns
	case *ast.MacroStmt:
		return t.macroStmt(s)
	case *ast.MacroLoop:
		return t.macroLoop(s)
	case *ast.Labeled:
		return t.exec(s.Stmt)
	}
	t.at = s.Pos()
	panic(t.unknown("statement %T", s))
}

func (t *thread) body(s ast.Stmt) control {
	return t.scoped(func() control { return t.exec(s) })
}

func (t *thread) truth(x ast.Expr) bool {
	sp := t.sp
	v := t.val(x)
	t.sp = sp
	if v.t.kind == recordKind {
		panic(t.unknown("%s as a condition", v.t.name))
	}
	return v.truth()
}

func (t *thread) loop(at source.Span, cond func() bool, body ast.Stmt, post func(), first bool) control {
	path := t.path
	defer func() { t.path = path }()
	for i := uint64(1); ; i++ {
		t.path = mixed(path, uint64(at.Start)<<32|i)
		t.step()
		sp := t.sp
		if (first || i > 1) && !cond() {
			return next
		}
		switch t.body(body) {
		case breaks:
			return next
		case returns:
			return returns
		}
		post()
		t.sp = sp
	}
}

func mixed(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	a *= 0xff51afd7ed558ccd
	return a ^ a>>33
}

func (t *thread) pick(s *ast.Switch) control {
	v := t.val(s.Cond).i
	b, ok := s.Body.(*ast.Block)
	if !ok {
		panic(t.unknown("switch without a block"))
	}
	from, other := -1, -1
	for i, c := range b.List {
		k, ok := c.(*ast.Case)
		if !ok {
			continue
		}
		if k.X == nil {
			other = i
		} else if t.val(k.X).i == v {
			from = i
			break
		}
	}
	if from < 0 {
		from = other
	}
	if from < 0 {
		return next
	}
	c := t.scoped(func() control {
		for _, s := range b.List[from:] {
			list := []ast.Stmt{s}
			if k, ok := s.(*ast.Case); ok {
				list = k.Body
			}
			if c := t.list(list); c != next {
				return c
			}
		}
		return next
	})
	if c == breaks {
		return next
	}
	return c
}

func (t *thread) giveBack(s *ast.Return) {
	t.at = s.Span
	t.ret, t.retAt = value{t: tVoid}, place{}
	if s.X == nil {
		return
	}
	var result ast.Type
	if fn := t.frame.fn; fn != nil && !t.frame.bare {
		result = fn.d.Result
	}
	if _, ok := result.(*ast.RefType); ok {
		t.retAt = t.ref(s.X)
		t.ret = value{t: t.retAt.t}
		return
	}
	var want *typ
	if result != nil {
		want = t.typeOf(result)
	}
	if l, ok := s.X.(*ast.InitList); ok && want != nil {
		t.ret = t.load(t.temporary(want, l))
		return
	}
	t.ret = t.val(s.X)
	if want != nil {
		t.ret = t.convert(t.ret, want)
	}
}

func (t *thread) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.VarDecl:
		t.variable(d)
	case *ast.RecordDecl:
		if d.Defined && d.Name != "" {
			t.m.records[d.Name] = d
			if !t.m.inside[d] {
				t.m.inside[d] = true
				t.collect(d.Members, d)
			}
		}
	case *ast.AliasDecl:
		t.m.local[d.Name] = t.typeOf(d.Type)
	case *ast.EnumDecl:
		t.enum(d)
	case *ast.UsingDecl, *ast.FuncDecl:
	case *ast.MacroStmt:
		t.macroStmt(d)
	default:
		panic(t.unknown("declaration %T", d))
	}
}

func (t *thread) variable(d *ast.VarDecl) {
	t.at = d.Span
	if t.launch != nil && d.Quals.Has(ast.Shared) {
		t.frame.vars = append(t.frame.vars, t.shared(d))
		return
	}
	if d.Quals.Has(ast.Static) {
		s, ok := t.m.globals[d.Name]
		if !ok {
			if t.launch != nil {
				panic(t.unknown("a static variable in a kernel"))
			}
			t.global(d, hostSpace)
			s = t.m.globals[d.Name]
		}
		t.frame.vars = append(t.frame.vars, s)
		return
	}
	s := t.declared(d, nil)
	t.frame.vars = append(t.frame.vars, s)
}

// declared makes a variable where allocate says, or on the stack.
func (t *thread) declared(d *ast.VarDecl, allocate func(int64) uint64) slot {
	ty := t.typeOf(d.Type)
	if ty != nil && ty.kind == arrayKind && ty.n == 0 {
		if l, ok := d.Init.(*ast.InitList); ok {
			ty = arrayOf(ty.elem, int64(len(l.Elems)))
		}
	}
	if r, ok := d.Type.(*ast.RefType); ok {
		x := d.Init
		if x == nil && len(d.Args) == 1 {
			x = d.Args[0]
		}
		if x == nil {
			panic(t.unknown("a reference without a value"))
		}
		p := t.ref(x)
		if e := t.typeOf(r.Elem); e != nil && e != p.t && !(e.kind == arrayKind && p.t.kind == arrayKind) {
			p = t.materialize(t.convert(t.load(p), e))
		}
		return slot{d.Name, p.t, p.addr}
	}
	if ty == nil {
		x := d.Init
		if x == nil && len(d.Args) == 1 {
			x = d.Args[0]
		}
		v := t.val(x)
		ty = v.t
		p := t.spaceFor(ty, allocate)
		t.store(p, v)
		return slot{d.Name, ty, p.addr}
	}
	var align int64
	if d.Align != nil {
		align = t.val(d.Align).i
	}
	if allocate == nil && align > ty.align {
		t.sp = (t.sp + align - 1) / align * align
	}
	p := t.spaceFor(ty, allocate)
	t.initialize(p, d.Init, d.Args)
	return slot{d.Name, ty, p.addr}
}

func (t *thread) spaceFor(ty *typ, allocate func(int64) uint64) place {
	if allocate != nil {
		return place{ty, allocate(ty.size)}
	}
	return place{ty, t.push(ty.size, ty.align)}
}

// rangeFor goes over an array or a std::vector.
func (t *thread) rangeFor(s *ast.RangeFor) control {
	r := t.ref(s.Range)
	var from, n int64
	var elem *typ
	switch r.t.kind {
	case arrayKind:
		from, n, elem = int64(r.addr), r.t.n, r.t.elem
	case vectorKind:
		from, n, elem = t.vectorData(r), t.vectorLen(r), r.t.elem
	default:
		panic(t.unknown("a loop over %s", r.t.name))
	}
	_, byRef := s.Var.Type.(*ast.RefType)
	for i := range n {
		t.step()
		c := t.scoped(func() control {
			at := place{elem, uint64(from + i*elem.size)}
			if !byRef {
				v := t.load(at)
				if want := t.typeOf(s.Var.Type); want != nil {
					v = t.convert(v, want)
				}
				at = t.materialize(v)
			}
			t.frame.vars = append(t.frame.vars, slot{s.Var.Name, at.t, at.addr})
			return t.exec(s.Body)
		})
		switch c {
		case breaks:
			return next
		case returns:
			return returns
		}
	}
	return next
}
