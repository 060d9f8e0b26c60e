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

// write gives the remedy that was added last its edits. In words it stays as it is, for the case that they do not hold.
func (p *Pass) write(d *diag.Diagnostic, build func() (fixes.Rewrite, bool)) {
	if p.plain || len(d.Fixes) == 0 || d.Confidence == diag.Possible {
		return
	}
	r, ok := build()
	if !ok || len(r.Edits) == 0 {
		return
	}
	f := &d.Fixes[len(d.Fixes)-1]
	f.Words, f.Title, f.Applicability, f.Edits = f.Title, r.Title, r.Applicability, r.Edits
}
