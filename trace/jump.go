package trace

import (
	"math/bits"

	"github.com/cudalint/cudalint/indexmath"
)

// jump visits some of the remaining iterations of a closed loop that has run for a window. done is false when all of the rest is to
// be run after all, or no closed form is at hand. rest is for finish.
func (r *loopRun) jump() (rest float64, done bool) {
	s := r.s
	for i := range s.vars {
		if s.vars[i].mode == wild {
			return 0, false
		}
	}
	left, longest, ok := r.remaining()
	if !ok {
		return 0, false
	}
	affordable := min(max(r.allow/r.cost-r.iteration, leastIterations/2), mostIterations-r.iteration)
	if longest <= int64(max(affordable, 1)) {
		return 0, false
	}
	start := append([]indexmath.Value(nil), r.f.cur...)
	lanes := r.in
	weight := r.weight
	n := min(max(int64(affordable)-1, 2), longest-1)
	stratum := (longest - 1) / n
	extra := (longest - 1) % n
	from := int64(0)
	for j := range n {
		size := stratum
		if j < extra {
			size++
		}
		r.weight = weight * float64(size)
		r.visit(start, left, lanes, from+spot(j, size))
		from += size
	}
	r.weight = weight
	r.visit(start, left, lanes, longest-1)
	r.outcome(start, left, lanes)
	r.ended |= lanes
	r.in = 0
	half := int64(r.window / 2)
	return float64(longest) / float64(half), true
}

// spot is the place within the j-th stratum that stands for it: about the middle, all residues of 32 in turn.
func spot(j, size int64) int64 {
	if size < 64 {
		return size / 2
	}
	return size/2&^31 + j*13%32
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
	r.at(start, func(int) int64 { return k })
	r.hold()
	r.turn(active)
}

// hold stops noting what the loop's own accesses touch: iterations that are visited out of order do not belong to the window.
func (r *loopRun) hold() {
	for _, g := range r.s.groups {
		r.touched[g].full = true
	}
}

// at binds the loop's symbols to their values k(lane) iterations from the start.
func (r *loopRun) at(start []indexmath.Value, k func(lane int) int64) {
	vars := r.s.vars
	var values [8]indexmath.Value
	lag := 0
	for i := range vars {
		if vars[i].mode == lagged {
			lag++
		}
	}
	if lag > 0 {
		r.linearAt(start, func(l int) int64 { return max(0, k(l)-1) })
		lag = 0
		for i := range vars {
			if vars[i].mode == lagged && lag < len(values) {
				v := &values[lag]
				lag++
				*v = *r.eval(vars[i].next)
				for l := range v.V {
					if k(l) == 0 {
						copyLanes(v, &start[i], 1<<l)
					}
				}
			}
		}
	}
	r.linearAt(start, k)
	lag = 0
	for i := range vars {
		if vars[i].mode == lagged && lag < len(values) {
			r.m.Bind(vars[i].v.Sym, &values[lag])
			lag++
		}
	}
}

func (r *loopRun) linearAt(start []indexmath.Value, k func(lane int) int64) {
	for i := range r.s.vars {
		if r.s.vars[i].mode != linear {
			continue
		}
		stride := r.eval(r.s.vars[i].stride)
		v := indexmath.Value{Known: start[i].Known & stride.Known}
		for l := range v.V {
			v.V[l] = start[i].V[l] + k(l)*stride.V[l]
		}
		r.m.Bind(r.s.vars[i].v.Sym, &v)
	}
}

// outcome sets what the lanes leave with.
func (r *loopRun) outcome(start []indexmath.Value, left *[32]int64, lanes uint32) {
	r.at(start, func(l int) int64 {
		if lanes>>l&1 == 0 {
			return 0
		}
		return left[l]
	})
	for i := range r.s.vars {
		copyLanes(&r.f.out[i], r.eval(r.s.vars[i].self), lanes)
	}
}

// remaining finds, for each lane that is in, how many iterations are left, at least 1: Cond holds now and is taken to hold up to
// some iteration and not behind it. False when it cannot be evaluated or no end is found.
func (r *loopRun) remaining() (left *[32]int64, longest int64, ok bool) {
	start := append([]indexmath.Value(nil), r.f.cur...)
	defer r.at(start, func(int) int64 { return 0 })
	var holds, fails [32]int64 // the last iteration known to hold, the first known not to
	open := r.in
	for k := int64(4); open != 0; k *= 4 {
		if k > 1<<33 {
			return nil, 0, false
		}
		r.at(start, func(int) int64 { return k })
		v := r.m.Eval(int(r.s.cond))
		if v.Known&open != open {
			return nil, 0, false
		}
		for m := open; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			if v.V[l] != 0 {
				holds[l] = k
				continue
			}
			fails[l] = k
			open &^= 1 << l
		}
	}
	for {
		open = 0
		for m := r.in; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			if fails[l]-holds[l] > 1 {
				open |= 1 << l
			}
		}
		if open == 0 {
			break
		}
		r.at(start, func(l int) int64 { return (holds[l] + fails[l]) / 2 })
		v := r.m.Eval(int(r.s.cond))
		if v.Known&open != open {
			return nil, 0, false
		}
		for m := open; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			if k := (holds[l] + fails[l]) / 2; v.V[l] != 0 {
				holds[l] = k
			} else {
				fails[l] = k
			}
		}
	}
	for m := r.in; m != 0; m &= m - 1 {
		longest = max(longest, fails[bits.TrailingZeros32(m)])
	}
	return &fails, longest, true
}
