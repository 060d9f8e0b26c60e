package lint

import (
	"math/bits"

	"github.com/cudalint/cudalint/gpu"
)

// Traffic is what an execution asks global memory for, in bytes, of the launch or, where its grid is unknown, of one block; and the
// wavefronts that its shared memory takes.
type Traffic struct {
	Threads  float64 // bytes that the threads ask for, width times active lanes: what textbooks count
	Distinct float64 // of these, in each request, the distinct ones
	Sectors  float64 // 32 bytes for each sector that the warps request, caches left out
	Least    float64 // the same, were every request ideal

	Wavefronts, LeastWavefronts float64

	Unknown int // accesses to global or shared memory without a number, which are missing from these
}

// Traffic adds up what the accesses of an execution take.
func (e *Execution) Traffic() Traffic {
	var t Traffic
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !a.Judgeable() || a.Detail == nil {
			continue
		}
		if !a.Numbers.Known {
			t.Unknown++
			continue
		}
		n := a.Detail.Requests
		switch a.Subject.Space {
		case "shared":
			t.Wavefronts += n * a.Numbers.Actual
			t.LeastWavefronts += n * a.Numbers.Ideal
		case "global":
			asked := n * a.Numbers.Lanes * float64(a.Width)
			t.Threads += asked
			t.Distinct += asked * distinctShare(a)
			t.Sectors += n * a.Numbers.Actual * gpu.SectorBytes
			t.Least += n * a.Numbers.Ideal * gpu.SectorBytes
		}
	}
	return t
}

// distinctShare is the share of the bytes of the costliest request that no other lane of it asks for as well.
func distinctShare(a *Access) float64 {
	seen := map[int64]bool{}
	for m := a.Detail.Active; m != 0; m &= m - 1 {
		for i := range int64(a.Width) {
			seen[a.Detail.Offsets[bits.TrailingZeros32(m)]+i] = true
		}
	}
	if asked := bits.OnesCount32(a.Detail.Active) * a.Width; asked > 0 {
		return float64(len(seen)) / float64(asked)
	}
	return 1
}
