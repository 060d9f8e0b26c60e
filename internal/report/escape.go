package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// tabStop is the width that a tab of the source is widened to.
const tabStop = 4

// cell is one code point of the source (or one byte that is none) as it is printed.
type cell struct {
	text  string
	width int // columns
	at    int // byte offset in the line
}

// cells turns a line of source into what a terminal may safely show: tabs widened, control characters, invisible direction marks
// and bytes that are no UTF-8 escaped.
func cells(line string, ascii bool) []cell {
	out := make([]cell, 0, len(line))
	column := 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		c := cell{at: i}
		switch {
		case r == '\t':
			c.text = strings.Repeat(" ", tabStop-column%tabStop)
		case r == utf8.RuneError && n == 1:
			c.text = fmt.Sprintf(`\x%02x`, line[i])
		case r < 0x80 && unicode.IsControl(r):
			c.text = fmt.Sprintf(`\x%02x`, r)
		case !unicode.IsPrint(r) && r != ' ', ascii && r >= 0x80:
			c.text = fmt.Sprintf(`\u%04x`, r)
		default:
			c.text = line[i : i+n]
		}
		c.width = runewidth.StringWidth(c.text)
		column += c.width
		out = append(out, c)
		i += n
	}
	return out
}

// clean makes a text safe to print on one line.
func clean(s string, ascii bool) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for _, c := range cells(s, ascii) {
		b.WriteString(c.text)
	}
	return b.String()
}
