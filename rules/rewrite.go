package rules

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
)

// place of a rewrite: the site with the accesses of its configuration to the same array, its own first.
func (p *Pass) siteFor(k *sema.Kernel, s *site) fixes.Site {
	out := fixes.Site{Model: p.Model, Kernel: k, Run: s.run, Array: s.access.Array, Accesses: []*sema.Access{s.access}, Loop: s.access.Loop}
	for _, a := range s.run.Accesses {
		if a != s.access && a.Array != nil && s.access.Array != nil && a.Array.Name == s.access.Array.Name && a.Array.Place == s.access.Array.Place {
			out.Accesses = append(out.Accesses, a)
		}
	}
	return out
}

// rewriter writes a rewrite, or tells that there is none.
type rewriter struct {
	build  func(fixes.Site) (fixes.Rewrite, bool)
	kernel bool                    // the rewrite is about the kernel, whichever access asks for it
	idle   func(*Pass, *site) bool // it would leave a finding, so it need not be written; nil is never
}

// written is what came of a rewriter that is about a kernel.
type written struct {
	rewrite fixes.Rewrite
	ok      bool
}

func rewriting(build func(fixes.Site) (fixes.Rewrite, bool)) []rewriter {
	return []rewriter{{build: build}}
}

var swapXY = rewriter{build: fixes.SwapXY, kernel: true}

// rewrites are tried for a costly global access by its cause, the likeliest first. Whether one helps is seen when it is tried.
var rewrites = map[string][]rewriter{
	swapped:         {swapXY, {build: fixes.StageTransposed}},
	columnMajor:     {swapXY, {build: fixes.StageTransposed}},
	transposedStore: {{build: fixes.StageTransposed}},
	chunked:         {{build: fixes.StripeChunk}, swapXY},
	strided:         {{build: fixes.JoinElements, idle: tooFarToJoin}},
}

// rewrite gives the remedy that was added last the edits of the first rewriter that has some, and adds those of the others.
func (p *Pass) rewrite(d *diag.Diagnostic, k *sema.Kernel, s *site, builders []rewriter) {
	for _, b := range builders {
		p.write(d, k, func() (fixes.Rewrite, bool) {
			if b.idle != nil && b.idle(p, s) {
				return fixes.Rewrite{}, false
			}
			if !b.kernel {
				return b.build(p.siteFor(k, s))
			}
			w, known := p.written[k]
			if !known {
				w.rewrite, w.ok = b.build(p.siteFor(k, s))
				p.written[k] = w
			}
			return w.rewrite, w.ok
		})
	}
}

// widestVector is the largest vector in bytes that a lane loads at once, and mostJoined the most elements that it is made of.
const widestVector, mostJoined = 16, 4

// tooFarToJoin reports whether the lanes stand so far apart that the widest vector which the elements make would still be costly.
func tooFarToJoin(p *Pass, s *site) bool {
	gap, ok := laneStride(s.access).Const()
	if !ok || gaps(s.access.Cost.Witness.Active) {
		return false
	}
	fetched := float64(min(abs(gap), gpu.SectorBytes))
	return fetched >= max(waste, p.ratios.Sectors)*float64(min(widestVector, mostJoined*s.access.Width))
}

// write gives the remedy that was added last its edits. Its words stay, for the case that they do not hold.
func (p *Pass) write(d *diag.Diagnostic, k *sema.Kernel, build func() (fixes.Rewrite, bool)) {
	if p.plain || d.Confidence == diag.Possible || p.edits != nil && !p.edits(d) {
		return
	}
	if !p.affords(k) {
		return
	}
	r, ok := build()
	if !ok || len(r.Edits) == 0 {
		return
	}
	n := len(d.Fixes)
	if n == 0 || len(d.Fixes[n-1].Edits) > 0 { // there are no words for it
		d.Fixes = append(d.Fixes, diag.Fix{})
		n++
	}
	f := &d.Fixes[n-1]
	f.Words, f.Title, f.Applicability, f.Edits = f.Title, r.Title, r.Applicability, r.Edits
}
