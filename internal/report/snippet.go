package report

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// widest is the number of columns of a source line that are shown; of a longer one the part around the place is.
const widest = 110

// snippet renders the line that a place starts on with carets under it. A place that goes on below is marked to the line's end.
func snippet(p diag.Place, s Style) []string {
	if p.File == nil {
		return nil
	}
	line := p.File.LineOf(p.Span.Start)
	whole := p.File.LineSpan(line)
	row := cells(p.File.Slice(whole), s.ASCII)
	from, to := int(p.Span.Start-whole.Start), int(p.Span.End-whole.Start)

	text, before, marked := window(row, from, to, s)
	number := fmt.Sprint(line)
	margin := strings.Repeat(" ", len(number))
	bar := s.paint(s.symbol("│", "|"), blue)
	carets := s.paint(strings.Repeat("^", max(marked, 1)), yellow)
	return []string{
		fmt.Sprintf(" %s %s %s", s.paint(number, blue), bar, strings.TrimRight(text, " ")),
		fmt.Sprintf(" %s %s %s%s", margin, bar, strings.Repeat(" ", before), carets),
	}
}

// window cuts a row to what is shown: its text, the columns in front of the bytes [from, to) and how many columns they take.
func window(row []cell, from, to int, s Style) (text string, before, marked int) {
	total, start := 0, 0
	for _, c := range row {
		if c.at < from {
			start += c.width
		}
		total += c.width
	}
	first, room := 0, total
	if total > widest {
		first = max(0, min(start-widest/4, total-widest))
		room = widest
	}
	var b strings.Builder
	dots := s.symbol("…", "...")
	if first > 0 {
		b.WriteString(dots)
		before = len([]rune(dots))
	}
	column, shown := 0, 0
	for _, c := range row {
		column += c.width
		if column <= first {
			continue
		}
		if shown+c.width > room {
			b.WriteString(dots)
			break
		}
		shown += c.width
		b.WriteString(c.text)
		switch {
		case c.at < from:
			before += c.width
		case c.at < to:
			marked += c.width
		}
	}
	return b.String(), before, marked
}
