package report

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// at is the place of part in text; the last occurrence counts.
func at(text, part string) diag.Place {
	start := int32(strings.LastIndex(text, part))
	return diag.Place{File: source.NewFile("k.cu", []byte(text)), Span: source.Span{Start: start, End: start + int32(len(part))}}
}

func TestSnippet(t *testing.T) {
	for _, c := range []struct {
		name, text, part string
		style            Style
		want             []string
	}{
		{"plain", "int i;\n  a[i] = 0;\n", "a[i]", Style{}, []string{" 2 │   a[i] = 0;", "   │   ^^^^"}},
		{"ascii", "a[i] = 0;", "a[i]", Style{ASCII: true}, []string{" 1 | a[i] = 0;", "   | ^^^^"}},
		{"tabs", "\tif (x)\ta[i];", "a[i]", Style{}, []string{" 1 │     if (x)  a[i];", "   │             ^^^^"}},
		{"wide characters", "/* 行列 */ a[i];", "a[i]", Style{}, []string{" 1 │ /* 行列 */ a[i];", "   │            ^^^^"}},
		{"wide characters in ASCII", "/* é */ a[i];", "a[i]", Style{ASCII: true}, []string{` 1 | /* \u00e9 */ a[i];`, "   |              ^^^^"}},
		{"terminal escapes", "/*\x1b[31m*/ a[i];", "a[i]", Style{}, []string{` 1 │ /*\x1b[31m*/ a[i];`, "   │              ^^^^"}},
		{"hidden direction marks", "/*\u202e*/ a[i];", "a[i]", Style{}, []string{` 1 │ /*\u202e*/ a[i];`, "   │            ^^^^"}},
		{"bytes that are no text", "/*\xff*/ a[i];", "a[i]", Style{}, []string{` 1 │ /*\xff*/ a[i];`, "   │          ^^^^"}},
		{"CRLF", "a[i] = 0;\r\nb;\r\n", "a[i]", Style{}, []string{" 1 │ a[i] = 0;", "   │ ^^^^"}},
		{"more than one line", "f(a,\n  b);", "a,\n  b", Style{}, []string{" 1 │ f(a,", "   │   ^^"}},
		{"at the end", "a", "", Style{}, []string{" 1 │ a", "   │  ^"}},
		{"three-digit line", strings.Repeat("\n", 99) + "a;", "a", Style{}, []string{" 100 │ a;", "     │ ^"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, snippet(at(c.text, c.part), c.style))
		})
	}
}

func TestSnippetOfLongLine(t *testing.T) {
	text := strings.Repeat("1, ", 400_000) + "a[i], " + strings.Repeat("2, ", 1000)
	lines := snippet(at(text, "a[i]"), Style{})
	require.Len(t, lines, 2)
	assert.LessOrEqual(t, runewidth.StringWidth(lines[0]), widest+8)
	mark := strings.Index(lines[1], "^")
	require.Positive(t, mark)
	shown := []rune(lines[0])
	assert.Equal(t, "a[i]", string(shown[len([]rune(lines[1][:mark])):][:4]), "the carets stand under what they mark")
	assert.Equal(t, 4, strings.Count(lines[1], "^"))
	assert.Contains(t, lines[0], "…")
}

func TestNoFile(t *testing.T) {
	assert.Empty(t, snippet(diag.Place{}, Style{}))
}
