package gpu

import "math/bits"

// Wavefronts is the number of wavefronts that a shared memory access takes.
//
// 32 banks of 4 bytes, bank = (address / 4) mod 32. Lanes are served in passes: 32 lanes at once up to 4 bytes, 16 lanes for 8, 8
// lanes for 16. A pass takes as many wavefronts as the busiest bank holds distinct words of it. Two neighbouring passes of a wide
// load become one in the cases that merges describes; stores never merge.
func Wavefronts(addr *[32]int64, active uint32, width int, store bool) int {
	wavefronts, _ := passes(addr, active, width, store)
	return wavefronts
}

// IdealWavefronts is what Nsight Compute reports as the ideal beside that many wavefronts.
func IdealWavefronts(wavefronts int, active uint32, width int) int {
	return min(wavefronts, least(active, width, Banks*BankBytes))
}

// ConflictDegree is n of "n-way bank conflict": wavefronts over the passes that have an active lane; 1 means no conflict, 0 that
// no lane is active.
func ConflictDegree(addr *[32]int64, active uint32, width int, store bool) float64 {
	wavefronts, n := passes(addr, active, width, store)
	if n == 0 {
		return 0
	}
	return float64(wavefronts) / float64(n)
}

// passes is the wavefronts and the number of passes that they were needed for.
func passes(addr *[32]int64, active uint32, width int, store bool) (wavefronts, n int) {
	per := passLanes(width)
	if width == 8 && !store && merges(addr, active, ^uint32(0), width) {
		return 1, 1
	}
	for first := 0; first < Lanes; first += per {
		part := laneRange(first, per)
		if width == 16 && !store && first%16 == 0 && merges(addr, active, laneRange(first, 16), width) {
			wavefronts, n = wavefronts+1, n+1
			first += per
			continue
		}
		if active&part == 0 {
			continue
		}
		wavefronts += busiest(addr, active&part, width)
		n++
	}
	return wavefronts, n
}

// passLanes is the number of lanes that one pass serves.
func passLanes(width int) int {
	switch {
	case width <= 4:
		return 32
	case width == 8:
		return 16
	}
	return 8
}

func laneRange(first, n int) uint32 {
	return uint32((uint64(1)<<n - 1) << first)
}

// merges tells whether the two passes that serve the lanes of part become one. For every active lane n, either n xor 1 always or n
// xor 2 always must be inactive or at the same address (of 16-byte accesses also: at most 8 lanes of part are active), and the
// merged pass must be free of conflicts. Observed: calibration.jsonl, all 151 vectors of 8-byte loads, 148 of 151 of 16-byte loads.
func merges(addr *[32]int64, active, part uint32, width int) bool {
	active &= part
	if active == 0 {
		return false
	}
	few := width == 16 && bits.OnesCount32(active) <= 8
	if !few && !paired(addr, active, 1) && !paired(addr, active, 2) {
		return false
	}
	return busiest(addr, active, width) == 1
}

func paired(addr *[32]int64, active uint32, distance int) bool {
	for m := active; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if o := l ^ distance; active>>o&1 != 0 && addr[o] != addr[l] {
			return false
		}
	}
	return true
}

// busiest is the largest number of distinct words in one bank.
func busiest(addr *[32]int64, active uint32, width int) int {
	var t wordTable
	t.fill(addr, active, width)
	most := 0
	for m := t.used; m != 0; m &= m - 1 {
		most = max(most, int(t.count[bits.TrailingZeros32(m)]))
	}
	return most
}

// wordTable is the set of words that a pass touches, by bank.
type wordTable struct {
	used  uint32       // banks that hold a word
	n     int          // words
	count [Banks]uint8 // words in each bank
	head  [Banks]uint8 // last word of each bank in word, where used
	next  [160]uint8   // the word before it in the same bank
	word  [160]int64   // at most 5 words for each of 32 lanes
}

func (t *wordTable) fill(addr *[32]int64, active uint32, width int) {
	for m := active; m != 0; m &= m - 1 {
		a := addr[bits.TrailingZeros32(m)]
		for w := a >> 2; w <= (a+int64(width)-1)>>2; w++ {
			t.add(w)
		}
	}
}

func (t *wordTable) add(w int64) {
	bank := w & (Banks - 1)
	if t.used>>bank&1 != 0 {
		k := t.head[bank]
		for left := t.count[bank]; left > 0; left-- {
			if t.word[k] == w {
				return
			}
			k = t.next[k]
		}
	}
	t.word[t.n], t.next[t.n] = w, t.head[bank]
	t.head[bank] = uint8(t.n)
	t.used |= 1 << bank
	t.count[bank]++
	t.n++
}

// BankPicture shows one shared memory access bank by bank.
type BankPicture struct {
	Bank  [Lanes]int8 // bank of the lane's first byte; -1 where it is inactive
	Words [Banks]int  // distinct words in each bank, in the pass that takes most wavefronts
	Pass  uint32      // lanes of that pass, active ones only
}

// Picture draws the access.
func Picture(addr *[32]int64, active uint32, width int) BankPicture {
	var p BankPicture
	for l := range p.Bank {
		p.Bank[l] = -1
		if active>>l&1 != 0 {
			p.Bank[l] = int8(addr[l] >> 2 & (Banks - 1))
		}
	}
	most := 0
	per := passLanes(width)
	for first := 0; first < Lanes; first += per {
		part := active & laneRange(first, per)
		if b := busiest(addr, part, width); b > most {
			most, p.Pass = b, part
		}
	}
	var t wordTable
	t.fill(addr, p.Pass, width)
	for b, n := range t.count {
		p.Words[b] = int(n)
	}
	return p
}
