package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// ifGroup is one #if .. #endif that is open.
type ifGroup struct {
	at    source.Span
	done  bool // a branch was taken, so no later one is
	ended bool // #else was seen
}

// Directives is what a file's directives say, in order, of the branches that are taken.
type Directives struct {
	Includes []*ast.Include
	Passed   []*ast.Include // those of the branches that are not taken
	Macros   []*ast.Macro
	Tested   map[string]bool // the names in conditions, those of branches that are not taken too
}

// Includes lists the #include lines of the branches that are taken, in order. It reads directives only.
func Includes(f *source.File, o Options) []*ast.Include { return ReadDirectives(f, o).Includes }

// ReadDirectives reads directives and nothing else.
func ReadDirectives(f *source.File, o Options) Directives {
	l := newLexer(f, o)
	l.tested = map[string]bool{}
	for l.pos < len(l.src) {
		l.pos = l.skipBlank(l.pos, len(l.src))
		if l.at(l.pos) == '#' {
			l.directive()
			continue
		}
		l.skipLine()
	}
	return Directives{Includes: l.res.includes, Passed: l.passed, Macros: l.res.macros, Tested: l.tested}
}

// tests notes the names in the condition from i to end, if they are wanted.
func (l *lexer) tests(i, end int) {
	for l.tested != nil && i < end {
		n := l.nameEnd(i)
		switch {
		case n > i:
			l.tested[l.src[i:n]] = true
			i = n
		default:
			i++
		}
	}
}

// directive reads the logical line whose # is at pos, and the lines that it switches off, and blanks both.
func (l *lexer) directive() {
	start := l.pos
	name, rest, end := l.line(true)
	at := span(start, end)
	l.blank(start, end)
	l.pos = end
	switch name {
	case "define":
		l.define(rest, end)
	case "undef":
		l.undef(rest, end)
	case "include", "include_next", "import":
		l.include(rest, end)
	case "pragma":
		l.pragma(l.fold(rest, end), at)
	case "if", "ifdef", "ifndef":
		l.tests(rest, end)
		l.groups = append(l.groups, ifGroup{at: at})
		l.choose(l.condition(name, rest, end))
	case "elif", "elifdef", "elifndef", "else":
		if len(l.groups) == 0 {
			l.problem(at, "#"+name+" without #if")
			return
		}
		l.tests(rest, end)
		l.choose(false) // the branch before it was taken
	case "endif":
		if len(l.groups) == 0 {
			l.problem(at, "#endif without #if")
			return
		}
		l.groups = l.groups[:len(l.groups)-1]
	}
}

// choose goes on after a line that opens or continues a group: with taken the code that follows is read; without, lines are
// skipped to the branch that is.
func (l *lexer) choose(taken bool) {
	g := &l.groups[len(l.groups)-1]
	if taken {
		g.done = true
		return
	}
	depth := 0
	for l.pos < len(l.src) {
		from := l.pos
		l.pos = l.skipBlank(l.pos, len(l.src))
		if l.at(l.pos) != '#' {
			l.skipLine()
			l.blank(from, l.pos)
			continue
		}
		start := l.pos
		name, rest, end := l.line(false)
		l.blank(from, end)
		l.pos = end
		switch name {
		case "include", "include_next", "import":
			if i := l.includeAt(rest, end); l.tested != nil && i != nil {
				l.passed = append(l.passed, i)
			}
		case "if", "ifdef", "ifndef":
			l.tests(rest, end)
			depth++
		case "endif":
			if depth--; depth < 0 {
				l.groups = l.groups[:len(l.groups)-1]
				return
			}
		case "else", "elif", "elifdef", "elifndef":
			l.tests(rest, end)
			if depth > 0 {
				continue
			}
			if g.ended {
				l.problem(span(start, end), "#"+name+" after #else")
			}
			g.ended = g.ended || name == "else"
			if !g.done && (name == "else" || l.condition(strings.TrimPrefix(name, "el"), rest, end)) {
				g.done = true
				return
			}
		}
	}
}

// line reads the name of the directive at pos and finds where its logical line ends; rest is the offset behind the name.
// Comments are kept when taken.
func (l *lexer) line(taken bool) (name string, rest, end int) {
	end = l.lineEnd(l.pos+1, taken)
	from := l.skipBlank(l.pos+1, end)
	rest = min(l.nameEnd(from), end)
	return l.src[from:max(rest, from)], rest, end
}

