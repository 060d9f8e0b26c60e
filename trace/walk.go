package trace

import (
	"math/bits"
	"slices"

	"github.com/cudalint/cudalint/indexmath"
)

// mode is how a walk goes about what is not known.
type mode struct {
	// force treats bounded guards as unknown: both sides are run. Loops with a bounded condition run a few iterations.
	force bool
	// contiguous sample: reaches are noted.
	reaches bool
}

// walker runs a plan warp by warp and adds up what the accesses cost.
//
// Control flow is that of a warp: a mask of active lanes. Where a condition is unknown in some lanes, both sides are run with these
// lanes, which are then speculative: a Leave in such a side ends the side for them, but they go on behind the If, as no more is known
// than that some lanes may have left. The set of speculative lanes is kept for each frame (loop, scope, kernel), because a lane that
// entered a loop speculatively may still leave that loop for certain.
type walker struct {
	plan *plan
	m    *indexmath.Machine
	opt  *Options
	mode

	mute    bool    // what is executed now does not count
	weight  float64 // of what is executed now
	block   float64 // of the block and the values at hand
	allow   int     // steps that the body at hand may take, about
	steps   int     // taken so far
	limit   int     // of steps; beyond it loops stop after one iteration
	frames  []frame // by number; 0 is the kernel
	stack   []int   // numbers of the frames that are being run
	assumed []assumption

	tallies []tally // by access
	loops   []loopTally
	touched []touched
	reaches []reach
	want    []bool // accesses to judge
	entered []bool // sides that some lane was in, by number

	counts, useful []int32
	patterns       patterns
}

// frame is a loop or scope that is being run.
type frame struct {
	spec  uint32 // lanes that are speculative in the side being run, as far as it is inside this frame
	again uint32 // lanes that went on with the next iteration early
	left  uint32 // lanes that left early
	doubt uint32 // lanes that may have left the loop: what they leave with is unknown
	also  uint32 // lanes that may have gone on, or left the scope, with the values in alt
	out   []indexmath.Value
	next  []indexmath.Value
	cur   []indexmath.Value
	alt   []indexmath.Value
	start []indexmath.Value // of a loop: values when it jumped
	ring  []indexmath.Value // of a loop with wild variables: the values of its last iterations
}

// assumption is a condition that is taken as true for what is run now.
type assumption struct {
	holds indexmath.Expr
	until int  // it holds until the frame at this height of the stack ends
	sure  bool // not unknown, but evaluated under assumed values
}

// warp runs the kernel for one warp.
func (w *walker) warp(active uint32) {
	w.weight = w.block
	w.stack = append(w.stack[:0], 0)
	w.frames[0].spec = 0
	w.assumed = w.assumed[:0]
	if w.mode.reaches {
		w.begin(w.plan.top)
	}
	w.body(w.plan.body, active)
	if w.mode.reaches {
		w.finish(w.plan.top, 0, 0)
	}
}

// body runs steps and gives the lanes that reach their end.
func (w *walker) body(steps []step, active uint32) uint32 {
	for _, s := range steps {
		if active == 0 {
			return 0
		}
		w.steps++
		switch s := s.(type) {
		case *accessStep:
			w.access(s, active)
		case *ifStep:
			active = w.branch(s, active)
		case *loopStep:
			active = w.loop(s, active)
		case *scopeStep:
			active = w.scope(s, active)
		case *leaveStep:
			w.leave(s, active)
			return 0
		}
	}
	return active
}

// decide evaluates a condition: the lanes where it holds, where it does not, and where that is unknown.
func (w *walker) decide(g *guard, active uint32) (yes, no, unknown uint32) {
	if g.cond == noRoot || g.class == free || g.class == bounded && w.force {
		return 0, 0, active
	}
	v := w.m.Eval(int(g.cond))
	for m := active & v.Known; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if v.V[l] != 0 {
			yes |= 1 << l
		}
	}
	return yes, active & v.Known &^ yes, active &^ v.Known
}

func (w *walker) branch(s *ifStep, active uint32) uint32 {
	yes, no, unknown := w.decide(&s.guard, active)
	if unknown == 0 && s.class == exact {
		fall := uint32(0)
		if yes != 0 {
			w.entered[s.thenSide.number] = true
			fall = w.body(s.then, yes)
		}
		if no != 0 {
			w.entered[s.elseSide.number] = true
			fall |= w.body(s.els, no)
		}
		return fall
	}
	height := len(w.stack)
	f := &w.frames[w.stack[height-1]]
	before := f.spec
	f.spec |= unknown
	// What the If decides holds within its sides; and behind it, when the other side leaves.
	mark := len(w.assumed)
	run := func(steps []step, lanes uint32, side *side) uint32 {
		if lanes == 0 {
			return 0
		}
		w.entered[side.number] = true
		w.assumed = append(w.assumed, assumption{side.holds, height, unknown == 0})
		return w.body(steps, lanes)
	}
	thenFall := run(s.then, yes|unknown, s.thenSide)
	w.drop(mark)
	mark = len(w.assumed)
	elseFall := run(s.els, no|unknown, s.elseSide)
	w.drop(mark)
	f = &w.frames[w.stack[height-1]]
	f.spec = before
	thenLeft := (yes|unknown)&^thenFall != 0 || s.thenEnds
	elseLeft := (no|unknown)&^elseFall != 0 || s.elseEnds
	if thenLeft != elseLeft {
		holds := s.holds
		if thenLeft {
			holds = s.refuted
		}
		w.assume(assumption{holds, w.leftTo(s, height), unknown == 0})
	}
	return thenFall | elseFall | unknown
}

