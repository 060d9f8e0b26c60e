package rules

import "github.com/cudalint/cudalint/trace"

// replaySteps bounds one replay: many layouts are tried, and a tile's pattern repeats after a few iterations.
const replaySteps = 6000

// replay gives the cost of each access of a configuration's tile under another layout, in the order of t.accesses; ok is false when
// the kernel has no program to replay.
func replay(t tileRun, move func(int64) int64) ([]trace.Cost, bool) {
	r := t.run
	if r.Program == nil {
		return nil, false
	}
	inTile := map[int]bool{}
	for _, a := range t.accesses {
		inTile[a.ID] = true
	}
	all := trace.Run(r.Program, trace.Shape{Block: r.Block, Grid: r.Grid}, trace.Options{
		Quick: true,
		Steps: replaySteps,
		Reuse: t.reuse,
		Only:  func(a *trace.Access) bool { return inTile[a.ID] },
		Map: func(a *trace.Access, offset int64) int64 {
			if !inTile[a.ID] {
				return offset // the other side of a copy
			}
			return move(offset)
		},
	})
	costs := make([]trace.Cost, len(t.accesses))
	for i, a := range t.accesses {
		if a.ID < 0 || a.ID >= len(all) {
			return nil, false
		}
		costs[i] = all[a.ID]
	}
	return costs, true
}
