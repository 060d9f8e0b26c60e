package parser

import "strings"

// declarations handles macros where declarations stand: REGISTER(x) with and without a semicolon, TEST(a, 16x8x4) { .. }.
func (m *masker) declarations() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		if m.isPlain(i) {
			s := m.scopeOf(i)
			if (s == scopeFile || s == scopeClass) && m.starts(i) {
				next = m.declaration(i)
			} else if (s == scopeFile || s == scopeClass) && m.continuesSpecifiers(m.prev(i)) && m.starts(m.prev(i)) {
				next = m.specifiedMacro(i)
			}
		}
		i = next
	}
}

// declaration looks at the name i that begins a declaration.
func (m *masker) declaration(i int32) int32 {
	open := m.next(i)
	if !m.opensParen(open) {
		return m.bareDeclaration(i)
	}
	if next, ok := m.definingMacro(i, open); ok {
		return next
	}
	end := m.toks[open].match
	n := m.next(end)
	headed := m.isPunct(m.prev(i), '>') // behind a template head: something must be left
	switch t := &m.toks[n]; {
	case t.kind == tokPunct && t.c == '{':
		if m.isOdd(open) && m.next(open) != end {
			m.hide(m.next(open), m.prev(end))
		}
		return n
	case t.kind == tokPunct && t.c == ';':
		if headed || !m.isCapitals(i) && !m.isMacro(i, true) && !m.isOdd(open) {
			return n
		}
		return m.takeMacro(i, open, n)
	case t.kind == tokEdge, t.kind == tokPunct && (t.c == '}' || t.c == '~'), t.kind == tokString:
	case t.kind != tokName || t.word == wordQualifier || t.word == wordTail || t.word == wordDo:
		return n
	case t.word == wordNone && m.isTypeMacro(i, n):
		m.hide(open, end)
		return n
	}
	behind := m.next(end)
	if m.isName(n) && !m.lineBreak(end, n) || isAttributeName(m.text(i)) {
		m.takeWord(i, end)
		return behind
	}
	if headed {
		return n
	}
	return m.takeMacro(i, open, end)
}

// takeMacro blanks a macro at declaration level up to token end and returns the token behind.
func (m *masker) takeMacro(i, open, end int32) int32 {
	m.note(m.macroNote(stmtMacroNote, i, open, m.toks[m.toks[open].match].end))
	next := m.next(end)
	m.erase(i, end)
	return next
}

// isTypeMacro reports whether the macro at i stands for a type: on its line the name n is declared with it.
func (m *masker) isTypeMacro(i, n int32) bool {
	if m.lineBreak(m.prev(n), n) || isAttributeName(m.text(i)) {
		return false
	}
	k := m.next(n)
	return m.isPunct(k, ';') || m.isPunct(k, '=') || m.isPunct(k, '[') || m.isPunct(k, ',') || m.isPunct(k, '(')
}

// isAttributeName tells by its name that a macro stands for an attribute.
func isAttributeName(name string) bool {
	for _, part := range []string{"BOUNDS", "ALIGN", "ATTRIBUTE", "DEPRECATED", "DECLSPEC", "VISIBILITY", "NODISCARD"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// bareDeclaration takes out a name that stands where a declaration should and is followed by none.
func (m *masker) bareDeclaration(i int32) int32 {
	n := m.next(i)
	t := &m.toks[n]
	if t.kind == tokEdge || t.word == wordLabel || t.kind == tokPunct && t.c == '}' {
		m.note(m.macroNote(stmtMacroNote, i, 0, m.toks[i].end))
		m.erase(i, i)
	}
	return n
}

// specifiedMacro takes out `extern MACRO(1, 2);`.
func (m *masker) specifiedMacro(i int32) int32 {
	open := m.next(i)
	if !m.opensParen(open) {
		return open
	}
	end := m.next(m.toks[open].match)
	if !m.isPunct(end, ';') || !m.isOdd(open) || m.lineBreak(m.prev(i), i) {
		return open
	}
	p := m.prev(i)
	m.hide(p, p)
	return m.takeMacro(i, open, end)
}

// isOdd reports whether the parenthesis at i holds what no parameter list can.
func (m *masker) isOdd(i int32) bool {
	end := m.toks[i].match
	assigned := false
	for j := m.next(i); j != end && j != m.last(); j = m.after(j) {
		t := &m.toks[j]
		switch {
		case t.kind == tokPunct && t.c == ',':
			if m.isPunct(m.prev(j), ',') || m.prev(j) == i {
				return true
			}
			assigned = false
		case t.kind == tokPunct && t.c == '=':
			assigned = true
		case assigned:
		case t.kind == tokPunct && t.c == '<':
			if close := m.angleEnd(j); close != 0 {
				j = close
			}
		case m.isLiteral(j), t.word == wordValue, t.word == wordOf && !m.is(j, "decltype"), t.word == wordNew, t.word == wordReturn:
			return true
		case t.kind == tokPunct && (strings.IndexByte("+-/%!|^?~.;{", t.c) >= 0 || t.c == opCompare || t.c == opOr || t.c == opArrow ||
			t.c == opAssign || t.c == opStep):
			return true
		}
	}
	return false
}
