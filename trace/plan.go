package trace

import (
	"github.com/cudalint/cudalint/indexmath"
)

// plan is a program made ready to be walked: every expression is a root of one compiled code, every loop, scope and access has a
// number, and every symbol is known by what it varies over. It is read-only once built.
type plan struct {
	program *Program
	code    *indexmath.Code
	body    []step

	loops    []*loopStep
	accesses []*accessStep
	groups   []group
	top      []int // groups outside loops
	extent

	syms       []*indexmath.Sym // in order of first appearance
	taints     map[*indexmath.Sym]taint
	params     []*indexmath.Sym // the unknown uniform ones
	limits     []bool           // by param: it only bounds products of others
	masks      map[*indexmath.Sym]indexmath.Mask
	blocks     [3]blockUse
	bounded    bool // there is a guard of that class
	dataBlocks bool // there is a guard over data and the block's index
	laneGuards bool // a guard of class exact depends on the lane
}

// extent is how many there are of what a walker keeps something for.
type extent struct {
	frames  int // loops and scopes
	members int // of all groups
	sides   int // of Ifs and loops
	size    int // steps that one warp takes, about
}

// step is a node with its expressions replaced by root numbers.
type step interface{}

// root is the number of an expression in the compiled code; noRoot is the expression that says nothing.
type root int

const noRoot root = -1

type accessStep struct {
	access *Access
	offset root
	peer   root // offset of the other side of a copy
	taint  taint
	under  *side     // innermost, or nil
	open   axes      // of the block index: only running all blocks along them tells what it costs
	loop   *loopStep // innermost, or nil
	group  int       // index into plan.groups, -1 for none
	member int       // position in the group
}

// side is a part of the program that runs under a condition: one side of an If, or the body of a loop.
type side struct {
	number int // in walker.entered
	holds  indexmath.Expr
	outer  *side
}

type ifStep struct {
	guard
	then, els          []step
	thenSide, elseSide *side
	thenEnds, elseEnds bool // no lane gets to the end of that side
}

type guard struct {
	cond    root
	class   class
	holds   indexmath.Expr
	refuted indexmath.Expr // the negation
}

// class says how a condition is decided.
type class uint8

const (
	exact   class = iota // by ids and loop counters alone; where Data is involved, perhaps not at all
	bounded              // by ids or loop counters and unknown uniform values: under assumed values
	free                 // by unknown uniform values alone: both ways are taken
)

type varStep struct {
	v          *Var
	init, next root
	self       root // the symbol itself
	mode       varMode
	stride     root // of a linear one: Next - Sym

	slot, outSlot indexmath.Slot // of a loop's variable: those of Sym and Out
}

// varMode says how the value in a later iteration can be had without running those before it.
type varMode uint8

const (
	wild   varMode = iota // not at all
	linear                // start + iteration * stride
	lagged                // Next, evaluated for the iteration before
)

type loopStep struct {
	loop   *Loop
	outer  *loopStep // innermost loop around it, or nil
	number int       // in plan.loops
	frame  int
	guard  // its Cond
	vars   []varStep
	body   []step
	side   *side
	first  bool // only the first iteration counts: see firstOnly
	closed bool // no lane leaves it but through Cond, and Cond depends on linear variables and what is fixed outside
	lags   bool // some variable is lagged
	wild   bool // some variable is wild
	groups []int
}

type scopeStep struct {
	scope *Scope
	frame int
	outs  []varStep // next only
	body  []step
}

type leaveStep struct {
	frame  int // of the target; 0 is the kernel
	again  bool
	scope  bool // the target is a scope
	values []root
}

// ends tells whether the last step leaves for certain.
func ends(steps []step) bool {
	if len(steps) == 0 {
		return false
	}
	switch s := steps[len(steps)-1].(type) {
	case *leaveStep:
		return true
	case *ifStep:
		return s.thenEnds && s.elseEnds
	}
	return false
}

// taint is the set of things that a value depends on: kinds, and above them the unknown uniform symbols one by one.
type taint uint64

const (
	byLane taint = 1 << iota
	byBlockX
	byBlockY
	byBlockZ
	byParam
	byData
	byLoop // it changes from one iteration to the next

	firstParam
	kinds    = firstParam - 1
	byBlocks = byBlockX | byBlockY | byBlockZ
)

// paramTaint is that of the i-th unknown uniform symbol; the last bit is for all that have none of their own.
func paramTaint(i int) taint { return byParam | firstParam<<min(i, 63-7) }

