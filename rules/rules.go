// Package rules judges what kernels do with memory.
//
// A sema.Model goes in; diagnostics come out, each with the numbers of one warp request, the cause, the assumptions that it rests
// on and the way to mend it. One file holds one rule and the page that explains it to the user. What rules share is kept by
// subject: costly.go says what is worth a finding, confidence.go how sure it is, group.go what belongs to one finding, cause.go
// why a global access is costly, remedy_*.go what would mend it, wording.go how it is put.
package rules

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

// Rule is one thing that is looked for. Its name is its only identity: configuration, suppressions and output use it.
type Rule struct {
	Name    string
	Doc     string        // the user's page, Markdown; the first line says in one sentence what is flagged
	Default diag.Severity // of a finding that nothing speaks against
	Off     bool          // unless the user asks for it
	Run     func(*Pass)
}

// Misaligned is the name of the rule whose findings are faults, not costs.
const Misaligned = "misaligned-vector-access"

// ScalarCopy is the name of the rule whose findings are about the number of requests, not about what one takes.
const ScalarCopy = "scalar-copy"

// All lists the rules in the order in which they are run and shown.
func All() []*Rule {
	return []*Rule{
		uncoalescedAccess,
		aosFieldAccess,
		sharedBankConflict,
		misalignedVectorAccess,
		interleavedReduction,
		sharedMemorySize,
		redundantGlobalRead,
		loneLaneAccess,
		sameAddressStore,
		globalAtomicHotspot,
		unalignedBase,
		scalarCopy,
		localArrayIndex,
		vectorTail,
		cacheHint,
		statedAssumption,
	}
}

// Level is what holds for the rule where the user says nothing: "off", or the severity of its findings.
func (r *Rule) Level() string {
	if r.Off {
		return "off"
	}
	return r.Default.String()
}

// Pass is one run of one rule over one model.
type Pass struct {
	Model *sema.Model

	rule     *Rule
	possible bool
	plain    bool // findings only, no remedies
	selected func(string) bool
	edits    func(*diag.Diagnostic) bool // the findings whose remedies are written down; nil is all
	apart    Apart
	ratios   Ratios
	found    []diag.Diagnostic
	written  map[*sema.Kernel]written // the rewrites that are about a kernel
	effort   int                      // what remedies have cost so far, see affords
}

// maxEffort bounds what the remedies of one rule may cost in a unit: each takes looks at all accesses of its kernel.
const maxEffort = 1 << 18

// affords reports whether there is effort left for another remedy in a kernel.
func (p *Pass) affords(k *sema.Kernel) bool {
	for _, r := range k.Runs {
		p.effort += len(r.Accesses)
	}
	return p.effort <= maxEffort
}

// Apart tells the places that findings of a rule are kept apart for: a finding that is about several places is either about those
// that it accepts or about those that it does not.
type Apart func(rule, kernel string, at diag.Place) bool

func (p *Pass) isApart(r *sema.Run, a *sema.Access) bool {
	return p != nil && p.apart != nil && p.apart(p.rule.Name, r.Kernel.Name, diag.Place(a.Place))
}

// Report adds a finding; the rule's name is filled in. One that is merely possible is dropped unless those were asked for.
func (p *Pass) Report(d diag.Diagnostic) {
	if d.Confidence == diag.Possible && !p.possible {
		return
	}
	d.Rule = p.rule.Name
	p.found = append(p.found, d)
}

// runs tells whether the other rule is run too, so that what it says need not be said twice.
func (p *Pass) runs(other *Rule) bool { return p.selected == nil || p.selected(other.Name) }

// Option changes what Check returns.
type Option func(*Pass)

// WithPossible adds the findings that depend on data or on what could not be read.
func WithPossible() Option { return func(p *Pass) { p.possible = true } }

// WithoutRemedies leaves out the search for what would mend a finding.
func WithoutRemedies() Option { return func(p *Pass) { p.plain = true } }

// WithEdits leaves it at words for the remedies of findings that chosen does not accept. It sees place, subject and cost.
func WithEdits(chosen func(*diag.Diagnostic) bool) Option { return func(p *Pass) { p.edits = chosen } }

// WithApart keeps the places that apart accepts out of the findings on others.
func WithApart(apart Apart) Option { return func(p *Pass) { p.apart = apart } }

// Ratios of actual to ideal below which a costly access is no finding; below 1.5 none is anyway.
type Ratios struct{ Sectors, Wavefronts float64 }

// WithRatios raises what is worth a finding.
func WithRatios(r Ratios) Option { return func(p *Pass) { p.ratios = r } }

// tolerates reports whether an access costs less than the ratio that was asked for.
func (p *Pass) tolerates(a *sema.Access) bool {
	if p == nil || !a.Cost.Known || a.Cost.Ideal <= 0 {
		return false
	}
	least := p.ratios.Sectors
	if a.Wavefronts() {
		least = p.ratios.Wavefronts
	}
	return a.Cost.Settled < least*a.Cost.Ideal-slack
}

// Check runs the rules that selected accepts (all when it is nil) and returns their findings, rule by rule, each rule's in the
// order of kernels and source.
func Check(m *sema.Model, selected func(string) bool, options ...Option) []diag.Diagnostic {
	var found []diag.Diagnostic
	for _, r := range All() {
		if selected == nil || selected(r.Name) {
			found = append(found, r.Check(m, selected, options...)...)
		}
	}
	return found
}

// Check runs one rule. It tells what the other selected rules are, which take over what they explain better.
func (r *Rule) Check(m *sema.Model, selected func(string) bool, options ...Option) []diag.Diagnostic {
	p := &Pass{Model: m, rule: r, selected: selected, written: map[*sema.Kernel]written{}}
	for _, o := range options {
		o(p)
	}
	r.Run(p)
	return p.found
}
