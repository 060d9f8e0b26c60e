package kernelgen

import (
	"fmt"

	"github.com/cudalint/cudalint/gpu"
)

// typeOf is the type of an expression.
func typeOf(e expr) *ctype {
	switch e := e.(type) {
	case *literal:
		return e.typ
	case *use:
		return e.v.typ
	case *builtin:
		return tUInt
	case *unary:
		return e.typ
	case *binary:
		if n := precedence[e.op]; n == precEqual || n == precLess || n == precAnd || n == precOr {
			return tBool
		}
		return e.typ
	case *choice:
		return e.typ
	case *cast:
		return e.typ
	case *pick:
		return e.typ
	case *element:
		if e.v.typ.class == record {
			return e.v.typ.fields[e.field].typ
		}
		return e.v.typ
	case *call:
		return e.f.result
	case *textual:
		return typeOf(e.value)
	case *memory:
		return e.typ
	case *atomic:
		return e.m.typ
	}
	return tSize // of pointers, which are not converted
}

// converted evaluates an expression and converts it to a type.
func (m *machine) converted(e expr, t *ctype, live mask) lanes {
	v := m.eval(e, live)
	from := typeOf(e)
	if t == nil || t.class != integer || from == t {
		return v
	}
	out := make(lanes, m.n)
	live.each(func(i int) { out[i] = convert(v[i], from, t) })
	return out
}

func convert(v int64, from, to *ctype) int64 {
	switch {
	case to.class != integer:
		return v
	case from != nil && from.class == floating && to != tBool:
		return v & 63 // the values that the generator counts on
	}
	return to.wrap(v)
}

// eval evaluates an expression in the live threads.
func (m *machine) eval(e expr, live mask) lanes {
	out := make(lanes, m.n)
	switch e := e.(type) {
	case *literal:
		for t := range out {
			out[t] = e.v
		}
	case *use:
		return m.of(e.v)[0]
	case *builtin:
		switch e.name {
		case "threadIdx":
			return m.ids[e.axis]
		case "blockIdx":
			fill(out, m.bid[e.axis])
		case "blockDim":
			fill(out, m.l.block[e.axis])
		case "gridDim":
			fill(out, m.l.grid[e.axis])
		}
	case *unary:
		x := m.converted(e.x, e.typ, live)
		live.each(func(t int) {
			switch e.op {
			case "-":
				out[t] = compute("-", e.typ, 0, x[t])
			case "~":
				out[t] = e.typ.wrap(^x[t])
			case "!":
				out[t] = truth(x[t] == 0)
			}
		})
	case *binary:
		m.binary(e, live, out)
	case *choice:
		yes := m.cond(e.cond, live)
		x, y := m.converted(e.x, e.typ, yes), m.converted(e.y, e.typ, live.without(yes))
		live.each(func(t int) {
			if out[t] = y[t]; yes[t/32]>>(t%32)&1 != 0 {
				out[t] = x[t]
			}
		})
	case *cast:
		return m.converted(e.x, e.typ, live)
	case *pick:
		x, y := m.converted(e.x, e.typ, live), m.converted(e.y, e.typ, live)
		live.each(func(t int) {
			if less := compute("<", e.typ, x[t], y[t]) != 0; less == (e.name == "min") {
				out[t] = x[t]
			} else {
				out[t] = y[t]
			}
		})
	case *element:
		c := m.of(e.v)
		if e.v.typ.class == record {
			return c[e.field]
		}
		i := m.eval(e.index, live)
		live.each(func(t int) { out[t] = c[inside(i[t], len(c))][t] })
	case *call:
		return m.call(e, live)
	case *textual:
		return m.eval(e.value, live)
	case *addressOf:
		return m.address(e.m, live)
	case *offset:
		p, x := m.eval(e.p, live), m.eval(e.x, live)
		sign := int64(1)
		if e.op == "-" {
			sign = -1
		}
		live.each(func(t int) { out[t] = p[t] + sign*x[t]*e.elem.size })
	case *recast:
		return m.eval(e.p, live)
	case *steps:
		c := m.of(e.v)[0]
		live.each(func(t int) {
			old := c[t]
			c[t] += e.by * e.v.typ.elem.size
			if out[t] = c[t]; e.post {
				out[t] = old
			}
		})
	case *memory:
		return m.load(e, m.address(e, live), live)
	case *atomic:
		m.eval(e.x, live)
		a := m.address(e.m, live)
		m.record(e.m, 0, "atomic", e.m.typ.size, a, live, e.one)
		live.each(func(t int) {
			old := m.content(a[t], e.m.typ)
			if out[t] = old; e.m.typ.class == integer {
				m.values[a[t]] = int64(hash(old, a[t])) & 63
			}
		})
	default:
		panic(fmt.Sprintf("no such expression: %T", e))
	}
	return out
}

func fill(v lanes, x int64) {
	for t := range v {
		v[t] = x
	}
}

func inside(i int64, n int) int64 {
	if i < 0 || i >= int64(n) {
		panic(undefined("outside of an array"))
	}
	return i
}

