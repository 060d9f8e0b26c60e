package parser

// scope is what a bracket encloses.
type scope uint8

const (
	scopeFile  scope = iota // declarations, of a file, a namespace or extern "C"
	scopeClass              // members
	scopeCode               // statements
	scopeInit               // braces that hold values
	scopeEnum
	scopeParen // parentheses and subscripts
)

// level is an open bracket and the head of the statement or declaration that is being read in it.
type level struct {
	bracket int32
	head    head
}

// head is what was seen since the statement began, template heads left out.
type head struct {
	record    int32 // the struct, class or union
	skip      int32 // the end of a template head or of a record's name
	derived   bool  // a record's colon was seen
	enum      bool
	namespace bool
	paren     bool // a parenthesis was closed
	assign    bool
	colon     bool // behind a parenthesis: member initializers
}

// scopes tells every opening bracket what it encloses.
func (m *masker) scopes() {
	levels := []level{{}}
	for i := m.next(0); i != m.last(); i = m.next(i) {
		lv := &levels[len(levels)-1]
		h := &lv.head
		t := &m.toks[i]
		switch {
		case t.kind == tokName && i > h.skip:
			m.headWord(h, i)
		case t.kind != tokPunct:
		case t.match > i:
			t.inside = scopeParen
			if t.c == '{' {
				t.inside = m.brace(i, h)
			}
			levels = append(levels, level{bracket: i})
		case t.match != 0:
			for len(levels) > 1 && lv.bracket != t.match {
				levels = levels[:len(levels)-1]
				lv = &levels[len(levels)-1]
			}
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
			m.closed(&levels[len(levels)-1].head, i)
		case t.c == ';':
			*h = head{}
		case i <= h.skip:
		case t.c == '=' && !m.is(m.prev(i), "operator"):
			h.assign = true
		case t.c == ':':
			h.colon = h.paren
			h.derived = h.record != 0 && !h.paren
			if m.toks[m.prev(i)].word == wordLabel {
				*h = head{}
			}
		}
	}
}

func (m *masker) headWord(h *head, i int32) {
	switch m.toks[i].word {
	case wordRecord:
		// A macro in front may have left no semicolon.
		*h = head{record: i, skip: max(h.skip, m.chainEnd(m.next(i))), enum: h.enum}
	case wordEnum:
		h.enum = true
	case wordNamespace:
		h.namespace = true
	case wordTemplate:
		if j := m.next(i); m.isPunct(j, '<') {
			h.skip = m.angleEnd(j)
		}
	}
}

// closed goes on behind the closing bracket i.
func (m *masker) closed(h *head, i int32) {
	switch t := m.toks[i]; {
	case t.c == ')' && i > h.skip:
		h.paren = true
	case t.c == '}' && m.toks[t.match].inside != scopeInit:
		*h = head{}
	}
}

// angleEnd is the > that closes the template arguments opened by the < at i; 0 when there is none near.
func (m *masker) angleEnd(i int32) int32 {
	depth := 0
	for n := 0; n < maxAngle && i != m.last() && m.steps > 0; n++ {
		m.steps--
		t := &m.toks[i]
		if t.kind == tokPunct {
			switch t.c {
			case '<':
				depth++
			case '>':
				if depth--; depth == 0 {
					return i
				}
			case ';', ')', ']', '}':
				return 0
			case '{', '(', '[':
				if t.match == 0 {
					return 0
				}
				i = t.match
			}
		}
		i = m.next(i)
	}
	return 0
}

// brace tells what the brace at i encloses, given the head of the statement in front of it.
func (m *masker) brace(i int32, h *head) scope {
	p := m.prev(i)
	parent := m.scopeOf(i)
	if m.isLambdaBody(i) {
		return scopeCode
	}
	switch parent {
	case scopeInit, scopeEnum:
		return scopeInit
	case scopeParen:
		return m.codeIf(m.hasStatement(i))
	}
	switch {
	case h.enum:
		return scopeEnum
	case h.namespace, m.toks[p].kind == tokString && m.toks[m.prev(p)].word == wordExtern:
		return scopeFile
	case h.record != 0 && !h.assign && (!h.paren || h.derived || m.isAttributed(h.record, p)):
		return scopeClass
	case parent == scopeCode:
		return m.codeBrace(i, p)
	case h.assign:
		return scopeInit
	case h.colon:
		return m.codeIf(m.isPunct(p, ')') || m.isPunct(p, '}'))
	case h.paren:
		return scopeCode
	}
	return m.codeIf(m.hasStatement(i))
}

