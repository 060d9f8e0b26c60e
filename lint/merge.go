package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// Merge unites what several units say, in one order that does not depend on theirs.
//
// A header is judged once for each unit that includes it. What units agree on is kept once. Where one of them launches a kernel
// of the header and another does not, the one that had to assume a block shape has nothing to add: what it says about that kernel
// is dropped. Accesses that differ in block shape or numbers are all kept; of findings that differ in nothing else the worst is
// kept, with the places of the others.
func Merge(results ...*Result) *Result {
	settled := map[site]bool{}
	for _, r := range results {
		for _, k := range r.Kernels {
			if k.Settled {
				settled[siteOf(k.Place)] = true
			}
		}
	}
	var all Result
	var accesses []*Access
	all.grow(results)
	for _, r := range results {
		moot := map[string]bool{}
		for _, k := range r.Kernels {
			if !k.Settled && settled[siteOf(k.Place)] {
				moot[k.Name] = true
			}
		}
		for _, k := range r.Kernels {
			if k.Settled {
				delete(moot, k.Name)
			}
		}
		all.take(r, moot)
		for i := range r.Accesses {
			if a := &r.Accesses[i]; !moot[a.Subject.Kernel] {
				accesses = append(accesses, a)
			}
		}
	}
	all.Findings = mergeFindings(all.Findings)
	all.Accesses = mergeAccesses(accesses)
	all.Marks = mergeMarks(all.Marks)
	all.Unread = mergeUnread(all.Unread)
	all.Kernels = mergeKernels(all.Kernels)
	all.Runs = mergeRuns(all.Runs)
	all.Withdrawn = mergeWithdrawn(all.Withdrawn)
	all.Suppressed = mergeSuppressed(all.Suppressed)
	all.Directives = mergeDirectives(all.Directives)
	all.Expectations = mergeExpectations(all.Expectations)
	all.Executions = mergeExecutions(all.Executions)
	return &all
}

// grow makes room for what the results hold most of.
func (all *Result) grow(results []*Result) {
	findings, marks, kernels, runs := 0, 0, 0, 0
	for _, r := range results {
		findings, marks, kernels, runs = findings+len(r.Findings), marks+len(r.Marks), kernels+len(r.Kernels), runs+len(r.Runs)
	}
	all.Findings, all.Marks = slices.Grow(all.Findings, findings), slices.Grow(all.Marks, marks)
	all.Kernels, all.Runs = slices.Grow(all.Kernels, kernels), slices.Grow(all.Runs, runs)
}

// take adds r, its accesses apart, without what it says about the moot kernels.
func (all *Result) take(r *Result, moot map[string]bool) {
	all.Kernels = append(all.Kernels, r.Kernels...)
	for i := range r.Findings {
		if d := &r.Findings[i]; !moot[d.Subject.Kernel] || d.Rule == SyntaxError {
			all.Findings = append(all.Findings, *d)
		}
	}
	for _, d := range r.Suppressed {
		if !moot[d.Subject.Kernel] {
			all.Suppressed = append(all.Suppressed, d)
		}
	}
	for _, m := range r.Marks {
		if !moot[m.Kernel] {
			all.Marks = append(all.Marks, m)
		}
	}
	for _, run := range r.Runs {
		if !moot[run.Kernel] {
			all.Runs = append(all.Runs, run)
		}
	}
	for _, e := range r.Executions {
		if !moot[e.Kernel] {
			all.Executions = append(all.Executions, e)
		}
	}
	all.Unread = append(all.Unread, r.Unread...)
	all.Directives = append(all.Directives, r.Directives...)
	all.Expectations = append(all.Expectations, r.Expectations...)
	all.Withdrawn = append(all.Withdrawn, r.Withdrawn...)
}

// site is a place that can be compared.
type site struct {
	path       string
	start, end int32
}

func siteOf(p diag.Place) site {
	if p.File == nil {
		return site{}
	}
	return site{p.File.Path, p.Span.Start, p.Span.End}
}

func compareSites(x, y site) int {
	return cmp.Or(strings.Compare(x.path, y.path), cmp.Compare(x.start, y.start), cmp.Compare(x.end, y.end))
}

// sorted is the one sort: by file, line and column, then by what tie says, then as they stood.
func sorted[T any](list []T, at func(*T) diag.Place, tie func(x, y *T) int) []T {
	order := inOrder(len(list), func(i int) diag.Place { return at(&list[i]) }, func(i, j int) int { return tie(&list[i], &list[j]) })
	for first, from := range order {
		if from != first {
			out := slices.Clone(list[first:])
			for i, from := range order[first:] {
				list[first+i] = out[from-first]
			}
			break
		}
	}
	return list
}

