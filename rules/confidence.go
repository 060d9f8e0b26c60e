package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// seen reports whether the block shape was told: by a launch, a comment or the project file.
func seen(r *sema.Run) bool {
	switch r.Origin {
	case sema.FromLaunch, sema.FromComment, sema.FromConfig, sema.FromProfile:
		return true
	}
	return false
}

// judge is a rule's opinion of an access under a configuration.
type judge struct {
	worth func(*sema.Run, *sema.Access) bool  // a finding
	why   func(*sema.Run, *sema.Access) cause // asked where it is
	pass  *Pass                               // whose options count; nil: none
}

// confidence in the verdict of j on an access of a run.
func confidence(t tries, r *sema.Run, a *sema.Access, j judge) diag.Confidence {
	c := diag.Proved
	if a.Wavefronts() && !a.Cost.Known {
		return diag.Possible
	}
	if a.Cost.Verdict || len(a.Cost.Open) > 0 || a.Cost.Sampled || !a.Cost.Known || dataGuard(a) || len(a.Assume) > 0 || r.Origin == sema.FromBounds {
		c = diag.Likely
	}
	if r.Origin == sema.Assumed {
		c = diag.Likely
		if !t.agree(r, a, j) {
			c = diag.Possible
		}
	}
	if restsOnTemplate(r, a) || a.Guessed || strideMayBeSmall(a) || a.Cost.Forced && goesOn(a) {
		c = diag.Possible
	}
	return c
}

// faultConfidence is confidence for what kills the kernel when it happens once: a block shape that is not known is no doubt as long as
// the shapes agree.
func faultConfidence(t tries, r *sema.Run, a *sema.Access, c cause, j judge) diag.Confidence {
	if r.Origin == sema.Assumed && !t.agree(r, a, j) {
		return diag.Possible
	}
	if len(a.Assume) > 0 || len(a.Cost.Guards) > 0 && leftByLoop(a) {
		return diag.Possible
	}
	if dataGuard(a) {
		return min(c.sure, diag.Likely)
	}
	return c.sure
}

// leftByLoop reports whether the offset holds the value that an earlier loop was left with. Where the guards are not all known, as in
// `while ((size_t)p & 3) ..`, that value may be just what makes the address right.
func leftByLoop(a *sema.Access) bool {
	inLoop := variablesAround(a)
	for _, s := range a.Offset.Syms() {
		if s.Kind == indexmath.Carried && !inLoop[s] {
			return true
		}
	}
	return false
}

// goesOn reports whether a loop around the access goes on where an earlier one stopped, as `for (; i < n; i++)` does behind a loop that steps
// by 4: few lanes have anything left for it, which of them rests on n.
func goesOn(a *sema.Access) bool {
	inLoop := variablesAround(a)
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || !l.Trace.Cond.Contains(v.Sym) {
				continue
			}
			for _, s := range v.Init.Syms() {
				if s.Kind == indexmath.Carried && !inLoop[s] {
					return true
				}
			}
		}
	}
	return false
}

// variablesAround are those of the loops around an access.
func variablesAround(a *sema.Access) map[*indexmath.Sym]bool {
	out := map[*indexmath.Sym]bool{}
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace != nil {
			for _, v := range l.Trace.Vars {
				out[v.Sym] = true
			}
		}
	}
	return out
}

// dataGuard reports whether lanes are held back by a condition that depends on data: it was taken as true for all of them.
func dataGuard(a *sema.Access) bool {
	for _, g := range a.Cost.Guards {
		if !g.Known() || g.Has(indexmath.Data) {
			return true
		}
	}
	return false
}

// tries are the accesses of a kernel under the block shapes that were tried in place of an assumed one, by place. One judge asks of them.
type tries map[siteID][]*tried

type tried struct {
	run    *sema.Run
	access *sema.Access
	judged bool
	worth  bool // once it is judged
}

// is reports what j says of it: accesses of one place, as an unrolled loop has many, ask for the same.
func (t *tried) is(j judge) bool {
	if !t.judged {
		t.judged, t.worth = true, j.worth(t.run, t.access)
	}
	return t.worth
}

