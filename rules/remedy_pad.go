package rules

import (
	"fmt"
	"strings"

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
	tiles := tilesOf(s.run, s.access)
	if len(tiles) == 0 && betweenRows(s.access) {
		d.Help = inStep(s)
		return
	}
	if len(tiles) == 0 || !p.affords(k) {
		d.Help = "arrange the elements so that neighbouring lanes fall into different banks"
		if s.access.Field != nil {
			d.Help = "keep the fields in arrays of their own, so that neighbouring lanes fall into different banks"
		}
		return
	}
	runs, all := sameTile(k, s)
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
	pad, okPad, allPads := firstIdeal(pads, runs, all)
	swizzle, okSwizzle, _ := firstIdeal(swizzles, runs, all)
	name := s.access.Array.Name
	every := "every access to " + name + " free of conflicts"
	if len(runs) < len(all) && (okPad && pad.tile.kind != banks || okSwizzle && swizzle.tile.kind != banks) {
		every = fmt.Sprintf("every access to %s of this size free of conflicts", name)
	}
	switch {
	case okPad:
		d.Help = fmt.Sprintf("%s: %s makes %s%s", pad.deed(), pad.label(), every, pad.price())
	case okSwizzle && !allPads:
		d.Help = fmt.Sprintf("a swizzle makes %s: use %s in every access", every, swizzle.label())
	case okSwizzle:
		d.Help = fmt.Sprintf("no pad of up to %s makes %s, a swizzle does: use %s in every access", widestPad(pads), every, swizzle.label())
	default:
		best, after, ok := fewest(append(pads, swizzles...), runs, s)
		if !ok {
			d.Help = nothingLowers(s, pads, swizzles)
			return
		}
		d.Help = fmt.Sprintf("%s lowers it, though some accesses to %s stay above the ideal%s", best.label(), s.access.Array.Name, best.price())
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

// nothingLowers is the advice where no layout that was tried takes fewer wavefronts over all accesses to the tile; it names those.
func nothingLowers(s *site, pads, swizzles []relaid) string {
	var tried []string
	if len(pads) > 0 {
		after := " a row"
		if pads[len(pads)-1].tile.kind == banks {
			after = " after every turn of the banks"
		}
		tried = append(tried, "pads of up to "+widestPad(pads)+after)
	}
	if len(swizzles) > 0 {
		tried = append(tried, "XORs of the column with the row")
	}
	then := "arrange the elements so that neighbouring lanes fall into different banks"
	if betweenRows(s.access) {
		then = inStep(s)
	}
	if len(tried) == 0 {
		return then
	}
	return fmt.Sprintf("of %s, none lowers the wavefronts of all accesses to %s together: %s", strings.Join(tried, " and "), s.access.Array.Name, then)
}

// inStep is the advice for copies between rows.
func inStep(s *site) string {
	from := "those in global memory"
	if b := otherSide(s.run, s.access); b != nil {
		from = "those of " + arrayName(b)
	}
	return "let the rows of " + arrayName(s.access) + " begin at the same place within 128 bytes as " + from
}

// widestPad is the largest of some pads in words.
func widestPad(pads []relaid) string {
	most := int64(0)
	for _, n := range pads {
		most = max(most, n.change.cols-n.tile.cols)
	}
	return plural(most, "element")
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
		if skip := n.change.cols - n.tile.cols; skip > 1 {
			return fmt.Sprintf("skip %d elements after every turn of the banks", skip)
		}
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
	p.write(d, k, func() (fixes.Rewrite, bool) {
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

// sameTile lists the accesses to the site's array under every configuration in which it has the same extents, and under all of them.
func sameTile(k *sema.Kernel, s *site) (same, all []tileRun) {
	runs := k.Runs
	if s.confidence == diag.Possible {
		runs = []*sema.Run{s.run}
	}
	for _, r := range runs {
		tr := tileRun{run: r, reuse: &trace.Reuse{}}
		alike := true
		for _, a := range r.Accesses {
			if a.Array != nil && a.Wavefronts() && a.Array.Name == s.access.Array.Name && a.Array.Place == s.access.Array.Place {
				tr.accesses = append(tr.accesses, a)
				alike = alike && sameExtents(a.Array, s.access.Array)
			}
		}
		if len(tr.accesses) == 0 {
			continue
		}
		all = append(all, tr)
		if alike {
			same = append(same, tr)
		}
	}
	return same, all
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
			w = max(w, int64(a.Width), int64(a.Cost.Witness.Width))
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

// firstIdeal is the first layout under which every access is ideal: to rows of that length where the tile's extents make them, under all
// configurations where nothing but the banks does. whole is false when the search was broken off.
func firstIdeal(layouts []relaid, same, all []tileRun) (first relaid, ok, whole bool) {
	tried := 0
	for _, n := range layouts {
		move, runs := n.move(), same
		if n.tile.kind == banks {
			runs = all
		}
		if !witnessesIdeal(move, runs) {
			continue
		}
		if replayedIdeal(move, runs) {
			return n, true, true
		}
		if tried++; tried == mostReplays {
			return relaid{}, false, false
		}
	}
	return relaid{}, false, true
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
	return q.Moved(a.Op, &to)
}

// movedDegree is how many wavefronts a pass of the costliest request takes under a layout.
func movedDegree(a *sema.Access, move func(int64) int64) float64 {
	q := &a.Cost.Witness
	to := moved(q, move)
	return gpu.ConflictDegree(&to, q.Active, q.Width, isStore(a))
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
