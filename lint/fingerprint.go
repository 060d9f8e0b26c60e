package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// Fingerprints gives one for each finding: 16 hex digits of rule, kernel, array and the text that is flagged without its
// blanks. Findings that agree in all of these are told apart by counting in the given order, so that a fingerprint stays when
// lines move.
func Fingerprints(findings []diag.Diagnostic) []string {
	seen := map[string]int{}
	out := make([]string, len(findings))
	for i, d := range findings {
		key := ContentKey(&d)
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		out[i] = hex.EncodeToString(sum[:8])
	}
	return out
}

// ContentKey is what stays of a finding when lines move and blanks change: rule, kernel, array and the text that is flagged.
func ContentKey(d *diag.Diagnostic) string {
	written := ""
	if d.Place.File != nil {
		written = strings.Join(strings.Fields(d.Place.File.Slice(d.Place.Span)), "")
	}
	return strings.Join([]string{d.Rule, d.Subject.Kernel, d.Subject.Array, written}, "\x00")
}
