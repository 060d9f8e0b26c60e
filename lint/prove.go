package lint

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// mostProofs bounds the fixes of one unit that are tried.
const mostProofs = 64

// Withdrawn is a fix whose edits were not offered.
type Withdrawn struct {
	Rule   string
	Place  diag.Place // of the finding
	Title  string
	Reason string
}

// prover tries fixes on copies of a unit.
//
// The edits of a fix are put into the text of their files, these are parsed and the kernels that the edits can reach are judged again.
// The fix holds when no file has more stretches that cannot be read than before, when there is one finding less of the rule
// with the array in the kernel, of nothing else more than before, nor any of a worse severity, and when the numbers of the access in
// the copy are known and lower: those of one request, or of all requests to that memory together.
type prover struct {
	unit     *sema.Unit
	extra    []*sema.Launch
	options  Options
	model    *sema.Model
	before   []diag.Diagnostic // of all rules
	verdicts map[string]verdict
}

// verdict is what came of trying a set of edits for a finding.
type verdict struct {
	why           string // it does not hold; "" when it does
	before, after effect
}

// prove tries the fixes of all findings. One that does not hold goes back to the words that it stands for, or goes.
func (r *Result) prove(u *sema.Unit, extra []*sema.Launch, o Options, model *sema.Model) {
	p := &prover{unit: u, extra: extra, options: o, model: model, verdicts: map[string]verdict{}}
	for i := range r.Findings {
		d := &r.Findings[i]
		var kept []diag.Fix
		tried := o.Prove == nil || o.Prove(d)
		for _, f := range d.Fixes {
			if len(f.Edits) > 0 && !tried {
				continue
			}
			if len(f.Edits) == 0 {
				kept = append(kept, f)
				continue
			}
			v := p.verdict(d, &f)
			if v.why == "" {
				kept = append(kept, proven(f, d, v))
				continue
			}
			r.Withdrawn = append(r.Withdrawn, Withdrawn{Rule: d.Rule, Place: d.Place, Title: f.Title, Reason: v.why})
			if f.Words != "" {
				kept = append(kept, diag.Fix{Title: f.Words, Applicability: diag.Sketch, Before: f.Before, After: f.After, Ideal: f.Ideal})
			}
		}
		d.Fixes = kept
	}
}

// proven is the fix with its numbers, which its title tells too.
func proven(f diag.Fix, d *diag.Diagnostic, v verdict) diag.Fix {
	f.Words = ""
	if told := v.told(d); told != "" {
		f.Title += ": " + told
	}
	f.Before, f.After, f.Ideal = v.before.actual, v.after.actual, v.after.ideal
	if v.together() || v.joined() {
		f.Before, f.After = v.before.own, v.after.own
	}
	return f
}

func (p *prover) verdict(d *diag.Diagnostic, f *diag.Fix) verdict {
	key := fmt.Sprint(subjectKey(d), siteOf(d.Place), "\x00", fixes.Key(f.Edits))
	if v, known := p.verdicts[key]; known {
		return v
	}
	if len(p.verdicts) == mostProofs {
		return verdict{why: "too many fixes in one file to try them all"}
	}
	v := p.try(d, f.Edits)
	p.verdicts[key] = v
	return v
}

// try applies the edits to a copy and judges it.
func (p *prover) try(d *diag.Diagnostic, edits []diag.Edit) verdict {
	if why := fixes.Forbidden(p.unit, edits, p.options.Editable); why != "" {
		return verdict{why: why}
	}
	reached := p.reached(edits)
	whole := false // the rules look at all of the text
	for _, k := range p.model.Kernels {
		whole = whole || reached[k.Name] && rules.ReadsUnit(k.Decl)
	}
	copied, why := edited(p.unit, edits, reached, whole)
	if why != "" {
		return verdict{why: why}
	}
	copied.Options.Only = func(kernel string) bool { return reached == nil || reached[kernel] }
	model := sema.Analyze(copied, p.extra)
	if why := p.compare(d, reached, rules.Check(model, nil, p.checkOptions()...)); why != "" {
		return verdict{why: why}
	}
	return p.measure(d, edits, model)
}

