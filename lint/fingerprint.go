package lint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// Fingerprint is 16 hex digits of rule, kernel, array and the text that is flagged without its blanks, so that it stays when lines
// move. Findings of one file that agree in all of these are told apart by Nth. It does not depend on which others are reported.
func Fingerprint(d *diag.Diagnostic) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", ContentKey(d), d.Nth))
	return hex.EncodeToString(sum[:8])
}

// count sets Nth of all findings, those that comments silence included, so that a comment changes no other finding's.
func count(found []diag.Diagnostic, silenced []Suppressed) {
	all := make([]*diag.Diagnostic, 0, len(found)+len(silenced))
	for i := range found {
		all = append(all, &found[i])
	}
	for i := range silenced {
		all = append(all, &silenced[i].Diagnostic)
	}
	slices.SortStableFunc(all, func(x, y *diag.Diagnostic) int {
		return cmp.Or(compareSites(siteOf(x.Place), siteOf(y.Place)), strings.Compare(x.Cause, y.Cause))
	})
	seen := map[string]int{}
	for _, d := range all {
		key := siteOf(d.Place).path + "\x00" + ContentKey(d)
		seen[key]++
		d.Nth = seen[key]
	}
}

// ContentKey is what stays of a finding when lines move and blanks change: rule, kernel, array and the text that is flagged.
func ContentKey(d *diag.Diagnostic) string {
	written := ""
	if d.Place.File != nil {
		written = strings.Join(strings.Fields(d.Place.File.Slice(d.Place.Span)), "")
	}
	return strings.Join([]string{d.Rule, d.Subject.Kernel, d.Subject.Array, written}, "\x00")
}
