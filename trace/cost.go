package trace

import "github.com/cudalint/cudalint/gpu"

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

// cost judges a request; peer is the other side's addresses where there is one. Patterns that differ from the last one by a shift of
// whole sectors cost the same, as do, in shared memory, those shifted by whole words.
func (w *walker) cost(s *accessStep, t *tally, addr, peer *[32]int64, active uint32) verdict {
	a := s.access
	grain := int64(gpu.SectorBytes)
	if a.Space == Shared {
		grain = max(gpu.BankBytes, int64(a.Width))
	}
	last := &t.last
	if a.Peer == nil && last.judged && last.active == active && shiftedBy(addr, &last.addr, active, grain) {
		return last.verdict
	}
	var c verdict
	if a.Space == Shared {
		c.actual, c.ideal = sharedCost(a, addr, peer, active)
		c.settled, c.shifted = c.actual, c.actual
	} else {
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
	}
	if off := gpu.Misaligned(addr, active, a.Width); off != 0 {
		t.off = true
		t.offAnyway = t.offAnyway || !sameRest(addr, active, a.Width)
	}
	last.addr, last.active, last.verdict, last.judged = *addr, active, c, true
	return c
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

// globalCost is the sectors of a request, their ideal and what remains when the alignment is mended. Of a copy past L1 the sectors
// are more where the two sides are not aligned alike, which no shift of the global side alone mends.
func globalCost(a *Access, addr, peer *[32]int64, active uint32) (actual, ideal, settled int) {
	if a.Kind != Direct {
		return gpu.GlobalCost(addr, active, a.Width)
	}
	c := gpu.DirectCopy(addr, peer, active)
	return c.Sectors, c.IdealSectors, c.Sectors
}