// assume adds an assumption that outlives its If, unless it stands already.
func (w *walker) assume(a assumption) {
	if !slices.Contains(w.assumed, a) {
		w.assumed = append(w.assumed, a)
	}
}

// drop removes the assumption at mark, the first of a side; those behind it came out of Leaves in the side and stay.
func (w *walker) drop(mark int) {
	if mark < len(w.assumed) {
		w.assumed = slices.Delete(w.assumed, mark, mark+1)
	}
}

// leftTo is the height of the outermost frame that a Leave directly in the sides of s goes to.
func (w *walker) leftTo(s *ifStep, height int) int {
	until := height
	for _, side := range [][]step{s.then, s.els} {
		for _, n := range side {
			switch n := n.(type) {
			case *leaveStep:
				if i := slices.Index(w.stack, n.frame); i >= 0 {
					until = min(until, i+1)
				}
			case *ifStep:
				until = min(until, w.leftTo(n, height))
			}
		}
	}
	return until
}

// push and pop enter and leave a frame.
func (w *walker) push(number, values int) *frame {
	f := &w.frames[number]
	f.spec, f.again, f.left, f.doubt, f.also = 0, 0, 0, 0, 0
	if len(f.out) != values {
		all := make([]indexmath.Value, 5*values)
		f.out, f.next, f.cur, f.alt, f.start = all[:values], all[values:2*values], all[2*values:3*values], all[3*values:4*values], all[4*values:]
	}
	for i := range f.out {
		f.out[i].Known = 0
	}
	w.stack = append(w.stack, number)
	return f
}

func (w *walker) pop() {
	height := len(w.stack)
	w.stack = w.stack[:height-1]
	w.assumed = slices.DeleteFunc(w.assumed, func(a assumption) bool { return a.until >= height })
}

// leave takes lanes out of a frame.
func (w *walker) leave(s *leaveStep, active uint32) {
	spec := uint32(0)
	for i := len(w.stack) - 1; i >= 0; i-- {
		spec |= w.frames[w.stack[i]].spec
		if w.stack[i] == s.frame {
			break
		}
	}
	sure, doubt := active&^spec, active&spec
	if s.frame == 0 {
		return
	}
	f := &w.frames[s.frame]
	for i, r := range s.values {
		if i >= len(f.out) {
			break
		}
		v := w.eval(r)
		if s.again {
			copyLanes(&f.next[i], v, sure)
		} else {
			copyLanes(&f.out[i], v, sure)
		}
		if s.again || s.scope {
			joinLanes(&f.alt[i], v, f.also, doubt)
		}
	}
	switch {
	case s.again:
		f.again |= sure
		f.also |= doubt
	case s.scope:
		f.left |= sure
		f.also |= doubt
	default:
		f.left |= sure
		f.doubt |= doubt
	}
}

// joinLanes takes over the given lanes, but where the lane is in have and holds another value, it becomes unknown.
func joinLanes(to, from *indexmath.Value, have, lanes uint32) {
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		bit := uint32(1) << l
		switch {
		case have&bit == 0:
			to.V[l] = from.V[l]
			to.Known = to.Known&^bit | from.Known&bit
		case from.Known&bit == 0 || to.V[l] != from.V[l]:
			to.Known &^= bit
		}
	}
}

func (w *walker) eval(r root) *indexmath.Value {
	if r == noRoot {
		return &indexmath.Value{}
	}
	return w.m.Eval(int(r))
}

// copyLanes takes over the given lanes.
func copyLanes(to, from *indexmath.Value, lanes uint32) {
	if lanes == ^uint32(0) {
		*to = *from
		return
	}
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		to.V[l] = from.V[l]
	}
	to.Known = to.Known&^lanes | from.Known&lanes
}

func (w *walker) scope(s *scopeStep, active uint32) uint32 {
	f := w.push(s.frame, len(s.outs))
	fall := w.body(s.body, active)
	for i := range s.outs {
		o := &s.outs[i]
		if fall != 0 {
			copyLanes(&f.out[i], w.eval(o.next), fall)
		}
		joinLanes(&f.out[i], &f.alt[i], f.also, f.also)
	}
	after := fall | f.left
	for i := range s.outs {
		w.bindOut(w.plan.code.Slot(s.outs[i].v.Out), &f.out[i], after)
	}
	w.pop()
	return after
}

// bindOut binds what is left behind in the lanes of after; the others get the value of one of these, so that a value that is the same
// for all that matter is uniform.
func (w *walker) bindOut(s indexmath.Slot, v *indexmath.Value, after uint32) {
	if s < 0 {
		return
	}
	if after != 0 {
		first := bits.TrailingZeros32(after)
		if v.Known>>first&1 != 0 {
			for m := ^after; m != 0; m &= m - 1 {
				v.V[bits.TrailingZeros32(m)] = v.V[first]
			}
			v.Known |= ^after
		}
	}
	w.m.BindSlot(s, v)
}