// inOrder gives the numbers of n things in that order. Lists that were sorted before take little time.
func inOrder(n int, at func(int) diag.Place, tie func(i, j int) int) []int {
	sites := make([]site, n)
	order := make([]int, n)
	for i := range order {
		sites[i], order[i] = siteOf(at(i)), i
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := compareSites(sites[i], sites[j]); c != 0 {
			return c
		}
		return cmp.Or(tie(i, j), i-j)
	})
	return order
}

// accessKey is what two entries that say the same agree on. Where the shape comes from is not part of it.
type accessKey struct {
	site        site
	kernel      string
	array       string
	space, op   string
	index       string
	calls       string
	block       [3]int64
	width       int
	piece, nth  int
	numbers     Numbers
	blockedWhen string
}

func keyOf(a *Access) accessKey {
	k := accessKey{
		site:    siteOf(a.Place),
		kernel:  a.Subject.Kernel,
		array:   a.Subject.Array,
		space:   a.Subject.Space,
		op:      a.Subject.Op,
		index:   a.Subject.Index,
		block:   a.Subject.Block,
		width:   a.Width,
		piece:   a.piece,
		nth:     a.nth,
		numbers: a.Numbers,
	}
	if !a.Numbers.Known {
		k.blockedWhen = a.BlockedBy
	}
	var calls []byte
	for _, c := range a.Calls {
		s := siteOf(c)
		calls = append(append(calls, s.path...), ':')
		calls = append(strconv.AppendInt(calls, int64(s.start), 10), ':')
		calls = append(strconv.AppendInt(calls, int64(s.end), 10), 0)
	}
	k.calls = string(calls)
	return k
}

// number tells the accesses of one run that are alike in everything apart, so that a macro that reads a[i] twice keeps both while
// a second launch with the same numbers adds none.
func number(run []Access) {
	at := make(map[site]int, len(run))
	for i := range run {
		at[siteOf(run[i].Place)]++
	}
	seen := map[accessKey]int{}
	for i := range run {
		if at[siteOf(run[i].Place)] > 1 {
			k := keyOf(&run[i])
			run[i].nth = seen[k]
			seen[k]++
		}
	}
}

// compareAccesses orders the accesses of one place.
func compareAccesses(x, y *Access) int {
	s, t := &x.Subject, &y.Subject
	if c := cmp.Or(strings.Compare(s.Kernel, t.Kernel), strings.Compare(s.Op, t.Op), slices.CompareFunc(x.Calls, y.Calls, comparePlaces),
		cmp.Compare(x.piece, y.piece), cmp.Compare(s.LaunchLine, t.LaunchLine), strings.Compare(s.LaunchFile, t.LaunchFile), strings.Compare(s.BlockFrom, t.BlockFrom),
		slices.Compare(s.Block[:], t.Block[:]), strings.Compare(s.Array, t.Array), strings.Compare(s.Space, t.Space),
		strings.Compare(s.Index, t.Index), cmp.Compare(x.Width, y.Width), cmp.Compare(x.nth, y.nth)); c != 0 {
		return c
	}
	return cmp.Or(compareNumbers(&x.Numbers, &y.Numbers), strings.Compare(x.BlockedBy, y.BlockedBy))
}

func comparePlaces(x, y diag.Place) int { return compareSites(siteOf(x), siteOf(y)) }

