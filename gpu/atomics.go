package gpu

import "math/bits"

// AtomicWavefronts is the number of wavefronts that an atomic operation on 4-byte words of shared memory takes: as many as the busiest
// bank has lanes. Lanes at one word do not share a wavefront, as they do in a load. Observed: calibration-extra.jsonl, all 192 vectors of
// add, max and exchange. An increment by the constant 1 whose result is not used is an instruction of its own that counts lanes
// at one word once: it costs what a store does (48 of 48).
func AtomicWavefronts(addr *[32]int64, active uint32) int {
	return crowded(addr, active, 4)
}

// SwapWavefronts is that of a compare and swap of 4 or 8 bytes, which takes every pass twice; of 8 bytes a pass serves half a warp (96
// of 96 vectors). ideal is what Nsight Compute reports beside it.
func SwapWavefronts(addr *[32]int64, active uint32, width int) (wavefronts, ideal int) {
	per := passLanes(width)
	for first := 0; first < Lanes; first += per {
		if part := active & laneRange(first, per); part != 0 {
			wavefronts += 2 * crowded(addr, part, width)
		}
	}
	return wavefronts, min(wavefronts, 2*least(active, width, Banks*BankBytes))
}

// crowded is the largest number of lanes that touch one bank, each counted once for each of its words there.
func crowded(addr *[32]int64, active uint32, width int) int {
	var count [Banks]uint8
	most := uint8(0)
	for m := active; m != 0; m &= m - 1 {
		a := addr[bits.TrailingZeros32(m)]
		for w := a >> 2; w <= (a+int64(width)-1)>>2; w++ {
			b := w & (Banks - 1)
			count[b]++
			most = max(most, count[b])
		}
	}
	return int(most)
}
