package report

import (
	"fmt"
	"io"

	"github.com/cudalint/cudalint/lint"
)

// Silenced lists what comments silence, with the place of the comment and its reason.
func Silenced(w io.Writer, r *lint.Result) {
	for _, s := range r.Suppressed {
		reason := ""
		if s.Reason != "" {
			reason = ": " + clean(s.Reason, false)
		}
		fmt.Fprintf(w, "%s: silenced at %s: %s [%s]%s\n", where(s.Place), where(s.By), clean(s.Message, false), s.Rule, reason)
	}
}
