package kernelgen

// elemOf is what an array or pointer consists of, and how many there are; 0 is as many as one likes.
func elemOf(v *variable) (*ctype, int64) {
	t := v.typ
	if t.class == pointer {
		t = t.elem
	}
	return t, v.obj.size / t.size
}

func (g *gen) writable(v *variable) bool { return v.quals != "const " }

// access draws an access; write asks for one that can be written. It is nil when there is nothing to access.
func (g *gen) access(write bool) *memory {
	for range 10 {
		if len(g.arrays) == 0 {
			return nil
		}
		v := pickOf(g, g.arrays)
		if write && !g.writable(v) {
			continue
		}
		if m := g.accessTo(v, write); m != nil {
			g.p.mems = append(g.p.mems, m)
			m.id = len(g.p.mems)
			return m
		}
	}
	return nil
}

func (g *gen) accessTo(v *variable, write bool) *memory {
	elem, n := elemOf(v)
	m := &memory{p: &use{v}, elem: elem, array: v.name, space: v.space, tags: v.tags | g.base, form: subscript}
	if len(v.dims) > 1 {
		m.dims = v.dims
		for _, d := range v.dims {
			i := g.bounded(2, d, true)
			m.index = append(m.index, i.e)
			m.tags |= i.tags
		}
		return g.field(m, write)
	}
	lo, hi := v.lo, v.hi
	if g.one(8) && elem.class != record && lo == hi {
		if t := g.recastType(elem); t != nil && lo*elem.size%t.size == 0 {
			m.p = &recast{p: m.p, to: t, style: g.n(2)}
			lo = lo * elem.size / t.size
			hi, n = lo, n*elem.size/t.size
			m.elem, elem = t, t
			m.tags |= tagRecast
			if n == 0 && v.obj.size > 0 {
				return nil
			}
		}
	}
	var i val
	if n > 0 {
		if n-hi < 1 || lo < 0 {
			return nil
		}
		i = g.bounded(2+g.n(2), n-hi, true)
	} else {
		i = g.reaching(2+g.n(2), -lo)
	}
	m.tags |= i.tags
	m.index = []expr{i.e}
	switch k := g.n(24); {
	case k == 0 && lo >= 0 && (n == 0 || hi < n):
		m.form, m.index = plain, nil
	case k < 4:
		m.form = star
	case k == 4:
		m.form = throughMacro
		m.tags |= tagMacro
	case k == 5 && !write && v.space == global && g.f == g.p.kernel && !g.writable(v) && elem.class != record:
		m.form = ldg
	case k == 6 && g.one(4):
		m.form = reversed
	case k == 7 && elem.class == record:
		m.form = arrow
		m.p, m.index = &offset{"+", m.p, i.e, elem}, nil
		m.path = []int{g.n(len(elem.fields))}
		m.tags |= tagStruct
	}
	return g.field(m, write)
}

// reaching draws an index that is at least so large.
func (g *gen) reaching(depth int, least int64) val {
	for range 6 {
		x := g.index(depth)
		if x.lo >= least && x.hi < 1<<33 {
			return x
		}
		if x.lo < least && x.lo > -100000 {
			if y, ok := join("+", x, number(least-x.lo)); ok && y.lo >= least && y.hi < 1<<33 {
				return y
			}
		}
		if y, ok := join("&", x, number(1023)); ok && y.lo >= least {
			return y
		}
	}
	return number(max(0, least))
}

func (g *gen) recastType(elem *ctype) *ctype {
	switch elem {
	case tFloat:
		return pickOf(g, []*ctype{tFloat4, tFloat2, tInt, tUChar, tFloat4})
	case tInt, tUInt:
		return pickOf(g, []*ctype{tInt4, tInt2, tFloat, tUChar4, tShort})
	case tDouble:
		return pickOf(g, []*ctype{tDouble2, tFloat2, tLong})
	case tUChar:
		return pickOf(g, []*ctype{tUChar4, tUInt})
	}
	return nil
}

// field chooses what of an element is accessed, and completes the access.
func (g *gen) field(m *memory, write bool) *memory {
	t := m.elem
	if t.class == record {
		m.tags |= tagStruct
		if t.vector {
			m.tags |= tagVector
		}
		if len(m.path) == 0 && (!t.uniform() || g.one(2)) {
			m.path = []int{g.n(len(t.fields))}
		}
	}
	for _, f := range m.path {
		t = t.fields[f].typ
	}
	m.typ = t
	m.tags |= typeTags(t)
	return m
}

// load is the value of an access of a scalar.
func (g *gen) load() (val, bool) {
	for range 5 {
		m := g.access(false)
		if m == nil {
			return val{}, false
		}
		if m.typ.class == record {
			continue
		}
		v := val{e: m, t: m.typ, tags: m.tags | tagData}
		if m.typ.class == integer {
			v.lo, v.hi = 0, 63
		}
		return v, true
	}
	return val{}, false
}

// value draws something to store in type t.
func (g *gen) value(t *ctype) val {
	switch k := g.n(10); {
	case k < 5:
		if v, ok := g.load(); ok {
			return v
		}
	case k < 7 && len(g.floats) > 0:
		v := pickOf(g, g.floats)
		return val{e: &use{v}, t: v.typ, tags: v.tags}
	case k == 7 && t.class == floating:
		if v, ok := g.load(); ok && v.t.class == floating {
			w := g.value(t)
			return val{e: &binary{pickOf(g, []string{"+", "*", "-"}), v.e, w.e, common(v.t, w.t)}, t: common(v.t, w.t)}
		}
	case k == 8:
		return g.index(1)
	}
	if t.class == floating {
		return val{e: &literal{5, tFloat, pickOf(g, []string{"1.0f", "0.f", "2.5f"})}, t: tFloat}
	}
	return number(int64(g.n(10)))
}
