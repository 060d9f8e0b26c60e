package gpu

import "math/bits"

// CopyWavefronts is the number of wavefronts that cp.async.ca of 4, 8 or 16 bytes a lane takes: passes as of a store, each of which
// takes as many wavefronts as the busiest bank has lanes on either side, the global addresses counted as if they were in banks as well.
// Lanes at one word count each, as in atomics. The sectors of its global side are those of a load. Observed: calibration-extra.jsonl, 384 of
// 384 vectors, and their sectors.
func CopyWavefronts(global, shared *[32]int64, active uint32, width int) int {
	per, n := passLanes(width), 0
	for first := 0; first < Lanes; first += per {
		part := active & laneRange(first, per)
		n += max(crowded(global, part, width), crowded(shared, part, width))
	}
	return n
}

// DirectCost is what both sides of one instruction cost that copies 16 bytes a lane past L1 (cp.async.cg).
type DirectCost struct {
	Sectors, IdealSectors       int
	Wavefronts, IdealWavefronts int
}

// DirectCopy is the cost of cp.async.cg. Neither side can be judged without the other: data go in pieces of 32 bytes, and two lanes share
// one only when they agree in both sectors, the global and the shared one, and in whether the halves are swapped on the way. A shift
// of 16 bytes between the sides therefore costs twice the sectors. Lanes that write one shared address count once.
//
// A wavefront moves such pieces from one line of 128 bytes to another, as long as all of them are filled alike (lower half, upper half, both),
// swapped alike, keep or change the parity of their place in the line alike, and no two of them come from or go to one place.
//
// Both addresses are byte addresses; only the bits from 128 bytes down matter beside which are equal. Observed: calibration-extra.jsonl,
// sectors in all but 4, wavefronts in all but 8 of 119 vectors, all of these with scattered random addresses.
func DirectCopy(global, shared *[32]int64, active uint32) DirectCost {
	var list [Lanes]piece
	n, lanes := 0, 0
	for m := active; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if overwritten(shared, active, l) {
			continue
		}
		lanes++
		p := piece{global[l] >> 5, shared[l] >> 5, uint8(global[l]>>4^shared[l]>>4) & 1, 1 << (shared[l] >> 4 & 1)}
		i := 0
		for i < n && (list[i].from != p.from || list[i].to != p.to || list[i].swap != p.swap) {
			i++
		}
		if i == n {
			list[n] = p
			n++
			continue
		}
		list[i].halves |= p.halves
	}
	ideal := func(size int) int { return (16*lanes + size - 1) / size }
	c := DirectCost{Sectors: n, Wavefronts: directWavefronts(list[:n])}
	c.IdealSectors = min(c.Sectors, ideal(SectorBytes))
	c.IdealWavefronts = min(c.Wavefronts, ideal(Banks*BankBytes))
	return c
}

// piece is 32 bytes on the way from one sector to another.
type piece struct {
	from, to     int64 // sectors
	swap, halves uint8 // 1 when the halves are swapped; bit h: half h of the destination is written
}

// overwritten tells whether a later lane writes to the shared address of lane l.
func overwritten(shared *[32]int64, active uint32, l int) bool {
	for m := active &^ (uint32(2)<<l - 1); m != 0; m &= m - 1 {
		if shared[bits.TrailingZeros32(m)] == shared[l] {
			return true
		}
	}
	return false
}

func directWavefronts(list []piece) int {
	total := 0
	var done uint32
	for i, p := range list {
		if done>>i&1 != 0 {
			continue
		}
		var from, to [4]uint8 // pieces of the group by their place in the line
		most := uint8(0)
		for j := i; j < len(list); j++ {
			q := list[j]
			if q.from>>2 != p.from>>2 || q.to>>2 != p.to>>2 || q.swap != p.swap || q.halves != p.halves ||
				(q.from^q.to^p.from^p.to)&1 != 0 {
				continue
			}
			done |= 1 << j
			from[q.from&3]++
			to[q.to&3]++
			most = max(most, from[q.from&3], to[q.to&3])
		}
		total += int(most)
	}
	return total
}