func (m *machine) binary(e *binary, live mask, out lanes) {
	if e.op == "&&" || e.op == "||" {
		x := m.cond(e.x, live)
		rest := x
		if e.op == "||" {
			rest = live.without(x)
		}
		y := m.none()
		if rest.any() {
			y = m.cond(e.y, rest)
		}
		if e.op == "||" {
			y.add(x)
		}
		y.each(func(t int) { out[t] = 1 })
		return
	}
	if e.typ.class == floating {
		x, y := m.eval(e.x, live), m.eval(e.y, live)
		comparing := typeOf(e) == tBool
		live.each(func(t int) {
			if comparing {
				out[t] = truth(compare(e.op, x[t]&0xffff, y[t]&0xffff))
				return
			}
			out[t] = int64(hash(x[t], y[t], int64(e.op[0])))
		})
		return
	}
	if e.op == "<<" || e.op == ">>" {
		x, y := m.converted(e.x, e.typ, live), m.eval(e.y, live)
		live.each(func(t int) { out[t] = compute(e.op, e.typ, x[t], y[t]) })
		return
	}
	x, y := m.converted(e.x, e.typ, live), m.converted(e.y, e.typ, live)
	live.each(func(t int) { out[t] = compute(e.op, e.typ, x[t], y[t]) })
}

// address is where an access goes.
func (m *machine) address(a *memory, live mask) lanes {
	p := m.eval(a.p, live)
	out := make(lanes, m.n)
	copy(out, p)
	stride := a.elem.size
	for i := len(a.index) - 1; i >= 0; i-- {
		x := m.eval(a.index[i], live)
		live.each(func(t int) {
			if i > 0 {
				inside(x[t], int(a.dims[i]))
			}
			out[t] += x[t] * stride
		})
		if i > 0 {
			stride *= a.dims[i]
		}
	}
	t := a.elem
	for _, f := range a.path {
		off := t.fields[f].offset
		live.each(func(t int) { out[t] += off })
		t = t.fields[f].typ
	}
	return out
}

// pieces are the accesses that moving a type takes.
func pieces(t *ctype) (n int, size int64) {
	if t.class != record {
		return 1, t.size
	}
	step := min(t.align, 16)
	if step >= t.size {
		return 1, t.size
	}
	return int(t.size / step), step
}

// load notes a load and gives the value, of a record the first field.
func (m *machine) load(a *memory, at lanes, live mask) lanes {
	n, size := pieces(a.typ)
	for i := range n {
		shifted := at
		if i > 0 {
			shifted = make(lanes, m.n)
			live.each(func(t int) { shifted[t] = at[t] + int64(i)*size })
		}
		m.record(a, i, "load", size, shifted, live, false)
	}
	out := make(lanes, m.n)
	live.each(func(t int) { out[t] = m.content(at[t], a.typ) })
	return out
}

func (m *machine) store(a *memory, at, v lanes, live mask) {
	n, size := pieces(a.typ)
	for i := range n {
		shifted := at
		if i > 0 {
			shifted = make(lanes, m.n)
			live.each(func(t int) { shifted[t] = at[t] + int64(i)*size })
		}
		m.record(a, i, "store", size, shifted, live, false)
	}
	if a.typ.class == integer {
		live.each(func(t int) { m.values[at[t]] = a.typ.wrap(v[t]) })
	}
}

// content is what memory holds: what was written, else numbers that depend on the place.
func (m *machine) content(p int64, t *ctype) int64 {
	if t.class == floating {
		return int64(hash(p))
	}
	if v, ok := m.values[p]; ok {
		return t.wrap(v)
	}
	o := m.objects[objectOf(p)]
	return o.values[0] + int64(hash(p, int64(m.p.Seed))%uint64(o.values[1]-o.values[0]+1))
}

// key names an access as cudalint lists it: where it is, how it was reached, what it does.
type key struct {
	m     *memory
	chain *chain
	piece int
	op    string
}

// tally is what the requests of an access took together.
type tally struct {
	requests, lanes, actual, ideal int64
	width                          int64
	varied                         bool
	one                            [3]int
}

// allocated is the bytes that main allocates for each pointer.
const allocated = 1 << 26

// record counts the requests that an access makes, one for each warp with a live thread.
func (m *machine) record(a *memory, piece int, op string, width int64, at lanes, live mask, one bool) {
	m.step(live)
	k := key{a, m.chain, piece, op}
	s := m.tally[k]
	if s == nil {
		s = &tally{width: width}
		m.tally[k] = s
	}
	for w, active := range live {
		if active == 0 {
			continue
		}
		var addr [32]int64
		in := a.space
		for l := range 32 {
			if active>>l&1 == 0 {
				continue
			}
			p := at[w*32+l]
			addr[l] = offsetOf(p)
			o := m.objects[objectOf(p)]
			if o == nil {
				panic(undefined("no such array"))
			}
			in = o.space
			end := o.size
			if end == 0 {
				end = allocated
			}
			if addr[l] < 0 || addr[l]+width > end {
				panic(undefined("outside of an array"))
			}
			if addr[l]%width != 0 {
				panic(undefined("not aligned"))
			}
		}
		c := costOf(in, op, &addr, active, int(width), one)
		s.requests++
		s.lanes += int64(c[2])
		s.actual += int64(c[0])
		s.ideal += int64(c[1])
		if s.requests == 1 {
			s.one = c
		}
		s.varied = s.varied || s.one != c
	}
}

// costOf is actual, ideal and lanes of a request.
func costOf(in space, op string, addr *[32]int64, active uint32, width int, one bool) (c [3]int) {
	for l := range 32 {
		c[2] += int(active >> l & 1)
	}
	switch {
	case in == global:
		c[0] = gpu.Sectors(addr, active, width)
		c[1] = gpu.IdealSectors(c[0], active, width)
		return c
	case op == "atomic" && !one:
		c[0] = gpu.AtomicWavefronts(addr, active)
	default:
		c[0] = gpu.Wavefronts(addr, active, width, op != "load")
	}
	c[1] = gpu.IdealWavefronts(c[0], active, width)
	return c
}
