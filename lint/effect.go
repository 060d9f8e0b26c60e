package lint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
)

// effect is what a finding's access costs.
type effect struct {
	actual, ideal float64 // in the unit of the finding
	total         float64 // sectors or wavefronts of all requests of a block to that memory
	requests      float64 // how many these are
	own           float64 // of the accesses to the finding's array, each once
	others        float64 // of those to other arrays of that memory, likewise
	accesses      int     // accesses to the finding's array
	guessed       bool    // as often as a loop is assumed to run
	unknown       int     // accesses to that memory without a number
}

// compared are the totals before and after; where they rest on a number of iterations that is not known, the means per request.
func (v verdict) compared() (before, after float64) {
	if v.before.guessed || v.after.guessed {
		return v.before.total / max(v.before.requests, 1), v.after.total / max(v.after.requests, 1)
	}
	return v.before.total, v.after.total
}

// measure compares the finding's access with what stands in its place in the model of the copy.
func (p *prover) measure(d *diag.Diagnostic, edits []diag.Edit, copied *sema.Model) verdict {
	run := runOf(p.model, d, nil)
	again := runOf(copied, d, run)
	if run == nil || again == nil {
		return verdict{why: "the kernel is not found again"}
	}
	var v verdict
	v.before.count(run, d)
	v.after.count(again, d)
	if d.Rule == rules.Misaligned {
		return v // a fault, whatever it costs
	}
	if d.Rule == rules.ScalarCopy {
		return v.vectors(d, run, again)
	}
	a := counterpart(d, edits, again)
	if d.Cost == nil || a == nil || !a.Cost.Known {
		return verdict{why: "what the access costs afterwards is not known"}
	}
	v.before.actual, v.before.ideal = d.Cost.Actual, d.Cost.Ideal
	v.after.actual, v.after.ideal = a.Cost.Actual, a.Cost.Ideal
	if d.Cost.Unit == diag.Requests {
		v.after.actual, v.after.ideal = perBlock(again, a.Cost.Requests), d.Cost.Ideal
	}
	before, after := v.compared()
	lower := v.after.actual < v.before.actual*0.99
	switch {
	case v.after.unknown > v.before.unknown:
		v.why = "an access has no number afterwards"
	case v.joined():
	case after > before*1.01:
		v.why = fmt.Sprintf("all requests together take %s, not %s", short(after), short(before))
	case !lower && after > before*0.99 && v.after.own > v.before.own*0.99:
		v.why = fmt.Sprintf("a request takes %s, not less than %s", short(v.after.actual), short(v.before.actual))
	}
	return v
}

// joined reports whether fewer accesses to the array, each once, take less together, and those to other arrays no more: all that can be
// said where nobody knows how often the loop around them runs.
func (v verdict) joined() bool {
	return (v.before.guessed || v.after.guessed) && v.after.unknown <= v.before.unknown && v.after.accesses < v.before.accesses &&
		v.after.own < v.before.own*0.99 && v.after.others <= v.before.others*1.01
}

// vectors judges a loop over vectors that took the place of one over elements: fewer requests for the same sectors.
func (v verdict) vectors(d *diag.Diagnostic, run, again *sema.Run) verdict {
	pick := func(r *sema.Run, better func(a, b *sema.Access) bool) *sema.Access {
		var found *sema.Access
		for _, a := range r.Accesses {
			if a.Array != nil && a.Array.Name == d.Subject.Array && opNames[a.Op] == d.Subject.Op && a.Cost.Known && (found == nil || better(a, found)) {
				found = a
			}
		}
		return found
	}
	old := pick(run, func(a, b *sema.Access) bool { return diag.Place(a.Place) == d.Place && diag.Place(b.Place) != d.Place })
	wide := pick(again, func(a, b *sema.Access) bool { return a.Width > b.Width })
	if old == nil || wide == nil || wide.Width <= old.Width {
		v.why = "what the vectors cost is not known"
		return v
	}
	share := float64(old.Width) / float64(wide.Width)
	v.before.actual, v.before.ideal = d.Cost.Actual, d.Cost.Ideal
	v.after.actual, v.after.ideal = d.Cost.Actual*share, d.Cost.Ideal
	switch {
	case v.after.unknown > v.before.unknown:
		v.why = "an access has no number afterwards"
	case wide.Cost.Actual*share > old.Cost.Actual*1.01:
		v.why = fmt.Sprintf("%d elements take %s sectors, not %s", wide.Width/old.Width, short(wide.Cost.Actual*share), short(old.Cost.Actual))
	case !v.before.guessed && !v.after.guessed && v.after.total > v.before.total*1.01:
		v.why = fmt.Sprintf("all requests together take %s, not %s", short(v.after.total), short(v.before.total))
	}
	return v
}

