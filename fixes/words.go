package fixes

import (
	"bytes"

	"github.com/cudalint/cudalint/source"
)

// token is an identifier, a number or a single other character of a text, outside comments and literals.
type token struct {
	text      string
	span      source.Span
	directive bool // in a line that begins with #, or in the lines that it goes on in
}

func (t token) word() bool { return isLetter(t.text[0]) }

// tokensOf lists the tokens of a text in order.
func tokensOf(text []byte) []token {
	whole := string(text) // of which every token is a part
	out := make([]token, 0, len(text)/6)
	walkCode(text, func(span source.Span, directive bool) {
		out = append(out, token{whole[span.Start:span.End], span, directive})
	})
	return out
}

// timesNamed counts the places where a text names something, those in directives left out.
func timesNamed(text []byte, name string) int {
	n := 0
	walkCode(text, func(span source.Span, directive bool) {
		if !directive && string(text[span.Start:span.End]) == name {
			n++
		}
	})
	return n
}

// walkCode calls f for each identifier or number and each other character of a text that is neither blank nor part of a comment or of
// a string or character literal.
func walkCode(text []byte, f func(span source.Span, directive bool)) {
	directive, fresh := false, true // fresh: nothing but blanks so far on this line
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			if !continued(text, i) {
				directive = false
				fresh = true
			}
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\':
			i++
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && (text[i] != '\n' || continued(text, i)) {
				i++
			}
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			if end := bytes.Index(text[i+2:], []byte("*/")); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
		case c == '"' || c == '\'':
			i = behindLiteral(text, i)
			fresh = false
		case isLetter(c) || isDigit(c):
			start := i
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || isDigit(c) && (text[i] == '\'' || text[i] == '.')) {
				i++
			}
			if isLetter(c) && i < len(text) && text[i] == '"' && text[i-1] == 'R' {
				i = behindRaw(text, i)
			} else {
				f(source.Span{Start: int32(start), End: int32(i)}, directive)
			}
			fresh = false
		default:
			if c == '#' && fresh {
				directive = true
			}
			f(source.Span{Start: int32(i), End: int32(i + 1)}, directive)
			fresh = false
			i++
		}
	}
}

// continued reports whether the line that ends at i goes on in the next one.
func continued(text []byte, i int) bool {
	for i--; i >= 0 && text[i] == '\r'; i-- {
	}
	return i >= 0 && text[i] == '\\'
}

func behindLiteral(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != quote; i++ {
		if text[i] == '\n' && !continued(text, i) {
			return i // not closed
		}
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}

// behindRaw is behind R"delimiter( .. )delimiter", whose quotation mark stands at i.
func behindRaw(text []byte, i int) int {
	open := bytes.IndexByte(text[i:], '(')
	if open < 0 {
		return len(text)
	}
	end := append(append([]byte{')'}, text[i+1:i+open]...), '"')
	if at := bytes.Index(text[i+open:], end); at >= 0 {
		return i + open + at + len(end)
	}
	return len(text)
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
