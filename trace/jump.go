package trace

import (
	"math"
	"math/bits"

	"github.com/cudalint/cudalint/indexmath"
)

// jump visits some of the remaining iterations of a closed loop that has run for a window. done is false when all of the rest is to
// be run after all, or no closed form is at hand. rest is for finish.
func (r *loopRun) jump() (rest float64, done bool) {
	if r.period = 0; r.s.wild && !r.findPeriod() {
		return 0, false
	}
	start := r.f.start
	copy(start, r.f.cur)
	left, longest, ok := r.remaining(start)
	if !ok {
		return 0, false
	}
	affordable := min(max(r.allow/r.cost-r.iteration, leastIterations/2), mostIterations-r.iteration)
	if longest <= int64(max(affordable, 1)) {
		return 0, false
	}
	still := *left
	lanes := r.in
	weight := r.weight
	n := min(max(int64(affordable)-1, 2)&^1, longest-1) // even, so that odd and even iterations weigh the same
	full := min(shortest(&still, lanes), longest-1)     // iterations in all lanes
	fewer := longest - 1 - full                         // those with ever fewer lanes, but for the last
	apart := min(fewer, max(n*fewer/(longest-1), 4))
	if full > 0 {
		r.strata(full, max(min(n-apart, full)&^1, min(full, 2)), func(j, from, size int64) {
			r.weight = weight * float64(size)
			r.visit(start, &still, lanes, spot(j, from, size))
		})
	}
	if apart > 0 {
		r.strata(fewer, apart, func(_, from, size int64) {
			r.weight = weight * float64(size)
			r.visit(start, &still, lanes, full+from+size/2)
		})
	}
	r.loops[r.s.number].skipped = true
	r.weight = weight
	r.visit(start, &still, lanes, longest-1)
	r.outcome(start, &still, lanes)
	r.ended |= lanes
	r.in = 0
	half := int64(r.window / 2)
	return float64(longest) / float64(half), true
}

// shortest is the least number of iterations that one of the lanes has left.
func shortest(left *[32]int64, lanes uint32) int64 {
	least := int64(math.MaxInt64)
	for m := lanes; m != 0; m &= m - 1 {
		least = min(least, left[bits.TrailingZeros32(m)])
	}
	return least
}

// strata cuts a number of iterations into n parts of about one size.
func (r *loopRun) strata(total, n int64, visit func(j, from, size int64)) {
	from := int64(0)
	for j := range n {
		size := total / n
		if j < total%n {
			size++
		}
		visit(j, from, size)
		from += size
	}
}

// once runs one iteration of a closed loop for all in the same lanes that are left, and one for those in fewer, when the steps are used up. What the loop touches is not known then.
func (r *loopRun) once() bool {
	start := r.f.start
	copy(start, r.f.cur)
	left, longest, ok := r.remaining(start)
	if !ok {
		return false
	}
	r.loops[r.s.number].skipped = true
	still, lanes, weight := *left, r.in, r.weight
	if r.mode.reaches {
		r.begin(r.s.groups)
	}
	full := shortest(&still, lanes)
	if full > 0 {
		r.weight = weight * float64(full)
		r.visit(start, &still, lanes, (full-1)/2)
	}
	if longest > full {
		r.weight = weight * float64(longest-full)
		r.visit(start, &still, lanes, full+(longest-full)/2)
	}
	r.weight = weight
	r.outcome(start, &still, lanes)
	r.ended |= lanes
	r.in = 0
	return true
}

// spot is the iteration that stands for the j-th stratum: about its middle, with all residues of powers of two up to 32 in turn.
func spot(j, from, size int64) int64 {
	grain := int64(32)
	for grain > max(1, size/2) {
		grain /= 2
	}
	return (from+size/2)&^(grain-1) + j*13%grain
}

// visit runs the body as iteration k from the start, in the lanes that have that many left.
func (r *loopRun) visit(start []indexmath.Value, left *[32]int64, lanes uint32, k int64) {
	active := uint32(0)
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if left[l] > k {
			active |= 1 << l
		}
	}
	if active == 0 {
		return
	}
	var ks [32]int64
	for l := range ks {
		ks[l] = k
	}
	r.at(start, &ks)
	r.hold()
	r.turn(active)
}

// hold stops noting what the loop's own accesses touch: iterations that are visited out of order do not belong to the window.
func (r *loopRun) hold() {
	for _, g := range r.s.groups {
		r.touched[g].full = true
	}
}