// together reports whether what is gained is seen in the accesses to the array taken together, not in one.
func (v verdict) together() bool {
	return v.after.actual >= v.before.actual*0.99 && v.after.own > 0 && v.after.own < v.before.own*0.99
}

// told are the numbers as a title tells them.
func (v verdict) told(d *diag.Diagnostic) string {
	switch {
	case d.Cost == nil || d.Rule == rules.Misaligned:
		return ""
	case d.Rule == rules.ScalarCopy:
		return fmt.Sprintf("%s for %s elements of a lane, not %s", counted(v.after.actual, d.Cost.Unit), short(v.before.actual/v.after.actual), short(v.before.actual))
	case d.Cost.Unit == diag.Requests:
		return fmt.Sprintf("%s warp instructions a block for each access, not %s", short(v.after.actual), short(v.before.actual))
	case v.after.actual < v.before.actual*0.99:
		return fmt.Sprintf("%s per request, not %s", counted(v.after.actual, d.Cost.Unit), short(v.before.actual))
	}
	if v.together() || v.joined() {
		return fmt.Sprintf("%s for all accesses to %s, not %s", counted(v.after.own, d.Cost.Unit), d.Subject.Array, short(v.before.own))
	}
	before, after := v.compared()
	return fmt.Sprintf("%.0f%% fewer %s in all", 100*(1-after/before), d.Cost.Unit)
}

func counted(n float64, unit diag.Unit) string {
	text := string(unit)
	if short(n) == "1" {
		text = text[:len(text)-1]
	}
	return short(n) + " " + text
}

