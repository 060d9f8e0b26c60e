package rules

import (
	"fmt"
	"sort"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// site is one access under one configuration that is worth a finding.
type site struct {
	run        *sema.Run
	access     *sema.Access
	cause      cause
	confidence diag.Confidence
	severity   diag.Severity
	light      string // why it matters little, "" when it does not
}

// group is what makes one finding: the sites of one kernel with one array and one cause. The first is the one that is reported.
type group struct {
	kernel *sema.Kernel
	sites  []*site
}

func (g *group) first() *site { return g.sites[0] }

// siteID tells the places of accesses apart, whatever the configuration.
type siteID struct {
	file  *source.File
	span  source.Span
	calls string
	op    trace.Op
	piece int
	array string
}

func siteOf(a *sema.Access) siteID {
	calls := ""
	for _, c := range a.Calls {
		calls += fmt.Sprint(c.Span, ";")
	}
	return siteID{a.Place.File, a.Place.Span, calls, a.Op, a.Piece, arrayName(a)}
}

// spotOf is siteOf for the reader, to whom the load and the store of `a[i] += x` are one place.
func spotOf(a *sema.Access) siteID {
	id := siteOf(a)
	id.op, id.piece = trace.Load, 0
	return id
}

type groupID struct {
	array string
	decl  sema.Place
	cause string
	apart bool
}

// groups runs a judge over every access of a kernel under every configuration that it is judged under and gathers what is found.
// normal is the severity of a site that nothing speaks against.
func groups(k *sema.Kernel, normal diag.Severity, j judge) []*group {
	byID := map[groupID]*group{}
	e, moves := executions{}, traffic{}
	var out []*group
	add := func(r *sema.Run, a *sema.Access, c cause, sure diag.Confidence) {
		if !c.fault && !c.uncosted && j.pass.tolerates(a) {
			return
		}
		s := &site{run: r, access: a, cause: c, confidence: sure}
		s.light = c.light
		if s.light == "" && !c.fault {
			s.light = light(e, r, a)
		}
		s.severity = severity(min(normal, c.most), sure, r, s.light)
		if s.light != "" && s.light != oneBlock && !c.uncosted && moves.negligible(r, a) {
			s.severity = min(s.severity, diag.Hint)
		}
		if c.fault {
			s.severity = min(normal, [...]diag.Severity{diag.Possible: diag.Info, diag.Likely: diag.Warning, diag.Proved: diag.Error}[sure])
		}
		id := groupID{array: arrayName(a), cause: c.name}
		if a.Array != nil {
			id.decl = a.Array.Place
		}
		if c.kernelWide {
			id = groupID{cause: c.name}
		}
		id.apart = j.pass.isApart(r, a)
		g := byID[id]
		if g == nil {
			g = &group{kernel: k}
			byID[id] = g
			out = append(out, g)
		}
		g.sites = append(g.sites, s)
	}
	found := map[siteID]bool{}
	t := triesOf(k)
	for _, r := range k.Runs {
		for _, a := range r.Accesses {
			if j.worth(r, a) {
				c := j.why(r, a)
				found[siteOf(a)] = true
				sure := confidence(t, r, a, j)
				if c.fault {
					sure = faultConfidence(t, r, a, c, j)
				}
				add(r, a, c, sure)
			}
		}
	}
	for _, r := range k.Tries {
		for _, a := range r.Accesses {
			if j.worth(r, a) && !found[siteOf(a)] {
				found[siteOf(a)] = true
				add(r, a, j.why(r, a), diag.Possible)
			}
		}
	}
	for _, g := range out {
		g.sort()
	}
	sort.SliceStable(out, func(i, k int) bool { return before(out[i].first().access, out[k].first().access) })
	return out
}

// sort puts the site that weighs most in front: the severest, then the surest, then the one with the most waste per thread, then
// the first in the source.
func (g *group) sort() {
	waste := func(s *site) float64 {
		c := s.access.Cost
		return (c.Actual - c.Ideal) * max(1, c.ByTrip)
	}
	sort.SliceStable(g.sites, func(i, k int) bool {
		a, b := g.sites[i], g.sites[k]
		if a.severity != b.severity {
			return a.severity > b.severity
		}
		if a.confidence != b.confidence {
			return a.confidence > b.confidence
		}
		if wa, wb := waste(a), waste(b); wa > wb*1.001 || wb > wa*1.001 {
			return wa > wb
		}
		return before(a.access, b.access)
	})
}

// before orders accesses by place, a load ahead of the store of the same expression.
func before(a, b *sema.Access) bool {
	if a.Place.File != b.Place.File {
		return a.Place.File != nil && b.Place.File != nil && a.Place.File.Path < b.Place.File.Path
	}
	if a.Place.Span.Start != b.Place.Span.Start {
		return a.Place.Span.Start < b.Place.Span.Start
	}
	return a.Op < b.Op
}

// AlsoHere begins the message of a related place that is another site of the same finding.
const AlsoHere = "also here"

// mostRelated is the number of related places that a finding names one by one.
const mostRelated = 8

// related are the other sites of a group and the other shapes that the first is launched with.
func (g *group) related(message func(*site) string) []diag.Related {
	var out []diag.Related
	first := g.first()
	named := map[siteID]bool{spotOf(first.access): true}
	shapes := map[[3]int64]bool{first.run.Block: true}
	rest := 0
	for _, s := range g.sites[1:] {
		id := spotOf(s.access)
		var r diag.Related
		switch {
		case !named[id]:
			named[id] = true
			r = diag.Related{Place: diag.Place(s.access.Place), Message: AlsoHere + ": " + message(s)}
		case id == spotOf(first.access) && !shapes[s.run.Block] && s.run.Launch.File != nil:
			shapes[s.run.Block] = true
			r = diag.Related{Place: diag.Place(s.run.Launch), Message: fmt.Sprintf("launched with %s threads a block: %s", shape(s.run.Block), message(s))}
		default:
			continue
		}
		if len(out) == mostRelated {
			rest++
			continue
		}
		out = append(out, r)
	}
	if rest > 0 {
		out = append(out, diag.Related{Place: diag.Place(first.access.Place), Message: fmt.Sprintf("and at %d more places", rest)})
	}
	for _, c := range first.access.Calls {
		out = append(out, diag.Related{Place: diag.Place(c), Message: "called from here"})
	}
	if first.light != "" {
		out = append(out, diag.Related{Place: diag.Place(first.access.Place), Message: first.light})
	}
	return out
}
