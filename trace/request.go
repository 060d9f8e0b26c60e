package trace

import (
	"math/bits"
	"slices"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
)

// tally is what an access took so far, weighted.
type tally struct {
	requests, lanes        float64
	actual, ideal, settled float64
	shifted                float64 // actual, were the base one element further; without Map
	unknown                bool    // some request has no number
	off                    bool    // some lane of some request was no multiple of the width
	offAnyway              bool    // ... whatever the base's alignment, because lanes disagree
	bounded                bool    // some request was judged by the interval of its addresses
	highest                int     // actual of the witness
	witness                Request
	guards, bounds         []indexmath.Expr
	last                   memo
}

// memo is the last request judged: the next one is often the same pattern, shifted.
type memo struct {
	addr    [32]int64
	active  uint32
	judged  bool
	verdict verdict
}

// verdict is what one request costs.
type verdict struct {
	actual, ideal, settled, shifted int
}

func (w *walker) access(s *accessStep, active uint32) {
	id := s.access.ID
	if !w.want[id] {
		return
	}
	t := &w.tallies[id]
	lanes := bits.OnesCount32(active)
	t.requests += w.weight
	t.lanes += w.weight * float64(lanes)
	w.noteGuards(t)
	if !judged(s.access) {
		t.unknown = true
		return
	}
	v := w.eval(s.offset)
	if v.Known&active != active {
		w.gather(s, t, active)
		return
	}
	addr := (*[32]int64)(&v.V)
	var moved [32]int64
	if w.opt.Map != nil {
		moved = *addr
		for m := active; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			moved[l] = w.opt.Map(s.access, moved[l])
		}
		addr = &moved
	}
	if w.mode.reaches && s.group >= 0 {
		w.touched[s.group].add(s.member, addr, active, s.access.Width)
	}
	c := w.cost(s, t, addr, active)
	t.actual += w.weight * float64(c.actual)
	t.ideal += w.weight * float64(c.ideal)
	t.settled += w.weight * float64(c.settled)
	t.shifted += w.weight * float64(c.shifted)
	if c.actual > t.highest {
		t.highest = c.actual
		t.witness = Request{Offsets: *addr, Active: active}
	}
}

// judged tells whether the model has a number for such accesses at all.
func judged(a *Access) bool {
	return gpu.Judged(a.Width) && (a.Space == Global || a.Space == Shared && a.Op != Atomic)
}

// obstacle names what keeps the model from having a number for such accesses.
func obstacle(a *Access) string {
	switch {
	case !gpu.Judged(a.Width):
		return "access width"
	case a.Space == Shared && a.Op == Atomic:
		return "shared atomic"
	case a.Space == Generic || a.Space == UnknownSpace:
		return "address space"
	}
	return "memory space"
}

// cost judges a request. Patterns that differ from the last one by a shift of whole sectors cost the same, as do, in shared memory,
// those shifted by whole words.
func (w *walker) cost(s *accessStep, t *tally, addr *[32]int64, active uint32) verdict {
	a := s.access
	grain := int64(gpu.SectorBytes)
	if a.Space == Shared {
		grain = max(gpu.BankBytes, int64(a.Width))
	}
	last := &t.last
	if last.judged && last.active == active && shiftedBy(addr, &last.addr, active, grain) {
		return last.verdict
	}
	var c verdict
	switch a.Space {
	case Shared:
		c.actual = gpu.Wavefronts(addr, active, a.Width, a.Op != Load)
		c.ideal = gpu.IdealWavefronts(c.actual, active, a.Width)
		c.settled, c.shifted = c.actual, c.actual
	default:
		c.actual, c.ideal, c.settled = gpu.GlobalCost(addr, active, a.Width)
		c.shifted = c.actual
		if !w.opt.Quick && !coversSector(a.Base) {
			var next [32]int64
			for l := range next {
				next[l] = addr[l] + int64(a.Width)
			}
			c.shifted = gpu.Sectors(&next, active, a.Width)
		}
	}
	if off := gpu.Misaligned(addr, active, a.Width); off != 0 {
		t.off = true
		t.offAnyway = t.offAnyway || !sameRest(addr, active, a.Width)
	}
	last.addr, last.active, last.verdict, last.judged = *addr, active, c, true
	return c
}

func coversSector(b *Base) bool {
	return b != nil && b.Align >= gpu.SectorBytes
}

// shiftedBy tells whether all active lanes moved by the same multiple of grain.
func shiftedBy(a, b *[32]int64, active uint32, grain int64) bool {
	first := bits.TrailingZeros32(active)
	d := a[first] - b[first]
	if d&(grain-1) != 0 {
		return false
	}
	for m := active; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if a[l]-b[l] != d {
			return false
		}
	}
	return true
}

// sameRest tells whether all active lanes are the same modulo the width.
func sameRest(addr *[32]int64, active uint32, width int) bool {
	first := addr[bits.TrailingZeros32(active)]
	for m := active; m != 0; m &= m - 1 {
		if (addr[bits.TrailingZeros32(m)]-first)&int64(width-1) != 0 {
			return false
		}
	}
	return true
}

// gatherBytes is the largest interval by which an access with unknown addresses is judged.
const gatherBytes = 1024

// gather judges a request some of whose addresses depend on data, by the interval that they lie in: the worst that lanes anywhere in it
// can cost.
func (w *walker) gather(s *accessStep, t *tally, active uint32) {
	a := s.access
	r := a.Offset.Range()
	lo, okLo := r.Lo()
	hi, okHi := r.Hi()
	if !okLo || !okHi || hi-lo >= gatherBytes {
		t.unknown = true
		return
	}
	last := hi + int64(a.Width) - 1
	lanes := bits.OnesCount32(active)
	var actual, ideal int
	if a.Space == Shared {
		words := int(last>>2 - lo>>2 + 1)
		actual = min(lanes, (words+gpu.Banks-1)/gpu.Banks)
		if words > gpu.Banks {
			actual = min(lanes, (words-1)/gpu.Banks+1)
		}
		ideal = gpu.IdealWavefronts(actual, active, a.Width)
	} else {
		actual = min(lanes, int(last>>5-lo>>5+1))
		ideal = gpu.IdealSectors(actual, active, a.Width)
	}
	if actual > 1 {
		t.bounded = true
	}
	t.actual += w.weight * float64(actual)
	t.ideal += w.weight * float64(ideal)
	t.settled += w.weight * float64(actual)
	t.shifted += w.weight * float64(actual)
}

// noteGuards keeps the assumptions that the request stands under.
func (w *walker) noteGuards(t *tally) {
	for _, a := range w.assumed {
		list := &t.guards
		if a.sure {
			list = &t.bounds
		}
		if a.holds.Known() && !slices.Contains(*list, a.holds) {
			*list = append(*list, a.holds)
		}
	}
}