// short prints a number with one decimal where it needs one.
func short(n float64) string {
	if r := math.Round(n); math.Abs(n-r) < 0.05 {
		return strconv.FormatFloat(r, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'f', 1, 64)
}

// count adds up the kernel's requests to the memory that the finding is about.
func (e *effect) count(r *sema.Run, d *diag.Diagnostic) {
	for _, a := range r.Accesses {
		switch {
		case a.Array == nil || spaceNames[a.Array.Space] != d.Subject.Space:
		case !a.Cost.Known:
			if a.Cost.Requests > 0 || !unreached(a) {
				e.unknown++
			}
		default:
			n := perBlock(r, a.Cost.Requests)
			e.requests += n
			e.total += n * a.Cost.Actual
			if a.Array.Name == d.Subject.Array {
				e.own += a.Cost.Actual
				e.accesses++
			} else {
				e.others += a.Cost.Actual
			}
			e.guessed = e.guessed || !a.Cost.TripsKnown
		}
	}
}

// unreached reports whether no lane gets to an access, in this configuration.
func unreached(a *sema.Access) bool {
	return strings.HasSuffix(a.Cost.Blocked, "in no lane") || slices.Contains([]string{"no lane reaches it", "no lane executes it", "a condition that never holds", sema.Carried}, a.Cost.Blocked)
}

// perBlock is a number of requests of the launch, or of a block where the grid is not known, for one block.
func perBlock(r *sema.Run, requests float64) float64 {
	if blocks := r.Grid[0] * r.Grid[1] * r.Grid[2]; blocks > 0 {
		return requests / float64(blocks)
	}
	return requests
}

// runOf is the configuration that a finding was judged under; in the model of a copy, the one that was in its place.
func runOf(m *sema.Model, d *diag.Diagnostic, was *sema.Run) *sema.Run {
	k := judgedKernel(m, d, was)
	if k == nil {
		return nil
	}
	if was != nil && len(was.Kernel.Runs) == len(k.Runs) {
		for i, r := range was.Kernel.Runs {
			if r == was {
				return k.Runs[i]
			}
		}
	}
	for _, r := range k.Runs {
		if r.Block == d.Subject.Block && (r.Launch.File == nil || d.Subject.LaunchLine == 0 || r.Launch.File.LineOf(r.Launch.Span.Start) == d.Subject.LaunchLine) {
			return r
		}
	}
	return k.Runs[0]
}

// judgedKernel is the kernel that a finding is about. Of several with one name it is the one around the finding; in the model of a copy the
// one whose parameters those of that are, as far as the edits left them.
func judgedKernel(m *sema.Model, d *diag.Diagnostic, was *sema.Run) *sema.Kernel {
	var first, around *sema.Kernel
	for _, k := range m.Kernels {
		if k.Name != d.Subject.Kernel || len(k.Runs) == 0 {
			continue
		}
		if first == nil {
			first = k
		}
		switch {
		case around != nil:
		case was == nil && k.Place.File == d.Place.File && k.Decl.Body != nil && k.Decl.Body.Span.Covers(d.Place.Span):
			around = k
		case was != nil && sameParameters(k.Decl, was.Kernel.Decl):
			around = k
		}
	}
	if around != nil {
		return around
	}
	return first
}

func sameParameters(a, b *ast.FuncDecl) bool {
	return slices.EqualFunc(a.Params, b.Params, func(x, y *ast.Param) bool { return x.Name == y.Name && ast.Dump(x.Type) == ast.Dump(y.Type) })
}

// counterpart is the access that stands where the finding's stood: at the same byte, when that was kept; else within the text
// that replaced it, to the array of the same name if there is one; else the costliest one to that array.
func counterpart(d *diag.Diagnostic, edits []diag.Edit, r *sema.Run) *sema.Access {
	var mine []diag.Edit
	for _, e := range edits {
		if e.Place.File == d.Place.File {
			mine = append(mine, e)
		}
	}
	at, kept := fixes.Moved(mine, d.Place.File.Text, d.Place.Span.Start)
	end := at
	for _, e := range mine {
		if e.Place.Span.Contains(d.Place.Span.Start) {
			end = at + int32(len(e.Text))
		}
	}
	here := func(a *sema.Access) bool { return a.Place.File != nil && a.Place.File.Path == d.Place.File.Path }
	space := func(a *sema.Access) bool { return a.Array != nil && spaceNames[a.Array.Space] == d.Subject.Space }
	named := func(a *sema.Access) bool { return space(a) && a.Array.Name == d.Subject.Array }
	op := func(a *sema.Access) bool { return opNames[a.Op] == d.Subject.Op }
	for _, fits := range []func(a *sema.Access) bool{
		func(a *sema.Access) bool { return kept && here(a) && named(a) && op(a) && a.Place.Span.Start == at },
		func(a *sema.Access) bool { return kept && here(a) && space(a) && a.Place.Span.Start == at },
		func(a *sema.Access) bool {
			return !kept && here(a) && named(a) && op(a) && at <= a.Place.Span.Start && a.Place.Span.Start < end
		},
		func(a *sema.Access) bool {
			return !kept && here(a) && space(a) && op(a) && at <= a.Place.Span.Start && a.Place.Span.Start < end
		},
		func(a *sema.Access) bool { return named(a) && op(a) },
		named,
	} {
		var worst *sema.Access
		for _, a := range r.Accesses {
			if fits(a) && (worst == nil || !a.Cost.Known || worst.Cost.Known && a.Cost.Actual > worst.Cost.Actual) {
				worst = a
			}
		}
		if worst != nil {
			return worst
		}
	}
	return nil
}
