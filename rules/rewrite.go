package rules

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
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
type rewriter func(fixes.Site) (fixes.Rewrite, bool)

// rewrites are tried for a costly global access by its cause, the likeliest first. Whether one helps is seen when it is tried.
var rewrites = map[string][]rewriter{
	swapped:         {fixes.SwapXY, fixes.StageTransposed},
	columnMajor:     {fixes.SwapXY, fixes.StageTransposed},
	transposedStore: {fixes.StageTransposed},
	chunked:         {fixes.StripeChunk, fixes.SwapXY},
	strided:         {fixes.JoinElements},
}

// rewrite gives the remedy that was added last the edits of the first rewriter that has some, and adds those of the others.
func (p *Pass) rewrite(d *diag.Diagnostic, k *sema.Kernel, s *site, builders []rewriter) {
	for _, b := range builders {
		p.write(d, func() (fixes.Rewrite, bool) { return b(p.siteFor(k, s)) })
	}
}

// write gives the remedy that was added last its edits. Its words stay, for the case that they do not hold.
func (p *Pass) write(d *diag.Diagnostic, build func() (fixes.Rewrite, bool)) {
	if p.plain || d.Confidence == diag.Possible || p.edits != nil && !p.edits(d) {
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
