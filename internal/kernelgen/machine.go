package kernelgen

import (
	"math/bits"
)

// mask is the active threads of a block: a word for each warp.
type mask []uint32

func (k mask) any() bool {
	for _, w := range k {
		if w != 0 {
			return true
		}
	}
	return false
}

func (k mask) without(o mask) mask {
	out := make(mask, len(k))
	for i := range k {
		out[i] = k[i] &^ o[i]
	}
	return out
}

func (k mask) add(o mask) {
	for i := range k {
		k[i] |= o[i]
	}
}

// each calls f with the active threads.
func (k mask) each(f func(t int)) {
	for w, m := range k {
		for ; m != 0; m &= m - 1 {
			f(w*32 + bits.TrailingZeros32(m))
		}
	}
}

// lanes is a value in every thread of a block; pointers are packed.
type lanes []int64

// A pointer is the number of an object and an offset in bytes, which may be negative for a while.
const (
	objectBit  = 46
	offsetBias = 1 << 45
)

func pack(o *object, off int64) int64 { return int64(o.number)<<objectBit + offsetBias + off }

func offsetOf(p int64) int64 { return p&(1<<objectBit-1) - offsetBias }

func objectOf(p int64) int { return int(p >> objectBit) }

// chain is the calls that lead to a place.
type chain struct {
	up    *chain
	call  *call
	calls map[*call]*chain
}

func (c *chain) to(x *call) *chain {
	if n := c.calls[x]; n != nil {
		return n
	}
	if c.calls == nil {
		c.calls = map[*call]*chain{}
	}
	n := &chain{up: c, call: x}
	c.calls[x] = n
	return n
}

// machine runs a launch block by block, all threads of a block statement by statement.
type machine struct {
	p       *Program
	l       *launch
	n       int // threads
	ids     [3]lanes
	bid     [3]int64
	cells   map[*variable][]lanes
	alias   map[*variable]*variable
	values  map[int64]int64 // what was written, by pointer
	objects map[int]*object
	frame   *callFrame
	chain   *chain
	tally   map[key]*tally
	steps   int
	limit   int
}

type callFrame struct {
	f        *function
	returned mask
	result   lanes
	loops    []*loopFrame
}

type loopFrame struct{ broke, next mask }

func newMachine(p *Program, l *launch) *machine {
	n := int(l.block[0] * l.block[1] * l.block[2])
	m := &machine{
		p: p, l: l, n: n, cells: map[*variable][]lanes{}, alias: map[*variable]*variable{}, objects: map[int]*object{}, tally: map[key]*tally{},
		chain: &chain{}, limit: 12000,
	}
	for axis := range m.ids {
		m.ids[axis] = make(lanes, n)
	}
	for t := range int64(n) {
		m.ids[0][t] = t % l.block[0]
		m.ids[1][t] = t / l.block[0] % l.block[1]
		m.ids[2][t] = t / (l.block[0] * l.block[1])
	}
	return m
}

// all is a mask of every thread.
func (m *machine) all() mask {
	k := make(mask, (m.n+31)/32)
	for t := range m.n {
		k[t/32] |= 1 << (t % 32)
	}
	return k
}

func (m *machine) none() mask { return make(mask, (m.n+31)/32) }

// launch runs every block.
func (m *machine) launch() {
	f := m.p.kernel
	m.values = map[int64]int64{}
	for i, v := range f.tmpl {
		v.lo, v.hi = m.l.tmpl[i], m.l.tmpl[i]
	}
	for z := range m.l.grid[2] {
		for y := range m.l.grid[1] {
			for x := range m.l.grid[0] {
				m.bid = [3]int64{x, y, z}
				m.block()
			}
		}
	}
}

func (m *machine) block() {
	f := m.p.kernel
	for _, v := range m.p.shared {
		m.objects[v.obj.number] = v.obj
		m.setAll(v, pack(v.obj, 0))
		for off := int64(0); off < v.obj.size; off++ {
			delete(m.values, pack(v.obj, off))
		}
	}
	for i, v := range f.params {
		a := m.l.args[i].v
		if v.typ.class == pointer {
			m.objects[v.obj.number] = v.obj
			a = pack(v.obj, a*v.typ.elem.size)
		}
		m.setAll(v, a)
	}
	for _, v := range f.tmpl {
		m.setAll(v, v.lo)
	}
	m.frame = &callFrame{f: f, returned: m.none()}
	m.exec(f.body, m.all())
}

