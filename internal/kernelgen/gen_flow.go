package kernelgen

// inside writes statements under a construct.
func (g *gen) inside(tg tags, n int) []stmt {
	even, base := g.even, g.base
	g.even, g.base = false, g.base|tg
	list := g.stmts(n)
	g.even = even
	if g.base&tagReturn != 0 { // what decides whether it returns decides what follows
		base |= g.base & (tagReturn | tagData | tagDataGuard)
	}
	g.base = base
	return list
}

func (g *gen) guard() val {
	if g.one(12) {
		if x, ok := g.load(); ok {
			c, _ := join(pickOf(g, []string{">", "<", "!="}), x, number(int64(g.n(30))))
			if x.t.class == floating {
				c.e.(*binary).typ = x.t
			}
			c.tags |= tagDataGuard
			return c
		}
	}
	return g.cond(2)
}

func (g *gen) branch() []stmt {
	c := g.guard()
	tg := c.tags | tagGuard
	s := &branch{cond: c.e, then: g.inside(tg, 1+g.n(3)), bare: g.one(4)}
	if s.bare && len(s.then) == 1 {
		switch s.then[0].(type) {
		case *declare, *loop:
			s.bare = false
		}
	}
	if g.one(3) {
		if g.one(3) {
			d := g.guard()
			s.els = []stmt{&branch{cond: d.e, then: g.inside(tg|d.tags, 1+g.n(2))}}
		} else {
			s.els = g.inside(tg, 1+g.n(2))
		}
	}
	return []stmt{s}
}

func (g *gen) earlyReturn() []stmt {
	if g.f.result != nil || g.even && g.depth == 1 && g.one(2) {
		return nil
	}
	c := g.guard()
	g.base |= tagReturn | c.tags
	g.even = false
	if g.inLoop == 1 && g.one(2) {
		g.base |= tagBreak
		return []stmt{&branch{cond: c.e, then: []stmt{&leave{pickOf(g, []string{"break", "continue"})}}, bare: g.one(2)}}
	}
	return []stmt{&branch{cond: c.e, then: []stmt{&giveBack{}}, bare: g.one(2)}}
}

// counter is a for loop's head.
type counter struct {
	v     *variable
	init  val
	cond  expr
	post  stmt
	trips int64
	tags  tags
}

func (g *gen) counter() *counter {
	v := &variable{name: g.name("j"), typ: pickOf(g, []*ctype{tInt, tInt, tInt, tInt, tUInt, tSize, tLong}), fixed: true}
	c := &counter{v: v, tags: tagLoop}
	start := number(int64(pickOf(g, []int{0, 0, 0, 0, 1, 2, 5})))
	if g.one(3) {
		start = g.index(1)
		if start.lo < 0 || start.hi > 5000 {
			start = number(0)
		}
	}
	step := number(pickOf(g, []int64{1, 1, 1, 1, 2, 3, 4, 8, 16, 32}))
	switch k := g.n(12); {
	case k < 6: // up
		end := start.lo + step.lo*int64(1+g.n(9)) - g.r.Int64N(step.lo)
		bound := number(end)
		if g.one(4) {
			b := g.index(1)
			if b.hi-start.lo <= 12*step.lo && b.lo >= 0 {
				bound = b
				c.tags |= tagDependent
			}
		}
		if start.hi > bound.hi+1000 {
			start = number(0)
		}
		op := "<"
		if g.one(5) {
			op = "<="
		}
		e, _ := join(op, val{&use{v}, v.typ, 0, 0, 0}, bound)
		c.cond = e.e
		c.tags |= start.tags | bound.tags
		v.lo, v.hi = start.lo, max(start.lo, bound.hi)
		c.trips = max(0, bound.hi-start.lo)/step.lo + 1 // of a loop that never runs, one
		c.post = g.advance(v, step)
	case k < 8: // down
		n := int64(1 + g.n(9))
		start = number(n*step.lo - 1)
		if !v.typ.signed {
			v.typ = tInt
		}
		e, _ := join(">=", val{&use{v}, v.typ, 0, 0, 0}, number(0))
		c.cond = e.e
		v.lo, v.hi = 0, start.lo
		c.trips = n
		c.post = &assign{to: &use{v}, op: "-=", x: step.e, typ: common(v.typ, tInt)}
		if step.lo == 1 {
			c.post = &assign{to: &use{v}, op: "--"}
		}
	case k < 9: // halving
		n := pickOf(g, []int64{4, 8, 16, 32, 64, 128})
		if g.one(2) {
			n = pickOf(g, []int64{3, 10, 25, 100})
		}
		start = number(n)
		e, _ := join(">", val{&use{v}, v.typ, 0, 0, 0}, number(0))
		c.cond = e.e
		c.tags |= tagGeometric
		v.lo, v.hi = 1, n
		for ; n > 0; n /= 2 {
			c.trips++
		}
		c.post = &assign{&use{v}, pickOf(g, []string{">>=", "/="}), nil, v.typ.promoted()}
		a := c.post.(*assign)
		if a.x = number(1).e; a.op == "/=" {
			a.x = number(2).e
			a.typ = common(v.typ, tInt)
		}
	case k < 10: // doubling
		n := pickOf(g, []int64{4, 8, 16, 32, 50, 64, 100})
		start = number(1)
		e, _ := join("<", val{&use{v}, v.typ, 0, 0, 0}, number(n))
		c.cond = e.e
		c.tags |= tagGeometric
		v.lo, v.hi = 1, n
		for i := int64(1); i < n; i *= 2 {
			c.trips++
		}
		c.post = &assign{&use{v}, pickOf(g, []string{"<<=", "*="}), number(1).e, v.typ.promoted()}
		if a := c.post.(*assign); a.op == "*=" {
			a.x, a.typ = number(2).e, common(v.typ, tInt)
		}
	default: // over the grid
		return g.gridStride(c)
	}
	c.init = start
	return c
}

