package rules

import (
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
)

// widestGap is the largest distance in bytes between lanes over which usedBytes looks for other accesses.
const widestGap = 4096

// mostBeside bounds the accesses that one is held against.
const mostBeside = 1024

// usedBytes counts the distinct bytes, of the gap between one lane's element and the next lane's, that the same lanes use close by:
// accesses of the same kind to the same array, at a constant distance, in the same loop and under the same guards. Reading x, y
// and z of a 16-byte struct gives 12 of 16. ok is false when the gap is not a known number.
func usedBytes(r *sema.Run, a *sema.Access) (used, gap int64, ok bool) {
	gap, ok = laneStride(a).Const()
	gap = abs(gap)
	if !ok || gap == 0 || gap > widestGap || gaps(a.Cost.Witness.Active) {
		return 0, 0, false
	}
	touched := make([]bool, gap)
	looks := 0
	for _, b := range r.Accesses {
		if b.Array != a.Array || b.Op != a.Op || b.Loop != a.Loop || !sameGuards(a, b) {
			continue
		}
		if looks++; looks > mostBeside {
			break
		}
		d, ok := indexmath.Sub(b.Offset, a.Offset).Const()
		if !ok {
			continue
		}
		for i := range int64(b.Width) {
			touched[floorMod(d+i, gap)] = true
		}
	}
	for _, t := range touched {
		if t {
			used++
		}
	}
	return used, gap, true
}

// usedShare is the share of the bytes around the lanes' elements that they use: close by, or over the innermost loop; 0 when it is
// not known.
func usedShare(r *sema.Run, a *sema.Access) float64 {
	share := 0.0
	if used, gap, ok := usedBytes(r, a); ok {
		share = float64(used) / float64(gap)
	}
	return max(share, a.Cost.Used)
}

func sameGuards(a, b *sema.Access) bool {
	if len(a.Guards) != len(b.Guards) {
		return false
	}
	for i, g := range a.Guards {
		if h := b.Guards[i]; g.Not != h.Not || g.Text != h.Text {
			return false
		}
	}
	return true
}
