package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	tokEdge   tokenKind = iota // the sentinels in front of the first token and behind the last
	tokName                    // identifier or keyword
	tokNumber                  // preprocessing number, digit separators included
	tokString                  // string literal with prefix and suffix, raw ones too
	tokChar
	tokPunct // the byte or operator code is token.c
)

// Operators of more than one byte as token.c; every other punctuation is a token of one byte, < and > among them.
const (
	opScope    byte = 0x80 + iota // ::
	opArrow                       // ->
	opAnd                         // &&
	opOr                          // ||
	opEllipsis                    // ...
	opCompare                     // == != <= >=
	opAssign                      // += and its like
	opStep                        // ++ --
)

// token is one piece of code. Tokens form a list: those that a pass takes out are skipped by prev and next.
type token struct {
	start, end int32
	prev, next int32
	match      int32 // the other bracket of a pair; 0 when there is none
	open       int32 // the bracket that the token stands in; 0 at file level
	kind       tokenKind
	c          byte
	word       word
	inside     scope // of an opening bracket: what stands between it and its match
}

// lexer turns bytes into tokens, blanking what the grammar is not to see.
type lexer struct {
	src    string
	out    []byte // nil when only directives are wanted
	pos    int
	fresh  bool // nothing but blanks and comments so far on this line
	toks   []token
	res    *masked
	known  *macroTable
	attrs  map[int32]attrMacro // function-like ones as they stood at their uses, by where these start
	tested map[string]bool     // names in conditions; nil when they are not wanted
	passed []*ast.Include      // of branches that are not taken, where tested is wanted
	groups []ifGroup
	elses  map[int]bool // whether an #else follows in the group, by where a line of it ends; see hasElse
	looks  int          // of hasElse
	packs  []string     // #pragma pack stack
	pack   string
}

const (
	classBlank byte = 1 << iota
	classLetter
	classDigit
	classHigh
	classJunk
)

var classOf = func() (t [256]byte) {
	for c := range t {
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			t[c] = classBlank
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
			t[c] = classLetter
		case '0' <= c && c <= '9':
			t[c] = classDigit
		case c >= 0x80:
			t[c] = classHigh
		case c < ' ' || c == 0x7f:
			t[c] = classJunk
		}
	}
	return t
}()

func newLexer(f *source.File, o Options) *lexer {
	l := &lexer{src: string(f.Text), fresh: true, res: &masked{}, known: newMacroTable(o)}
	if strings.HasPrefix(l.src, "\uFEFF") {
		l.pos = 3
	}
	return l
}

// tokenize fills toks, out and res.
func (l *lexer) tokenize() {
	l.out = []byte(l.src)
	l.blank(0, l.pos)
	l.toks = append(l.toks[:0], token{})
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch class := classOf[c]; {
		case class == classBlank:
			if c == '\n' || c == '\r' {
				l.fresh = true
			}
			l.pos++
			continue
		case class == classLetter:
			l.name()
		case class == classDigit, c == '.' && classOf[l.at(l.pos+1)] == classDigit:
			l.number()
		case class == classHigh:
			l.high()
		case class == classJunk:
			l.blank(l.pos, l.pos+1)
			l.pos++
			continue
		case c == '/' && (l.at(l.pos+1) == '/' || l.at(l.pos+1) == '*'):
			l.comment(true)
			continue
		case c == '#' && l.fresh:
			l.directive()
			continue
		case c == '"':
			l.quoted(l.pos, '"')
		case c == '\'':
			l.quoted(l.pos, '\'')
		case c == '\\':
			l.backslash()
		default:
			l.punct(c)
		}
		l.fresh = false
	}
	l.finish()
}

func (l *lexer) finish() {
	for _, g := range l.groups {
		l.problem(g.at, "#if without #endif")
	}
	l.toks = append(l.toks, token{start: int32(len(l.src)), end: int32(len(l.src))})
	for i := range l.toks {
		l.toks[i].prev, l.toks[i].next = int32(max(i-1, 0)), int32(min(i+1, len(l.toks)-1))
	}
}

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

// blank overwrites all but line ends.
func (l *lexer) blank(from, to int) {
	if l.out != nil {
		blankBytes(l.out[from:to])
	}
}

