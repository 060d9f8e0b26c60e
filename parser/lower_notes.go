package parser

import (
	"sort"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// noteIndex gives the notes of the mask back, each once.
type noteIndex struct {
	list  []note // by offset
	taken []bool
}

// from is the index of the first note that starts at or behind offset.
func (x *noteIndex) from(offset int32) int {
	return sort.Search(len(x.list), func(i int) bool { return x.list[i].span.Start >= offset })
}

// take gives the next note of the kind that starts in [from, to) and is not taken yet.
func (x *noteIndex) take(k noteKind, from, to int32) (note, bool) {
	for i := x.from(from); i < len(x.list) && x.list[i].span.Start < to; i++ {
		if x.list[i].kind == k && !x.taken[i] {
			x.taken[i] = true
			return x.list[i], true
		}
	}
	return note{}, false
}

// all takes every note of the kind that starts in [from, to).
func (x *noteIndex) all(k noteKind, from, to int32) []note {
	var found []note
	for i := x.from(from); i < len(x.list) && x.list[i].span.Start < to; i++ {
		if x.list[i].kind == k && !x.taken[i] {
			x.taken[i] = true
			found = append(found, x.list[i])
		}
	}
	return found
}

// over takes the note of one of the kinds whose span holds offset or ends there.
func (x *noteIndex) over(offset int32, kinds ...noteKind) (note, bool) {
	for i := x.from(offset+1) - 1; i >= 0; i-- {
		n := x.list[i]
		for _, k := range kinds {
			if n.kind == k && !x.taken[i] && offset <= n.span.End {
				x.taken[i] = true
				return n, true
			}
		}
		if n.kind != otherNote && n.kind != wordNote && n.span.End < offset {
			break
		}
	}
	return note{}, false
}

// at is the note of the kind that starts at offset, which stays to be taken.
func (x *noteIndex) at(k noteKind, offset int32) (note, bool) {
	for i := x.from(offset); i < len(x.list) && x.list[i].span.Start == offset; i++ {
		if x.list[i].kind == k {
			return x.list[i], true
		}
	}
	return note{}, false
}

// launch reports whether the argument list that starts at offset is an execution configuration.
func (x *noteIndex) launch(offset int32) bool {
	for i := x.from(offset - 2); i < len(x.list) && x.list[i].span.Start <= offset; i++ {
		if x.list[i].kind == launchNote {
			return true
		}
	}
	return false
}

// hides reports whether text that begins at start and reaches behind end was overwritten for parsing only.
func (x *noteIndex) hides(start, end int32) bool {
	for i := x.from(start); i < len(x.list) && x.list[i].span.Start == start; i++ {
		if x.list[i].kind == otherNote && x.list[i].span.End > end {
			return true
		}
	}
	return false
}

// pack is the `#pragma pack` in force at offset, 0 for none.
func (x *noteIndex) pack(offset int32) int {
	for i := x.from(offset) - 1; i >= 0; i-- {
		if x.list[i].kind == packNote {
			n, _ := strconv.Atoi(strings.TrimSpace(x.list[i].text))
			return n
		}
	}
	return 0
}

// words is what the blanked words in front of and inside a declaration say.
type words struct {
	quals  ast.Qualifiers
	bounds []ast.Expr // of __launch_bounds__
	align  []ast.Expr // of __align__
	packed bool
	macro  string // that held __global__ or __device__
}

// words takes the words in [from, to).
func (l *lowering) words(from, to int32) words {
	var w words
	for _, n := range l.notes.all(wordNote, from, to) {
		l.wordNote(&w, n)
	}
	return w
}

// whole is the place of the declaration i with the words in front of it, which begin at floor or behind.
func (l *lowering) whole(i node, floor int32) ast.At {
	start := l.start(i)
	for k := l.notes.from(floor); k < len(l.notes.list) && l.notes.list[k].span.Start < start; k++ {
		if l.notes.list[k].kind == wordNote {
			start = l.notes.list[k].span.Start
		}
	}
	return ast.At{Span: l.span(start, l.end(i))}
}

// wordNote adds one note. When the file does not say at its place what it says, a macro stands there.
func (l *lowering) wordNote(w *words, n note) {
	written := ""
	if n.span.End <= int32(len(l.src)) {
		written = string(l.src[n.span.Start:n.span.End])
	}
	if written == n.text {
		l.word(w, n.text, n.span, 0)
		return
	}
	l.word(w, n.text, n.span, 1)
	if name := leadingName(written); name != n.text && (n.text == "__global__" || n.text == "__device__") {
		w.macro = name
	}
}

var wordQualifiers = map[string]ast.Qualifiers{
	"__global__": ast.Global, "__device__": ast.Device, "__host__": ast.Host, "__shared__": ast.Shared,
	"__constant__": ast.Constant, "__managed__": ast.Managed | ast.Device, "__grid_constant__": ast.GridConstant,
	"__restrict__": ast.Restrict, "__restrict": ast.Restrict, "restrict": ast.Restrict,
	"__forceinline__": ast.Inline, "__inline__": ast.Inline, "__inline": ast.Inline, "__forceinline": ast.Inline, "inline": ast.Inline,
	"static": ast.Static, "extern": ast.Extern, "constexpr": ast.Constexpr, "const": ast.Const, "volatile": ast.Volatile, "__volatile__": ast.Volatile,
}

// word adds what text says, a word or several with arguments; span is that of text in the file. Object macros are looked into.
func (l *lowering) word(w *words, text string, span source.Span, deep int) {
	for pos := 0; pos < len(text); {
		name := leadingName(text[pos:])
		if name == "" {
			pos++
			continue
		}
		pos += len(name)
		args, argsAt := "", 0
		if open := pos + skipBlanks(text[pos:]); open < len(text) && text[open] == '(' {
			n := bracketed(text[open:])
			args, argsAt = strings.TrimSuffix(text[open+1:open+n], ")"), open+1
			pos = open + n
		}
		exprs := func() []ast.Expr {
			if deep > 0 {
				return l.exprList(args, span, false)
			}
			return l.exprList(args, source.Span{Start: span.Start + int32(argsAt), End: span.Start + int32(argsAt+len(args))}, true)
		}
		q, known := wordQualifiers[name]
		switch {
		case known:
			w.quals |= q
		case name == "__launch_bounds__":
			w.bounds = exprs()
		case name == "__align__" || name == "__builtin_align__" || name == "__CUDA_ALIGN__" || name == "alignas" || name == "_Alignas" || name == "aligned" || name == "__aligned__":
			w.align = append(w.align, exprs()...)
		case name == "packed" || name == "__packed__":
			w.packed = true
		case name == "__attribute__" || name == "__declspec" || name == "align":
			if name == "align" {
				w.align = append(w.align, exprs()...)
				break
			}
			inner := span
			if deep == 0 {
				inner.Start += int32(argsAt)
			}
			l.word(w, args, inner, deep)
		case deep < 4:
			body, ok := l.names.object(name)
			if !ok {
				break
			}
			before := w.quals
			l.word(w, body, span, deep+1)
			if deep == 0 && (w.quals&^before)&(ast.Global|ast.Device) != 0 {
				w.macro = name
			}
		}
	}
}

// leadingName is the identifier at the head of s, "" when there is none.
func leadingName(s string) string {
	n := 0
	for n < len(s) && isNameByte(s[n], n == 0) {
		n++
	}
	return s[:n]
}

func isNameByte(c byte, first bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || !first && c >= '0' && c <= '9'
}

func skipBlanks(s string) int {
	n := 0
	for n < len(s) && isBlank(s[n]) {
		n++
	}
	return n
}

// bracketed is the length of the bracketed text at the head of s, which starts with an opening bracket; all of s when it is
// not closed. Strings and characters are jumped over.
func bracketed(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i += quoted(s[i:]) - 1
		}
	}
	return len(s)
}

// quoted is the length of the string or character literal at the head of s.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(s)
}

// splitArgs cuts text at the commas of depth 0 and gives the bounds of the pieces, blanks trimmed. Blank text has none.
func splitArgs(text string) []source.Span {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var pieces []source.Span
	cut := func(from, to int) {
		from += skipBlanks(text[from:to])
		for to > from && isBlank(text[to-1]) {
			to--
		}
		pieces = append(pieces, source.Span{Start: int32(from), End: int32(to)})
	}
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			i += bracketed(text[i:]) - 1
		case '"', '\'':
			i += quoted(text[i:]) - 1
		case ',':
			cut(from, i)
			from = i + 1
		}
	}
	cut(from, len(text))
	return pieces
}
