package trace

import (
	"slices"

	"github.com/cudalint/cudalint/indexmath"
)

// Budgets in steps.
const (
	defaultSteps = 5000 // of the run that gives the numbers
	probeSteps   = 250  // of one warp in the runs that only compare
	leastSteps   = 60   // of one warp at least
	reachWarps   = 8    // warps, about, whose reaches are noted
	alikeWarps   = 8    // warps that stand for all where no guard tells warps apart
)

// Run replays the program under an execution configuration and gives what its accesses cost, by Access.ID.
//
// The numbers come from one set of values for the unknown uniform symbols, large and round ones. Then a few warps are run again under
// other values, to learn which numbers rest on them. An access that no warp executed because of guards over unknown values is
// looked for once more with these guards taken as true.
func Run(p *Program, s Shape, o Options) []Cost {
	r := newRunner(p, s, o)
	r.full()
	r.missing()
	costs := r.costs()
	if !o.Quick {
		r.compare(costs)
		r.open(costs)
	}
	return costs
}

// runner runs one program under one shape.
type runner struct {
	*walker
	shape   Shape
	sampled axes   // of the block index: those along which only some blocks were run
	lone    []bool // by access: only one block was run for it

	spare      []tally // of probes
	spareLoops []loopTally
}

func newRunner(p *Program, s Shape, o Options) *runner {
	if o.Steps == 0 {
		o.Steps = defaultSteps
	}
	for i := range s.Block {
		s.Block[i] = max(1, s.Block[i])
	}
	if o.Reuse == nil {
		o.Reuse = &Reuse{}
	}
	r := &runner{shape: s}
	plan := o.Reuse.planOf(p, s.Grid)
	r.walker = o.Reuse.walker(&o)
	r.want = make([]bool, len(plan.accesses))
	for id, a := range plan.accesses {
		r.want[id] = a != nil && (o.Only == nil || o.Only(a.access))
	}
	return r
}

// warps is the number of warps of a block.
func (r *runner) warps() int64 {
	return (r.shape.Block[0]*r.shape.Block[1]*r.shape.Block[2] + 31) / 32
}

// bindParams gives the unknown symbols the values of a trial; only names one that alone gets them, the others keep those of round.
func (r *runner) bindParams(t trial, variant int, only func(*indexmath.Sym) bool) {
	for i, s := range r.plan.params {
		u := t
		if only != nil && !only(s) {
			u = round
		}
		v := value(u, s, i, variant)
		if m := r.plan.masks[s]; m != 0 {
			v = maskValue(u, s, m, i, v)
		}
		if r.plan.limits[i] {
			v = beyond
		}
		r.m.BindUniform(s, v)
	}
}

// bindBlock sets the block index.
func (r *runner) bindBlock(index [3]int64) {
	for _, s := range r.plan.syms {
		if s.Kind == indexmath.Block && s.Axis >= 0 && s.Axis < 3 {
			r.m.BindUniform(s, index[s.Axis])
		}
	}
}

// bindWarp sets the lanes' ids and gives the lanes that exist.
func (r *runner) bindWarp(warp int64) uint32 {
	b := r.shape.Block
	var ids [3]indexmath.Value
	active := uint32(0)
	for l := range int64(32) {
		n := warp*32 + l
		if n < b[0]*b[1]*b[2] {
			active |= 1 << l
		}
		ids[0].V[l], ids[1].V[l], ids[2].V[l] = n%b[0], n/b[0]%b[1], n/(b[0]*b[1])
	}
	for _, s := range r.plan.syms {
		if s.Kind == indexmath.Thread && s.Axis >= 0 && s.Axis < 3 {
			v := &ids[s.Axis]
			v.Known = ^uint32(0)
			r.m.Bind(s, v)
		}
	}
	return active
}