// levels of binding, for Compile: what is rebound more often is higher. A loop in context d (the kernel's body is context 0) binds
// its variables at loopLevel(d); what a loop or scope in context d leaves behind is bound at outLevel(d).
const (
	paramLevel  = 0
	blockLevel  = 1
	threadLevel = 2
)

func outLevel(context int) int  { return 3 + 2*context }
func loopLevel(context int) int { return 4 + 2*context }

// planner builds a plan.
type planner struct {
	*plan
	roots   []indexmath.Expr
	index   map[indexmath.Expr]root
	levels  map[*indexmath.Sym]int
	live    map[*indexmath.Sym]bool // symbols that an address or a condition depends on
	context int
	loop    *loopStep
	under   *side
	frameOf map[Node]int
}

func newPlan(p *Program, grid [3]int64) *plan {
	b := &planner{
		plan:    &plan{program: p, accesses: make([]*accessStep, len(p.Accesses)), extent: extent{frames: 1}},
		index:   map[indexmath.Expr]root{},
		levels:  map[*indexmath.Sym]int{},
		frameOf: map[Node]int{},
	}
	b.taint(p.Body)
	b.findLive()
	b.body = b.steps(p.Body)
	b.group()
	b.findLimits()
	b.useOfBlocks(grid)
	b.code = indexmath.Compile(b.roots, func(s *indexmath.Sym) int { return b.levels[s] })
	for _, l := range b.loops {
		for i := range l.vars {
			v := &l.vars[i]
			v.slot, v.outSlot = b.code.Slot(v.v.Sym), b.code.Slot(v.v.Out)
		}
	}
	return b.plan
}

func (b *planner) root(e indexmath.Expr) root {
	if !e.Known() {
		return noRoot
	}
	if r, ok := b.index[e]; ok {
		return r
	}
	r := root(len(b.roots))
	b.roots = append(b.roots, e)
	b.index[e] = r
	for _, s := range e.Syms() {
		switch s.Kind {
		case indexmath.Thread:
			b.levels[s] = threadLevel
		case indexmath.Block:
			b.levels[s] = blockLevel
		}
	}
	return r
}

func (b *planner) guard(e indexmath.Expr) guard {
	g := guard{cond: b.root(e), holds: e, refuted: indexmath.LNot(e)}
	t := b.taintOf(e)
	switch {
	case t&byParam == 0:
		g.class = exact
		b.laneGuards = b.laneGuards || t&byLane != 0
		b.dataBlocks = b.dataBlocks || t&byData != 0 && t&byBlocks != 0
	case t&kinds == byParam:
		g.class = free
	default:
		g.class = bounded
		b.bounded = true
	}
	return g
}

func (b *planner) steps(nodes []Node) []step {
	steps := make([]step, 0, len(nodes))
	b.size += len(nodes) << min(4*b.context, 32) // 16 iterations of each loop
	for _, n := range nodes {
		steps = append(steps, b.step(n))
	}
	return steps
}

func (b *planner) step(n Node) step {
	switch n := n.(type) {
	case *Access:
		a := &accessStep{access: n, offset: b.root(n.Offset), peer: noRoot, taint: b.taintOf(n.Offset), under: b.under, loop: b.loop, group: -1}
		if n.Peer != nil {
			a.peer = b.root(n.Peer.Offset)
			a.taint |= b.taintOf(n.Peer.Offset)
		}
		if n.ID >= len(b.accesses) {
			b.accesses = append(b.accesses, make([]*accessStep, n.ID+1-len(b.accesses))...)
		}
		b.accesses[n.ID] = a
		return a
	case *If:
		s := &ifStep{guard: b.guard(n.Cond)}
		s.thenSide, s.then = b.inSide(s.holds, n.Then)
		s.elseSide, s.els = b.inSide(s.refuted, n.Else)
		s.thenEnds, s.elseEnds = ends(s.then), ends(s.els)
		return s
	case *Loop:
		return b.loopStep(n)
	case *Scope:
		s := &scopeStep{scope: n, frame: b.newFrame(n)}
		for _, v := range n.Outs {
			if !b.carries(v) {
				continue
			}
			b.levels[v.Out] = outLevel(b.context)
			s.outs = append(s.outs, varStep{v: v, next: b.root(v.Next)})
		}
		s.body = b.steps(n.Body)
		return s
	case *Leave:
		s := &leaveStep{again: n.Again}
		if n.Target != nil {
			s.frame = b.frameOf[n.Target]
			_, s.scope = n.Target.(*Scope)
		}
		vars := varsOf(n.Target)
		for i, e := range n.Values {
			if i < len(vars) && b.carries(vars[i]) {
				s.values = append(s.values, b.root(e))
			}
		}
		return s
	}
	panic("trace: unknown node")
}