func (m *machine) setAll(v *variable, x int64) {
	c := make(lanes, m.n)
	for t := range c {
		c[t] = x
	}
	m.cells[v] = []lanes{c}
}

// of is the storage of a local variable: one cell for a scalar, one for each field or element.
func (m *machine) of(v *variable) []lanes {
	for m.alias[v] != nil {
		v = m.alias[v]
	}
	if c := m.cells[v]; c != nil {
		return c
	}
	n := 1
	if v.typ.class == record {
		n = len(v.typ.fields)
	}
	for _, d := range v.dims {
		n *= int(d)
	}
	c := make([]lanes, n)
	for i := range c {
		c[i] = make(lanes, m.n)
	}
	m.cells[v] = c
	return c
}

// step counts work.
func (m *machine) step(live mask) {
	for _, w := range live {
		if w != 0 {
			m.steps++
		}
	}
	if m.steps > m.limit {
		panic(undefined("too long"))
	}
}

// exec runs statements in the live threads and gives those that go on behind them.
func (m *machine) exec(list []stmt, live mask) mask {
	for _, s := range list {
		if !live.any() {
			return live
		}
		live = m.stmt(s, live)
	}
	return live
}

func (m *machine) stmt(s stmt, live mask) mask {
	m.step(live)
	switch s := s.(type) {
	case *declare:
		m.declare(s, live)
	case *assign:
		m.assign(s, live)
	case *run:
		if c, ok := s.x.(*call); ok {
			m.call(c, live)
			return live
		}
		m.eval(s.x, live)
	case *branch:
		yes := m.cond(s.cond, live)
		no := live.without(yes)
		out := m.exec(s.then, yes)
		out.add(m.exec(s.els, no))
		return out
	case *loop:
		return m.loop(s, live)
	case *pickCase:
		return m.switches(s, live)
	case *leave:
		l := m.frame.loops[len(m.frame.loops)-1]
		if s.what == "break" {
			l.broke.add(live)
		} else {
			l.next.add(live)
		}
		return m.none()
	case *giveBack:
		if s.x != nil {
			v := m.converted(s.x, m.frame.f.result, live)
			live.each(func(t int) { m.frame.result[t] = v[t] })
		}
		m.frame.returned.add(live)
		return m.none()
	case *barrier:
	case *block:
		return m.exec(s.list, live)
	}
	return live
}

func (m *machine) loop(s *loop, live mask) mask {
	if s.init != nil {
		m.stmt(s.init, live)
	}
	l := &loopFrame{broke: m.none()}
	m.frame.loops = append(m.frame.loops, l)
	done := m.none()
	in := live
	for first := true; in.any(); first = false {
		m.step(in)
		if s.cond != nil && (s.kind != doLoop || !first) {
			yes := m.cond(s.cond, in)
			done.add(in.without(yes))
			in = yes
		}
		l.next = m.none()
		in = m.exec(s.body, in)
		in.add(l.next)
		if s.post != nil && in.any() {
			m.stmt(s.post, in)
		}
	}
	m.frame.loops = m.frame.loops[:len(m.frame.loops)-1]
	done.add(l.broke)
	return done
}

func (m *machine) switches(s *pickCase, live mask) mask {
	x := m.eval(s.x, live)
	chosen := make([]mask, len(s.cases))
	for i := range chosen {
		chosen[i] = m.none()
	}
	out := m.none()
	live.each(func(t int) {
		to := -1
		for i, c := range s.cases {
			if len(c.values) == 0 && to < 0 {
				to = i
			}
			for _, v := range c.values {
				if v == x[t] {
					to = i
				}
			}
		}
		k := out
		if to >= 0 {
			k = chosen[to]
		}
		k[t/32] |= 1 << (t % 32)
	})
	// Lanes that fall through do not wait for those that start further down: paths meet again behind the switch.
	for i := range s.cases {
		live := chosen[i]
		for _, c := range s.cases[i:] {
			if live = m.exec(c.body, live); !c.falls {
				break
			}
		}
		out.add(live)
	}
	return out
}

func (m *machine) cond(e expr, live mask) mask {
	v := m.eval(e, live)
	yes := m.none()
	live.each(func(t int) {
		if v[t] != 0 {
			yes[t/32] |= 1 << (t % 32)
		}
	})
	return yes
}
