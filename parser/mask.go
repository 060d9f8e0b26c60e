package parser

import (
	"cmp"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/source"
)

// mask turns a file into text that the C++ grammar can read and notes on what that text hides. Not one byte moves: only blanks,
// ; ( ) { } and short keywords are written over existing bytes, and line feeds stay.
//
// The lexer has blanked comments, directives, branches not taken and plain CUDA words. Then the brackets are matched, CUDA
// syntax is rewritten, each bracket is told apart by what it encloses, and one pass for each family of macro shapes follows.
// Every pass is linear: looking ahead is bounded or jumps from bracket to bracket.
func mask(f *source.File, o Options) *masked {
	l := newLexer(f, o)
	room := tokenRooms.Get().(*[]token)
	l.toks = *room
	l.tokenize()
	m := &masker{src: l.src, out: l.out, toks: l.toks, res: l.res, known: l.known, attrs: l.attrs, left: maxExpanded, steps: maxSteps * len(l.toks)}
	m.defs = newDefinitions(l.res.macros, l.known, o)
	m.res.defs = m.defs
	m.match()
	m.cuda()
	m.scopes()
	if o.Outline || o.Skip != nil {
		m.outline(o)
	}
	m.tables()
	m.endless()
	m.shapes()
	m.expressions()
	m.res.text = m.out
	slices.SortStableFunc(m.res.notes, func(a, b note) int { return cmp.Compare(a.span.Start, b.span.Start) })
	if *room = m.toks; cap(m.toks) <= maxTokenRoom {
		tokenRooms.Put(room)
	}
	return m.res
}

// tokenRooms holds the tokens of files that are done with, so that the next is lexed without room to be made for it. Beyond
// maxTokenRoom tokens, 4 MB, it is not kept.
var tokenRooms = sync.Pool{New: func() any { return new([]token) }}

const maxTokenRoom = 1 << 17

// shortBody is the length in bytes of a function's body that an outline keeps.
const shortBody = 600

// outline blanks the bodies of functions that are longer, or are to be skipped.
func (m *masker) outline(o Options) {
	for i := m.next(0); i != m.last(); i = m.next(i) {
		t := m.toks[i]
		if !m.opensBrace(i) || t.inside != scopeCode {
			continue
		}
		if long := m.toks[t.match].start-t.end > shortBody; !(o.Outline && long) && !(o.Skip != nil && o.Skip(t.start)) {
			continue
		}
		if s := m.scopeOf(i); s != scopeFile && s != scopeClass {
			continue
		}
		if first := m.next(i); first != t.match {
			m.erase(first, m.prev(t.match))
		}
		i = t.match
	}
}

// masker rewrites a file by its tokens.
type masker struct {
	src   string
	out   []byte
	toks  []token // [0] and the last are sentinels
	res   *masked
	known *macroTable         // at the file's end
	attrs map[int32]attrMacro // see lexer
	defs  *definitions
	left  int // bytes that macros may still write, see maxExpanded
	steps int // that angleEnd may still take
}

// Bounds in tokens on how far a pass looks for the end of something that has no brackets of its own.
const (
	maxLook  = 1024
	maxAngle = 256 // template arguments
	maxSteps = 64  // for each token of the file, in all looking for the ends of template arguments
)

// maxEndless bounds a statement or declaration, in bytes of code outside of brackets: the grammar is quadratic on some that have
// no end.
const maxEndless = 64 << 10

// endless finds the statement that is longer.
func (m *masker) endless() {
	bytes, first := int32(0), int32(0)
	for i := m.next(0); i != m.last(); i = m.next(i) {
		t := &m.toks[i]
		if s := m.scopeOf(i); s != scopeFile && s != scopeClass && s != scopeCode {
			continue
		}
		ends := t.kind == tokPunct && (t.c == ';' || t.c == '{' || t.c == '}' || t.c == ')' && m.lineBreak(i, m.next(i))) // or a macro
		if ends {
			bytes = 0
			continue
		}
		if bytes == 0 {
			first = i
		}
		if bytes += t.end - t.start; bytes > maxEndless {
			m.res.endless = m.span(first, i)
			return
		}
	}
}

func (m *masker) last() int32 { return int32(len(m.toks) - 1) }

func (m *masker) next(i int32) int32 { return m.toks[i].next }

func (m *masker) prev(i int32) int32 { return m.toks[i].prev }