// full is the run for the numbers.
func (r *runner) full() {
	n := variants(r.plan.params)
	r.bindParams(round, 0, nil)
	warps := r.warpSamples()
	chosen := r.blockSamples(r.shape.Grid, len(warps))
	r.sampled = chosen.sampled
	blocks := chosen.along
	units := n * len(blocks[0]) * len(blocks[1]) * len(blocks[2]) * len(warps)
	r.limit = 4 * r.opt.Steps
	per := max(leastSteps, r.opt.Steps/units)
	every := max(1, len(warps)/reachWarps)
	order := chosen.inOrder()
	for variant := range n {
		r.bindParams(round, variant, nil)
		for k, b := range order {
			r.bindBlock([3]int64{b[0].index, b[1].index, b[2].index})
			weight := b[0].weight * b[1].weight * b[2].weight
			for i, warp := range warps {
				r.block = weight * warp.weight / float64(n)
				r.allow = per
				r.mode.reaches = variant == 0 && k == 0 && i%every == 0
				r.warp(r.bindWarp(warp.index))
			}
		}
	}
	r.mode.reaches = false
}

// warpSamples chooses the warps to run: all of them, unless no guard or loop bound that is decided exactly depends on the lane and
// there are many. Then some stand for all, of all residues of small powers of two; the last one, which may be partial, for itself.
func (r *runner) warpSamples() []sample {
	n := r.warps()
	var list []sample
	if n <= alikeWarps || r.plan.laneGuards {
		for i := range n {
			list = append(list, sample{i, 1})
		}
		return list
	}
	part := n / alikeWarps
	for i := range int64(alikeWarps) {
		list = append(list, sample{i*(n-1)/alikeWarps + i%part, float64(n-1) / alikeWarps})
	}
	return append(list, sample{n - 1, 1})
}

// missing runs again for the accesses that nothing executed, with bounded guards taken as true: in a block of the interior, and where
// nothing executes them there, as behind `seen[i] && blockIdx.x != 1`, in others.
func (r *runner) missing() {
	if !r.plan.bounded && !r.plan.dataBlocks {
		return
	}
	all := r.want
	want := slices.Clone(all)
	if !r.absent(want) {
		return
	}
	r.lone, r.want = slices.Clone(want), want
	loops := slices.Clone(r.loops)
	r.force = true
	r.bindParams(round, 0, nil)
	r.block = 1
	for _, n := range r.shape.Grid {
		r.block *= float64(max(1, n))
	}
	r.steps, r.limit = 0, r.opt.Steps
	for _, index := range r.places() {
		r.bindBlock(index)
		for warp := range r.warps() {
			r.allow = probeSteps
			r.warp(r.bindWarp(warp))
		}
		if !r.absent(want) {
			break
		}
	}
	r.force = false
	for i := range loops {
		if loops[i].instances > 0 {
			r.loops[i] = loops[i]
		}
	}
	r.want = all
}

// absent keeps the accesses that nothing has executed, and tells whether there are any.
func (r *runner) absent(want []bool) bool {
	some := false
	for id := range want {
		want[id] = want[id] && r.tallies[id].requests == 0
		some = some || want[id]
	}
	return some
}

// places is a block in the interior, then, along each axis that matters, its neighbours, the first and the last.
func (r *runner) places() [][3]int64 {
	list := [][3]int64{r.middle()}
	for axis, n := range r.shape.Grid {
		if !slices.ContainsFunc(r.plan.syms, func(s *indexmath.Sym) bool { return s.Kind == indexmath.Block && s.Axis == axis }) {
			continue
		}
		at := r.middle()
		m := at[axis]
		for _, i := range []int64{m - 1, m + 1, 0, n - 1} {
			if i >= 0 && (n == 0 || i < n) {
				at[axis] = i
				if !slices.Contains(list, at) {
					list = append(list, at)
				}
			}
		}
	}
	return list
}

// middle is a block in the interior.
func (r *runner) middle() [3]int64 {
	var index [3]int64
	for axis, n := range r.shape.Grid {
		index[axis] = interiorBlock
		if n > 0 {
			index[axis] = n / 2
		}
	}
	return index
}

