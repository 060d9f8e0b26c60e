package trace

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
)

// open finds, for the accesses that cost much or may be misaligned, the unknown uniform symbols that their numbers rest on for some
// values at least. The trials of compare try a few values; this reads the expressions, so that no threshold between the values tried
// goes unseen.
//
// An unknown addend that is the same in all lanes shifts a request, which is no change of its pattern: tid*4 + n*k is free of n. In any
// other place it counts: tid*n, tid % n, n > 99 ? tid : 2*tid. So it does where it decides which lanes take part, unless it ends what
// blocks go through, `i < n` for i = blockIdx.x*blockDim.x + threadIdx.x: then all requests but the last are full.
// And it counts in the number of iterations where these differ in cost.
//
// Where the size of the grid is not known, and lanes differ by the block in another way than by a shift, the blocks that were run stand
// for no others: Sampled.
func (r *runner) open(costs []Cost) {
	o := opener{plan: r.plan, lanes: r.lanesOf(), vars: map[*indexmath.Sym]*Var{}, even: map[*indexmath.Sym]*indexmath.Sym{}, stands: map[*indexmath.Sym]*indexmath.Sym{}}
	for axis, n := range r.shape.Grid {
		if n == 0 {
			o.unsized |= byBlockX << axis
		}
	}
	for _, l := range r.plan.loops {
		for _, v := range l.loop.Vars {
			o.vars[v.Sym] = v
		}
	}
	for id, a := range r.plan.accesses {
		c := &costs[id]
		if a == nil || !c.Known || c.Settled < costly*c.Ideal-1e-9 && c.Misaligned == Aligned {
			continue
		}
		o.names, o.taken, o.seen = nil, nil, map[*indexmath.Sym]bool{}
		o.byBlock = false
		if a.taint&(byParam|o.unsized) != 0 {
			o.address(a.access.Offset)
			if a.access.Peer != nil {
				o.address(a.access.Peer.Offset)
			}
		}
		for _, g := range c.Bounds {
			o.guard(g)
		}
		for s := a.under; s != nil; s = s.outer {
			o.guard(s.holds)
		}
		for l := a.loop; l != nil; l = l.outer {
			uneven := o.taintOf(l.loop.Cond)&(byLane|byBlocks) != 0 // some lanes or blocks have more iterations
			if t := &r.tallies[id]; t.mixed || uneven && t.varied {
				o.all(l.loop.Cond)
			}
		}
		c.Open, c.Taken = o.names, o.taken
		c.Sampled = c.Sampled || o.byBlock
	}
}

// lanesOf is the thread's ids as a warp has them: what is the same for all lanes is a symbol that does not vary.
func (r *runner) lanesOf() map[*indexmath.Sym]indexmath.Expr {
	b := r.shape.Block
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range r.plan.syms {
		if s.Kind != indexmath.Thread {
			continue
		}
		whole := int64(1) // threads that share the value, in a row
		for axis := range min(max(s.Axis, 0), 3) {
			whole *= b[axis]
		}
		switch {
		case s.Axis > 0 && whole%gpu.Lanes == 0:
			with[s] = fixed(s, s.Range).Expr()
		case s.Axis == 0 && b[0]%gpu.Lanes == 0 && b[0] > gpu.Lanes:
			warp := fixed(s, indexmath.Between(0, b[0]/gpu.Lanes-1))
			lane := *s
			lane.Range = indexmath.Between(0, gpu.Lanes-1)
			with[s] = indexmath.Add(indexmath.Mul(warp.Expr(), indexmath.Const(gpu.Lanes)), lane.Expr())
		}
	}
	return with
}

// fixed is a symbol in the place of s that is the same for all lanes.
func fixed(s *indexmath.Sym, within indexmath.Interval) *indexmath.Sym {
	return &indexmath.Sym{Name: s.Name, Kind: indexmath.Carried, Range: within}
}

type opener struct {
	*plan
	lanes  map[*indexmath.Sym]indexmath.Expr
	vars   map[*indexmath.Sym]*Var
	even   map[*indexmath.Sym]*indexmath.Sym // what stands for a loop's variable that is the same for all lanes; nil when it is not
	stands map[*indexmath.Sym]*indexmath.Sym // the other way round
	seen   map[*indexmath.Sym]bool
	names  []string
	taken  []string // sentences on some of them

	unsized taint // the axes of the block index along which the grid is not known
	byBlock bool  // lanes differ by one of these
}

// address notes what the pattern of an address, or of a value that is added to one, rests on.
func (o *opener) address(e indexmath.Expr) {
	alone, within := indexmath.Addends(o.perWarp(e))
	for _, s := range within {
		o.note(s)
	}
	for _, s := range alone {
		if s.Kind == indexmath.Carried {
			o.carried(s)
		}
	}
}

