package kernelgen

// stmts writes about n statements in a scope of their own.
func (g *gen) stmts(n int) []stmt {
	outer := g.place
	g.ints = g.ints[:len(g.ints):len(g.ints)]
	g.floats = g.floats[:len(g.floats):len(g.floats)]
	g.arrays = g.arrays[:len(g.arrays):len(g.arrays)]
	g.depth++
	var list []stmt
	for range n {
		list = append(list, g.stmt()...)
	}
	base := g.base
	g.place = outer
	if base&tagReturn != 0 {
		g.base |= base & (tagReturn | tagData | tagDataGuard)
	}
	return list
}

func (g *gen) stmt() []stmt {
	k := g.n(100)
	if g.depth > 3 && k >= 60 && k < 86 {
		k = g.n(60)
	}
	switch {
	case k < 22:
		return g.declareInt()
	case k < 46:
		return g.accesses()
	case k < 52:
		return g.assignInt()
	case k < 56:
		return g.declarePointer()
	case k < 60:
		return g.callStatement()
	case k < 68:
		return g.branch()
	case k < 71:
		return g.earlyReturn()
	case k < 80:
		return g.loop()
	case k < 83:
		return g.whileLoop()
	case k < 86:
		return g.switches()
	case k < 89:
		return g.atomic()
	case k < 92:
		return g.localArray()
	case k < 94:
		return g.recordVariable()
	case k < 97:
		return g.stepPointer()
	}
	if g.even {
		return []stmt{&barrier{}}
	}
	return []stmt{&block{g.stmts(2)}}
}

// declared makes an integer variable of a value.
func (g *gen) declared(x val) (*variable, *declare) {
	t := pickOf(g, []*ctype{tInt, tInt, tInt, tInt, tInt, tUInt, tUInt, tSize, tLong, tShort, tUChar, tUShort})
	d := &declare{style: g.n(8)}
	if d.style == 2 {
		d.style = 0 // braces forbid narrowing
	}
	v := &variable{name: g.name("v"), typ: t}
	switch {
	case g.one(8) && x.t.size >= 4:
		v.typ, d.auto, d.style = x.t, true, 0
	case g.one(5):
		v.quals, v.fixed = "const ", true
	}
	v.lo, v.hi = x.to(v.typ)
	if v.typ.signed && v.typ.size < 8 && (x.lo != v.lo || x.hi != v.hi) { // what does not fit is kept out of signed types
		v.typ = tLong
		v.lo, v.hi = x.lo, x.hi
		d.auto = false
	}
	v.tags = x.tags | g.base | typeTags(v.typ)
	d.v, d.init = v, x.e
	return v, d
}

func (g *gen) declareInt() []stmt {
	x := g.index(1 + g.n(3))
	if x.constant() && !g.one(4) {
		x = g.index(2)
	}
	if g.one(12) {
		if y, ok := g.load(); ok && y.t.class == integer {
			x = y
		}
	}
	v, d := g.declared(x)
	g.ints = append(g.ints, v)
	return []stmt{d}
}

// accesses writes a statement that loads or stores.
func (g *gen) accesses() []stmt {
	if g.one(3) {
		x, ok := g.load()
		if !ok || x.t.class != floating {
			return g.declareInt()
		}
		v := &variable{name: g.name("f"), typ: x.t}
		g.floats = append(g.floats, v)
		return []stmt{&declare{v: v, init: x.e, auto: g.one(6)}}
	}
	if len(g.floats) > 0 && g.one(4) {
		if x, ok := g.load(); ok {
			v := pickOf(g, g.floats)
			return []stmt{&assign{&use{v}, pickOf(g, []string{"+=", "=", "-=", "*="}), x.e, common(v.typ, x.t)}}
		}
	}
	m := g.access(true)
	if m == nil {
		return g.declareInt()
	}
	if m.typ.class == record {
		for range 20 {
			if from := g.access(false); from != nil && from.typ == m.typ {
				return []stmt{&assign{to: m, op: "=", x: from}}
			}
		}
		m.path = []int{0}
		m.typ = m.elem.fields[0].typ
	}
	x := g.value(m.typ)
	if g.one(6) && x.t.class == m.typ.class && m.typ.size >= 4 {
		if x.t.class == integer { // sums of what memory holds stay small
			x = number(1)
		}
		return []stmt{&assign{m, "+=", x.e, common(m.typ, x.t)}}
	}
	return []stmt{&assign{to: m, op: "=", x: x.e}}
}