// at binds the loop's symbols to their values ks[lane] iterations from the start.
func (r *loopRun) at(start []indexmath.Value, ks *[32]int64) {
	vars := r.s.vars
	if r.s.wild {
		r.repeat(ks)
	}
	if !r.s.lags {
		r.linearAt(start, ks)
		return
	}
	var before [32]int64
	for l, k := range ks {
		before[l] = max(0, k-1)
	}
	r.linearAt(start, &before)
	late := r.f.alt
	for i := range vars {
		if vars[i].mode != lagged {
			continue
		}
		late[i] = *r.eval(vars[i].next)
		for l, k := range ks {
			if k == 0 {
				copyLanes(&late[i], &start[i], 1<<l)
			}
		}
	}
	r.linearAt(start, ks)
	for i := range vars {
		if vars[i].mode == lagged {
			r.m.BindSlot(vars[i].slot, &late[i])
		}
	}
}

func (r *loopRun) linearAt(start []indexmath.Value, ks *[32]int64) {
	var v indexmath.Value
	for i := range r.s.vars {
		if r.s.vars[i].mode != linear {
			continue
		}
		stride := r.eval(r.s.vars[i].stride)
		from := &start[i]
		v.Known = from.Known & stride.Known
		for l := range v.V {
			v.V[l] = from.V[l] + ks[l]*stride.V[l]
		}
		r.m.BindSlot(r.s.vars[i].slot, &v)
	}
}

// outcome sets what the lanes leave with.
func (r *loopRun) outcome(start []indexmath.Value, left *[32]int64, lanes uint32) {
	ks := *left
	for m := ^lanes; m != 0; m &= m - 1 {
		ks[bits.TrailingZeros32(m)] = 0
	}
	r.at(start, &ks)
	for i := range r.s.vars {
		v := &r.s.vars[i]
		if v.mode == wild && r.s.class != exact && r.walker.plan.taints[v.v.Sym]&byLane != 0 {
			r.f.out[i].Known &^= lanes // it seemed to repeat, for as long as was looked
			continue
		}
		copyLanes(&r.f.out[i], r.eval(v.self), lanes)
	}
}

// farthest is how many iterations are looked ahead for the end of a loop.
const farthest = 1 << 50

// remaining finds, for each lane that is in, how many iterations are left, at least 1: this one is run, Cond holds for it and is taken to hold up to
// some iteration and not behind it. False when it cannot be evaluated or no end is found.
func (r *loopRun) remaining(start []indexmath.Value) (left *[32]int64, longest int64, ok bool) {
	var zero [32]int64
	defer r.at(start, &zero)
	left = &r.loops[r.s.number].left
	if !r.confirm(start, left) {
		if left, ok = r.search(start); !ok {
			return nil, 0, false
		}
		r.loops[r.s.number].left = *left
	}
	for m := r.in; m != 0; m &= m - 1 {
		longest = max(longest, left[bits.TrailingZeros32(m)])
	}
	return left, longest, true
}

// holding evaluates Cond ks[lane] iterations from the start, in the given lanes.
func (r *loopRun) holding(start []indexmath.Value, ks *[32]int64, lanes uint32) (holds uint32, ok bool) {
	if r.s.loop.Last { // iteration k is run when Cond holds at the end of the one before
		var before [32]int64
		for l, k := range ks {
			before[l] = max(0, k-1)
		}
		r.at(start, &before)
	} else {
		r.at(start, ks)
	}
	v := r.m.Eval(int(r.s.cond))
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if v.V[l] != 0 || ks[l] == 0 {
			holds |= 1 << l
		}
	}
	return holds, v.Known&lanes == lanes
}

// confirm tells whether the answer of the last time is right again.
func (r *loopRun) confirm(start []indexmath.Value, left *[32]int64) bool {
	for m := r.in; m != 0; m &= m - 1 {
		if left[bits.TrailingZeros32(m)] == 0 {
			return false
		}
	}
	if holds, ok := r.holding(start, left, r.in); !ok || holds != 0 {
		return false
	}
	var before [32]int64
	for l := range before {
		before[l] = left[l] - 1
	}
	holds, ok := r.holding(start, &before, r.in)
	return ok && holds == r.in
}

// search gallops and bisects.
func (r *loopRun) search(start []indexmath.Value) (*[32]int64, bool) {
	var last, fails, ks [32]int64 // the last iteration known to hold, the first known not to
	open := r.in
	for k := int64(4); open != 0; k *= 4 {
		if k > farthest {
			return nil, false
		}
		for l := range ks {
			ks[l] = k
		}
		holds, ok := r.holding(start, &ks, open)
		if !ok {
			return nil, false
		}
		for m := open; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros32(m); holds>>l&1 != 0 {
				last[l] = k
			} else {
				fails[l] = k
			}
		}
		open = holds
	}
	for {
		for m := r.in; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			ks[l] = (last[l] + fails[l]) / 2
			if fails[l]-last[l] > 1 {
				open |= 1 << l
			}
		}
		if open == 0 {
			return &fails, true
		}
		holds, ok := r.holding(start, &ks, open)
		if !ok {
			return nil, false
		}
		for m := open; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros32(m); holds>>l&1 != 0 {
				last[l] = ks[l]
			} else {
				fails[l] = ks[l]
			}
		}
		open = 0
	}
}
