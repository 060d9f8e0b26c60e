package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
)

// remedyTile searches for a layout of the tile under which every access to it is ideal, for every warp, iteration and
// launch of the kernel, and adds it to the finding.
//
// Pads are tried from small to large, then XOR swizzles of the column by the row. A layout first has to make the costliest request
// of each access ideal, which is quick to see; what passes is replayed whole. Where nothing makes all of them ideal, the layout
// with the fewest wavefronts in sum is offered if it lowers those of the finding.
func remedyTile(d *diag.Diagnostic, k *sema.Kernel, s *site) {
	t, ok := tileOf(s.access)
	if !ok {
		d.Help = "arrange the elements so that neighbouring lanes fall into different banks"
		if s.access.Field != nil {
			d.Help = "keep the fields in arrays of their own, so that neighbouring lanes fall into different banks"
		}
		return
	}
	runs := sameTile(k, s)
	pads, swizzles := t.changes(widest(runs), usedColumns(t, runs))
	pad, okPad := firstIdeal(pads, t, runs)
	swizzle, okSwizzle := firstIdeal(swizzles, t, runs)
	offer := func(c layoutChange, after float64) {
		to := moved(&s.access.Cost.Witness, c.move(t))
		sketch(d, c.title(t, s.access.Cost.Actual, after), after, &to, c.label(t))
	}
	switch {
	case okPad:
		d.Help = fmt.Sprintf("pad the rows: %s makes every access to %s free of conflicts%s", pad.label(t), t.array.Name, pad.price(t))
	case okSwizzle:
		d.Help = fmt.Sprintf("no pad makes every access to %s free of conflicts, a swizzle does: use %s in every access", t.array.Name, swizzle.label(t))
	default:
		best, after, ok := fewest(append(pads, swizzles...), t, runs, s)
		if !ok {
			d.Help = "no pad and no swizzle of the rows lowers it: arrange the elements so that neighbouring lanes fall into different banks"
			return
		}
		d.Help = fmt.Sprintf("%s lowers it, though not to the ideal%s", best.label(t), best.price(t))
		offer(best, after)
		return
	}
	if okPad {
		offer(pad, s.access.Cost.Ideal)
	}
	if okSwizzle {
		offer(swizzle, s.access.Cost.Ideal)
	}
}

func (c layoutChange) price(t tile) string {
	switch n := c.bytes(t); {
	case n > 0:
		return fmt.Sprintf(", for %d bytes more", n)
	case n < 0:
		return fmt.Sprintf(", with %d bytes less", -n)
	}
	return ""
}

func (c layoutChange) title(t tile, before, after float64) string {
	what := "pad to " + c.label(t)
	if c.xor {
		what = "swizzle as " + c.label(t)
	}
	return fmt.Sprintf("%s: %s, not %s%s", what, count(after, "wavefront"), num(before), c.price(t))
}

// tileRun is a configuration with its accesses to the tile.
type tileRun struct {
	run      *sema.Run
	accesses []*sema.Access
}

// sameTile lists the accesses to the site's array under every configuration in which it has the same extents.
func sameTile(k *sema.Kernel, s *site) []tileRun {
	var out []tileRun
	all := k.Runs
	if s.confidence == diag.Possible {
		all = []*sema.Run{s.run}
	}
	for _, r := range all {
		tr := tileRun{run: r}
		for _, a := range r.Accesses {
			if a.Array != nil && a.Wavefronts() && a.Array.Name == s.access.Array.Name && a.Array.Place == s.access.Array.Place && sameExtents(a.Array, s.access.Array) {
				tr.accesses = append(tr.accesses, a)
			}
		}
		if len(tr.accesses) > 0 {
			out = append(out, tr)
		}
	}
	return out
}

func sameExtents(a, b *sema.Array) bool {
	if len(a.Extents) != len(b.Extents) {
		return false
	}
	for i, n := range a.Extents {
		if b.Extents[i] != n {
			return false
		}
	}
	return true
}

// widest is the widest access in bytes.
func widest(runs []tileRun) int64 {
	w := int64(1)
	for _, r := range runs {
		for _, a := range r.accesses {
			w = max(w, int64(a.Width))
		}
	}
	return w
}

// usedColumns is the number of elements of a row that some access reaches.
func usedColumns(t tile, runs []tileRun) int64 {
	if t.flat {
		return t.cols
	}
	used := int64(0)
	for _, r := range runs {
		_, ok := replay(r, func(o int64) int64 {
			used = max(used, floorMod(o, t.cols*t.elem)/t.elem+1)
			return o
		})
		if !ok {
			return t.cols
		}
	}
	return used
}

// firstIdeal is the first layout under which every access is ideal.
func firstIdeal(changes []layoutChange, t tile, runs []tileRun) (layoutChange, bool) {
	for _, c := range changes {
		if move := c.move(t); witnessesIdeal(move, runs) && replayedIdeal(move, runs) {
			return c, true
		}
	}
	return layoutChange{}, false
}

// witnessesIdeal looks at the costliest request of each access alone.
func witnessesIdeal(move func(int64) int64, runs []tileRun) bool {
	for _, r := range runs {
		for _, a := range r.accesses {
			if after, ideal := movedWitness(a, move); after > ideal {
				return false
			}
		}
	}
	return true
}

func movedWitness(a *sema.Access, move func(int64) int64) (after, ideal int) {
	if !a.Cost.Known || !gpu.Judged(a.Width) {
		return 0, 0
	}
	q := &a.Cost.Witness
	to := moved(q, move)
	after = gpu.Wavefronts(&to, q.Active, a.Width, isStore(a))
	return after, gpu.IdealWavefronts(after, q.Active, a.Width)
}

// replayedIdeal replays each configuration under the layout.
func replayedIdeal(move func(int64) int64, runs []tileRun) bool {
	fits := true
	for _, r := range runs {
		costs, ok := replay(r, func(o int64) int64 {
			to := move(o)
			fits = fits && to != outside
			return to
		})
		if !ok || !fits {
			return false
		}
		for i, a := range r.accesses {
			if c := costs[i]; a.Cost.Known && (!c.Known || c.Actual > c.Ideal*1.01) {
				return false
			}
		}
	}
	return true
}

// fewest is the layout with the fewest wavefronts over all accesses of all configurations, by their costliest requests; ok is
// false when none lowers the site's own without raising the sum. after are the site's own, replayed.
func fewest(changes []layoutChange, t tile, runs []tileRun, s *site) (best layoutChange, after float64, ok bool) {
	sum := func(move func(int64) int64) (n float64) {
		for _, r := range runs {
			for _, a := range r.accesses {
				w, _ := movedWitness(a, move)
				n += float64(w) * max(1, a.Cost.ByTrip)
			}
		}
		return n
	}
	least := sum(func(o int64) int64 { return o })
	for _, c := range changes {
		if n := sum(c.move(t)); n < least {
			best, least, ok = c, n, true
		}
	}
	if !ok {
		return best, 0, false
	}
	for _, r := range runs {
		if r.run != s.run {
			continue
		}
		costs, replayed := replay(r, best.move(t))
		for i, a := range r.accesses {
			if a == s.access && replayed {
				return best, costs[i].Actual, costs[i].Actual < s.access.Cost.Actual
			}
		}
	}
	return best, 0, false
}