func triesOf(k *sema.Kernel) tries {
	if len(k.Tries) == 0 {
		return nil
	}
	out := tries{}
	for _, r := range k.Tries {
		for _, a := range r.Accesses {
			id := siteOf(a)
			out[id] = append(out[id], &tried{run: r, access: a})
		}
	}
	return out
}

// agree reports whether the access is worth the finding under every shape that was tried. A shape under which it is not executed,
// or has no number, has no say.
func (t tries) agree(r *sema.Run, a *sema.Access, j judge) bool {
	if t == nil {
		return true
	}
	for _, other := range t[siteOf(a)] {
		if other.run.Template != r.Template || a.Cost.Known && !other.access.Cost.Known {
			continue
		}
		if !other.is(j) {
			return false
		}
	}
	return true
}

// restsOnTemplate reports whether the numbers rest on an argument of the kernel's template that no launch tells. Other unknown sizes are
// mostly those of data, and large; such an argument is mostly the width of a vector or a tile, and small.
func restsOnTemplate(r *sema.Run, a *sema.Access) bool {
	return slices.ContainsFunc(a.Cost.Open, func(name string) bool { return ofTemplate(r, name) })
}

// ofTemplate reports whether a name is that of an argument of the kernel's template.
func ofTemplate(r *sema.Run, name string) bool {
	return r.Kernel != nil && r.Kernel.Decl != nil && r.Kernel.Decl.Template != nil &&
		slices.ContainsFunc(r.Kernel.Decl.Template.Params, func(p *ast.TemplateParam) bool { return p.Type != nil && p.Name == name })
}

// mostNames is the number of unknown values that a finding names.
const mostNames = 5

// restsOn names the unknown values that the numbers of an access rest on, the alignment of its base only where nothing else decides the
// verdict.
func restsOn(a *sema.Access) []string {
	var names []string
	if a.Cost.Verdict {
		names = append(names, a.Cost.Rests...)
	}
	for _, n := range a.Cost.Open {
		if n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) > 1 {
		names = slices.DeleteFunc(names, func(n string) bool { return n == trace.BaseAlignment })
	}
	return names
}

// RestsOn names the unknown values that the numbers of an access rest on, the alignment of its base left out.
func RestsOn(a *sema.Access) []string {
	var names []string
	for _, n := range append(slices.Clone(a.Cost.Rests), a.Cost.Open...) {
		if n != "" && n != trace.BaseAlignment && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// assumptions are the sentences that the numbers of an access rest on.
func assumptions(k *sema.Kernel, r *sema.Run, a *sema.Access) []string {
	var out []string
	add := func(s string) {
		for _, o := range out {
			if o == s {
				return
			}
		}
		out = append(out, s)
	}
	switch r.Origin {
	case sema.Assumed:
		why := "no launch of " + k.Name + " is in sight"
		if r.Unsized.File != nil {
			why = "the launch of " + k.Name + " does not tell its block's size"
		}
		add(fmt.Sprintf("%s: a block of %s threads is assumed", why, shape(r.Block)))
	case sema.FromBounds:
		add(fmt.Sprintf("a block of %s threads is taken from __launch_bounds__", shape(r.Block)))
	}
	for _, s := range a.Assume {
		add(s)
	}
	if names := restsOn(a); len(names) > 0 {
		more := ""
		if n := len(names) - mostNames; n > 0 {
			names, more = names[:mostNames], fmt.Sprintf(" and %d more", n)
		}
		add("it rests on the value of " + strings.Join(names, ", ") + more)
	}
	for _, s := range a.Cost.Taken {
		add(s)
	}
	if a.Cost.Sampled {
		add("the numbers are means over some of the blocks or iterations, which differ")
	}
	for _, g := range a.Cost.Guards {
		if g.Known() && g.Has(indexmath.Data) {
			add("taken as true in every lane: " + g.Brief())
		}
	}
	return out
}
