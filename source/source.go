// Package source holds the bytes of one file and turns byte offsets into lines and columns.
// A file goes in; spans (half-open byte ranges) and positions in bytes, code points and UTF-16 units come out.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets, [Start, End), in one file.
type Span struct {
	Start, End int32
}

// Len is the number of bytes that the span covers.
func (s Span) Len() int { return int(s.End - s.Start) }

// Contains reports whether offset lies in the span.
func (s Span) Contains(offset int32) bool { return s.Start <= offset && offset < s.End }

// Covers reports whether other lies wholly in s.
func (s Span) Covers(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// Join is the smallest span that covers both.
func (s Span) Join(other Span) Span {
	return Span{min(s.Start, other.Start), max(s.End, other.End)}
}

// Position is a place in a file. Line and the columns count from 1.
type Position struct {
	Line   int
	Column int // code points
	Byte   int // bytes from the start of the line, plus 1
	UTF16  int // UTF-16 code units
}

// File is the text of one file. It is read-only once made.
type File struct {
	Path  string // as named by the user or found, slashes forward
	Text  []byte
	lines []int32 // offset of the start of each line
}

// NewFile indexes the lines of text. LF, CRLF and lone CR each end a line. The text is kept, not copied.
func NewFile(path string, text []byte) *File {
	f := &File{Path: path, Text: text, lines: make([]int32, 1, bytes.Count(text, []byte{'\n'})+1)}
	if bytes.IndexByte(text, '\r') < 0 {
		for at := 0; ; {
			n := bytes.IndexByte(text[at:], '\n')
			if n < 0 {
				return f
			}
			at += n + 1
			f.lines = append(f.lines, int32(at))
		}
	}
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			f.lines = append(f.lines, int32(i+1))
		}
	}
	return f
}

// Lines is the number of lines; a file that ends in a line end has an empty last one.
func (f *File) Lines() int { return len(f.lines) }

// LineOf is the line (from 1) that holds the byte at offset. Offsets outside the file count as its ends.
func (f *File) LineOf(offset int32) int {
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > max(offset, 0) })
}

// LineSpan is the text of a line (from 1) without its line end; a line that does not exist is empty.
func (f *File) LineSpan(line int) Span {
	if line < 1 || line > len(f.lines) {
		return Span{}
	}
	start, end := f.lines[line-1], int32(len(f.Text))
	if line < len(f.lines) {
		end = f.lines[line]
	}
	for end > start && (f.Text[end-1] == '\n' || f.Text[end-1] == '\r') {
		end--
	}
	return Span{start, end}
}

// Position tells line and columns of the byte at offset. A byte of invalid UTF-8 counts as one code point.
func (f *File) Position(offset int32) Position {
	offset = min(max(offset, 0), int32(len(f.Text)))
	line := f.LineOf(offset)
	start := f.lines[line-1]
	p := Position{Line: line, Column: 1, Byte: int(offset-start) + 1, UTF16: 1}
	for text := f.Text[start:offset]; len(text) > 0; {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		p.Column++
		p.UTF16++
		if r > 0xFFFF {
			p.UTF16++
		}
	}
	return p
}

// Slice is the text of a span; a span outside the file gives what lies inside.
func (f *File) Slice(s Span) string {
	n := int32(len(f.Text))
	start, end := min(max(s.Start, 0), n), min(max(s.End, 0), n)
	if start >= end {
		return ""
	}
	return string(f.Text[start:end])
}