func compareNumbers(x, y *Numbers) int {
	if x.Known != y.Known {
		if y.Known {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(x.Lanes, y.Lanes), cmp.Compare(x.Actual, y.Actual), cmp.Compare(x.Ideal, y.Ideal),
		cmp.Compare(x.Footprint, y.Footprint), cmp.Compare(x.UsefulShare, y.UsefulShare))
}

func mergeAccesses(list []*Access) []Access {
	order := inOrder(len(list), func(i int) diag.Place { return list[i].Place }, func(i, j int) int { return compareAccesses(list[i], list[j]) })
	kept := make([]*Access, 0, len(list))
	for i := 0; i < len(order); {
		here := siteOf(list[order[i]].Place)
		end := i + 1
		for end < len(order) && siteOf(list[order[end]].Place) == here {
			end++
		}
		if end == i+1 {
			kept = append(kept, list[order[i]])
			i = end
			continue
		}
		seen := make(map[accessKey]bool, end-i)
		for ; i < end; i++ {
			a := list[order[i]]
			if k := keyOf(a); !seen[k] {
				seen[k] = true
				kept = append(kept, a)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	out := make([]Access, len(kept))
	for i, a := range kept {
		out[i] = *a
	}
	return out
}

func mergeUnread(list []Unread) []Unread {
	list = sorted(list, func(n *Unread) diag.Place { return n.Place }, func(x, y *Unread) int {
		return cmp.Or(strings.Compare(x.Kernel, y.Kernel), strings.Compare(x.Reason, y.Reason))
	})
	return slices.CompactFunc(list, func(x, y Unread) bool {
		return siteOf(x.Place) == siteOf(y.Place) && x.Kernel == y.Kernel && x.Reason == y.Reason
	})
}

func mergeWithdrawn(list []Withdrawn) []Withdrawn {
	list = sorted(list, func(w *Withdrawn) diag.Place { return w.Place }, func(x, y *Withdrawn) int {
		return cmp.Or(strings.Compare(x.Rule, y.Rule), strings.Compare(x.Title, y.Title), strings.Compare(x.Reason, y.Reason))
	})
	return slices.CompactFunc(list, func(x, y Withdrawn) bool {
		return siteOf(x.Place) == siteOf(y.Place) && x.Rule == y.Rule && x.Title == y.Title && x.Reason == y.Reason
	})
}

func mergeRuns(list []Run) []Run {
	list = sorted(list, func(r *Run) diag.Place { return r.At }, func(x, y *Run) int {
		return cmp.Or(compareSites(siteOf(x.Launch), siteOf(y.Launch)), slices.Compare(x.Block[:], y.Block[:]), strings.Compare(x.From, y.From))
	})
	return slices.CompactFunc(list, func(x, y Run) bool {
		return siteOf(x.At) == siteOf(y.At) && siteOf(x.Launch) == siteOf(y.Launch) && x.Block == y.Block
	})
}

func mergeKernels(list []Kernel) []Kernel {
	list = sorted(list, func(k *Kernel) diag.Place { return k.Place }, func(x, y *Kernel) int {
		if x.Settled == y.Settled {
			return 0
		}
		if x.Settled {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(list, func(x, y Kernel) bool { return siteOf(x.Place) == siteOf(y.Place) })
}

// findingKey is what findings that are one agree on.
type findingKey struct {
	site                       site
	rule, kernel, array, cause string
	op                         string
}

func findingKeyOf(d *diag.Diagnostic) findingKey {
	k := findingKey{siteOf(d.Place), d.Rule, d.Subject.Kernel, d.Subject.Array, d.Cause, d.Subject.Op}
	if d.Rule == SyntaxError {
		k.cause = d.Message
	}
	return k
}

// mergeFindings keeps the worst of the findings that share rule, place, kernel, array and cause.
func mergeFindings(list []diag.Diagnostic) []diag.Diagnostic {
	list = sorted(list, func(d *diag.Diagnostic) diag.Place { return d.Place }, func(x, y *diag.Diagnostic) int {
		return strings.Compare(findingOrder(x), findingOrder(y))
	})
	first := map[findingKey]int{}
	var out []diag.Diagnostic
	for _, d := range list {
		k := findingKeyOf(&d)
		at, again := first[k]
		if !again {
			first[k] = len(out)
			out = append(out, d)
			continue
		}
		out[at].Related = unite(out[at].Related, d.Related)
	}
	return out
}

// findingOrder sorts the findings of one place: by rule and kernel, the worst first.
func findingOrder(d *diag.Diagnostic) string {
	ratio := 0.0
	if d.Cost != nil && d.Cost.Ideal > 0 {
		ratio = d.Cost.Actual / d.Cost.Ideal
	}
	return fmt.Sprintf("%s\x00%s\x00%s\x00%d%d\x00%012.3f\x00%08d%s\x00%v\x00%s", d.Rule, d.Subject.Kernel, d.Subject.Array,
		diag.Error-d.Severity, diag.Proved-d.Confidence, 1e6-ratio, d.Subject.LaunchLine, d.Subject.LaunchFile, d.Subject.Block, d.Message)
}

func unite(x, y []diag.Related) []diag.Related {
	out := slices.Clone(x)
	for _, r := range y {
		if !slices.ContainsFunc(out, func(o diag.Related) bool { return siteOf(o.Place) == siteOf(r.Place) && o.Message == r.Message }) {
			out = append(out, r)
		}
	}
	return out
}