// inSide makes the steps of a side.
func (b *planner) inSide(holds indexmath.Expr, nodes []Node) (*side, []step) {
	s := &side{b.sides, holds, b.under}
	b.sides++
	b.under = s
	steps := b.steps(nodes)
	b.under = s.outer
	return s, steps
}

func (b *planner) newFrame(n Node) int {
	f := b.frames
	b.frames++
	b.frameOf[n] = f
	return f
}

func (b *planner) loopStep(n *Loop) *loopStep {
	s := &loopStep{loop: n, outer: b.loop, number: len(b.loops), frame: b.newFrame(n), guard: b.guard(n.Cond)}
	b.loops = append(b.loops, s)
	for _, v := range n.Vars {
		if !b.carries(v) {
			continue
		}
		b.levels[v.Sym] = loopLevel(b.context)
		if v.Out != nil {
			b.levels[v.Out] = outLevel(b.context)
		}
		s.vars = append(s.vars, varStep{v: v, init: b.root(v.Init), next: b.root(v.Next), self: b.root(v.Sym.Expr()), stride: noRoot})
	}
	b.classify(s)
	s.first = b.firstOnly(s)
	b.loop = s
	b.context++
	s.side, s.body = b.inSide(s.holds, n.Body)
	b.context--
	b.loop = s.outer
	return s
}

// classify finds the closed forms of a loop's variables.
func (b *planner) classify(s *loopStep) {
	inside := boundInside(s.loop)
	for i := range s.vars {
		v := &s.vars[i]
		d := indexmath.Sub(v.v.Next, v.v.Sym.Expr())
		if v.v.Next.Known() && d.Known() && !holdsAny(d, inside) && b.taintOf(d)&byData == 0 {
			v.mode, v.stride = linear, b.root(d)
		}
	}
	unfixed := map[*indexmath.Sym]bool{}
	for sym := range inside {
		unfixed[sym] = true
	}
	for _, v := range s.vars {
		if v.mode == linear {
			delete(unfixed, v.v.Sym)
		}
	}
	for i := range s.vars {
		v := &s.vars[i]
		if v.mode == wild && v.v.Next.Known() && !holdsAny(v.v.Next, unfixed) {
			v.mode = lagged
			s.lags = true
		}
		s.wild = s.wild || v.mode == wild
	}
	s.closed = s.loop.Cond.Known() && b.taintOf(s.loop.Cond)&byData == 0 && !holdsAny(s.loop.Cond, unfixed) &&
		onlyEndsByCond(s.loop, s.loop.Body)
}

// boundInside is the set of symbols that are bound by the loop or within it.
func boundInside(l *Loop) map[*indexmath.Sym]bool {
	set := map[*indexmath.Sym]bool{}
	var add func(nodes []Node)
	add = func(nodes []Node) {
		for _, n := range nodes {
			switch n := n.(type) {
			case *If:
				add(n.Then)
				add(n.Else)
			case *Loop:
				for _, v := range n.Vars {
					set[v.Sym] = true
					set[v.Out] = true
				}
				add(n.Body)
			case *Scope:
				for _, v := range n.Outs {
					set[v.Out] = true
				}
				add(n.Body)
			}
		}
	}
	add(l.Body)
	for _, v := range l.Vars {
		set[v.Sym] = true
	}
	return set
}

func holdsAny(e indexmath.Expr, set map[*indexmath.Sym]bool) bool {
	for _, s := range e.Syms() {
		if set[s] {
			return true
		}
	}
	return false
}

// onlyEndsByCond tells whether no Leave in nodes leaves l, or goes on with other values than the end of its body.
func onlyEndsByCond(l *Loop, nodes []Node) bool {
	inside := map[Node]bool{}
	var check func(nodes []Node) bool
	check = func(nodes []Node) bool {
		for _, n := range nodes {
			ok := true
			switch n := n.(type) {
			case *If:
				ok = check(n.Then) && check(n.Else)
			case *Loop:
				inside[n] = true
				ok = check(n.Body)
			case *Scope:
				inside[n] = true
				ok = check(n.Body)
			case *Leave:
				ok = n.Target != nil && inside[n.Target] || n.Target == Node(l) && n.Again && sameAsNext(l, n)
			}
			if !ok {
				return false
			}
		}
		return true
	}
	return check(nodes)
}

func sameAsNext(l *Loop, n *Leave) bool {
	for i, e := range n.Values {
		if i < len(l.Vars) && !e.Equal(l.Vars[i].Next) {
			return false
		}
	}
	return len(n.Values) == len(l.Vars)
}
