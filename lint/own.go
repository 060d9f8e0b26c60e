package lint

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
)

// The rules that are not about kernels but about what was read.
const (
	SyntaxError       = "syntax-error"               // a stretch of the file could not be read
	UnusedSuppression = "unused-suppression"         // a comment that silences nothing
	UnknownRuleName   = "unknown-rule-name"          // a comment that names no rule
	MissingReason     = "suppression-without-reason" // reported where Options.RequireReason is set
)

// Rules are all rules that a finding may be of, those about kernels first.
func Rules() []*rules.Rule {
	return append(rules.All(),
		&rules.Rule{Name: SyntaxError, Default: diag.Info, Doc: syntaxErrorDoc},
		&rules.Rule{Name: UnusedSuppression, Default: diag.Warning, Doc: unusedSuppressionDoc},
		&rules.Rule{Name: UnknownRuleName, Default: diag.Warning, Doc: unknownRuleNameDoc},
		&rules.Rule{Name: MissingReason, Default: diag.Warning, Doc: missingReasonDoc},
	)
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
comes out of the macro. Of a compound statement a comment is about the part up to the brace.`

const unknownRuleNameDoc = `A comment that is to silence a rule names none that there is.

The comment does nothing. The fix writes the nearest name. ` + "`cudalint rules`" + ` lists them.`

const missingReasonDoc = `A comment silences a rule and does not say why.

Reported where the project asks for reasons (require-reason). A reason stands behind the list:

    // cudalint: ignore[uncoalesced-access]: runs once, 4 KB`
