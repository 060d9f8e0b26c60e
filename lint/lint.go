// Package lint judges one translation unit: a sema.Unit goes in, findings, accesses with their numbers and what could not be read
// come out. The command line, the language server and the tests all come through here. It reads no files, flags or environment.
package lint

import (
	"bytes"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
)

// Options say what is reported.
type Options struct {
	Select   func(rule string) bool // the rules that report; nil is all but those that are off by default
	Possible bool                   // report findings of confidence `possible` too

	Loud   bool         // comments that silence a rule do nothing
	Ratios rules.Ratios // from which costly accesses are findings

	Pictures bool // accesses come with the picture of a warp

	// Prove chooses the findings whose fixes are worked out and tried, by place and subject; others' are left at words. Nil is all.
	Prove   func(*diag.Diagnostic) bool
	Reasons func(path string) bool        // comments that silence a rule must say why; nil: nowhere
	Level   func(rule, path string) Level // of the findings in a file; nil: the rule's own

	// Editable tells the files that fixes may change, by path; nil is the unit's root alone.
	Editable func(path string) bool

	// Detail asks for Access.Detail and Result.Executions.
	Detail bool

	// Guard is called to run each rule, by name; it may recover from the rule's panic. Nil runs it as it is.
	Guard func(rule string, run func())
}

func (o Options) selects(rule string) bool {
	if o.Select == nil {
		return !OffByDefault(rule)
	}
	return o.Select(rule)
}

// Result is what is known about a unit, or about several when merged. Each list is sorted by file, line and column.
type Result struct {
	Findings []diag.Diagnostic
	Accesses []Access
	Marks    []Mark // in the place of Accesses, where they are counted and not listed
	Unread   []Unread
	Kernels  []Kernel
	Runs     []Run

	Withdrawn []Withdrawn // fixes that did not stand the trial

	Suppressed []Suppressed // findings that comments silence
	Directives []Directive  // the comments

	Expectations []Expectation // comments that state a cost

	Executions []Execution // of the kernels, where Options.Detail asks for them
}

// Kernel is one __global__ function that was met.
type Kernel struct {
	Name    string
	Place   diag.Place // of the name
	Settled bool       // a launch, a bound or the user told its block shape
}

// Run is a kernel under one block shape, and the launch that gives it; one for each launch.
type Run struct {
	Kernel string
	At     diag.Place // of the kernel's name
	Launch diag.Place // no file where no launch gives the shape
	Block  [3]int64
	From   string // launch, launch_bounds, comment, config, assumed
}

// Unread is a kernel or a part of one that could not be judged, or a header that was not found.
type Unread struct {
	Place  diag.Place
	Kernel string // "" outside of kernels
	Reason string
}

// Judge analyses a unit and runs the rules over it. Extra are launches of the unit's kernels that other files make.
func Judge(u *sema.Unit, extra []*sema.Launch, o Options) *Result { return Merge(judge(u, extra, o)) }

func judge(u *sema.Unit, extra []*sema.Launch, o Options) *Result {
	if o.Detail {
		u.Options.Work = true
	}
	model := sema.Analyze(u, extra)
	u.Options.Work = false
	r := &Result{}
	about := newDeriver(u, o.Detail)
	for _, k := range model.Kernels {
		r.Kernels = append(r.Kernels, kernelOf(k))
		for _, run := range k.Runs {
			r.Runs = append(r.Runs, runsOf(k, run)...)
			first := len(r.Accesses)
			for _, a := range run.Accesses {
				r.Accesses = append(r.Accesses, accessOf(run, a, o))
				about.access(run, a, &r.Accesses[len(r.Accesses)-1])
			}
			number(r.Accesses[first:])
			about.execution(run, r, first)
		}
	}
	for _, n := range model.Unread {
		r.Unread = append(r.Unread, Unread{Place: diag.Place(n.Place), Kernel: n.Kernel, Reason: n.Reason})
	}
	for _, f := range unitFiles(u) {
		if f == u.Root || holdsDeviceCode(f.Source.Text) {
			r.readProblems(f, o)
		}
	}
	quiet := &silence{}
	if !o.Loud {
		quiet = silenceOf(u)
	}
	r.runRules(model, o, quiet.option()...)
	r.expect(u, o)
	r.silence(quiet)
	r.prove(u, extra, o, model)
	return r
}

func (r *Result) runRules(model *sema.Model, o Options, more ...rules.Option) {
	more = append(more, rules.WithRatios(o.Ratios))
	if o.Possible {
		more = append(more, rules.WithPossible())
	}
	if o.Prove != nil {
		more = append(more, rules.WithEdits(o.Prove))
	}
	guard := o.Guard
	if guard == nil {
		guard = func(_ string, run func()) { run() }
	}
	for _, rule := range rules.All() {
		if o.selects(rule.Name) {
			guard(rule.Name, func() { r.Findings = append(r.Findings, rule.Check(model, o.selects, more...)...) })
		}
	}
}

func kernelOf(k *sema.Kernel) Kernel {
	out := Kernel{Name: k.Name, Place: diag.Place(k.Place)}
	for _, run := range k.Runs {
		out.Settled = out.Settled || run.Origin != sema.Assumed
	}
	return out
}

func runsOf(k *sema.Kernel, run *sema.Run) []Run {
	r := Run{Kernel: k.Name, At: diag.Place(k.Place), Launch: diag.Place(run.Launch), Block: run.Block, From: run.Origin.String()}
	out := []Run{r}
	for _, place := range run.Others {
		r.Launch = diag.Place(place)
		out = append(out, r)
	}
	return out
}

// holdsDeviceCode tells a header that matters to kernels from one for the host alone, whose syntax is nobody's concern here.
func holdsDeviceCode(text []byte) bool {
	return bytes.Contains(text, []byte("__global__")) || bytes.Contains(text, []byte("__device__")) || bytes.Contains(text, []byte("__shared__"))
}

// readProblems takes over what the parser could not read.
func (r *Result) readProblems(f *ast.File, o Options) {
	for _, p := range f.Problems {
		at := diag.Place{File: f.Source, Span: p.Span}
		r.Unread = append(r.Unread, Unread{Place: at, Kernel: p.Kernel, Reason: p.Message})
		if !o.selects(SyntaxError) {
			continue
		}
		severity := diag.Info
		if p.Kernel == "" {
			severity = diag.Hint // it may be of the host alone
		}
		r.Findings = append(r.Findings, diag.Diagnostic{
			Rule:       SyntaxError,
			Severity:   severity,
			Confidence: diag.Proved,
			Message:    p.Message,
			Place:      at,
			Subject:    diag.Subject{Kernel: p.Kernel},
		})
	}
}

func unitFiles(u *sema.Unit) []*ast.File {
	return append(u.Headers[:len(u.Headers):len(u.Headers)], u.Root)
}
