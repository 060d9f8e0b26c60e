package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

const commentPrefix = "cudalint:"

// statement is what a comment says behind "cudalint:": word(text).
type statement struct {
	place  Place // the comment, or those that it goes on in
	word   string
	text   string // between the parentheses
	closed bool
	joined bool // prose goes before it: a formatter may have joined two comments, or it is an example
}

var statedWords = []string{"block", "assume", "layout"}

// statements are those in a function and above it: in the three lines above, or further up as long as comment follows comment. A
// formatter that fills or breaks lines changes nothing: a statement may stand behind prose and may go on in the next comments.
func (f *function) statements() []statement {
	src := f.file.file.Source
	var out []statement
	for _, c := range f.file.statedIn() {
		if c.Start > f.decl.Span.End || src.LineOf(c.End) < src.LineOf(f.decl.Span.Start)-3 {
			continue
		}
		for _, s := range statementsIn(src, c) {
			if s.place.Span.Start <= f.decl.Span.End && f.near(s.place.Span, c) {
				out = append(out, s)
			}
		}
	}
	return out
}

// statedIn are the runs of comments of the file that hold statements.
func (u *unitFile) statedIn() []source.Span {
	if !u.searched {
		u.searched = true
		if !slices.ContainsFunc(u.file.Comments, func(c ast.Comment) bool { return strings.Contains(c.Text, commentPrefix) }) {
			return nil
		}
		for _, c := range runsOfComments(u.file) {
			if strings.Contains(u.file.Source.Slice(c), commentPrefix) {
				u.stated = append(u.stated, c)
			}
		}
	}
	return u.stated
}

// near reports whether a statement in a run of comments belongs to the function.
func (f *function) near(at, run source.Span) bool {
	src := f.file.file.Source
	first := src.LineOf(f.decl.Span.Start)
	if at.Start > f.decl.Span.Start {
		return true
	}
	if strings.Contains(src.Slice(source.Span{Start: run.End, End: max(run.End, f.decl.Span.Start)}), "}") {
		return false // it stands in the function before
	}
	return src.LineOf(at.Start) >= first-3 || src.LineOf(run.End) >= first-1
}

// runsOfComments are the comments of a file, line comments on one line after the other as one.
func runsOfComments(f *ast.File) []source.Span {
	var out []source.Span
	last := false // out ends with line comments
	for _, c := range f.Comments {
		line := strings.HasPrefix(f.Source.Slice(c.Span), "//")
		if n := len(out); n > 0 && line && last {
			if between := f.Source.Slice(source.Span{Start: out[n-1].End, End: c.Span.Start}); strings.TrimSpace(between) == "" && strings.Count(between, "\n") <= 1 {
				out[n-1].End = c.Span.End
				continue
			}
		}
		out, last = append(out, c.Span), line
	}
	return out
}

// statementsIn reads a run of comments. Behind prose only what has the form of a statement is one.
func statementsIn(src *source.File, run source.Span) []statement {
	var out []statement
	text := src.Slice(run)
	for from := 0; ; {
		i := strings.Index(text[from:], commentPrefix)
		if i < 0 {
			return out
		}
		at := from + i
		from = at + len(commentPrefix)
		next := len(text)
		if i := strings.Index(text[from:], commentPrefix); i >= 0 {
			next = from + i
		}
		s := statement{joined: !beginsComment(text[:at])}
		start := from + blankOrLead(text[from:next])
		open := start
		for open < next && text[open] >= 'a' && text[open] <= 'z' {
			open++
		}
		s.word = text[start:open]
		open += blankOrLead(text[open:next])
		if !slices.Contains(statedWords, s.word) || open >= next || text[open] != '(' {
			continue
		}
		end := closing(text[open:next])
		if s.closed = end > 0; !s.closed {
			end = len(lineOf(text[open:next]))
		}
		s.text = cleaned(text[open+1 : open+end])
		begin, stop := commentAround(text, at, open+end)
		s.place = Place{src, source.Span{Start: run.Start + int32(begin), End: run.Start + int32(stop)}}
		out = append(out, s)
	}
}

// beginsComment reports whether a comment begins right ahead of what follows a text.
func beginsComment(before string) bool {
	return strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], "/!*< \t\r") == ""
}

// blankOrLead is the length of the blanks that a text begins with, and of what comments begin their lines with.
func blankOrLead(s string) int {
	return len(s) - len(strings.TrimLeft(s, "/*\\ \t\r\n"))
}

// closing is the offset of the parenthesis that closes the one that a text begins with; 0 when none does.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

func lineOf(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(strings.TrimSpace(line), "*/")
}

// cleaned is a text without the breaks between the comments that it stands in.
func cleaned(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(strings.TrimSpace(lines[i]), "\\")
		if i > 0 {
			lines[i] = strings.TrimPrefix(strings.TrimLeft(lines[i], "/"), "* ")
		}
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, " "))
}

// commentAround is the part of a run from the comment that holds an offset to the end of the one that holds another.
func commentAround(text string, from, to int) (begin, end int) {
	if strings.HasPrefix(text, "/*") {
		return 0, len(text)
	}
	begin = strings.LastIndexByte(text[:from], '\n') + 1
	begin += strings.Index(text[begin:], "//")
	if i := strings.IndexByte(text[to:], '\n'); i >= 0 {
		return begin, to + len(strings.TrimRight(text[to:to+i], "\r"))
	}
	return begin, len(text)
}