// costs makes the result of what was added up.
func (r *runner) costs() []Cost {
	costs := make([]Cost, len(r.plan.accesses))
	for id, a := range r.plan.accesses {
		if a == nil || !r.want[id] {
			continue
		}
		t, c := &r.tallies[id], &costs[id]
		c.Requests = t.requests
		c.ByTrip, c.TripsKnown = r.trips(a.loop)
		c.Innermost = c.ByTrip
		if a.loop != nil {
			if around, _ := r.trips(a.loop.outer); around > 0 {
				c.Innermost /= around
			}
		}
		if t.requests == 0 {
			if c.Blocked = r.barrier(a); t.muted {
				c.Blocked = r.unknownOf(a.loop)
			}
			continue
		}
		c.Lanes = t.lanes / t.requests
		c.Guards, c.Bounds = t.guards, t.bounds
		if c.Blocked = obstacle(a.access); c.Blocked != "" {
			continue
		}
		if t.unknown {
			c.Blocked = r.blocker(a.access)
			continue
		}
		c.Known = true
		c.Actual, c.Ideal, c.Settled = t.actual/t.requests, t.ideal/t.requests, t.settled/t.requests
		c.Witness = t.witness
		c.Misaligned = t.misalignment(a.access)
		c.Forced = r.lone != nil && r.lone[id]
		c.Sampled = t.varied && a.open&r.sampled != 0 || a.open != 0 && r.lone != nil && r.lone[id]
		for l := a.loop; l != nil && (t.mixed || t.uneven); l = l.outer {
			c.Sampled = c.Sampled || r.loops[l.number].skipped
		}
		if t.shifted != t.actual {
			c.rest(BaseAlignment)
		}
		if t.bounded {
			c.Verdict = c.Settled >= costly*c.Ideal
			c.rest(r.blocker(a.access))
		}
		if t.muted {
			c.rest(r.unknownOf(a.loop))
		}
		if a.group >= 0 {
			r.reaches[r.plan.groups[a.group].first+a.member].into(&c.Reach)
		}
	}
	return costs
}

func (r *reach) into(c *Reach) {
	if r.weight > 0 {
		c.Footprint = r.sectors / r.weight
		c.Used = r.used / r.fetched
	}
}

// rest adds a name to what the numbers rest on.
func (c *Certainty) rest(name string) {
	c.Assumed = true
	if !slices.Contains(c.Rests, name) {
		c.Rests = append(c.Rests, name)
	}
}

// misalignment is that of the requests seen.
func (t *tally) misalignment(a *Access) Misalignment {
	sure := a.Base != nil && a.Base.Align >= int64(a.Width)
	switch {
	case t.offAnyway || t.off && sure:
		return AlwaysOff
	case t.off:
		return OffIfBase
	case a.Base != nil && a.Base.Align > 0 && !sure:
		return MaybeOff
	}
	return Aligned
}

// trips is the product of the mean iterations of a loop and those around it.
func (r *runner) trips(l *loopStep) (float64, bool) {
	product, known := 1.0, true
	for ; l != nil; l = l.outer {
		t := &r.loops[l.number]
		if t.instances > 0 {
			product *= t.iterations / t.instances
		}
		known = known && !t.guessed
	}
	return product, known
}

// unknownOf names what the number of iterations rests on.
func (r *runner) unknownOf(l *loopStep) string {
	for ; l != nil; l = l.outer {
		if !l.first {
			continue
		}
		for _, s := range l.loop.Cond.Syms() {
			if s.Kind == indexmath.Param {
				return s.Name
			}
		}
	}
	return "trip count"
}

// barrier names what keeps all lanes away from an access that none executed.
func (r *runner) barrier(a *accessStep) string {
	closed := (*side)(nil)
	for s := a.under; s != nil; s = s.outer {
		if !r.entered[s.number] {
			closed = s
		}
	}
	if closed == nil {
		return "no lane reaches it"
	}
	if _, ok := closed.holds.Const(); ok || !closed.holds.Known() {
		return "a condition that never holds"
	}
	return closed.holds.Brief() + " holds in no lane"
}

// blocker names the first symbol in an access's address, or in that of its other side, that the text does not tell.
func (r *runner) blocker(a *Access) string {
	syms := a.Offset.Syms()
	if a.Peer != nil {
		syms = append(syms, a.Peer.Offset.Syms()...)
	}
	for _, s := range syms {
		if s.Kind == indexmath.Data && s.Name != "" {
			return s.Name
		}
	}
	for _, s := range syms {
		if r.plan.taints[s]&byData != 0 && s.Name != "" {
			return s.Name
		}
	}
	for _, s := range syms {
		if s.Kind == indexmath.Carried && s.Name != "" {
			return s.Name
		}
	}
	return "unknown value"
}
