// Package compare sets what is known of the kernels of one state of a program beside what is known of them in another: two results, of
// the same paths, go in; kernel by kernel what their accesses take before and after, and which findings came and went, come out.
package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Verdict says which way a kernel went.
type Verdict string

const (
	Same    Verdict = "same"    // every number is as it was, and so are the findings
	Changed Verdict = "changed" // some numbers are not, and none of what follows holds
	Better  Verdict = "better"  // its requests come closer to the ideal and take less beyond it, or a finding that counts is gone
	Worse   Verdict = "worse"   // the other way round
	Mixed   Verdict = "mixed"   // both
	New     Verdict = "new"
	Gone    Verdict = "gone"
)

// Comparison is what came out: kernels by the place that they have now (those that are gone: had), each once.
type Comparison struct {
	Kernels []*Kernel
	Outside Findings // of no kernel that was judged
}

// Kernel is one kernel before and after.
type Kernel struct {
	Name          string
	Before, After diag.Place // of its name; no file where it is not
	Verdict       Verdict
	Shapes        []*Shape // under each block shape
	Findings      Findings

	NewlyCostly bool // it is new, and has a finding that counts
}

// Moved reports whether the kernel is in another file than it was.
func (k *Kernel) Moved() bool {
	return k.Before.File != nil && k.After.File != nil && k.Before.File.Path != k.After.File.Path
}

// At is where the kernel is, or was.
func (k *Kernel) At() diag.Place {
	if k.After.File != nil {
		return k.After
	}
	return k.Before
}

// Shape is a kernel under one block shape, or under two of which one took the place of the other.
type Shape struct {
	Before, After *State // nil where it is not launched so
	Accesses      []Access
}

// Access is one that is not as it was; a side is nil where it is not.
type Access struct{ Before, After *lint.Access }

// Findings are those that came and those that went.
type Findings struct{ New, Gone []diag.Diagnostic }

// Options say how results are set side by side.
type Options struct {
	Moved  func(path string) string    // the path now of a file then; nil: none was renamed
	Counts func(*diag.Diagnostic) bool // findings that make a kernel better or worse
}

// Results compares two results that were judged with lint.Options.Detail.
func Results(before, after *lint.Result, o Options) *Comparison {
	if o.Moved == nil {
		o.Moved = func(path string) string { return path }
	}
	c := &Comparison{}
	stays := func(path string) string { return path }
	then, now := kernelsOf(before, o.Moved), kernelsOf(after, stays)
	for _, p := range pairs(then, now) {
		c.Kernels = append(c.Kernels, p.kernel())
	}
	slices.SortStableFunc(c.Kernels, func(x, y *Kernel) int {
		a, b := x.At(), y.At()
		return cmp.Or(strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Span.Start, b.Span.Start), strings.Compare(x.Name, y.Name))
	})
	c.findings(findings(before.Findings, after.Findings, o.Moved, stays))
	for _, k := range c.Kernels {
		k.judge(o.Counts)
	}
	return c
}

// Count is the number of kernels with a verdict.
func (c *Comparison) Count(v Verdict) int {
	n := 0
	for _, k := range c.Kernels {
		if k.Verdict == v {
			n++
		}
	}
	return n
}

// Worse reports whether something is worse than it was: a kernel, in whatever else it is better, a new kernel with a finding that counts,
// or such a finding outside of kernels.
func (c *Comparison) Worse(counts func(*diag.Diagnostic) bool) bool {
	bad := func(k *Kernel) bool { return k.Verdict == Worse || k.Verdict == Mixed || k.NewlyCostly }
	return slices.ContainsFunc(c.Kernels, bad) || anyOf(c.Outside.New, counts)
}

func anyOf(list []diag.Diagnostic, counts func(*diag.Diagnostic) bool) bool {
	for i := range list {
		if counts(&list[i]) {
			return true
		}
	}
	return false
}

// side is one kernel of one result.
type side struct {
	name, path string // the path of its file now
	nth        int    // of the kernels of that name in the file: overloads, specializations
	place      diag.Place
	runs       []*lint.Execution
}

// kernelsOf are the kernels of a result, in the order of their places.
func kernelsOf(r *lint.Result, moved func(string) string) []*side {
	byPlace := map[diag.Place]*side{}
	seen := map[[2]string]int{}
	var out []*side
	for i := range r.Executions {
		e := &r.Executions[i]
		s := byPlace[e.Place]
		if s == nil && e.Place.File != nil {
			s = &side{name: e.Kernel, path: moved(e.Place.File.Path), place: e.Place}
			key := [2]string{s.path, s.name}
			s.nth = seen[key]
			seen[key]++
			byPlace[e.Place] = s
			out = append(out, s)
		}
		if s != nil {
			s.runs = append(s.runs, e)
		}
	}
	return out
}

type pair struct{ before, after *side }

// pairs finds for each kernel what it was: the one of its name in its file, or else, where both are the only ones left of their name,
// one in another file.
func pairs(then, now []*side) []pair {
	type identity struct {
		path, name string
		nth        int
	}
	old := map[identity]*side{}
	for _, s := range then {
		old[identity{s.path, s.name, s.nth}] = s
	}
	var out []pair
	taken := map[*side]bool{}
	left := map[string][]*side{}
	for _, s := range now {
		before := old[identity{s.path, s.name, s.nth}]
		if before == nil {
			left[s.name] = append(left[s.name], s)
			continue
		}
		taken[before] = true
		out = append(out, pair{before, s})
	}
	lost := map[string][]*side{}
	for _, s := range then {
		if !taken[s] {
			lost[s.name] = append(lost[s.name], s)
		}
	}
	for _, s := range now {
		if !slices.Contains(left[s.name], s) {
			continue
		}
		p := pair{after: s}
		if len(left[s.name]) == 1 && len(lost[s.name]) == 1 {
			p.before = lost[s.name][0]
			delete(lost, s.name)
		}
		out = append(out, p)
	}
	for _, s := range then {
		if slices.Contains(lost[s.name], s) {
			out = append(out, pair{before: s})
		}
	}
	return out
}

func (p pair) kernel() *Kernel {
	k := &Kernel{}
	var then, now []*State
	if p.before != nil {
		k.Name, k.Before = p.before.name, p.before.place
		then = statesOf(p.before.runs)
	}
	if p.after != nil {
		k.Name, k.After = p.after.name, p.after.place
		now = statesOf(p.after.runs)
	}
	k.Shapes = shapes(then, now)
	return k
}

// shapes sets states of one block shape side by side, and then those that are left in their order.
func shapes(then, now []*State) []*Shape {
	var out []*Shape
	for _, s := range now {
		i := slices.IndexFunc(then, func(b *State) bool { return b != nil && b.Block == s.Block })
		if i < 0 {
			out = append(out, &Shape{After: s})
			continue
		}
		out = append(out, &Shape{Before: then[i], After: s})
		then = slices.Delete(slices.Clone(then), i, i+1)
	}
	for _, s := range out {
		if s.Before == nil && len(then) > 0 {
			s.Before, then = then[0], then[1:]
		}
	}
	for _, b := range then {
		out = append(out, &Shape{Before: b})
	}
	for _, s := range out {
		s.Accesses = changes(s.Before, s.After)
	}
	return out
}