func blankBytes(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

func (l *lexer) add(kind tokenKind, c byte, w word, start, end int) {
	l.toks = append(l.toks, token{start: int32(start), end: int32(end), kind: kind, c: c, word: w})
}

func (l *lexer) note(n note) { l.res.notes = append(l.res.notes, n) }

func (l *lexer) problem(at source.Span, message string) {
	l.res.problems = append(l.res.problems, ast.Problem{At: ast.At{Span: at}, Message: message})
}

func span(from, to int) source.Span { return source.Span{Start: int32(from), End: int32(to)} }

// splice is the length of a backslash with the line end behind it, 0 when there is none at i. Blanks between the two are
// allowed, as compilers do.
func (l *lexer) splice(i int) int {
	if l.at(i) != '\\' {
		return 0
	}
	j := i + 1
	for l.at(j) == ' ' || l.at(j) == '\t' {
		j++
	}
	switch {
	case l.at(j) == '\r' && l.at(j+1) == '\n':
		return j + 2 - i
	case l.at(j) == '\r' || l.at(j) == '\n':
		return j + 1 - i
	}
	return 0
}

func (l *lexer) backslash() {
	n := l.splice(l.pos)
	if n == 0 {
		l.punct('\\')
		return
	}
	l.blank(l.pos, l.pos+n)
	l.pos += n
}

// comment skips the comment at pos, blanks it and keeps it when it stands in code that was taken.
func (l *lexer) comment(taken bool) {
	start, end := l.pos, l.commentEnd(l.pos)
	if taken {
		text := l.src[start+2 : end]
		if l.src[start+1] == '*' {
			if len(text) >= 2 && strings.HasSuffix(text, "*/") {
				text = text[:len(text)-2]
			} else {
				l.problem(span(start, start+2), "comment without end")
			}
		}
		l.res.comments = append(l.res.comments, ast.Comment{At: ast.At{Span: span(start, end)}, Text: strings.TrimSpace(text)})
	}
	l.blank(start, end)
	l.pos = end
}

// commentEnd is where the comment at i ends: a line comment in front of its line end.
func (l *lexer) commentEnd(i int) int {
	if l.src[i+1] == '*' {
		if n := strings.Index(l.src[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(l.src)
	}
	for j := i + 2; j < len(l.src); j++ {
		switch l.src[j] {
		case '\n', '\r':
			return j
		case '\\':
			if n := l.splice(j); n > 0 {
				j += n - 1
			}
		}
	}
	return len(l.src)
}

func (l *lexer) nameEnd(i int) int {
	for i < len(l.src) {
		if class := classOf[l.src[i]]; class&(classLetter|classDigit) != 0 {
			i++
			continue
		} else if class != classHigh {
			break
		}
		r, n := utf8.DecodeRuneInString(l.src[i:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			break
		}
		i += n
	}
	return i
}

func (l *lexer) name() {
	start, end := l.pos, l.nameEnd(l.pos)
	l.pos = end
	text := l.src[start:end]
	if q := l.at(end); (q == '"' || q == '\'') && end-start <= 3 {
		switch text {
		case "L", "u", "U", "u8":
			l.quoted(start, q)
			return
		case "R", "LR", "uR", "UR", "u8R":
			if q == '"' {
				l.raw(start)
				return
			}
		}
	}
	w := keywords[text]
	if w == wordCuda {
		l.note(note{kind: wordNote, span: span(start, end), text: text})
		l.blank(start, end)
		return
	}
	if w == wordNone && len(l.known.attrs) > 0 {
		if a, ok := l.known.attrs[text]; ok {
			if !a.macro.Function {
				l.attribute(a, start, end)
				return
			}
			w = wordAttrMacro
			if l.attrs == nil {
				l.attrs = map[int32]attrMacro{}
			}
			l.attrs[int32(start)] = a
		}
	}
	if w == wordQualifier && text[0] == '_' {
		end = l.qualifier(text, start, end)
	}
	l.add(tokName, 0, w, start, end)
}

// qualifier writes GNU's spelling of const or volatile as the standard has it and returns its end.
func (l *lexer) qualifier(text string, start, end int) int {
	l.note(note{kind: otherNote, span: span(start, end)})
	l.blank(start, end)
	return start + copy(l.out[start:end], strings.Trim(text, "_"))
}

// high reads a name that starts outside ASCII; anything else up there (no-break blanks, typographic marks, invalid bytes)
// has no place in code and is blanked.
func (l *lexer) high() {
	r, n := utf8.DecodeRuneInString(l.src[l.pos:])
	if unicode.IsLetter(r) {
		l.name()
		return
	}
	l.blank(l.pos, l.pos+n)
	l.pos += n
}

func (l *lexer) number() {
	start, i := l.pos, l.pos+1
	hex := l.src[start] == '0' && l.at(i)|0x20 == 'x'
	for i < len(l.src) {
		c := l.src[i]
		switch {
		case classOf[c]&(classLetter|classDigit) != 0 || c == '.':
		case c == '\'' && classOf[l.at(i+1)]&(classLetter|classDigit) != 0:
		case (c == '+' || c == '-') && (l.src[i-1]|0x20 == 'e' && !hex || l.src[i-1]|0x20 == 'p' && hex):
		default:
			l.add(tokNumber, 0, wordNone, start, i)
			l.pos = i
			return
		}
		i++
	}
	l.add(tokNumber, 0, wordNone, start, i)
	l.pos = i
}

// quoted reads a string or character literal that starts (prefix included) at start; one without end stops at the line end.
func (l *lexer) quoted(start int, quote byte) {
	open := start
	for l.src[open] != quote {
		open++
	}
	end, closed := l.quoteEnd(open)
	l.pos = end
	if !closed {
		l.problem(span(start, end), "literal without end")
		l.blank(start, end)
		return
	}
	if quote == '\'' {
		l.add(tokChar, 0, wordNone, start, end)
		return
	}
	l.suffix(start, end)
}

// quoteEnd is the offset behind the literal whose quote is at i, and whether its other quote is there.
func (l *lexer) quoteEnd(i int) (int, bool) {
	quote := l.src[i]
	for j := i + 1; j < len(l.src); j++ {
		switch l.src[j] {
		case quote:
			return j + 1, true
		case '\n', '\r':
			return j, false
		case 0:
			l.blank(j, j+1)
		case '\\':
			n := l.splice(j)
			if n > 2 && l.out != nil { // the grammar's escape sequence is the backslash with one byte
				l.blank(j, j+n)
				l.out[j+n-2] = '\\'
			}
			j += max(n-1, 1)
		}
	}
	return len(l.src), false
}

// raw reads R"delimiter( .. )delimiter".
func (l *lexer) raw(start int) {
	open := l.pos
	n := strings.IndexByte(l.src[open:min(len(l.src), open+18)], '(')
	if n < 0 {
		l.quoted(start, '"')
		return
	}
	closing := ")" + l.src[open+1:open+n] + "\""
	k := strings.Index(l.src[open+n:], closing)
	if k < 0 {
		l.problem(span(start, open+n), "literal without end")
		l.blank(start, len(l.src))
		l.pos = len(l.src)
		return
	}
	l.suffix(start, open+n+k+len(closing))
}

// suffix takes in the name of a user-defined literal.
func (l *lexer) suffix(start, end int) {
	if l.at(end) == '_' && l.at(end+1) != '_' || l.at(end) == 's' && classOf[l.at(end+1)]&(classLetter|classDigit) == 0 {
		if n := l.nameEnd(end); l.at(n) != '(' { // a macro that makes a string
			end = n
		}
	}
	l.add(tokString, 0, wordNone, start, end)
	l.pos = end
}

func (l *lexer) punct(c byte) {
	next := l.at(l.pos + 1)
	n, code := 2, c
	switch {
	case c == ':' && next == ':':
		code = opScope
	case c == '-' && next == '>':
		code = opArrow
	case c == '&' && next == '&':
		code = opAnd
	case c == '|' && next == '|':
		code = opOr
	case c == '.' && next == '.' && l.at(l.pos+2) == '.':
		n, code = 3, opEllipsis
	case next == '=' && (c == '=' || c == '!' || c == '<' || c == '>'):
		code = opCompare
	case next == '=' && strings.IndexByte("+-*/%&|^", c) >= 0:
		code = opAssign
	case c == next && (c == '+' || c == '-'):
		code = opStep
	default:
		n = 1
	}
	l.add(tokPunct, code, wordNone, l.pos, l.pos+n)
	l.pos += n
}
