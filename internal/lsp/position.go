package lsp

import (
	"slices"
	"unicode/utf8"
)

// encoding is the unit in which a client counts the characters of a line.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	utf32Units encoding = "utf-32"
)

// choose takes the encoding that costs the server least of those that the client offers; a client that offers none means UTF-16.
func choose(offered []string) encoding {
	for _, e := range []encoding{utf8Units, utf32Units, utf16Units} {
		if slices.Contains(offered, string(e)) {
			return e
		}
	}
	return utf16Units
}

// length is the number of units of a rune that takes n bytes. A byte that is not UTF-8 counts as one unit.
func (e encoding) length(r rune, n int) int {
	switch {
	case e == utf8Units:
		return n
	case e == utf16Units && r > 0xFFFF:
		return 2
	}
	return 1
}

// text is the content of a document with the offsets of its lines. LF, CRLF and a lone CR each end a line.
type text struct {
	bytes []byte
	lines []int // offset of the start of each line
}

func newText(content []byte) *text {
	return &text{bytes: content, lines: append([]int{0}, lineStarts(content, 0, len(content))...)}
}

// lineStarts are the starts of the lines that begin in (from, to], found by the line ends in [from, to).
func lineStarts(b []byte, from, to int) []int {
	var out []int
	for i := from; i < to; i++ {
		if b[i] == '\n' || b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			out = append(out, i+1)
		}
	}
	return out
}

// line is the range of a line's bytes without its end.
func (t *text) line(n int) (start, end int) {
	start, end = t.lines[n], len(t.bytes)
	if n+1 < len(t.lines) {
		end = t.lines[n+1]
	}
	for end > start && (t.bytes[end-1] == '\n' || t.bytes[end-1] == '\r') {
		end--
	}
	return start, end
}

// offset is the byte that a position means. A line past the last is the end of the text, a character past the end of its line that end;
// a position within a character counts as its start.
func (t *text) offset(p position, e encoding) int {
	if uint64(p.Line) >= uint64(len(t.lines)) {
		return len(t.bytes)
	}
	at, end := t.line(int(p.Line))
	for units := uint64(p.Character); at < end; {
		r, n := utf8.DecodeRune(t.bytes[at:end])
		length := uint64(e.length(r, n))
		if units < length {
			break
		}
		units -= length
		at += n
	}
	return at
}

// position of a byte.
func (t *text) position(offset int, e encoding) position {
	offset = min(max(offset, 0), len(t.bytes))
	line, found := slices.BinarySearch(t.lines, offset)
	if !found {
		line--
	}
	units := 0
	for at := t.lines[line]; at < offset; {
		r, n := utf8.DecodeRune(t.bytes[at:])
		if at+n > offset {
			break
		}
		units += e.length(r, n)
		at += n
	}
	return position{uint32(line), uint32(units)}
}

// replace gives the text with the bytes of [from, to) replaced. The receiver keeps its content.
func (t *text) replace(from, to int, with []byte) *text {
	b := make([]byte, 0, len(t.bytes)-(to-from)+len(with))
	b = append(append(append(b, t.bytes[:from]...), with...), t.bytes[to:]...)
	// Line ends in [from-1, from+len(with)] may be new: a CR in front of the change, an LF behind it.
	first := max(from-1, 0)
	last := min(from+len(with)+1, len(b))
	shift := len(with) - (to - from)
	kept, _ := slices.BinarySearch(t.lines, first+1) // starts up to first come of line ends in front of it
	lines := append(make([]int, 0, len(t.lines)+8), t.lines[:kept]...)
	lines = append(lines, lineStarts(b, first, last)...)
	rest, _ := slices.BinarySearch(t.lines, last-shift+1)
	for _, start := range t.lines[rest:] {
		lines = append(lines, start+shift)
	}
	return &text{bytes: b, lines: lines}
}

// apply makes a change of the client.
func (t *text) apply(c contentChange, e encoding) *text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	from, to := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
	return t.replace(min(from, to), max(from, to), []byte(c.Text))
}
