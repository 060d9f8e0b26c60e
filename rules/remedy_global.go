package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/trace"
)

// sideBySide is the request with its active lanes' elements next to each other, from a sector's start.
func sideBySide(q *trace.Request, width int) (moved [32]int64, sectors float64) {
	next := int64(0)
	for l := range moved {
		if q.Active>>l&1 != 0 {
			moved[l] = next
			next += int64(width)
		}
	}
	return moved, float64(gpu.Sectors(&moved, q.Active, width))
}

// remedyGlobal adds the advice for a costly global access by its cause.
func remedyGlobal(p *Pass, d *diag.Diagnostic, s *site) {
	a := s.access
	name := arrayName(a)
	moved, after := sideBySide(&a.Cost.Witness, a.Width)
	instead := func(what string) string {
		return fmt.Sprintf("%s: %s per request, not %s", what, count(after, "sector"), num(a.Cost.Actual))
	}
	switch s.cause.name {
	case swapped:
		d.Help = "let threadIdx.x run along the row and threadIdx.y down the columns, and swap the block's shape with them"
		sketch(d, instead("swap x and y in the indices"), after, &moved, "x and y swapped")
	case chunked:
		if recurs(s) {
			d.Help = "each step needs the one before it: keep " + name + " transposed, or bring tiles of it to shared memory along the rows and walk through them there"
			sketch(d, instead("read along the rows"), after, &moved, "along the rows")
			return
		}
		if gap, ok := laneStride(a).Const(); !ok || abs(gap) >= gpu.Lanes*int64(a.Width) || rowOfMatrix(s) || sumsUp(p.Model, s) {
			d.Help = "let the lanes of a warp work on one row together, each on every 32nd element of it, or keep " + name + " transposed"
			sketch(d, instead("let a warp share each row"), after, &moved, "a row shared by the warp")
			return
		}
		d.Help = "let neighbouring threads take neighbouring elements and step by the number of threads: " + name + "[j*stride + t], not " + name + "[t*k + j]"
		sketch(d, instead("stripe the chunks over the threads"), after, &moved, "striped")
	case transposedStore:
		d.Help = "stage the tile in shared memory and write it along the rows, with a padded tile such as [32][33]"
		sketch(d, instead("stage the transposed store in a shared tile"), after, &moved, "staged through a padded tile")
	case columnMajor:
		d.Help = "let threadIdx.x run along the last index of " + name + ", or keep " + name + " transposed; where both directions are needed, stage a tile in shared memory"
		sketch(d, instead("let threadIdx.x run along the row"), after, &moved, "along the row")
	case strided:
		remedyStrided(d, s)
	case shiftedCopy:
		d.Help = "a copy of 16 bytes past L1 moves pieces of 32 bytes: let rows in shared memory start at the same place within 32 bytes as those in " +
			"global memory, by pads of 32 bytes or a swizzle that moves 32 bytes at a time"
	case gather:
		d.Help = "sort the indices or group the work so that neighbouring lanes fetch neighbouring elements; a small table belongs in shared memory"
	case narrowBlock:
		d.Help = fmt.Sprintf("make the block at least %d threads wide, so that a row of it fills a sector", (gpu.SectorBytes+a.Width-1)/a.Width)
	}
}

// rowOfMatrix reports whether the element that a lane takes in an iteration belongs to one that all lanes share, as in m[t*k + j] * x[j]: then
// it matters which elements are the lane's own, and turns cannot be taken.
func rowOfMatrix(s *site) bool {
	a := s.access
	if a.Loop == nil || a.Loop.Trace == nil {
		return false
	}
	for _, b := range s.run.Accesses {
		if b.Loop != a.Loop || b.Op != trace.Load || !b.Offset.Known() || b.Offset.Varies() {
			continue
		}
		for _, v := range a.Loop.Trace.Vars {
			if v.Sym != nil && a.Offset.Contains(v.Sym) && b.Offset.Contains(v.Sym) {
				return true
			}
		}
	}
	return false
}

// remedyStrided advises a wide load where a lane uses all that lies between its element and the next lane's, else a dense array.
func remedyStrided(d *diag.Diagnostic, s *site) {
	a := s.access
	used, gap, ok := usedBytes(s.run, a)
	if ok && used == gap && gap <= 16 && gap&(gap-1) == 0 {
		wide := float64(lanesOf(&a.Cost.Witness)) * float64(gap) / gpu.SectorBytes
		d.Help = fmt.Sprintf("load the %d bytes that a lane uses with one vector access", gap)
		sketch(d, fmt.Sprintf("load %d bytes at once: %s for all of them, not %s for each of %d accesses",
			gap, count(wide, "sector"), num(a.Cost.Actual), gap/int64(a.Width)), wide, nil, "")
		return
	}
	if ok && used == gap {
		d.Help = fmt.Sprintf("the lanes use all %d bytes of the gap: copy them to shared memory side by side first, or split the array by what is at each place", gap)
		return
	}
	d.Help = "let neighbouring lanes take neighbouring elements; elements that are used at a fixed distance are better kept in an array of their own"
	moved, after := sideBySide(&a.Cost.Witness, a.Width)
	sketch(d, fmt.Sprintf("keep the elements side by side: %s per request, not %s", count(after, "sector"), num(a.Cost.Actual)), after, &moved, "side by side")
}
