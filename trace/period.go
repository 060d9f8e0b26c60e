package trace

import "github.com/cudalint/cudalint/indexmath"

// A loop variable without closed form often repeats: the number of the buffer in use (`buf ^= 1`, `stage = (stage + 1) % 3`). The values
// of the first iterations are kept; when they repeat with a short period in all of them, they are taken to go on like that.
const (
	longestPeriod = 4
	ringSize      = 2 * longestPeriod
)

// remember keeps the values that an iteration starts with.
func (f *frame) remember(iteration int, values []indexmath.Value) {
	if len(f.ring) != (ringSize+1)*len(values) {
		f.ring = make([]indexmath.Value, (ringSize+1)*len(values))
	}
	copy(f.ring[iteration%(ringSize+1)*len(values):], values)
}

// recall is the value that a variable had at the start of an iteration, which is at most ringSize ago.
func (r *loopRun) recall(iteration, variable int) *indexmath.Value {
	return &r.f.ring[iteration%(ringSize+1)*len(r.s.vars)+variable]
}

// findPeriod looks for the period of all wild variables in the lanes that are in.
func (r *loopRun) findPeriod() bool {
	for p := 1; p <= longestPeriod; p++ {
		if r.repeats(p) {
			r.period = p
			return true
		}
	}
	return false
}

func (r *loopRun) repeats(period int) bool {
	if r.iteration < ringSize {
		return false
	}
	for i := range r.s.vars {
		if r.s.vars[i].mode != wild {
			continue
		}
		for j := range ringSize - period + 1 {
			a, b := r.recall(r.iteration-j, i), r.recall(r.iteration-j-period, i)
			for l := range a.V {
				if r.in>>l&1 == 0 {
					continue
				}
				if (a.Known^b.Known)>>l&1 != 0 || a.Known>>l&1 != 0 && a.V[l] != b.V[l] {
					return false
				}
			}
		}
	}
	return true
}

// repeat binds the wild variables to their values ks[lane] iterations from now.
func (r *loopRun) repeat(ks *[32]int64) {
	var v indexmath.Value
	for i := range r.s.vars {
		if r.s.vars[i].mode != wild {
			continue
		}
		v.Known = 0
		for l, k := range ks {
			copyLanes(&v, r.recall(r.iteration-r.period+int(k%int64(r.period)), i), 1<<l)
		}
		r.m.BindSlot(r.s.vars[i].slot, &v)
	}
}
