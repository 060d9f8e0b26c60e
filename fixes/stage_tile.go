package fixes

import (
	"github.com/cudalint/cudalint/gpu"
)

// stagedTile chooses the rows of a tile for a block: the shortest pitch in elements under which writing and reading it are free of
// conflicts, without a pad an XOR of the column by the row, else the pitch with the fewest wavefronts. reading says that the
// partner's element is written first.
func stagedTile(block [3]int64, elem int64, reading bool) (staged, bool) {
	if !gpu.Judged(int(elem)) {
		return staged{}, false
	}
	best, least := staged{}, 0
	for pitch := block[0]; pitch <= block[0]+gpu.Banks; pitch++ {
		t := staged{pitch: pitch}
		actual, ideal := t.wavefronts(block, elem, reading)
		if actual == ideal {
			return t, true
		}
		if least == 0 || actual < least {
			best, least = t, actual
		}
	}
	if side := block[0]; side == block[1] && side&(side-1) == 0 {
		t := staged{pitch: side, xor: true}
		if actual, _ := t.wavefronts(block, elem, reading); actual < least {
			return t, true
		}
	}
	return best, true
}

// wavefronts of writing and of reading the tile, over all warps of a block.
func (t staged) wavefronts(block [3]int64, elem int64, reading bool) (actual, ideal int) {
	threads := block[0] * block[1]
	for first := int64(0); first < threads; first += gpu.Lanes {
		var own, other [32]int64
		for l := range own {
			id := first + int64(l)
			x, y := id%block[0], id/block[0]
			own[l] = t.offset(y, x) * elem
			if block[0] == block[1] {
				x, y = y, x
			} else {
				x, y = id/block[1], id%block[1]
			}
			other[l] = t.offset(y, x) * elem
		}
		const all = 1<<32 - 1
		a, b := gpu.Wavefronts(&own, all, int(elem), !reading), gpu.Wavefronts(&other, all, int(elem), reading)
		actual += a + b
		ideal += gpu.IdealWavefronts(a, all, int(elem)) + gpu.IdealWavefronts(b, all, int(elem))
	}
	return actual, ideal
}

func (t staged) offset(row, column int64) int64 {
	if t.xor {
		column ^= row
	}
	return row*t.pitch + column
}