func (m *masker) codeIf(yes bool) scope {
	if yes {
		return scopeCode
	}
	return scopeInit
}

// isAttributed reports whether a record's head with a parenthesis in it is `struct MACRO(8) Name {` or the same without a name, p
// being the token in front of the brace.
func (m *masker) isAttributed(record, p int32) bool {
	name := m.next(record)
	open := m.next(name)
	return m.isPlain(name) && m.opensParen(open) && (m.isPlain(p) || m.toks[open].match == p)
}

// codeBrace is a brace among statements, behind token p.
func (m *masker) codeBrace(i, p int32) scope {
	t := m.toks[p]
	switch {
	case t.kind == tokEdge, t.word == wordElse, t.word == wordDo:
		return scopeCode
	case t.kind == tokPunct:
		switch t.c {
		case ';', '{', '}', ':':
			return scopeCode
		case ')':
			q := m.before(p)
			return m.codeIf(m.isName(q) && m.toks[q].word != wordReturn && m.toks[q].word != wordOf || m.isPunct(q, '>') ||
				m.isPunct(q, ']') || m.hasStatement(i))
		}
	}
	return m.codeIf(m.hasStatement(i))
}

// hasStatement reports whether the brace at i holds statements: a semicolon or a control word stands directly inside, or all of
// it is a macro with such a brace among its arguments.
func (m *masker) hasStatement(i int32) bool {
	for depth := 0; depth < 8; depth++ {
		for j := m.next(i); j != m.toks[i].match && j != m.last(); j = m.after(j) {
			if m.isPunct(j, ';') || m.toks[j].word == wordControl {
				return true
			}
		}
		open := m.next(m.next(i))
		if !m.isPlain(m.next(i)) || !m.opensParen(open) || m.after(open) != m.toks[i].match {
			return false
		}
		if i = m.prev(m.toks[open].match); m.toks[i].match == 0 || !m.isPunct(i, '}') {
			return false
		}
		i = m.toks[i].match
	}
	return false
}

// isLambdaBody reports whether the brace at i is the body of a lambda: going back over a trailing return type and specifiers
// it meets the parameters or the capture.
func (m *masker) isLambdaBody(i int32) bool {
	for n, j := 0, m.prev(i); n < 24 && j != 0; n++ {
		t := m.toks[j]
		switch {
		case t.kind == tokName && (t.word == wordNone || t.word == wordType || t.word == wordQualifier || t.word == wordTail ||
			t.word == wordTypename || t.word == wordSpecifier || t.word == wordOf):
		case t.kind == tokPunct && t.c == '>':
			j = m.angleStart(j)
			continue
		case t.kind == tokPunct && (t.c == opArrow || t.c == opScope || t.c == '*' || t.c == '&'):
		case t.kind == tokPunct && t.c == ')' && t.match != 0:
			q := m.prev(t.match)
			if m.isPunct(q, '>') { // [..]<class T>(..)
				q = m.angleStart(q)
			}
			for n := 0; n < 4 && (m.isPlain(q) || m.isPunct(q, ')') && m.isPlain(m.before(q))); n++ { // attribute words
				q = m.before(q)
			}
			if m.isPunct(q, ']') {
				return m.isCapture(q)
			}
			if w := m.toks[q].word; w != wordTail && w != wordOf {
				return false
			}
		case t.kind == tokPunct && t.c == ']':
			return m.isCapture(j)
		default:
			return false
		}
		j = m.before(j)
	}
	return false
}

// angleStart is the token in front of the < that the > at i closes; 0 when there is none near.
func (m *masker) angleStart(i int32) int32 {
	depth := 0
	for n := 0; n < 64 && i != 0; n++ {
		switch {
		case m.isPunct(i, '>'):
			depth++
		case m.isPunct(i, '<'):
			if depth--; depth == 0 {
				return m.prev(i)
			}
		case m.isPunct(i, ';'), m.isPunct(i, '{'), m.isPunct(i, '}'):
			return 0
		}
		i = m.before(i)
	}
	return 0
}

// isCapture reports whether the ] at i ends a lambda's capture, not a subscript.
func (m *masker) isCapture(i int32) bool {
	if m.toks[i].match == 0 {
		return false
	}
	p := m.toks[m.prev(m.toks[i].match)]
	switch p.kind {
	case tokName:
		return p.word == wordReturn || p.word == wordElse || p.word == wordDo
	case tokPunct:
		return p.c != ')' && p.c != ']'
	}
	return p.kind == tokEdge
}
