package trace

import (
	"math/bits"

	"github.com/cudalint/cudalint/gpu"
)

// judged tells whether the model has a number for such accesses at all.
func judged(a *Access) bool { return obstacle(a) == "" }

// obstacle names what keeps the model from having a number for such accesses; "" is nothing.
func obstacle(a *Access) string {
	switch {
	case !gpu.Judged(a.Width):
		return "access width"
	case a.Space == Shared && a.Op == Atomic && !judgedAtomic(a):
		return "shared atomic"
	case a.Space == Generic || a.Space == UnknownSpace:
		return "address space"
	case a.Space != Global && a.Space != Shared:
		return "memory space"
	case a.Kind == Direct && a.Peer == nil:
		return "other side of the copy"
	}
	return ""
}

func judgedAtomic(a *Access) bool {
	switch a.Kind {
	case Word, Count:
		return a.Width == 4
	case Swap:
		return a.Width == 4 || a.Width == 8
	}
	return false
}

// cost judges a request; peer is the other side's addresses where there is one. Patterns that differ from one judged before by a shift
// of whole sectors cost the same, as do, in shared memory, those shifted by whole words.
func (w *walker) cost(s *accessStep, t *tally, addr, peer *[32]int64, active uint32) verdict {
	a := s.access
	if a.Peer != nil {
		t.align(a, addr, active)
		return w.judge(a, addr, peer, active)
	}
	grain := int64(gpu.SectorBytes)
	if a.Space == Shared {
		grain = max(gpu.BankBytes, int64(a.Width))
	}
	last := &t.last
	if last.judged && last.active == active && last.width == a.Width && shiftedBy(addr, &last.addr, active, grain) {
		return last.verdict
	}
	t.align(a, addr, active)
	known := w.patterns.find(a, addr, active, grain)
	if !known.judged {
		known.verdict = w.judge(a, addr, peer, active)
		known.judged = true
	}
	last.addr, last.active, last.width, last.verdict, last.judged = *addr, active, a.Width, known.verdict, true
	return known.verdict
}

// align notes lanes whose address is no multiple of the width.
func (t *tally) align(a *Access, addr *[32]int64, active uint32) {
	if off := gpu.Misaligned(addr, active, a.Width); off != 0 {
		t.off = true
		t.offAnyway = t.offAnyway || !sameRest(addr, active, a.Width)
	}
}

// judge asks the model.
func (w *walker) judge(a *Access, addr, peer *[32]int64, active uint32) (c verdict) {
	if a.Space == Shared {
		c.actual, c.ideal = sharedCost(a, addr, peer, active)
		c.settled, c.shifted = c.actual, c.actual
		return c
	}
	c.actual, c.ideal, c.settled = globalCost(a, addr, peer, active)
	c.shifted = c.actual
	if !w.opt.Quick && !coversSector(a.Base) {
		next := *addr
		for l := range next {
			next[l] += int64(a.Width)
		}
		if c.shifted = gpu.Sectors(&next, active, a.Width); a.Kind == Direct {
			c.shifted = gpu.DirectCopy(&next, peer, active).Sectors
		}
	}
	return c
}

// patterns are requests that were judged, by what decides their cost: a table in which each finds one place, which the last one holds.
type patterns struct {
	slots [16]pattern
}

// pattern is a request without what its cost does not depend on.
type pattern struct {
	rel     [32]int64 // bytes from the address of the first active lane; 0 in lanes that are not
	start   int64     // that address modulo the grain of the memory
	active  uint32
	how     how
	judged  bool
	verdict verdict
}

// how is what of an access decides its cost.
type how struct {
	space Space
	op    Op
	kind  Kind
	width uint8
	even  bool // the base covers a sector
}

// find is the place of a request; it is judged when it holds that one.
func (p *patterns) find(a *Access, addr *[32]int64, active uint32, grain int64) *pattern {
	first := addr[bits.TrailingZeros32(active)]
	start := first & (grain - 1)
	h := how{a.Space, a.Op, a.Kind, uint8(a.Width), coversSector(a.Base)}
	hash := uint64(start)*0x9e3779b97f4a7c15 + uint64(active)*0xd6e8feb86659fd93 + uint64(a.Width) + uint64(a.Space)<<8
	var rel [32]int64
	if active == ^uint32(0) {
		for l := range rel {
			rel[l] = addr[l] - first
		}
	} else {
		for m := active; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			rel[l] = addr[l] - first
		}
	}
	for l := 1; l < 32; l += 5 { // lanes of all residues; what collides is compared in full
		hash = (hash ^ uint64(rel[l])) * 0xff51afd7ed558ccd
		hash ^= hash >> 29
	}
	s := &p.slots[hash>>60]
	if !s.judged || s.start != start || s.active != active || s.how != h || s.rel != rel {
		s.rel, s.start, s.active, s.how, s.judged = rel, start, active, h, false
	}
	return s
}

// sharedCost is the wavefronts of a request and their ideal.
func sharedCost(a *Access, addr, peer *[32]int64, active uint32) (actual, ideal int) {
	switch {
	case a.Kind.matrices() > 0:
		return gpu.MatrixWavefronts(addr, active, a.Kind.matrices())
	case a.Kind == Swap:
		return gpu.SwapWavefronts(addr, active, a.Width)
	case a.Kind == Direct:
		c := gpu.DirectCopy(peer, addr, active)
		return c.Wavefronts, c.IdealWavefronts
	case a.Kind == Word:
		actual = gpu.AtomicWavefronts(addr, active)
	case a.Op == Copy && a.Peer != nil:
		actual = gpu.CopyWavefronts(peer, addr, active, a.Width)
	default:
		actual = gpu.Wavefronts(addr, active, a.Width, a.Op != Load)
	}
	return actual, gpu.IdealWavefronts(actual, active, a.Width)
}

// Moved is the wavefronts and their ideal of a request to shared memory when its lanes go to other places there.
func (q *Request) Moved(op Op, to *[32]int64) (actual, ideal int) {
	a := Access{Space: Shared, Op: op, Kind: q.Kind, Width: q.Width}
	if q.Peer != nil {
		a.Peer = &a // that there is one is all that is asked for; where its lanes are is in q
	}
	return sharedCost(&a, to, q.Peer, q.Active)
}

// globalCost is the sectors of a request, their ideal and what remains when the alignment is mended. Of a copy past L1 the sectors
// are more where the two sides are not aligned alike, which no shift of the global side alone mends.
func globalCost(a *Access, addr, peer *[32]int64, active uint32) (actual, ideal, settled int) {
	if a.Kind != Direct {
		return gpu.GlobalCost(addr, active, a.Width)
	}
	c := gpu.DirectCopy(addr, peer, active)
	return c.Sectors, c.IdealSectors, c.Sectors
}
