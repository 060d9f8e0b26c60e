package fixes

import (
	"bytes"

	"github.com/cudalint/cudalint/diag"
)

// clash reports whether two edits declare the same new name in one function. Each chose a name that its own file does not use.
func clash(x, y diag.Edit) bool {
	if pathOf(x) != pathOf(y) || x.Place.File == nil {
		return false
	}
	from, to := min(x.Place.Span.End, y.Place.Span.End), max(x.Place.Span.Start, y.Place.Span.Start)
	if from < to && bytes.Contains(x.Place.File.Text[from:to], []byte("\n}")) {
		return false // a function ends between them
	}
	mine := declares(x.Text)
	for name := range declares(y.Text) {
		if mine[name] {
			return true
		}
	}
	return false
}

// declares are the words of a text that stand where a declared name does: `const int n = ..`, `float tile[32]`, `float4 v;`.
func declares(text string) map[string]bool {
	out := map[string]bool{}
	tokens := tokensOf([]byte(text))
	for i := 1; i+1 < len(tokens); i++ {
		before, after := tokens[i-1], tokens[i+1].text
		if !tokens[i].word() || before.text == "return" || !before.word() && before.text != "*" && before.text != "&" {
			continue
		}
		if after == "=" || after == ";" || after == "[" {
			out[tokens[i].text] = true
		}
	}
	return out
}
