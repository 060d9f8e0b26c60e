package trace

import (
	"math"

	"github.com/cudalint/cudalint/indexmath"
)

// costly is the ratio of sectors or wavefronts to the ideal that makes a finding.
const costly = 1.5

// compare runs a few warps of one block under several values of the unknown symbols and notes in the costs which numbers, verdicts
// and alignments depend on them. Bounded guards are taken as true in all of these runs, and loops with bounded conditions run the same few
// iterations, so that only addresses make a difference.
func (r *runner) compare(costs []Cost) {
	if len(r.plan.params) == 0 {
		return
	}
	base := r.probe(round, nil)
	changed := map[trial]bool{}
	affected := make([]trial, len(costs))
	for t := round + 1; t < trials; t++ {
		got := r.probe(t, nil)
		for id := range costs {
			if !costs[id].Known {
				continue
			}
			c := &costs[id]
			number, verdict := differ(&base[id], &got[id])
			if got[id].off != base[id].off && c.Misaligned == Aligned {
				c.Misaligned = MaybeOff
			}
			if number {
				c.Assumed = true
				c.Verdict = c.Verdict || verdict
				if affected[id] == round || verdict {
					affected[id] = t
				}
				changed[t] = true
			}
			if base[id].off && !got[id].off && (c.Misaligned == AlwaysOff || c.Misaligned == OffIfBase) {
				c.Misaligned = MaybeOff
			}
		}
	}
	for t := round + 1; t < trials; t++ {
		if !changed[t] {
			continue
		}
		for _, s := range r.plan.params {
			got := r.probe(t, s)
			for id := range costs {
				if affected[id] != t {
					continue
				}
				if number, _ := differ(&base[id], &got[id]); number {
					costs[id].rest(s.Name)
				}
			}
		}
	}
}

// differ tells whether the numbers of two runs differ, and whether the verdicts do.
func differ(a, b *tally) (number, verdict bool) {
	if a.requests == 0 || b.requests == 0 || a.unknown || b.unknown {
		return false, false
	}
	apart := func(x, y float64) bool { return math.Abs(x/a.requests-y/b.requests) > 1e-9 }
	number = apart(a.actual, b.actual) || apart(a.ideal, b.ideal)
	return number, (a.settled >= costly*a.ideal) != (b.settled >= costly*b.ideal)
}

// probe is a small run; only names the one symbol that gets the trial's value.
func (r *runner) probe(t trial, only *indexmath.Sym) []tally {
	saved, loops := r.tallies, r.loops
	r.tallies, r.loops = make([]tally, len(saved)), make([]loopTally, len(loops))
	r.force = true
	r.bindParams(t, 0, only)
	r.bindBlock(r.middle())
	r.block = 1
	n := r.warps()
	r.steps, r.limit = 0, 16*probeSteps
	for i, warp := range []int64{0, n / 2, n - 1} {
		if i > 0 && (warp == 0 || i == 2 && warp == n/2) {
			continue
		}
		r.allow = probeSteps
		r.warp(r.bindWarp(warp))
	}
	r.force = false
	got := r.tallies
	r.tallies, r.loops = saved, loops
	return got
}
