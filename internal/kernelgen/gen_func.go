package kernelgen

import "fmt"

// helper writes a __device__ function.
func (g *gen) helper() {
	outer, constants := g.place, g.constants
	defer func() { g.place, g.constants = outer, constants }()
	f := &function{name: g.name("fn"), quals: pickOf(g, []string{"__device__ ", "__device__ __forceinline__ ", "static __device__ inline ", "__host__ __device__ "})}
	h := &helper{f: f}
	g.place = place{f: f, base: tagHelper, repeat: 1}
	for range 1 + g.n(3) {
		v := &variable{name: g.name("arr"), typ: pickOf(g, []*ctype{tInt, tInt, tInt, tUInt, tSize, tLong, tShort}), tags: tagHelper}
		v.hi = pickOf(g, []int64{15, 31, 63, 255, 1023})
		if g.one(4) {
			v.quals, v.fixed = "const ", true
		}
		h.limits = append(h.limits, v.hi+1)
		v.tags |= typeTags(v.typ)
		f.params = append(f.params, v)
		g.ints = append(g.ints, v)
	}
	if g.one(4) {
		v := &variable{name: g.name("K"), typ: tInt, fixed: true, tags: tagTemplate, lo: 4, hi: 33}
		f.tmpl = append(f.tmpl, v)
		g.constants = append(g.constants[:len(g.constants):len(g.constants)], val{&use{v}, tInt, 4, 33, tagTemplate})
	}
	kind := g.n(5)
	if kind == 4 {
		g.references(h)
		g.helpers = append(g.helpers, h)
		g.p.helpers = append(g.p.helpers, f)
		return
	}
	if kind > 1 {
		h.reach = pickOf(g, []int64{64, 128, 512, 4096})
		t := pickOf(g, []*ctype{tFloat, tFloat, tInt, tDouble, tUChar, tFloat4})
		v := &variable{name: g.name("p"), typ: pointerTo(t), obj: &object{size: h.reach * t.size}, space: global, tags: tagHelper | tagPointer}
		if kind == 2 {
			v.quals = "const "
		} else {
			h.writes = true
		}
		f.params = append(f.params, v)
		g.arrays = append(g.arrays, v)
	}
	switch kind {
	case 0, 1:
		f.result = pickOf(g, []*ctype{tInt, tInt, tInt, tUInt, tSize})
	case 2:
		f.result = g.arrays[0].typ.elem
		if f.result.class == record {
			f.result = tFloat
		}
	}
	g.helperBody(h)
	g.helpers = append(g.helpers, h)
	g.p.helpers = append(g.p.helpers, f)
}

// helperBody writes statements and returns.
func (g *gen) helperBody(h *helper) {
	f := h.f
	g.depth = 2
	for range g.n(3) {
		f.body = append(f.body, g.stmt()...)
	}
	switch {
	case f.result == nil:
		for range 2 {
			f.body = append(f.body, g.accesses()...)
		}
	case len(g.arrays) > 0:
		x := g.value(f.result)
		if g.one(4) {
			c := g.cond(1)
			y := g.value(f.result)
			f.body = append(f.body, &branch{cond: c.e, then: []stmt{&giveBack{y.e}}, bare: g.one(2)})
		}
		f.body = append(f.body, &giveBack{x.e})
		h.result = val{t: f.result, lo: 0, hi: 63, tags: x.tags | tagData}
		if f.result.class == integer {
			h.result.lo, h.result.hi = x.to(f.result)
		}
	default:
		x := g.index(2)
		for x.lo < -1<<30 || x.hi > 1<<30 {
			x = g.index(1)
		}
		lo, hi := x.to(f.result)
		tg := x.tags
		if g.one(3) {
			c, y := g.cond(1), g.index(1)
			yl, yh := y.to(f.result)
			lo, hi, tg = min(lo, yl), max(hi, yh), tg|y.tags|c.tags|tagReturn
			f.body = append(f.body, &branch{cond: c.e, then: []stmt{&giveBack{y.e}}, bare: g.one(2)})
		}
		f.body = append(f.body, &giveBack{x.e})
		h.result = val{t: f.result, lo: lo, hi: hi, tags: tg}
	}
}

// references writes a function that gives integers through references.
func (g *gen) references(h *helper) {
	for range 1 + g.n(2) {
		x := asInt(g.index(2))
		v := &variable{name: g.name("o"), typ: tInt, ref: true, fixed: true}
		h.f.params = append(h.f.params, v)
		h.f.body = append(h.f.body, &assign{to: &use{v}, op: "=", x: x.e})
		h.refs = append(h.refs, x)
	}
}

// arguments draws what the int parameters of a helper get.
func (g *gen) arguments(h *helper) (*call, tags) {
	c := &call{f: h.f}
	tg := tagHelper
	for _, n := range h.limits {
		x := g.bounded(1, n, false)
		c.args = append(c.args, x.e)
		tg |= x.tags
	}
	for range h.f.tmpl {
		n := pickOf(g, []int64{4, 8, 16, 17, 32, 33})
		c.consts = append(c.consts, n)
		c.tmpl = append(c.tmpl, fmt.Sprint(n))
		tg |= tagTemplate
	}
	return c, tg
}

// useHelper is the value of a helper that gives an index.
func (g *gen) useHelper() (val, bool) {
	if len(g.helpers) == 0 || g.nested > 1 {
		return val{}, false
	}
	h := pickOf(g, g.helpers)
	if h.f.result == nil || h.reach > 0 {
		return val{}, false
	}
	g.nested++
	defer func() { g.nested-- }()
	c, tg := g.arguments(h)
	v := h.result
	v.e = c
	v.tags |= tg | g.base
	return v, true
}

// callStatement calls a helper that loads, stores or gives references.
func (g *gen) callStatement() []stmt {
	if len(g.helpers) == 0 {
		return g.accesses()
	}
	h := pickOf(g, g.helpers)
	if h.f.result != nil && h.reach == 0 {
		return g.declareInt()
	}
	c, tg := g.arguments(h)
	if len(h.refs) > 0 {
		var list []stmt
		for _, x := range h.refs {
			v := &variable{name: g.name("v"), typ: tInt, lo: x.lo, hi: x.hi, tags: x.tags | tg | tagRef | g.base}
			list = append(list, &declare{v: v, init: number(0).e})
			c.args = append(c.args, &use{v})
			g.ints = append(g.ints, v)
		}
		return append(list, &run{c})
	}
	elem := h.f.params[len(h.f.params)-1].typ.elem
	for range 8 {
		if len(g.arrays) == 0 {
			return nil
		}
		v := pickOf(g, g.arrays)
		t, n := elemOf(v)
		if t != elem || len(v.dims) > 1 || v.lo < 0 || h.writes && !g.writable(v) || n > 0 && n-v.hi < h.reach {
			continue
		}
		var e expr = &use{v}
		if g.one(3) {
			x := g.reaching(1, 0)
			if n > 0 {
				x = number(0)
			}
			e = &offset{"+", e, x.e, t}
		}
		c.args = append(c.args, e)
		if h.f.result == nil {
			return []stmt{&run{c}}
		}
		if h.f.result.class == floating {
			f := &variable{name: g.name("f"), typ: h.f.result}
			g.floats = append(g.floats, f)
			return []stmt{&declare{v: f, init: c}}
		}
		x := h.result
		x.e, x.tags = c, x.tags|tg|g.base
		i, d := g.declared(x)
		g.ints = append(g.ints, i)
		return []stmt{d}
	}
	return nil
}
