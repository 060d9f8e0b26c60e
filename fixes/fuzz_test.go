package fixes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/source"
)

// FuzzApply holds edits against a splice that goes from the last one to the first, and positions against what stands there.
func FuzzApply(f *testing.F) {
	f.Add("a[i] = b[i];\n", "\x01\x02x\x03\x01yy")
	f.Add("a\r\nb\r\n", "\x00\x00int c;\n\x02\x03")
	f.Fuzz(func(t *testing.T, text, plan string) {
		file := source.NewFile("a.cu", []byte(text))
		var edits []diag.Edit
		at := int32(0)
		for i := 0; i+2 < len(plan); i += 3 {
			start := at + int32(plan[i]%8)
			end := start + int32(plan[i+1]%5)
			if int(end) > len(text) {
				break
			}
			edits = append(edits, diag.Edit{Place: diag.Place{File: file, Span: source.Span{Start: start, End: end}}, Text: plan[i+2 : i+3]})
			at = end + 1
		}
		if !assert.True(t, fixes.Disjoint(edits)) {
			return
		}
		want := text
		for i := len(edits) - 1; i >= 0; i-- {
			e := edits[i]
			if e.Text == "\n" || e.Text == "\r" { // takes the text's line ends
				return
			}
			want = want[:e.Place.Span.Start] + e.Text + want[e.Place.Span.End:]
		}
		turned := append([]diag.Edit(nil), edits...)
		for i, j := 0, len(turned)-1; i < j; i, j = i+1, j-1 {
			turned[i], turned[j] = turned[j], turned[i]
		}
		got := fixes.Apply([]byte(text), turned)
		assert.Equal(t, want, string(got))
		for i := range text {
			to, kept := fixes.Moved(edits, []byte(text), int32(i))
			if assert.True(t, to >= 0 && int(to) <= len(got)) && kept && assert.Less(t, int(to), len(got)) {
				assert.Equal(t, text[i], got[to], "byte %d", i)
			}
		}
	})
}
