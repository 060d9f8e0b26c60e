package fixes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/source"
)

func edit(f *source.File, start, end int32, text string) diag.Edit {
	return diag.Edit{Place: diag.Place{File: f, Span: source.Span{Start: start, End: end}}, Text: text}
}

func fix(title string, edits ...diag.Edit) diag.Fix { return diag.Fix{Title: title, Edits: edits} }

func TestApply(t *testing.T) {
	f := source.NewFile("a.cu", []byte("0123456789"))
	for _, c := range []struct {
		name  string
		text  string
		edits []diag.Edit
		want  string
	}{
		{"none", "0123456789", nil, "0123456789"},
		{"any order", "0123456789", []diag.Edit{edit(f, 8, 9, ""), edit(f, 1, 3, "ab c"), edit(f, 5, 5, "+")}, "0ab c34+5679"},
		{"ends", "0123456789", []diag.Edit{edit(f, 0, 0, "<"), edit(f, 10, 10, ">")}, "<0123456789>"},
		{"line ends of the file", "01\r\n34\r\n", []diag.Edit{edit(f, 4, 4, "x\ny\n")}, "01\r\nx\r\ny\r\n34\r\n"},
		{"mixed, mostly LF", "01\n3\n5\r\n", []diag.Edit{edit(f, 3, 3, "x\n")}, "01\nx\n3\n5\r\n"},
	} {
		text := []byte(c.text)
		assert.Equal(t, c.want, string(fixes.Apply(text, c.edits)), c.name)
		assert.Equal(t, c.text, string(text), c.name)
	}
}

func TestMoved(t *testing.T) {
	f := source.NewFile("a.cu", []byte("0123456789"))
	edits := []diag.Edit{edit(f, 5, 5, "+++"), edit(f, 1, 3, "a")}
	for _, c := range []struct {
		offset, moved int32
		kept          bool
	}{{0, 0, true}, {1, 1, false}, {2, 1, false}, {3, 2, true}, {4, 3, true}, {5, 7, true}, {9, 11, true}} {
		moved, kept := fixes.Moved(edits, f.Text, c.offset)
		assert.Equal(t, c.moved, moved, c.offset)
		assert.Equal(t, c.kept, kept, c.offset)
	}
}

func TestChoose(t *testing.T) {
	a, b := source.NewFile("a.cu", []byte("0123456789\n}\n456789")), source.NewFile("b.cu", nil)
	titles := func(all ...diag.Fix) (out []string, deferred int) {
		taken, deferred := fixes.Choose(all)
		for _, f := range taken {
			out = append(out, f.Title)
		}
		return out, deferred
	}
	for _, c := range []struct {
		name     string
		all      []diag.Fix
		want     []string
		deferred int
	}{
		{"first by position wins", []diag.Fix{fix("late", edit(a, 4, 8, "")), fix("early", edit(a, 2, 5, ""))}, []string{"early"}, 1},
		{"whole or not at all", []diag.Fix{fix("one", edit(a, 0, 2, "")), fix("two", edit(a, 1, 3, ""), edit(b, 0, 1, "")), fix("three", edit(b, 0, 1, "x"))}, []string{"one", "three"}, 1},
		{"in one function", []diag.Fix{fix("one", edit(a, 0, 2, "")), fix("two", edit(a, 5, 6, ""))}, []string{"one"}, 1},
		{"in two functions", []diag.Fix{fix("one", edit(a, 0, 2, "")), fix("two", edit(a, 15, 16, ""))}, []string{"one", "two"}, 0},
		{"insertions at one place", []diag.Fix{fix("one", edit(a, 2, 2, "x")), fix("two", edit(a, 2, 2, "y"))}, []string{"one"}, 1},
		{"the same twice", []diag.Fix{fix("one", edit(a, 2, 3, "x")), fix("again", edit(a, 2, 3, "x"))}, []string{"one"}, 0},
		{"other files", []diag.Fix{fix("b", edit(b, 2, 3, "x")), fix("a", edit(a, 2, 3, "x"))}, []string{"a", "b"}, 0},
		{"edits of its own that overlap", []diag.Fix{fix("one", edit(a, 2, 4, "x"), edit(a, 3, 5, "y"))}, nil, 1},
		{"words only", []diag.Fix{fix("sketch")}, nil, 0},
	} {
		got, deferred := titles(c.all...)
		assert.Equal(t, c.want, got, c.name)
		assert.Equal(t, c.deferred, deferred, c.name)
	}
}
