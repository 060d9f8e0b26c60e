package fixes

import (
	"bytes"

	"github.com/cudalint/cudalint/diag"
)

// clash reports whether two edits are in one function, as far as a brace at the beginning of a line tells where one ends. Each was written
// for the function as it was: one may have put in text that names what the other changes everywhere, or both a variable of one name.
func clash(x, y diag.Edit) bool {
	if pathOf(x) != pathOf(y) || x.Place.File == nil {
		return false
	}
	from, to := min(x.Place.Span.End, y.Place.Span.End), max(x.Place.Span.Start, y.Place.Span.Start)
	return from >= to || !bytes.Contains(x.Place.File.Text[from:to], []byte("\n}"))
}
