package lint

import (
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
)

// The rules that are not about kernels but about what was read.
const (
	SyntaxError       = "syntax-error"               // a stretch of the file could not be read
	UnusedSuppression = "unused-suppression"         // a comment that silences nothing
	UnknownRuleName   = "unknown-rule-name"          // a comment that names no rule
	MissingReason     = "suppression-without-reason" // reported where Options.RequireReason is set
	UnmetExpectation  = "unmet-expectation"          // a comment that states a cost, which is higher or not known
	MeasuredCost      = "measured-cost"              // a profiler read that a line costs more than it has to, and nothing was found there
)

// Rules are all rules that a finding may be of, those about kernels first.
func Rules() []*rules.Rule {
	return append(rules.All(),
		&rules.Rule{Name: SyntaxError, Default: diag.Info, Doc: syntaxErrorDoc},
		&rules.Rule{Name: UnusedSuppression, Default: diag.Warning, Doc: unusedSuppressionDoc},
		&rules.Rule{Name: UnknownRuleName, Default: diag.Warning, Doc: unknownRuleNameDoc},
		&rules.Rule{Name: MissingReason, Default: diag.Warning, Doc: missingReasonDoc},
		&rules.Rule{Name: UnmetExpectation, Default: diag.Error, Doc: unmetExpectationDoc},
		&rules.Rule{Name: MeasuredCost, Default: diag.Info, Doc: measuredCostDoc},
	)
}

// OffByDefault reports whether a rule reports only where the user asks for it.
func OffByDefault(name string) bool {
	return slices.ContainsFunc(rules.All(), func(r *rules.Rule) bool { return r.Name == name && r.Off })
}

// RuleNames are their names, in the same order.
func RuleNames() []string {
	var names []string
	for _, r := range Rules() {
		names = append(names, r.Name)
	}
	return names
}

const syntaxErrorDoc = `A stretch of the file could not be read.

The rest of the file is judged all the same: errors are tolerated by kernel and expression. What lies in the stretch is not judged;
--show-unknown lists it.`

const unusedSuppressionDoc = `A comment that is to silence a rule, and silences nothing.

The finding was mended, or the comment stands where it does not count. The fix takes it away, or puts it where it counts. A comment
is not reported where a part of what it is about could not be read, nor for rules that are switched off, nor a NOLINT that does
not name cudalint.

## Where comments count
    // cudalint: ignore[rule]: reason         on any line of a statement, or on a line of its own above it
    // cudalint: kernel-ignore[rule]: reason  above a kernel, or at its head
    // cudalint: file-ignore[rule]: reason    ahead of the first declaration
    // cudalint: disable[rule]: reason        from here to enable[rule], or to the end of the block
    // NOLINT(cudalint-rule), NOLINTNEXTLINE, NOLINTBEGIN, NOLINTEND, as clang-tidy reads them

Several rules are separated by commas. Comments in /* */ count as well. In a macro, or above its definition, ignore is about all that
comes out of the macro. Of a compound statement a comment is about the part up to the brace, or about all of it where the braces hold a
single statement. A comment counts on when a formatter breaks its line, puts it elsewhere at its statement, or joins it with the comment
above.`

const unknownRuleNameDoc = `A comment that is to silence a rule names none that there is.

The comment does nothing. The fix writes the nearest name. ` + "`cudalint rules`" + ` lists them.`

const missingReasonDoc = `A comment silences a rule and does not say why.

Reported where the project asks for reasons (require-reason). A reason stands behind the list:

    // cudalint: ignore[uncoalesced-access]: runs once, 4 KB`

const unmetExpectationDoc = `A comment states what accesses may cost, and they cost more, or it cannot be told.

A team that has made a kernel fast keeps it so: the comment fails the run when a change makes the access worse, without a GPU.

    a[i] = b[j];   // cudalint: expect(sectors <= 4)

    // cudalint: expect(coalesced, conflict-free)
    __global__ void transpose(float *out, const float *in)

It is about the accesses of the statement that it stands beside or above, or of the kernel or function that it stands above or at the
head of: under each block shape that is launched, in each function that is called.

| condition | about | holds when |
|---|---|---|
| sectors <= N, sectors < N | global memory | a request takes that many sectors of 32 bytes on average |
| wavefronts <= N, wavefronts < N | shared memory | a request takes that many wavefronts on average |
| coalesced | global memory | the access is no worse than what uncoalesced-access leaves alone |
| conflict-free | shared memory | a request takes no more wavefronts than its bytes need |

Several are separated by commas. Where the numbers of an access are not known, or no kernel comes by, the expectation is not met.
cudalint test runs these alone.`

// Silenceable reports whether comments silence a rule. Those that are about comments are not.
func Silenceable(rule string) bool { return !slices.Contains(commentRules, rule) }

const measuredCostDoc = `A profiler read that a line takes at least 1.5 times the sectors or wavefronts that its bytes need, and no rule flags it.

Reported by ` + "`cudalint confirm`" + ` alone. The message tells why nothing was found: the index comes from memory, the compiler made another
access of it, or the numbers that were worked out are others. The last is a fault of cudalint that is worth a report.`
