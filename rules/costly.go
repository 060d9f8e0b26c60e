package rules

import (
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// waste is the ratio of actual to ideal from which an access is worth a finding.
const waste = 1.5

// slack lets a mean that is a rounding error below a threshold pass.
const slack = 1e-6

// costly reports whether a request takes at least 1.5 times what its bytes need. It is judged on the lanes that execute and on
// what remains when each contiguous run starts on a sector, so that a row read from an odd base is not costly.
func costly(c trace.Cost) bool {
	return c.Known && c.Ideal > 0 && c.Settled >= waste*c.Ideal-slack
}

// Costly reports whether an access costs so much more than its bytes need that it is worth a finding when ratios do not tolerate it.
// Whether it is one rests on more: on how sure the numbers are and what they weigh.
func Costly(a *sema.Access, ratios Ratios) bool {
	return costly(a.Cost) && !(&Pass{ratios: ratios}).tolerates(a)
}

// requestCosts is costly for one request in global memory.
func requestCostly(offsets *[32]int64, active uint32, width int) bool {
	_, ideal, settled := gpu.GlobalCost(offsets, active, width)
	return float64(settled) >= waste*float64(ideal)-slack
}

// loopsEnough is how many times more often the kernel's innermost loops have to run for what stands outside of them to matter little.
const loopsEnough = 8

// Reasons why a costly access costs the kernel little.
const (
	oneLane     = "one lane of the warp executes it"
	oneWarp     = "one warp of the block executes it"
	fewLanes    = "no more than four lanes of the warp execute it"
	oneBlock    = "the kernel is launched with one block"
	outsideLoop = "it stands outside the loops, in which the kernel spends its time"
	cached      = "request replays; memory traffic is probably cached: the lanes make use of the lines shortly after"
)

// few is the number of lanes up to which a request is that of an edge: the halo of a narrow tile, one lane for each row.
const few = 4

// light is the reason why the cost of an access matters little to its kernel, "" when nothing speaks against it.
func light(e executions, r *sema.Run, a *sema.Access) string {
	if r.Grid[0]*r.Grid[1]*r.Grid[2] == 1 {
		return oneBlock
	}
	x := e.executing(r, a)
	if x.lanes <= 1 {
		return oneLane
	} else if lanesOf(&a.Cost.Witness) <= few && a.Cost.Known {
		return fewLanes
	} else if x.warps <= 1 && r.Block[0]*r.Block[1]*r.Block[2] > gpu.Lanes {
		return oneWarp
	}
	if max(1, a.Cost.ByTrip)*loopsEnough <= turns(r, a) {
		return outsideLoop
	}
	return ""
}

// little is the share of a kernel's traffic below which what an access wastes is not worth a reader's time when it weighs little anyway.
const little = 0.05

// traffic remembers the bytes that the requests of a run move: to global memory, and in shared memory.
type traffic map[*sema.Run]*[2]float64

// path is 1 for what goes through the banks of shared memory.
func path(a *sema.Access) int {
	if a.Wavefronts() {
		return 1
	}
	return 0
}

// negligible reports whether an access wastes next to nothing of what its kernel moves: the epilogue of a long loop.
func (t traffic) negligible(r *sema.Run, a *sema.Access) bool {
	all, ok := t[r]
	if !ok {
		all = &[2]float64{}
		for _, b := range r.Accesses {
			all[path(b)] += carried(b, b.Cost.Actual)
		}
		t[r] = all
	}
	return a.Cost.Known && carried(a, a.Cost.Actual-a.Cost.Ideal) < little*all[path(a)]
}

// carried is the bytes of a number of sectors or wavefronts in each request of an access.
func carried(a *sema.Access, each float64) float64 {
	if !a.Cost.Known {
		return 0
	}
	if a.Wavefronts() {
		return a.Cost.Requests * each * gpu.Banks * gpu.BankBytes
	}
	return a.Cost.Requests * each * gpu.SectorBytes
}

// turns is how often a thread executes the access of the kernel that it executes most, of those that use the same paths as a: loads of tiles
// from global memory do not matter less for what is done with the tiles. For an access outside of all loops it is any.
func turns(r *sema.Run, a *sema.Access) float64 {
	most := 1.0
	for _, b := range r.Accesses {
		if b.Loop != nil && (a.Loop == nil || a.Wavefronts() == b.Wavefronts()) {
			most = max(most, b.Cost.ByTrip)
		}
	}
	return most
}

// cacheLines is the number of 128-byte lines that L1 is trusted to keep for a warp between two accesses: 64 resident warps share
// half of 256 KB, the rest being shared memory (gpu: target table, sm_90).
const cacheLines = 128 * 1024 / gpu.LineBytes / 64

// staysCached reports whether the lines that a request touches are few enough to stay in L1 until the same lanes have made use of them
// close by: of so many of their bytes that what memory delivers is not costly itself, or in each iteration of a loop anew. Then memory
// delivers each sector once, and only the requests are repeated.
func staysCached(r *sema.Run, a *sema.Access) bool {
	return touchedLines(&a.Cost.Witness, a.Width) <= cacheLines && (usedShare(r, a)*waste >= 1-slack || rereads(a))
}

// rereads reports whether the innermost loop reads the same bytes in each iteration, often enough for what is fetched once to be no more
// than what all requests need.
func rereads(a *sema.Access) bool {
	if a.Op != trace.Load || a.Loop == nil || a.Loop.Trace == nil || a.Array == nil || a.Array.Volatile || !a.Offset.Known() {
		return false
	}
	for _, v := range a.Loop.Trace.Vars {
		if v.Sym != nil && a.Offset.Contains(v.Sym) {
			return false
		}
	}
	return a.Cost.Footprint > 0 && a.Cost.Footprint <= a.Cost.Actual+slack && a.Cost.Innermost*a.Cost.Ideal >= a.Cost.Actual
}

// touchedLines is the number of distinct 128-byte lines of a request.
func touchedLines(q *trace.Request, width int) int {
	var lines [2 * gpu.Lanes]int64
	n := 0
	touch := func(o int64) {
		if line := floorDiv(o, gpu.LineBytes); !slices.Contains(lines[:n], line) {
			lines[n] = line
			n++
		}
	}
	for l, o := range q.Offsets {
		if q.Active>>l&1 != 0 {
			touch(o)
			touch(o + int64(width) - 1)
		}
	}
	return n
}

// severity of a finding on an access: the rule's own where the cost is certain enough and weighs, info otherwise.
func severity(normal diag.Severity, c diag.Confidence, r *sema.Run, lightness string) diag.Severity {
	if lightness != "" || c == diag.Possible || c == diag.Likely && !seen(r) {
		return min(normal, diag.Info)
	}
	return normal
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