// edited is the unit with the edits applied and the files parsed again; why tells what a file has lost. Where only some kernels are
// reached, of an edited file the bodies of the others are not read again, nor those of the functions that launch.
func edited(u *sema.Unit, edits []diag.Edit, reached map[string]bool, whole bool) (copied *sema.Unit, why string) {
	headers := slices.Clone(u.Headers)
	var macros []*ast.Macro
	again := func(f *ast.File) *ast.File {
		var mine []diag.Edit
		for _, e := range edits {
			if e.Place.File == f.Source {
				mine = append(mine, e)
			}
		}
		if len(mine) == 0 {
			return f
		}
		text := source.NewFile(f.Source.Path, fixes.Apply(f.Source.Text, mine))
		var moot []source.Span
		if !whole {
			var spans []source.Span
			for _, e := range mine {
				spans = append(spans, e.Place.Span)
			}
			moot = mootBodies(f, spans, reached)
		}
		had := 0
		for _, p := range f.Problems {
			if !slices.ContainsFunc(moot, func(b source.Span) bool { return b.Covers(p.Span) }) {
				had++
			}
		}
		tree, err := parser.Parse(text, skipping(u, slices.Concat(f.Ahead, macros), moot, func(at int32) int32 { return movedBy(at, mine) }))
		switch {
		case err != nil:
			why = err.Error()
			return f
		case len(tree.Problems) > had:
			why = fmt.Sprintf("%s could not be read: %s", f.Source.Path, tree.Problems[0].Message)
		}
		tree.Ahead = f.Ahead
		return tree
	}
	for i, h := range headers {
		headers[i] = again(h)
		macros = append(macros, headers[i].Macros...)
	}
	return u.Edited(again(u.Root), headers, reached != nil), why
}

// reached are the kernels that the edits can make a difference to; nil is all of them.
func (p *prover) reached(edits []diag.Edit) map[string]bool {
	out := map[string]bool{}
	for _, e := range edits {
		i := slices.IndexFunc(p.model.Kernels, func(k *sema.Kernel) bool {
			return k.Place.File == e.Place.File && k.Decl.Body != nil && k.Decl.Body.Span.Covers(e.Place.Span)
		})
		if i < 0 {
			return nil
		}
		out[p.model.Kernels[i].Name] = true
	}
	return out
}

func (p *prover) checkOptions() []rules.Option {
	out := []rules.Option{rules.WithoutRemedies(), rules.WithRatios(p.options.Ratios)}
	if p.options.Possible {
		out = append(out, rules.WithPossible())
	}
	return out
}

// key is what findings are counted by: the places change with the text.
type key struct{ rule, kernel, array string }

func subjectKey(d *diag.Diagnostic) key { return key{d.Rule, d.Subject.Kernel, d.Subject.Array} }

// tally counts the findings in the reached kernels and keeps the worst severity of each kind.
func tally(list []diag.Diagnostic, reached map[string]bool) (count map[key]int, worst map[key]diag.Severity) {
	count, worst = map[key]int{}, map[key]diag.Severity{}
	for i := range list {
		k := subjectKey(&list[i])
		if reached == nil || reached[k.kernel] {
			count[k]++
			worst[k] = max(worst[k], list[i].Severity)
		}
	}
	return count, worst
}

// compare tells what the findings after the edits hold against them.
func (p *prover) compare(d *diag.Diagnostic, reached map[string]bool, after []diag.Diagnostic) string {
	if p.before == nil {
		p.before = rules.Check(p.model, nil, p.checkOptions()...)
	}
	had, was := tally(p.before, reached)
	has, is := tally(after, reached)
	if mine := subjectKey(d); has[mine] >= had[mine] {
		return "the finding stays"
	}
	var fresh []string
	for k, n := range has {
		if (n > had[k] || is[k] > was[k]) && !forgiven(k, is[k], d) {
			fresh = append(fresh, fmt.Sprintf("a finding of %s on %s in %s comes up", k.rule, k.array, k.kernel))
		}
	}
	slices.Sort(fresh)
	if len(fresh) > 0 {
		return fresh[0]
	}
	return ""
}

// forgiven reports whether a finding that comes up is the price of a fault that goes: no more than an info, on the same array. What could
// go in vectors now that it is contiguous is no price at all.
func forgiven(k key, s diag.Severity, mended *diag.Diagnostic) bool {
	return k.rule == rules.ScalarCopy && mended.Rule != rules.ScalarCopy || mended.Rule == rules.Misaligned && s <= diag.Info && k.kernel == mended.Subject.Kernel && k.array == mended.Subject.Array
}