// lineEnd is the offset of the line end (or of the file's end) that closes the logical line which i is in.
func (l *lexer) lineEnd(i int, keepComments bool) int {
	for i < len(l.src) {
		switch c := l.src[i]; c {
		case '\n', '\r':
			return i
		case '\\':
			i += max(l.splice(i), 2)
		case '"', '\'':
			i, _ = l.quoteSpan(i)
		case '/':
			if next := l.at(i + 1); next != '/' && next != '*' {
				i++
				continue
			}
			end := l.commentEnd(i)
			if keepComments && l.out != nil {
				l.pos, i = i, l.pos
				l.comment(true)
				l.pos = i
			}
			i = end
		default:
			i++
		}
	}
	return len(l.src)
}

// quoteSpan is quoteEnd for text in directives, where a lone quote is not a literal.
func (l *lexer) quoteSpan(i int) (int, bool) {
	for j := i + 1; j < len(l.src); j++ {
		switch l.src[j] {
		case l.src[i]:
			return j + 1, true
		case '\n', '\r':
			return i + 1, false
		case '\\':
			j += max(l.splice(j)-1, 1)
		}
	}
	return min(i+1, len(l.src)), false
}

// skipBlank is the first offset from i on, below end, that holds neither blank nor comment nor splice.
func (l *lexer) skipBlank(i, end int) int {
	for i < end {
		c := l.src[i]
		switch {
		case classOf[c] == classBlank:
			i++
		case c == '/' && (l.at(i+1) == '*' || l.at(i+1) == '/'):
			i = l.commentEnd(i)
		case c == '\\' && l.splice(i) > 0:
			i += l.splice(i)
		default:
			return i
		}
	}
	return min(i, end)
}

// skipLine goes behind the end of a logical line that is no directive.
func (l *lexer) skipLine() {
	for i := l.pos; i < len(l.src); i++ {
		switch l.src[i] {
		case '\n', '\r':
			l.pos = i + 1
			return
		case '\\':
			i += max(l.splice(i)-1, 1)
		case '/':
			if next := l.at(i + 1); next == '/' || next == '*' {
				i = l.commentEnd(i) - 1
			}
		case '"':
			if i > 0 && l.src[i-1] == 'R' {
				i = l.rawEnd(i) - 1
				continue
			}
			end, _ := l.quoteSpan(i)
			i = end - 1
		}
	}
	l.pos = len(l.src)
}

// rawEnd is the offset behind the raw string whose quote is at i; behind the quote when it is none.
func (l *lexer) rawEnd(i int) int {
	n := strings.IndexByte(l.src[i:min(len(l.src), i+18)], '(')
	if n < 0 || strings.ContainsAny(l.src[i+1:i+n], "\\ \t\n\r)\"") {
		return i + 1
	}
	closing := ")" + l.src[i+1:i+n] + "\""
	k := strings.Index(l.src[i+n:], closing)
	if k < 0 {
		return len(l.src)
	}
	return i + n + k + len(closing)
}

// fold is the text between two offsets of a directive as the preprocessor sees it: comments gone, splices joined, blanks
// outside literals folded to one, trimmed.
func (l *lexer) fold(from, to int) string {
	text := strings.TrimFunc(l.src[from:to], func(r rune) bool { return r < 0x80 && classOf[r] == classBlank })
	if isFolded(text) {
		return text
	}
	var b strings.Builder
	gap := false
	for i := from; i < to; {
		c := l.src[i]
		if j := l.skipBlank(i, to); j > i {
			// A splice alone joins what it parts.
			gap = gap || c != '\\' || l.splice(i) != j-i
			i = j
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		end := i + 1
		if c == '"' || c == '\'' {
			end, _ = l.quoteSpan(i)
		}
		end = min(end, to)
		for ; i < end; i++ {
			if n := l.splice(i); n > 0 {
				i += n - 1
				continue
			}
			b.WriteByte(l.src[i])
		}
	}
	return b.String()
}

// isFolded reports whether fold would change nothing.
func isFolded(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\', c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			return false
		case classOf[c] == classBlank && (c != ' ' || text[i+1] == ' '): // text is trimmed: a blank is never last
			return false
		}
	}
	return true
}
