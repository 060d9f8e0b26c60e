package gpu

import "math/bits"

// Sectors is the number of distinct 32-byte blocks that the active lanes' bytes touch.
func Sectors(addr *[32]int64, active uint32, width int) int {
	var spans spans
	spans.fill(addr, active, width)
	return spans.sectors()
}

// IdealSectors is what Nsight Compute reports as the ideal beside that many sectors: the blocks that the bytes would fill if no
// lane shared any, but never more than the sectors themselves.
func IdealSectors(sectors int, active uint32, width int) int {
	return min(sectors, least(active, width, SectorBytes))
}

// SettledSectors is the number of sectors that remain when the pattern stays and its alignment is mended: the least of the
// sectors as they are, of those with each contiguous run of bytes at the start of a sector of its own, and of those with each
// cluster (runs less than a sector apart, which share sectors) moved as a whole to the start of one. A row of floats read one
// element off its boundary takes 5 and settles at 4; every second float takes 8 and stays at 8.
func SettledSectors(addr *[32]int64, active uint32, width int) int {
	var spans spans
	spans.fill(addr, active, width)
	return spans.settled()
}

// GlobalCost is Sectors, IdealSectors and SettledSectors at once.
func GlobalCost(addr *[32]int64, active uint32, width int) (sectors, ideal, settled int) {
	var spans spans
	spans.fill(addr, active, width)
	sectors = spans.sectors()
	ideal = IdealSectors(sectors, active, width)
	if sectors == ideal {
		return sectors, ideal, sectors
	}
	return sectors, ideal, spans.settled()
}

// spans is the set of bytes of one access as disjoint runs in ascending order that do not touch each other.
type spans struct {
	n      int
	lo, hi [32]int64 // hi is exclusive
}

func (s *spans) fill(addr *[32]int64, active uint32, width int) {
	w := int64(width)
	n := 0
	var sorted [32]int64
	for m := active; m != 0; m &= m - 1 {
		a := addr[bits.TrailingZeros32(m)]
		// Lanes are in ascending order of address in all but a few patterns, so that the inner loop seldom runs.
		i := n
		for i > 0 && sorted[i-1] > a {
			sorted[i] = sorted[i-1]
			i--
		}
		sorted[i] = a
		n++
	}
	s.n = 0
	for _, a := range sorted[:n] {
		if k := s.n - 1; k >= 0 && a <= s.hi[k] {
			s.hi[k] = max(s.hi[k], a+w)
			continue
		}
		s.lo[s.n], s.hi[s.n] = a, a+w
		s.n++
	}
}

func (s *spans) sectors() int {
	count := 0
	next := int64(0) // first sector that is not counted yet
	for i := range s.n {
		first, last := s.lo[i]>>5, (s.hi[i]-1)>>5
		if i > 0 && first < next {
			first = next
		}
		if last >= first {
			count += int(last - first + 1)
		}
		next = last + 1
	}
	return count
}

func (s *spans) settled() int {
	asIs := s.sectors()
	alone := 0
	clustered := 0
	var origin, next int64
	for i := range s.n {
		alone += int((s.hi[i] - s.lo[i] + SectorBytes - 1) / SectorBytes)
		if i == 0 || s.lo[i]-s.hi[i-1] >= SectorBytes {
			origin, next = s.lo[i], 0
		}
		first, last := (s.lo[i]-origin)>>5, (s.hi[i]-1-origin)>>5
		first = max(first, next)
		if last >= first {
			clustered += int(last - first + 1)
		}
		next = last + 1
	}
	return min(asIs, alone, clustered)
}
