package kernelgen

func (m *machine) declare(s *declare, live mask) {
	v := s.v
	delete(m.alias, v)
	if s.init == nil {
		if c := m.cells[v]; c == nil {
			m.of(v)
		}
		return
	}
	if v.typ.class == record {
		m.moveRecord(m.of(v), s.init, live)
		return
	}
	x := m.converted(s.init, v.typ, live)
	c := m.of(v)[0]
	live.each(func(t int) { c[t] = x[t] })
}

// moveRecord copies a record to a local variable.
func (m *machine) moveRecord(to []lanes, from expr, live mask) {
	switch e := from.(type) {
	case *memory:
		at := m.address(e, live)
		m.load(e, at, live)
		for i, f := range e.typ.fields {
			live.each(func(t int) { to[i][t] = m.content(at[t]+f.offset, f.typ) })
		}
	case *use:
		for i, c := range m.of(e.v) {
			live.each(func(t int) { to[i][t] = c[t] })
		}
	default:
		panic("no such record")
	}
}

func (m *machine) assign(s *assign, live mask) {
	switch to := s.to.(type) {
	case *memory:
		if to.typ.class == record {
			if _, ok := s.x.(*memory); ok {
				scratch := make([]lanes, len(to.typ.fields))
				for i := range scratch {
					scratch[i] = make(lanes, m.n)
				}
				m.moveRecord(scratch, s.x, live)
			}
			at := m.address(to, live)
			m.store(to, at, make(lanes, m.n), live)
			return
		}
		if s.op == "=" {
			x := m.converted(s.x, to.typ, live)
			m.store(to, m.address(to, live), x, live)
			return
		}
		at := m.address(to, live)
		old := m.load(to, at, live)
		m.store(to, at, m.compound(s, to.typ, old, live), live)
	case *use:
		c := m.of(to.v)
		switch {
		case to.v.typ.class == record:
			m.moveRecord(c, s.x, live)
		case to.v.typ.class == pointer:
			m.assignPointer(s, to.v, c[0], live)
		default:
			m.set(s, to.v.typ, c[0], live)
		}
	case *element:
		c := m.of(to.v)
		if to.v.typ.class == record {
			m.set(s, typeOf(to), c[to.field], live)
			return
		}
		i := m.eval(to.index, live)
		old := make(lanes, m.n)
		live.each(func(t int) { old[t] = c[inside(i[t], len(c))][t] })
		m.set(s, to.v.typ, old, live)
		live.each(func(t int) { c[i[t]][t] = old[t] })
	}
}

// set changes a scalar.
func (m *machine) set(s *assign, t *ctype, c lanes, live mask) {
	var x lanes
	if s.op == "=" {
		x = m.converted(s.x, t, live)
	} else {
		x = m.compound(s, t, c, live)
	}
	live.each(func(i int) { c[i] = x[i] })
}

func (m *machine) assignPointer(s *assign, v *variable, c lanes, live mask) {
	size := v.typ.elem.size
	switch s.op {
	case "=":
		x := m.eval(s.x, live)
		live.each(func(t int) { c[t] = x[t] })
	case "++":
		live.each(func(t int) { c[t] += size })
	case "--":
		live.each(func(t int) { c[t] -= size })
	default:
		x := m.eval(s.x, live)
		live.each(func(t int) {
			if s.op == "-=" {
				c[t] -= x[t] * size
				return
			}
			c[t] += x[t] * size
		})
	}
}

// compound is what a compound assignment, ++ or -- leaves in something of type t.
func (m *machine) compound(s *assign, t *ctype, old lanes, live mask) lanes {
	out := make(lanes, m.n)
	if t.class == floating {
		x := old
		if s.op != "++" && s.op != "--" {
			x = m.eval(s.x, live)
		}
		live.each(func(i int) { out[i] = int64(hash(old[i], x[i])) })
		return out
	}
	one := lanes(nil)
	op := s.op[:len(s.op)-1]
	in := s.typ
	if s.op == "++" || s.op == "--" {
		one = make(lanes, m.n)
		fill(one, 1)
		in = t.promoted()
	}
	x := one
	shift := op == "<<" || op == ">>"
	switch {
	case x != nil:
	case shift:
		in = t.promoted()
		x = m.eval(s.x, live)
	default:
		x = m.converted(s.x, in, live)
	}
	if in.class == floating {
		live.each(func(i int) { out[i] = convert(int64(hash(old[i], x[i])), in, t) })
		return out
	}
	live.each(func(i int) { out[i] = convert(compute(op, in, convert(old[i], t, in), x[i]), in, t) })
	return out
}

// call runs a function's body in the live threads.
func (m *machine) call(c *call, live mask) lanes {
	f := c.f
	args := make([]lanes, len(f.params))
	for i, v := range f.params {
		if !v.ref {
			args[i] = m.converted(c.args[i], v.typ, live)
		}
	}
	for i, v := range f.params {
		if v.ref {
			m.alias[v] = c.args[i].(*use).v
			continue
		}
		cell := m.of(v)[0]
		live.each(func(t int) { cell[t] = args[i][t] })
	}
	outer, up := m.frame, m.chain
	m.frame = &callFrame{f: f, returned: m.none(), result: make(lanes, m.n)}
	if !f.lambda {
		m.chain = m.chain.to(c)
	}
	for i, v := range f.tmpl {
		m.setAll(v, c.consts[i])
	}
	m.exec(f.body, live)
	out := m.frame.result
	m.frame, m.chain = outer, up
	return out
}