// carried notes what a variable of a loop rests on: what it starts with and what is added to it. Of the value that a loop or a scope is
// left with it is everything that decides it.
func (o *opener) carried(s *indexmath.Sym) {
	if o.taint(s)&(byParam|o.unsized) == 0 || o.seen[s] {
		return
	}
	o.seen[s] = true
	v := o.vars[s]
	if v == nil {
		o.note(s)
		return
	}
	o.address(v.Init)
	o.address(indexmath.Sub(indexmath.Uncast(v.Next), s.Expr()))
}

// guard notes what decides which lanes take part.
func (o *opener) guard(e indexmath.Expr) {
	if o.taintOf(e)&(byParam|o.unsized) == 0 {
		return
	}
	over, others := indexmath.Thresholds(indexmath.Uncast(e))
	for _, s := range others {
		o.note(s)
	}
	for _, e := range over {
		d := o.perWarp(e)
		alone, within := indexmath.Addends(d)
		for _, s := range within {
			o.note(s)
		}
		for _, s := range alone {
			if s.Kind == indexmath.Carried {
				o.carried(s)
			}
		}
		if len(alone) > 0 && !o.endsGrid(e) {
			o.all(d)
		}
	}
}

// endsGrid tells whether the sign of d changes in one block and no other, about: with the block index it moves by as much as it does
// within a block, or half of that.
func (o *opener) endsGrid(d indexmath.Expr) bool {
	for range 4 { // loops within loops that start at each other's variables
		with := map[*indexmath.Sym]indexmath.Expr{}
		for _, s := range d.Syms() {
			if v := o.vars[s]; v != nil && s.Varies {
				with[s] = indexmath.Uncast(v.Init)
			}
		}
		if len(with) == 0 {
			break
		}
		d = indexmath.Subst(d, with)
	}
	inBlock := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range d.Syms() {
		if s.Kind != indexmath.Thread {
			inBlock[s] = indexmath.Const(0)
		}
	}
	r := indexmath.Subst(d, inBlock).Range()
	lo, okLo := r.Lo()
	hi, okHi := r.Hi()
	if !okLo || !okHi {
		return false
	}
	for _, s := range d.Syms() {
		if n, ok := indexmath.Stride(d, s).Const(); ok && s.Kind == indexmath.Block && 2*max(n, -n) >= hi-lo {
			return true
		}
	}
	return false
}

// all notes everything unknown in e.
func (o *opener) all(e indexmath.Expr) {
	for _, s := range e.Syms() {
		o.note(s)
	}
}

// note adds the unknown symbols that s is or depends on.
func (o *opener) note(s *indexmath.Sym) {
	t := o.taint(s)
	o.byBlock = o.byBlock || t&o.unsized != 0
	if t&byParam == 0 {
		return
	}
	for i, p := range o.params {
		if t&(paramTaint(i)&^byParam) == 0 || slices.Contains(o.names, p.Name) {
			continue
		}
		o.names = append(o.names, p.Name)
		switch o.masks[p] {
		case indexmath.PowerOfTwo:
			o.taken = append(o.taken, p.Name+" is taken for a power of two")
		case indexmath.LowBits:
			o.taken = append(o.taken, p.Name+" is taken for one less than a power of two")
		}
	}
}

// perWarp is e with the ids of a warp's lanes in the place of the block's, and what is the same for all lanes marked as such.
func (o *opener) perWarp(e indexmath.Expr) indexmath.Expr {
	e = indexmath.Subst(indexmath.Uncast(e), o.lanes)
	var with map[*indexmath.Sym]indexmath.Expr
	for _, s := range e.Syms() {
		if s.Kind == indexmath.Carried && s.Varies {
			if f := o.evenFor(s); f != nil {
				if with == nil {
					with = map[*indexmath.Sym]indexmath.Expr{}
				}
				with[s] = f.Expr()
			}
		}
	}
	return indexmath.Subst(e, with)
}

// evenFor is what stands for a loop's variable that starts alike in all lanes of a warp and goes on alike; nil when it does not.
func (o *opener) evenFor(s *indexmath.Sym) *indexmath.Sym {
	f, done := o.even[s]
	if done {
		return f
	}
	v := o.vars[s]
	if v == nil {
		return nil
	}
	before := maps.Clone(o.even)
	f = fixed(s, s.Range)
	o.even[s] = f // what its next value is tried with
	if o.perWarp(v.Init).Varies() || o.perWarp(v.Next).Varies() {
		o.even = before // what was found by it is void
		f = nil
		o.even[s] = nil
	}
	if f != nil {
		o.stands[f] = s
	}
	return f
}

// taint is what a symbol depends on, one that stands for another like that one.
func (o *opener) taint(s *indexmath.Sym) taint {
	if of := o.stands[s]; of != nil {
		s = of
	}
	return o.taints[s]
}