func (g *gen) advance(v *variable, step val) stmt {
	if step.lo == 1 && !g.one(4) {
		a := &assign{to: &use{v}, op: "++"}
		if g.one(2) {
			a.x = number(0)
		}
		return a
	}
	return &assign{&use{v}, "+=", step.e, common(v.typ, step.t)}
}

func (g *gen) gridStride(c *counter) *counter {
	v := c.v
	at := func(name string) val { return val{&builtin{name, 0}, tUInt, 0, 1 << 12, 0} }
	base, _ := join("*", at("blockIdx"), at("blockDim"))
	start, _ := join("+", base, at("threadIdx"))
	step, _ := join("*", at("blockDim"), at("gridDim"))
	total := g.grid[0] * g.block[0]
	least := g.least[0]
	bound := number(total*int64(1+g.n(2)) + g.r.Int64N(total) - total/2)
	start.lo, start.hi = 0, total-1
	e, _ := join("<", val{&use{v}, v.typ, 0, 0, 0}, bound)
	c.cond, c.init = e.e, start
	c.post = &assign{&use{v}, "+=", step.e, common(v.typ, tUInt)}
	c.tags |= tagGridStride | tagUnsigned
	v.lo, v.hi = 0, max(bound.hi, start.hi)
	c.trips = bound.hi/least + 1
	return c
}

// loop writes a for loop.
func (g *gen) loop() []stmt {
	c := g.counter()
	if c.trips > 40 || c.trips*g.repeat > 150 {
		return nil
	}
	c.v.tags = g.base | c.tags | typeTags(c.v.typ)
	s := &loop{kind: forLoop, cond: c.cond, post: c.post, init: &declare{v: c.v, init: c.init.e}}
	if g.one(8) {
		s.head = pickOf(g, []string{"#pragma unroll", "#pragma unroll 4", "#pragma unroll 1"})
	}
	s.body = g.body(c, tagLoop|c.tags, 1)
	return []stmt{s}
}

// body writes the body of a loop; c is nil without a counter.
func (g *gen) body(c *counter, tg tags, kind int) []stmt {
	trips := int64(8)
	outer := g.place
	if c != nil {
		trips = c.trips
		g.ints = append(g.ints[:len(g.ints):len(g.ints)], c.v)
	}
	g.repeat *= trips
	g.inLoop = kind
	var last []stmt
	if g.one(3) {
		last = g.stepsInLoop()
	}
	list := g.inside(tg, 1+g.n(3))
	returned := g.base & (tagReturn | tagData | tagDataGuard)
	g.place = outer
	g.base |= returned
	return append(list, last...)
}