func (g *gen) assignable() *variable {
	for range 6 {
		if len(g.ints) == 0 {
			return nil
		}
		if v := pickOf(g, g.ints); !v.fixed && v.typ.class == integer && len(v.dims) == 0 && v.typ != tBool {
			return v
		}
	}
	return nil
}

func (g *gen) assignInt() []stmt {
	v := g.assignable()
	if v == nil {
		return g.declareInt()
	}
	old := val{&use{v}, v.typ, v.lo, v.hi, v.tags}
	switch g.n(4) {
	case 0:
		x := g.index(2)
		lo, hi := x.to(v.typ)
		if v.typ.signed && (lo != x.lo || hi != x.hi) {
			return nil
		}
		g.widen(v, lo, hi, x.tags|tagAssigned)
		return []stmt{&assign{to: &use{v}, op: "=", x: x.e}}
	case 1:
		lo, hi := v.lo+g.repeat, v.hi+g.repeat
		a := &assign{to: &use{v}, op: "++"}
		if g.one(3) {
			lo, hi = v.lo-g.repeat, v.hi-g.repeat
			a.op = "--"
		}
		if g.one(2) {
			a.x = number(0)
		}
		least, most := v.typ.bounds()
		if lo < least || hi > most {
			return nil
		}
		g.widen(v, lo, hi, tagAssigned)
		return []stmt{a}
	}
	if g.repeat > 1 {
		return nil
	}
	op := pickOf(g, []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"})
	x := g.factor()
	if op == "<<" || op == ">>" {
		x = number(int64(g.n(5)))
	} else if g.one(2) && op != "/" && op != "%" {
		x = g.index(1)
	}
	y, ok := join(op, old, x)
	if !ok {
		return nil
	}
	lo, hi := y.to(v.typ)
	if v.typ.signed && (lo != y.lo || hi != y.hi) {
		return nil
	}
	g.widen(v, lo, hi, y.tags|tagCompound|tagAssigned)
	return []stmt{&assign{&use{v}, op + "=", x.e, common(v.typ, x.t)}}
}

// widen makes room for a further value of a variable, or for the only one where nothing is in between.
func (g *gen) widen(v *variable, lo, hi int64, tg tags) {
	v.lo, v.hi = min(v.lo, lo), max(v.hi, hi)
	v.tags |= tg | g.base
}

func (g *gen) declarePointer() []stmt {
	if len(g.arrays) == 0 {
		return nil
	}
	from := pickOf(g, g.arrays)
	if len(from.dims) > 1 {
		return nil
	}
	elem, n := elemOf(from)
	v := &variable{name: g.name("q"), typ: pointerTo(elem), obj: from.obj, space: from.space, quals: from.quals}
	x := g.index(2)
	if n > 0 {
		x = g.bounded(2, max(1, (n-from.hi)/2), true)
	} else {
		x = g.reaching(2, -from.lo)
	}
	v.lo, v.hi = from.lo+x.lo, from.hi+x.hi
	if v.hi > 1<<34 || n > 0 && v.hi >= n {
		return nil
	}
	v.tags = from.tags | x.tags | g.base | tagPointer
	var e expr = &offset{"+", &use{from}, x.e, elem}
	switch {
	case g.one(4):
		e = &addressOf{&memory{p: &use{from}, index: []expr{x.e}, elem: elem, form: subscript, typ: elem}}
	case g.one(4):
		e, v.lo, v.hi = &use{from}, from.lo, from.hi
	}
	d := &declare{v: v, init: e, auto: g.one(6)}
	if v.quals == "const " && d.auto {
		d.auto = false
	}
	g.arrays = append(g.arrays, v)
	return []stmt{d}
}

// stepPointer moves a pointer on.
func (g *gen) stepPointer() []stmt {
	for range 6 {
		if len(g.arrays) == 0 {
			return nil
		}
		v := pickOf(g, g.arrays)
		if v.typ.class != pointer || v.fixed || g.inLoop > 0 {
			continue
		}
		_, n := elemOf(v)
		x := g.index(1)
		if x.lo < 0 || n > 0 && v.hi+x.hi >= n || v.hi+x.hi > 1<<34 {
			x = number(1)
		}
		if n > 0 && v.hi+x.hi >= n {
			continue
		}
		v.hi += x.hi
		v.tags |= tagStep | x.tags | g.base
		return []stmt{g.step(v, x)}
	}
	return nil
}

func (g *gen) step(v *variable, x val) stmt {
	if x.lo == 1 && x.hi == 1 {
		if m := pickOf(g, []string{"%++", "++%", "% += 1"}); m != "% += 1" {
			return &run{&steps{v, m, 1, m[0] == '%'}}
		}
	}
	if g.one(5) {
		return &assign{to: &use{v}, op: "=", x: &offset{"+", &use{v}, x.e, v.typ.elem}}
	}
	return &assign{to: &use{v}, op: "+=", x: x.e}
}

func (g *gen) atomic() []stmt {
	m := g.access(true)
	if m == nil || m.typ != tInt && m.typ != tUInt && (m.typ != tFloat || m.space != global) || m.form == ldg || m.form == reversed {
		return nil
	}
	m.tags |= tagAtomic
	a := &atomic{name: "atomicAdd", m: m, x: number(1).e, one: true}
	if x, ok := g.load(); m.typ == tFloat || g.one(2) && ok && x.t == m.typ {
		if m.typ == tFloat {
			x = val{e: &literal{1, tFloat, "1.0f"}}
		}
		a.name, a.x, a.one = pickOf(g, []string{"atomicAdd", "atomicMax"}), x.e, false
		if m.typ == tFloat {
			a.name = "atomicAdd"
		}
	}
	return []stmt{&run{a}}
}

func (g *gen) localArray() []stmt {
	n := int64(2 + g.n(3))
	v := &variable{name: g.name("arr"), typ: tInt, dims: []int64{n}, tags: g.base | tagLocalArray}
	list := []stmt{&declare{v: v}}
	first := true
	for i := range n {
		x := asInt(g.index(2))
		if first {
			v.lo, v.hi = x.lo, x.hi
		}
		first = false
		v.lo, v.hi = min(v.lo, x.lo), max(v.hi, x.hi)
		v.tags |= x.tags
		list = append(list, &assign{to: &element{v: v, index: number(i).e}, op: "=", x: x.e})
	}
	g.ints = append(g.ints, v)
	return list
}

// recordVariable declares a vector of integers or floats.
func (g *gen) recordVariable() []stmt {
	if g.one(2) {
		for range 8 {
			if m := g.access(false); m != nil && m.typ.class == record {
				v := &variable{name: g.name("r"), typ: m.typ, tags: m.tags | tagData | tagStruct, hi: 63}
				if m.typ.fields[0].typ.class == integer && m.typ.uniform() {
					g.ints = append(g.ints, v)
				}
				return []stmt{&declare{v: v, init: m}}
			}
		}
		return nil
	}
	t := pickOf(g, []*ctype{tInt2, tInt4})
	v := &variable{name: g.name("r"), typ: t, tags: g.base | tagStruct}
	list := []stmt{&declare{v: v}}
	for i := range t.fields {
		x := asInt(g.index(2))
		if i == 0 {
			v.lo, v.hi = x.lo, x.hi
		}
		v.lo, v.hi = min(v.lo, x.lo), max(v.hi, x.hi)
		v.tags |= x.tags
		list = append(list, &assign{to: &element{v: v, field: i}, op: "=", x: x.e})
	}
	g.ints = append(g.ints, v)
	return list
}
