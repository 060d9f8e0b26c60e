package trace

import (
	"math/bits"

	"github.com/cudalint/cudalint/indexmath"
)

// How many iterations of a loop are run.
const (
	blindIterations = 3   // where the condition is unknown, or bounded and forced
	leastIterations = 4   // of a loop that is sampled
	mostIterations  = 64  // run in full up to here, when the budget allows
	wildIterations  = 64  // of a loop without closed form that needs more than the budget
	hardIterations  = 512 // of any loop that is run one by one
	innerShare      = 8   // an iteration may use one in so many steps of its loop
)

// loopTally counts the iterations of a loop with at least one active lane.
type loopTally struct {
	instances, iterations float64
	guessed               bool      // the number of iterations rests on an unknown value, or was not found
	skipped               bool      // some iterations stand for others
	left                  [32]int64 // what remaining found the last time
}

// loopRun is one warp's run of a loop.
type loopRun struct {
	*walker
	s         *loopStep
	f         *frame
	in        uint32 // lanes still in the loop
	ended     uint32 // lanes that left through Cond
	iteration int
	blind     int  // iterations that were run on an unknown condition
	cost      int  // steps that an iteration takes, about
	allow     int  // steps that all may take
	window    int  // iterations after which a closed loop may jump
	tried     bool // to jump
	period    int  // of the wild variables
}

// loop runs a loop and gives the lanes that go on behind it.
//
// Iterations run one by one, each lane with values of its own. When the loop has a closed form and turns out to be longer than the
// budget allows, some of the remaining iterations are visited directly, each standing for its share of them.
func (w *walker) loop(s *loopStep, active uint32) uint32 {
	r := loopRun{walker: w, s: s, in: active, allow: w.allow}
	r.f = w.push(s.frame, len(s.vars))
	for i := range s.vars {
		r.f.cur[i] = *w.eval(s.vars[i].init)
	}
	t := &w.loops[s.number]
	t.instances += w.weight
	if s.class == bounded || s.class == free {
		t.guessed = true
	}
	if w.mode.reaches {
		w.begin(s.groups)
	}
	w.allow = max(1, r.allow/innerShare)
	rest := r.run()
	w.allow = r.allow
	if w.mode.reaches {
		w.finish(s.groups, rest, r.window/2)
	}
	f := r.f
	after := (r.ended | f.left | r.in) // lanes still in are those of a loop that was stopped
	for i := range s.vars {
		f.out[i].Known &^= f.doubt | r.in
		w.bindOut(s.vars[i].outSlot, &f.out[i], after)
	}
	w.pop()
	return after
}

// run runs the iterations and gives by how much reaches are to be extrapolated.
func (r *loopRun) run() float64 {
	w, s, f := r.walker, r.s, r.f
	for ; ; r.iteration++ {
		r.bind()
		holds := r.in
		if !s.loop.Last {
			holds = r.test(f.cur)
		}
		if holds == 0 {
			return 0
		}
		if w.steps > w.limit && s.closed && !s.wild && !r.tried && r.once() {
			return 0
		}
		if r.stop() {
			w.loops[s.number].guessed = true
			return 0
		}
		if s.closed && r.iteration > 0 && r.iteration >= r.window && !r.tried {
			r.tried = true
			if rest, done := r.jump(); done {
				return rest
			}
		}
		before := w.steps
		fall := r.turn(r.in)
		r.in = fall | f.again
		r.advance(fall)
		if s.loop.Last {
			r.test(f.next)
		}
		f.cur, f.next = f.next, f.cur
		if r.in == 0 {
			return 0
		}
		if r.iteration == 0 {
			r.plan(w.steps - before)
		}
		if 2*(r.iteration+1) == r.window && w.mode.reaches {
			w.halfway(s.groups)
		}
	}
}

// turn runs the body once and gives the lanes that reach its end.
func (r *loopRun) turn(active uint32) (fall uint32) {
	w, s := r.walker, r.s
	w.loops[s.number].iterations += w.weight
	w.entered[s.side.number] = true
	r.f.again, r.f.also = 0, 0
	mark := len(w.assumed)
	if s.first && r.iteration > 0 && !w.mute {
		w.mute = true
		defer func() { w.mute = false }()
	}
	if r.blind == 0 && s.class == exact {
		return w.body(s.body, active)
	}
	w.assumed = append(w.assumed, assumption{s.holds, len(w.stack), r.blind == 0})
	fall = w.body(s.body, active)
	w.drop(mark)
	return fall
}

// bind gives the symbols the values of the iteration.
func (r *loopRun) bind() {
	for i := range r.s.vars {
		r.m.BindSlot(r.s.vars[i].slot, &r.f.cur[i])
	}
	if r.s.wild && r.s.closed && !r.tried {
		r.f.remember(r.iteration, r.f.cur)
	}
}

// test takes the lanes out whose condition does not hold; they leave with the given values.
func (r *loopRun) test(values []indexmath.Value) uint32 {
	yes, no, unknown := r.decide(&r.s.guard, r.in)
	if unknown != 0 {
		r.blind++
		r.loops[r.s.number].guessed = true
		if r.blind > blindIterations {
			no, unknown = no|unknown, 0
			if r.s.class != bounded || !r.force {
				r.f.doubt |= r.in &^ yes
			}
		}
	}
	if no != 0 {
		for i := range r.s.vars {
			copyLanes(&r.f.out[i], &values[i], no)
		}
		r.ended |= no
	}
	r.in = yes | unknown
	return r.in
}

// advance makes the values of the next iteration, in f.next.
func (r *loopRun) advance(fall uint32) {
	f := r.f
	for i := range r.s.vars {
		end := r.eval(r.s.vars[i].next)
		if f.again == 0 {
			f.next[i] = *end
		} else {
			copyLanes(&f.next[i], end, ^f.again)
			if fall == 0 {
				r.spread(&f.next[i], f.again)
			}
		}
		if f.also != 0 {
			joinLanes(&f.next[i], &f.alt[i], f.also, f.also)
		}
	}
}

// spread gives the other lanes the value of one of these when all of these have the same.
func (r *loopRun) spread(v *indexmath.Value, lanes uint32) {
	first := bits.TrailingZeros32(lanes)
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if v.Known>>l&1 == 0 || v.V[l] != v.V[first] {
			return
		}
	}
	for l := range v.V {
		v.V[l] = v.V[first]
	}
	v.Known = ^uint32(0)
}

// stop tells whether the loop has used up what it may.
func (r *loopRun) stop() bool {
	switch {
	case r.iteration == 0:
		return false
	case r.steps > r.limit || r.iteration >= hardIterations:
		return true
	case r.s.closed && !r.tried:
		return false
	}
	return r.iteration >= wildIterations && r.iteration*r.cost > r.allow
}

// plan decides, after the first iteration, how many are run before the loop may jump.
func (r *loopRun) plan(cost int) {
	r.cost = max(1, cost)
	affordable := r.allow / r.cost
	least := leastIterations
	if r.s.wild {
		least = ringSize
	}
	r.window = min(max(affordable/2, least), mostIterations/2) &^ 1
}
