package trace

import (
	"math/bits"
	"slices"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
)

// tally is what an access took so far, weighted.
type tally struct {
	outcome
	lanes          float64
	shifted        float64 // actual, were the base one element further; without Map
	offAnyway      bool    // off whatever the base's alignment, because lanes disagree
	bounded        bool    // some request was judged by the interval of its addresses
	muted          bool    // requests of later iterations were left out
	highest        int     // actual of the witness
	witness        Request
	guards, bounds []indexmath.Expr
	last           memo
	variety
}

// outcome is what runs under other values are compared by.
type outcome struct {
	requests               float64
	actual, ideal, settled float64
	unknown                bool // some request has no number
	off                    bool // some lane of some request was no multiple of the width
}

// variety tells whether requests differ.
type variety struct {
	one    verdict // of the first request
	of     int     // its lanes; 0 when there was none
	varied bool    // some request differs from it
	uneven bool    // by its lanes
	mixed  bool    // by more than its alignment, and not by its lanes
}

func (v *variety) note(c verdict, lanes int) {
	if v.of == 0 {
		v.one, v.of = c, lanes
	}
	v.varied = v.varied || v.one != c || v.of != lanes
	v.uneven = v.uneven || v.of != lanes
	v.mixed = v.mixed || v.of == lanes && (v.one.settled != c.settled || v.one.ideal != c.ideal)
}

// memo is the last request judged: the next one is often the same pattern, shifted.
type memo struct {
	addr    [32]int64
	active  uint32
	width   int // bytes per lane: in unrolled loops some iterations are wider
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
	if w.mute {
		t.muted = true
		return
	}
	lanes := bits.OnesCount32(active)
	t.requests += w.weight
	t.lanes += w.weight * float64(lanes)
	w.noteGuards(t)
	if !judged(s.access) {
		t.unknown = true
		return
	}
	if n := s.access.Kind.matrices(); n > 0 {
		active &= gpu.MatrixLanes(n)
	}
	v := w.eval(s.offset)
	if v.Known&active != active {
		w.gather(s, t, active)
		return
	}
	addr := (*[32]int64)(&v.V)
	var moved, peer [32]int64
	if w.opt.Map != nil {
		moved = *addr
		w.move(s.access, &moved, active)
		addr = &moved
	}
	if s.access.Peer != nil {
		moved = *addr // the next evaluation takes v away
		addr = &moved
		v := w.eval(s.peer)
		if v.Known&active != active {
			t.unknown = true
			return
		}
		peer = v.V
		if w.opt.Map != nil {
			w.move(s.access.Peer, &peer, active)
		}
	}
	if w.mode.reaches && s.group >= 0 {
		w.touched[s.group].add(s.member, addr, active, s.access.Width)
	}
	c := w.cost(s, t, addr, &peer, active)
	t.actual += w.weight * float64(c.actual)
	t.ideal += w.weight * float64(c.ideal)
	t.settled += w.weight * float64(c.settled)
	t.shifted += w.weight * float64(c.shifted)
	t.note(c, lanes)
	if c.actual > t.highest {
		t.highest = c.actual
		t.witness = Request{Offsets: *addr, Active: active, Width: s.access.Width, Kind: s.access.Kind}
		if s.access.Peer != nil {
			other := peer
			t.witness.Peer = &other
		}
	}
}

// move applies the option Map.
func (w *walker) move(a *Access, addr *[32]int64, active uint32) {
	for m := active; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		addr[l] = w.opt.Map(a, addr[l])
	}
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
	if !okLo || !okHi || hi-lo >= gatherBytes || a.Kind != Plain && a.Kind != Count || a.Peer != nil && a.Space == Shared {
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

// mostGuards bounds the assumptions of either kind that are kept of an access.
const mostGuards = 64

// noteGuards keeps the assumptions that the request stands under.
func (w *walker) noteGuards(t *tally) {
	for _, a := range w.assumed {
		list := &t.guards
		if a.sure {
			list = &t.bounds
		}
		if a.holds.Known() && len(*list) < mostGuards && !slices.Contains(*list, a.holds) {
			*list = append(*list, a.holds)
		}
	}
}
