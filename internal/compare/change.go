package compare

import (
	"math"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// changes are the accesses of a kernel that are not as they were. What an access was is the one that is written alike, or else the next
// one to the same array, both taken in their order.
func changes(before, after *State) []Access {
	if before == nil || after == nil {
		return nil
	}
	var out []Access
	then, now := before.list, after.list
	was := make([]*lint.Access, len(now))
	taken := map[*lint.Access]bool{}
	for _, key := range []func(*lint.Access) string{spelt, aimed} {
		waiting := map[string][]*lint.Access{}
		for _, a := range then {
			if !taken[a] {
				waiting[key(a)] = append(waiting[key(a)], a)
			}
		}
		for i, a := range now {
			if list := waiting[key(a)]; was[i] == nil && len(list) > 0 {
				was[i], waiting[key(a)], taken[list[0]] = list[0], list[1:], true
			}
		}
	}
	for i, a := range now {
		if b := was[i]; b == nil || !alike(b, a) {
			out = append(out, Access{b, a})
		}
	}
	for _, b := range then {
		if !taken[b] {
			out = append(out, Access{Before: b})
		}
	}
	return out
}

// aimed is what an access is to, and spelt how it is written, too.
func aimed(a *lint.Access) string {
	return strings.Join([]string{a.Subject.Space, a.Subject.Op, a.Subject.Array}, "\x00")
}

func spelt(a *lint.Access) string {
	text := ""
	if a.Place.File != nil {
		text = strings.Join(strings.Fields(a.Place.File.Slice(a.Place.Span)), "")
	}
	return aimed(a) + "\x00" + text
}

func alike(x, y *lint.Access) bool {
	return x.Width == y.Width && x.Numbers.Known == y.Numbers.Known && near(x.Numbers.Lanes, y.Numbers.Lanes) && near(x.Numbers.Actual, y.Numbers.Actual) && near(x.Numbers.Ideal, y.Numbers.Ideal)
}

// near reports whether two numbers are printed alike.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-4*max(1, math.Abs(x), math.Abs(y)) }

// notable is the change of a ratio or a sum below which a kernel is called neither better nor worse.
const notable = 0.01

// judge sets the verdict of a kernel.
func (k *Kernel) judge(counts func(*diag.Diagnostic) bool) {
	switch {
	case k.Before.File == nil:
		k.Verdict, k.NewlyCostly = New, anyOf(k.Findings.New, counts)
		return
	case k.After.File == nil:
		k.Verdict = Gone
		return
	}
	better, worse := anyOf(k.Findings.Gone, counts), anyOf(k.Findings.New, counts)
	changed := len(k.Findings.New)+len(k.Findings.Gone) > 0
	for _, s := range k.Shapes {
		if s.Before == nil || s.After == nil {
			changed = true
			continue
		}
		changed = changed || len(s.Accesses) > 0 || !s.Before.alike(s.After)
		for _, x := range [][2]Sum{{s.Before.Global, s.After.Global}, {s.Before.Shared, s.After.Shared}} {
			less, more := trend(x[0], x[1])
			better, worse = better || less, worse || more
		}
	}
	switch {
	case better && worse:
		k.Verdict = Mixed
	case better:
		k.Verdict = Better
	case worse:
		k.Verdict = Worse
	case changed:
		k.Verdict = Changed
	default:
		k.Verdict = Same
	}
}

// trend tells whether requests come closer to the ideal or leave it: both what they take beyond it and how often they take it have to
// fall, or to rise. Where cheap requests are saved the ratio of the others rises, which is not worse; where work is added the excess
// rises with it.
func trend(before, after Sum) (better, worse bool) {
	over, excess := after.ratio()-before.ratio(), after.excess()-before.excess()
	far := math.Abs(over) > notable*before.ratio() && math.Abs(excess) > notable*max(1, before.excess())
	return far && over < 0 && excess < 0, far && over > 0 && excess > 0
}

func (s *State) alike(o *State) bool {
	same := func(x, y Sum) bool {
		return near(x.Requests, y.Requests) && near(x.Actual, y.Actual) && near(x.Ideal, y.Ideal)
	}
	return s.Block == o.Block && s.Accesses == o.Accesses && s.Costly == o.Costly && s.Unknown == o.Unknown && same(s.Global, o.Global) && same(s.Shared, o.Shared) && near(s.Useful, o.Useful)
}

// findings are those that came and those that went. One that is about the same text of the same kernel is the same, wherever it is in
// its file; of the others, so are those of one rule and cause about the same array.
func findings(before, after []diag.Diagnostic, then, now func(path string) string) Findings {
	path := func(d *diag.Diagnostic) string {
		if d.Place.File == nil {
			return ""
		}
		return d.Place.File.Path
	}
	old, fresh := pointers(before), pointers(after)
	for _, key := range []func(*diag.Diagnostic) string{
		lint.ContentKey,
		func(d *diag.Diagnostic) string {
			return strings.Join([]string{d.Rule, d.Subject.Kernel, d.Subject.Array, d.Cause}, "\x00")
		},
	} {
		waiting := map[string][]*diag.Diagnostic{}
		for _, d := range old {
			id := then(path(d)) + "\x00" + key(d)
			waiting[id] = append(waiting[id], d)
		}
		paired := map[*diag.Diagnostic]bool{}
		for _, d := range fresh {
			id := now(path(d)) + "\x00" + key(d)
			if list := waiting[id]; len(list) > 0 {
				waiting[id] = list[1:]
				paired[d], paired[list[0]] = true, true
			}
		}
		known := func(d *diag.Diagnostic) bool { return paired[d] }
		old, fresh = slices.DeleteFunc(old, known), slices.DeleteFunc(fresh, known)
	}
	var out Findings
	for _, d := range fresh {
		out.New = append(out.New, *d)
	}
	for _, d := range old {
		out.Gone = append(out.Gone, *d)
	}
	return out
}

func pointers(list []diag.Diagnostic) []*diag.Diagnostic {
	out := make([]*diag.Diagnostic, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// findings hands findings to the kernels that they are about.
func (c *Comparison) findings(all Findings) {
	named := map[string][]*Kernel{}
	for _, k := range c.Kernels {
		named[k.Name] = append(named[k.Name], k)
	}
	of := func(d *diag.Diagnostic, at func(*Kernel) diag.Place) *Findings {
		list := slices.DeleteFunc(slices.Clone(named[d.Subject.Kernel]), func(k *Kernel) bool { return at(k).File == nil })
		if len(list) == 0 {
			return &c.Outside
		}
		best := list[0] // or the nearest one above, of those of the file
		for _, k := range list[1:] {
			if p := at(k); p.File == d.Place.File && p.Span.Start <= d.Place.Span.Start && (at(best).File != p.File || at(best).Span.Start < p.Span.Start || at(best).Span.Start > d.Place.Span.Start) {
				best = k
			}
		}
		return &best.Findings
	}
	after, before := func(k *Kernel) diag.Place { return k.After }, func(k *Kernel) diag.Place { return k.Before }
	for _, d := range all.New {
		f := of(&d, after)
		f.New = append(f.New, d)
	}
	for _, d := range all.Gone {
		f := of(&d, before)
		f.Gone = append(f.Gone, d)
	}
	anywhere := func(string) string { return "" }
	for _, k := range c.Kernels {
		if k.Moved() {
			k.Findings = findings(k.Findings.Gone, k.Findings.New, anywhere, anywhere)
		}
	}
}