// after is the token behind a bracket's match, or behind the token itself.
func (m *masker) after(i int32) int32 {
	if k := m.toks[i].match; k > i {
		i = k
	}
	return m.toks[i].next
}

// before is the token in front of a closing bracket's match, or in front of the token itself.
func (m *masker) before(i int32) int32 {
	if k := m.toks[i].match; k != 0 && k < i {
		i = k
	}
	return m.toks[i].prev
}

func (m *masker) isPunct(i int32, c byte) bool { return m.toks[i].kind == tokPunct && m.toks[i].c == c }

func (m *masker) isName(i int32) bool { return m.toks[i].kind == tokName }

// isPlain reports whether token i is an identifier without a meaning of its own.
func (m *masker) isPlain(i int32) bool {
	return m.toks[i].kind == tokName && m.toks[i].word == wordNone
}

func (m *masker) is(i int32, text string) bool {
	return string(m.out[m.toks[i].start:m.toks[i].end]) == text
}

func (m *masker) text(i int32) string { return m.src[m.toks[i].start:m.toks[i].end] }

// opensParen reports whether token i is a parenthesis that is closed.
func (m *masker) opensParen(i int32) bool { return m.isPunct(i, '(') && m.toks[i].match != 0 }

func (m *masker) opensBrace(i int32) bool { return m.isPunct(i, '{') && m.toks[i].match != 0 }

// scopeOf is what the bracket around token i encloses.
func (m *masker) scopeOf(i int32) scope { return m.toks[m.toks[i].open].inside }

// lineBreak reports whether a line ends between two tokens.
func (m *masker) lineBreak(a, b int32) bool {
	from, to := m.toks[a].end, m.toks[b].start
	if a == 0 {
		return true
	}
	for _, c := range m.out[from:to] {
		if c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// span is the text from token i to token j, both included.
func (m *masker) span(i, j int32) source.Span {
	return source.Span{Start: m.toks[i].start, End: m.toks[j].end}
}

func (m *masker) note(n note) { m.res.notes = append(m.res.notes, n) }

// erase blanks tokens i to j and what is between them, and takes them out of the list.
func (m *masker) erase(i, j int32) {
	blankBytes(m.out[m.toks[i].start:m.toks[j].end])
	m.unlink(i, j)
}

func (m *masker) unlink(i, j int32) {
	a, b := m.toks[i].prev, m.toks[j].next
	m.toks[a].next, m.toks[b].prev = b, a
}

// become makes token i the punctuation c in its first byte.
func (m *masker) become(i int32, c byte) {
	t := &m.toks[i]
	blankBytes(m.out[t.start:t.end])
	m.out[t.start] = c
	t.end, t.kind, t.c, t.word, t.match = t.start+1, tokPunct, c, wordNone, 0
}

// replace blanks tokens i to j and leaves the punctuation c in the first byte.
func (m *masker) replace(i, j int32, c byte) {
	blankBytes(m.out[m.toks[i].start:m.toks[j].end])
	if i != j {
		m.unlink(m.toks[i].next, j)
	}
	m.become(i, c)
}

// match pairs the brackets. A brace that closes ends the parentheses that were left open in it; a bracket without its like has
// match 0.
func (m *masker) match() {
	var open []int32
	braces := 0
	for i := int32(1); i < m.last(); i++ {
		t := &m.toks[i]
		if n := len(open); n > 0 {
			t.open = open[n-1]
		}
		if t.kind != tokPunct {
			continue
		}
		switch t.c {
		case '{':
			braces++
			open = append(open, i)
		case '(', '[':
			open = append(open, i)
		case '}':
			if braces == 0 {
				continue
			}
			braces--
			for m.toks[open[len(open)-1]].c != '{' {
				open = open[:len(open)-1]
			}
			open = m.pair(open, i)
		case ')', ']':
			want := byte('(')
			if t.c == ']' {
				want = '['
			}
			for len(open) > 0 && m.toks[open[len(open)-1]].c == '[' && want == '(' {
				open = open[:len(open)-1]
			}
			if len(open) > 0 && m.toks[open[len(open)-1]].c == want {
				open = m.pair(open, i)
			}
		}
	}
}

// pair matches closing bracket i with the innermost open one.
func (m *masker) pair(open []int32, i int32) []int32 {
	o := open[len(open)-1]
	open = open[:len(open)-1]
	m.toks[o].match, m.toks[i].match = i, o
	m.toks[i].open = m.toks[o].open
	return open
}
