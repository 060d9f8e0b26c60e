package trace

import "github.com/cudalint/cudalint/indexmath"

// trial is a choice of values for the unknown uniform symbols.
type trial uint8

const (
	// round: large multiples of 1024, all different, so that pitches are large and aligned. The numbers come from it.
	round trial = iota
	// odd: large odd values with all low bits: alignment of pitches and addends is lost, and no mask of lane bits by them goes unseen.
	odd
	// small: 3, 5, 7, 11, ..: what a large pitch hides.
	small
	// offset: round plus an odd multiple of 4.
	offset
	trials
)

// Variants are the values that a symbol of a small known range is averaged over.
const (
	smallRange  = 64
	maxVariants = 8
)

// bounds is the known range of a symbol; ok is false on a side that has no limit.
func bounds(s *indexmath.Sym) (lo, hi int64, okLo, okHi bool) {
	lo, okLo = s.Range.Lo()
	hi, okHi = s.Range.Hi()
	return lo, hi, okLo, okHi
}

// span is the number of values of a symbol of small range, 0 for the others.
func span(s *indexmath.Sym) int64 {
	lo, hi, okLo, okHi := bounds(s)
	if !okLo || !okHi || hi < lo || hi-lo >= smallRange {
		return 0
	}
	n := hi - lo + 1
	if m := s.Residue.Modulus; m > 1 {
		n = (n + m - 1) / m
	}
	return n
}

// variants is the number of values that symbols of small range take in turn.
func variants(params []*indexmath.Sym) int {
	n := int64(1)
	for _, s := range params {
		n = max(n, span(s))
	}
	return int(min(n, maxVariants))
}

// value is what a trial gives to the i-th unknown symbol.
func value(t trial, s *indexmath.Sym, i, variant int) int64 {
	if n := span(s); n > 0 {
		lo, _, _, _ := bounds(s)
		step := max(1, s.Residue.Modulus)
		first := congruent(s, lo, 1)
		k := (int64(variant)*(n/maxVariants|1) + int64(i)) % n // an odd stride, so that residues of powers of two vary
		switch t {
		case odd, small:
			k = (k + 1) % n
		case offset:
			k = n - 1
		}
		return first + k*step
	}
	large, grain := int64(1024*(1021+97*i)), int64(1024)
	if ofGrid(s) {
		large, grain = 128, 128 // a grid-stride loop over the large sizes then runs some times
	}
	switch t {
	case odd:
		return fit(s, large+1023-int64(2*i), 1, true)
	case small:
		primes := [...]int64{3, 5, 7, 11, 13, 17, 19, 23}
		return fit(s, primes[i%len(primes)], 1, true)
	case offset:
		return fit(s, large+int64(8*i+4), 4, false)
	}
	return fit(s, large, grain, false)
}

// maskValue is what a trial gives to a symbol that masks bits: a power of two, or one less, that the symbol can have; other when there is
// none.
func maskValue(t trial, s *indexmath.Sym, m indexmath.Mask, i int, other int64) int64 {
	power := [trials]int{round: 20, odd: 16, small: 3, offset: 22}[t] + i%3
	for ; power >= 0; power-- {
		v := int64(1) << power
		if m == indexmath.LowBits {
			v--
		}
		lo, hi, okLo, okHi := bounds(s)
		if (!okLo || lo <= v) && (!okHi || v <= hi) && (s.Residue.Modulus <= 1 || floorMod(v-s.Residue.Rest, s.Residue.Modulus) == 0) {
			return v
		}
	}
	return other
}

// beyond is the value of a symbol that only limits products of others.
const beyond = 1 << 48

// fit moves a wanted value to one that the symbol can have: within its range, of its residue, and a multiple of grain, or of as
// much of it as goes; uneven asks for an odd value.
func fit(s *indexmath.Sym, want, grain int64, uneven bool) int64 {
	lo, hi, okLo, okHi := bounds(s)
	if okHi && want > hi {
		want = hi - (hi-max(lo, 0))/4
		for okLo && want < lo {
			want = lo
		}
	}
	if okLo && want < lo {
		want = lo
	}
	if uneven {
		for k := range int64(4) {
			if v := congruent(s, want, 1) + k*max(1, s.Residue.Modulus); v&1 == 1 && (!okHi || v <= hi) {
				return v
			}
		}
		return within(s, congruent(s, want, 1))
	}
	for ; grain > 1; grain /= 2 {
		v := congruent(s, want, grain)
		if v%grain == 0 && (!okHi || v <= hi) {
			return v
		}
		if v = congruent(s, want-grain*max(1, s.Residue.Modulus), grain); okHi && v%grain == 0 && v <= hi && (!okLo || v >= lo) && v > 0 {
			return v
		}
	}
	return within(s, congruent(s, want, 1))
}

// within steps back into the range.
func within(s *indexmath.Sym, v int64) int64 {
	if _, hi, _, ok := bounds(s); ok && v > hi {
		v -= (v - hi + max(1, s.Residue.Modulus) - 1) / max(1, s.Residue.Modulus) * max(1, s.Residue.Modulus)
	}
	return v
}

// congruent is the least value of the symbol's residue that is at least want and, when there is one, a multiple of grain.
func congruent(s *indexmath.Sym, want, grain int64) int64 {
	m, rest := s.Residue.Modulus, s.Residue.Rest
	if m <= 1 {
		m, rest = 1, 0
	}
	v := want + floorMod(rest-want, m)
	if grain <= 1 {
		return v
	}
	if m == 1 {
		return want + floorMod(-want, grain)
	}
	for k := range grain {
		if (v+k*m)%grain == 0 {
			return v + k*m
		}
	}
	return v
}

func floorMod(a, m int64) int64 {
	return (a%m + m) % m
}
