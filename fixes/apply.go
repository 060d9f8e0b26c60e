package fixes

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// Apply puts edits of one file into its text. The edits are disjoint; their order does not matter. Line ends in the edits become
// those of the text. Apply gives a new text, the old one is left.
func Apply(text []byte, edits []diag.Edit) []byte {
	edits = Sorted(edits)
	end := lineEnd(text)
	out := make([]byte, 0, len(text)+256)
	at := int32(0)
	for _, e := range edits {
		out = append(out, text[at:e.Place.Span.Start]...)
		out = append(out, ended(e.Text, end)...)
		at = e.Place.Span.End
	}
	return append(out, text[at:]...)
}

// lineEnd is what most lines of a text end with.
func lineEnd(text []byte) string {
	crlf := bytes.Count(text, []byte("\r\n"))
	if crlf > 0 && 2*crlf >= bytes.Count(text, []byte("\n")) {
		return "\r\n"
	}
	return "\n"
}

// ended is a text of edits with another line end.
func ended(text, end string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", end)
}

// Sorted gives the edits in order of files and positions.
func Sorted(edits []diag.Edit) []diag.Edit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(x, y diag.Edit) int {
		return cmp.Or(strings.Compare(pathOf(x), pathOf(y)), cmp.Compare(x.Place.Span.Start, y.Place.Span.Start),
			cmp.Compare(x.Place.Span.End, y.Place.Span.End))
	})
	return edits
}

func pathOf(e diag.Edit) string {
	if e.Place.File == nil {
		return ""
	}
	return e.Place.File.Path
}

// Moved is where the byte at an offset of the old text stands once the edits (of its file) are applied; kept is false when it is
// replaced: then the offset is that of the replacement.
func Moved(edits []diag.Edit, text []byte, offset int32) (moved int32, kept bool) {
	end := lineEnd(text)
	shift := int32(0)
	for _, e := range Sorted(edits) {
		s := e.Place.Span
		if offset < s.Start {
			break
		}
		if offset < s.End {
			return s.Start + shift, false
		}
		shift += int32(len(ended(e.Text, end))) - (s.End - s.Start)
	}
	return offset + shift, true
}

// overlaps reports whether two edits cannot both be made: they share bytes, or insert at the same place.
func overlaps(x, y diag.Edit) bool {
	if pathOf(x) != pathOf(y) {
		return false
	}
	a, b := x.Place.Span, y.Place.Span
	if a.Start == a.End || b.Start == b.End {
		return a.Start <= b.End && b.Start <= a.End
	}
	return a.Start < b.End && b.Start < a.End
}

// Disjoint reports whether no two of the edits overlap.
func Disjoint(edits []diag.Edit) bool {
	edits = Sorted(edits)
	for i := 1; i < len(edits); i++ {
		if overlaps(edits[i-1], edits[i]) {
			return false
		}
	}
	return true
}

// Choose takes the fixes that can be made together: in order of their first edit's position, each that has no edit in a function that one
// taken before edits.
// A fix is taken whole or not at all. One that was taken already, edit for edit, is counted with the first. What is left over is
// for the next run.
func Choose(all []diag.Fix) (taken []diag.Fix, deferred int) {
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(x, y diag.Fix) int { return compareFirst(x.Edits, y.Edits) })
	var edits []diag.Edit
	had := map[string]bool{}
	for _, f := range order {
		if len(f.Edits) == 0 || had[Key(f.Edits)] {
			continue
		}
		if !Disjoint(f.Edits) || slices.ContainsFunc(f.Edits, func(e diag.Edit) bool {
			return slices.ContainsFunc(edits, func(o diag.Edit) bool { return overlaps(e, o) || clash(e, o) })
		}) {
			deferred++
			continue
		}
		had[Key(f.Edits)] = true
		edits = append(edits, f.Edits...)
		taken = append(taken, f)
	}
	return taken, deferred
}

func compareFirst(x, y []diag.Edit) int {
	if len(x) == 0 || len(y) == 0 {
		return cmp.Compare(len(x), len(y))
	}
	a, b := Sorted(x)[0], Sorted(y)[0]
	return cmp.Or(strings.Compare(pathOf(a), pathOf(b)), cmp.Compare(a.Place.Span.Start, b.Place.Span.Start))
}

// Key tells sets of edits apart.
func Key(edits []diag.Edit) string {
	var b strings.Builder
	for _, e := range Sorted(edits) {
		b.WriteString(pathOf(e))
		b.WriteByte(0)
		for _, n := range []int32{e.Place.Span.Start, e.Place.Span.End, int32(len(e.Text))} {
			b.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		}
		b.WriteString(e.Text)
	}
	return b.String()
}