// stepsInLoop moves pointers or integers on in each iteration.
func (g *gen) stepsInLoop() []stmt {
	x := number(pickOf(g, []int64{1, 1, 2, 4, 16, 32, 33, 64}))
	if g.one(3) && len(g.constants) > 0 {
		x = pickOf(g, g.constants)
	}
	if x.lo < 0 || x.hi > 2000 {
		x = number(1)
	}
	if v := g.assignable(); v != nil && g.one(2) {
		if _, most := v.typ.bounds(); v.hi+x.hi*g.repeat < most {
			v.hi += x.hi * g.repeat
			v.tags |= tagAssigned | tagLoop | g.base | x.tags
			return []stmt{&assign{&use{v}, "+=", x.e, common(v.typ, x.t)}}
		}
		return nil
	}
	for range 4 {
		if len(g.arrays) == 0 {
			return nil
		}
		v := pickOf(g, g.arrays)
		if v.typ.class != pointer || v.fixed {
			continue
		}
		_, n := elemOf(v)
		if n > 0 && v.hi+x.hi*g.repeat >= n {
			continue
		}
		v.hi += x.hi * g.repeat
		v.tags |= tagStep | tagLoop | g.base | x.tags
		return []stmt{g.step(v, x)}
	}
	return nil
}

// whileLoop writes a while or do loop.
func (g *gen) whileLoop() []stmt {
	if g.repeat > 20 {
		return nil
	}
	start := g.index(1)
	if start.lo < 0 || start.hi > 1000 || g.one(2) {
		start = number(int64(g.n(4)))
	}
	v := &variable{name: g.name("w"), typ: pickOf(g, []*ctype{tInt, tInt, tUInt}), fixed: true}
	c := &counter{v: v, tags: tagLoop | tagWhile | start.tags}
	step := number(pickOf(g, []int64{1, 1, 2, 5, 16}))
	if start.hi > step.lo*20 {
		step = number(start.hi/8 + 1)
	}
	end := start.lo + step.lo*int64(1+g.n(7))
	v.lo, v.hi = start.lo, max(end, start.hi)
	e, _ := join("<", val{&use{v}, v.typ, 0, 0, 0}, number(end))
	kind := whileLoop
	if g.one(3) {
		kind = doLoop
		c.tags = c.tags&^tagWhile | tagDo
	}
	c.trips = 8
	v.tags = g.base | c.tags
	s := &loop{kind: kind, cond: e.e}
	s.body = append(g.body(c, c.tags, 2), &assign{&use{v}, "+=", step.e, common(v.typ, step.t)})
	v.hi += step.hi
	if g.one(3) {
		g.ints = append(g.ints, v)
	}
	return []stmt{&declare{v: v, init: start.e}, s}
}

func (g *gen) switches() []stmt {
	x := g.index(1)
	if x.lo < 0 {
		return nil
	}
	if x.hi > 6 {
		y, ok := join("%", x, number(int64(2+g.n(4))))
		if !ok {
			return nil
		}
		x = y
	}
	s := &pickCase{x: x.e}
	next := int64(0)
	for range 1 + g.n(3) {
		c := oneCase{values: []int64{next}, falls: g.one(5)}
		next++
		if g.one(4) {
			c.values = append(c.values, next)
			next++
		}
		c.body = []stmt{&block{g.caseBody(x.tags)}}
		s.cases = append(s.cases, c)
	}
	if g.one(2) {
		s.cases = append(s.cases, oneCase{body: []stmt{&block{g.caseBody(x.tags)}}})
	}
	return []stmt{s}
}

// caseBody leaves out break and continue, which would be the switch's.
func (g *gen) caseBody(tg tags) []stmt {
	kind := g.inLoop
	g.inLoop = 2
	list := g.inside(tg|tagSwitch, 1+g.n(2))
	g.inLoop = kind
	return list
}
