package lint

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/diag"
)

// Regression tells what speaks against edits that were made for some findings, by what is known before and after them: a stretch that
// could not be read more than before, a finding that is still there, a new one, or a worse one. "" when nothing does.
func Regression(before, after *Result, mended []diag.Diagnostic) string {
	unread := map[string]int{}
	for _, u := range before.Unread {
		unread[siteOf(u.Place).path]++
	}
	for _, u := range after.Unread {
		path := siteOf(u.Place).path
		if unread[path]--; unread[path] < 0 {
			return fmt.Sprintf("%s could not be read: %s", path, u.Reason)
		}
	}
	had, was := tally(before.Findings, nil)
	has, is := tally(after.Findings, nil)
	for i := range mended {
		had[subjectKey(&mended[i])]--
	}
	var worse []string
	for k, n := range has {
		if slices.ContainsFunc(mended, func(d diag.Diagnostic) bool { return forgiven(k, is[k], &d) }) {
			continue
		}
		switch {
		case n > had[k]:
			worse = append(worse, fmt.Sprintf("%s on %s in %s: %d findings, not %d", k.rule, k.array, k.kernel, n, max(had[k], 0)))
		case is[k] > was[k]:
			worse = append(worse, fmt.Sprintf("%s on %s in %s: %s, not %s", k.rule, k.array, k.kernel, is[k], was[k]))
		}
	}
	slices.Sort(worse)
	if len(worse) > 0 {
		return worse[0]
	}
	return ""
}
