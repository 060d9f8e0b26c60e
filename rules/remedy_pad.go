package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// remedyTile searches for a layout of the tile under which every access to it is ideal, for every warp, iteration and
// launch of the kernel, and adds it to the finding.
//
// Pads are tried from small to large, then XOR swizzles of the column by the row. A layout first has to make the costliest request
// of each access ideal, which is quick to see; what passes is replayed whole. Where nothing makes all of them ideal, the layout
// with the fewest wavefronts in sum is offered if it lowers those of the finding.
func remedyTile(p *Pass, d *diag.Diagnostic, k *sema.Kernel, s *site) {
	if s.access.Op == trace.Atomic && sameAddress(&s.access.Cost.Witness) {
		d.Help = "combine the lanes' values first, with __reduce_max_sync or shuffles, and let one lane of the warp update " + s.access.Array.Name
		return
	}
	tiles := tilesOf(s.access)
	if len(tiles) == 0 {
		d.Help = "arrange the elements so that neighbouring lanes fall into different banks"
		if s.access.Field != nil {
			d.Help = "keep the fields in arrays of their own, so that neighbouring lanes fall into different banks"
		}
		return
	}
	runs := sameTile(k, s)
	var pads, swizzles []relaid
	for _, t := range tiles {
		wider, x := t.changes(widest(runs), usedColumns(t, runs))
		for _, c := range wider {
			pads = append(pads, relaid{t, c})
		}
		for _, c := range x {
			swizzles = append(swizzles, relaid{t, c})
		}
	}
	pad, okPad := firstIdeal(pads, runs)
	swizzle, okSwizzle := firstIdeal(swizzles, runs)
	name := s.access.Array.Name
	switch {
	case okPad:
		d.Help = fmt.Sprintf("%s: %s makes every access to %s free of conflicts%s", pad.deed(), pad.label(), name, pad.price())
	case okSwizzle:
		d.Help = fmt.Sprintf("no pad makes every access to %s free of conflicts, a swizzle does: use %s in every access", name, swizzle.label())
	default:
		best, after, ok := fewest(append(pads, swizzles...), runs, s)
		if !ok {
			d.Help = "no pad and no swizzle of the rows lowers it: arrange the elements so that neighbouring lanes fall into different banks"
			return
		}
		d.Help = fmt.Sprintf("%s lowers it, though not to the ideal%s", best.label(), best.price())
		best.offer(d, s, after)
		if after >= max(waste, p.ratios.Wavefronts)*s.access.Cost.Ideal && movedDegree(s.access, best.move()) >= waste {
			return // the finding would stay
		}
		best.write(p, d, k, s, diag.Unsafe)
		return
	}
	if okPad {
		pad.offer(d, s, s.access.Cost.Ideal)
		pad.write(p, d, k, s, diag.Safe)
	}
	if okSwizzle {
		swizzle.offer(d, s, s.access.Cost.Ideal)
		swizzle.write(p, d, k, s, diag.Unsafe)
	}
}

// relaid is a tile under another layout.
type relaid struct {
	tile   tile
	change layoutChange
}

func (n relaid) label() string           { return n.change.label(n.tile) }
func (n relaid) move() func(int64) int64 { return n.change.move(n.tile) }

// deed is what the user does to the declaration or the index.
func (n relaid) deed() string {
	switch {
	case n.tile.kind == banks:
		return "skip an element after every turn of the banks"
	case n.change.cols < n.tile.cols:
		return "shorten the rows"
	}
	return "pad the rows"
}

func (n relaid) price() string {
	switch b := n.change.bytes(n.tile); {
	case b > 0:
		return fmt.Sprintf(", for %d bytes more", b)
	case b < 0:
		return fmt.Sprintf(", with %d bytes less", -b)
	}
	return ""
}

// offer adds the layout to the finding; after is what the site's own request takes then.
func (n relaid) offer(d *diag.Diagnostic, s *site, after float64) {
	verb := "pad to "
	switch {
	case n.change.xor:
		verb = "swizzle as "
	case n.tile.kind == banks:
		verb = "index as "
	case n.change.cols < n.tile.cols:
		verb = "shorten to "
	}
	to := moved(&s.access.Cost.Witness, n.move())
	title := fmt.Sprintf("%s%s: %s, not %s%s", verb, n.label(), count(after, "wavefront"), num(s.access.Cost.Actual), n.price())
	sketch(d, title, after, &to, n.label())
}

// write adds the edits of the layout that was offered last; it is no more applicable than most.
func (n relaid) write(p *Pass, d *diag.Diagnostic, k *sema.Kernel, s *site, most diag.Applicability) {
	p.write(d, func() (fixes.Rewrite, bool) {
		at, c := p.siteFor(k, s), n.change
		var r fixes.Rewrite
		ok := false
		switch {
		case n.tile.kind == declared && !c.xor:
			r, ok = fixes.Pad(at, c.cols)
		case n.tile.kind == declared:
			r, ok = fixes.Swizzle(at, c.cols, c.shift, c.chunk)
		case n.tile.kind != declared && !c.xor && c.cols > n.tile.cols: // r * 33 + c is i + i / 32
			r, ok = fixes.Spread(at, n.tile.cols, c.cols-n.tile.cols)
		}
		r.Applicability = min(r.Applicability, most)
		return r, ok
	})
}

// tileRun is a configuration with its accesses to the tile.
type tileRun struct {
	run      *sema.Run
	accesses []*sema.Access
	reuse    *trace.Reuse // of the replays of the run's program
}

// sameTile lists the accesses to the site's array under every configuration in which it has the same extents.
func sameTile(k *sema.Kernel, s *site) []tileRun {
	var out []tileRun
	all := k.Runs
	if s.confidence == diag.Possible {
		all = []*sema.Run{s.run}
	}
	for _, r := range all {
		tr := tileRun{run: r, reuse: &trace.Reuse{}}
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
	if t.kind != declared {
		return t.cols
	}
	used := int64(0)
	for _, r := range runs {
		for _, a := range r.accesses {
			if !a.Cost.Known {
				return t.cols // it may reach any
			}
		}
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

// mostReplays bounds the layouts of a tile that look right by the costliest requests and are not.
const mostReplays = 6

// firstIdeal is the first layout under which every access is ideal.
func firstIdeal(layouts []relaid, runs []tileRun) (relaid, bool) {
	tried := 0
	for _, n := range layouts {
		move := n.move()
		if !witnessesIdeal(move, runs) {
			continue
		}
		if replayedIdeal(move, runs) {
			return n, true
		}
		if tried++; tried == mostReplays {
			break
		}
	}
	return relaid{}, false
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

// movedDegree is how many wavefronts a pass of the costliest request takes under a layout.
func movedDegree(a *sema.Access, move func(int64) int64) float64 {
	q := &a.Cost.Witness
	to := moved(q, move)
	return gpu.ConflictDegree(&to, q.Active, a.Width, isStore(a))
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
func fewest(layouts []relaid, runs []tileRun, s *site) (best relaid, after float64, ok bool) {
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
	for _, n := range layouts {
		if w := sum(n.move()); w < least {
			best, least, ok = n, w, true
		}
	}
	if !ok {
		return best, 0, false
	}
	for _, r := range runs {
		if r.run != s.run {
			continue
		}
		costs, replayed := replay(r, best.move())
		for i, a := range r.accesses {
			if a == s.access && replayed {
				return best, costs[i].Actual, costs[i].Actual < s.access.Cost.Actual
			}
		}
	}
	return best, 0, false
}
