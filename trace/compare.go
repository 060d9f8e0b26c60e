package trace

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/indexmath"
)

// costly is the ratio of sectors or wavefronts to the ideal that makes a finding.
const costly = 1.5

// compare runs a few warps of one block under several values of the unknown symbols and notes in the costs which numbers, verdicts
// and alignments depend on them. Bounded guards are taken as true in all of these runs, and loops with bounded conditions run the same few
// iterations, so that only addresses make a difference.
func (r *runner) compare(costs []Cost) {
	all := r.want
	defer func() { r.want = all }()
	r.want = make([]bool, len(costs))
	for id := range costs {
		r.want[id] = costs[id].Known && r.plan.accesses[id].taint&byParam != 0
	}
	if !slices.Contains(r.want, true) {
		return
	}
	base := r.probe(round, nil)
	affected := make([]trial, len(costs)) // by access: the trial that tells most
	var results [trials][]outcome
	for t := round + 1; t < trials; t++ {
		results[t] = r.probe(t, nil)
		for id := range costs {
			c := &costs[id]
			if base[id].requests == 0 || results[t][id].requests == 0 {
				continue
			}
			c.compareAlignment(base[id].off, results[t][id].off)
			number, verdict := differ(&base[id], &results[t][id])
			if number && (affected[id] == round || verdict && !c.Verdict) {
				affected[id] = t
			}
			c.Assumed = c.Assumed || number
			c.Verdict = c.Verdict || verdict
		}
	}
	for t := round + 1; t < trials; t++ {
		if slices.Contains(affected, t) {
			r.attribute(costs, affected, t, base, results[t])
		}
	}
}

// compareAlignment notes that alignment depends on the values, where two trials disagree.
func (c *Cost) compareAlignment(base, other bool) {
	switch {
	case other && !base && c.Misaligned == Aligned:
		c.Misaligned = MaybeOff
	case base && !other && (c.Misaligned == AlwaysOff || c.Misaligned == OffIfBase):
		c.Misaligned = MaybeOff
	}
}

// attribute finds the symbols that the affected accesses rest on: those that make a difference alone, or, when none does, without
// which the trial makes another.
func (r *runner) attribute(costs []Cost, affected []trial, t trial, base, result []outcome) {
	for id := range costs {
		r.want[id] = affected[id] == t
	}
	found := make([]bool, len(costs))
	for _, without := range []bool{false, true} {
		for i, s := range r.plan.params {
			var got []outcome
			for id := range costs {
				if affected[id] != t || without && found[id] || !r.dependsOn(id, i) {
					continue
				}
				if got == nil {
					got = r.probe(t, func(p *indexmath.Sym) bool { return (p == s) != without })
				}
				from := base
				if without {
					from = result
				}
				if number, _ := differ(&from[id], &got[id]); number {
					costs[id].rest(s.Name)
				}
			}
		}
		for id := range costs {
			found[id] = found[id] || slices.ContainsFunc(costs[id].Rests, func(name string) bool { return name != BaseAlignment })
		}
	}
}

// dependsOn tells whether an access's address depends on the i-th unknown symbol.
func (r *runner) dependsOn(id, i int) bool {
	bit := paramTaint(i) &^ byParam
	return r.plan.accesses[id].taint&bit != 0
}

// differ tells whether the numbers of two runs differ, and whether the verdicts do.
func differ(a, b *outcome) (number, verdict bool) {
	if a.requests == 0 || b.requests == 0 || a.unknown || b.unknown {
		return false, false
	}
	apart := func(x, y float64) bool { return math.Abs(x/a.requests-y/b.requests) > 1e-9 }
	number = apart(a.actual, b.actual) || apart(a.ideal, b.ideal)
	return number, (a.settled >= costly*a.ideal) != (b.settled >= costly*b.ideal)
}

// probe is a small run; only says which symbols get the trial's values, nil is all.
func (r *runner) probe(t trial, only func(*indexmath.Sym) bool) []outcome {
	saved, loops := r.tallies, r.loops
	if r.spare == nil {
		r.opt.Reuse.spare = zeroed(r.opt.Reuse.spare, len(saved))
		r.spare, r.spareLoops = r.opt.Reuse.spare, make([]loopTally, len(loops))
	} else {
		clear(r.spare)
		clear(r.spareLoops)
	}
	r.tallies, r.loops = r.spare, r.spareLoops
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
	r.tallies, r.loops = saved, loops
	got := make([]outcome, len(r.spare))
	for id := range got {
		got[id] = r.spare[id].outcome
	}
	return got
}
