package parser

import "strings"

// cuda rewrites what CUDA and GNU C++ have beyond the grammar: words with arguments, attributes in brackets, assembly,
// _Pragma and launches.
func (m *masker) cuda() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		t := &m.toks[i]
		switch {
		case t.kind == tokName && t.word == wordCudaArgs:
			next = m.wordWithArgs(i)
		case t.kind == tokName && t.word == wordAttrMacro:
			next = m.attrCall(i)
		case t.kind == tokName && t.word == wordAsm:
			next = m.asm(i)
		case t.kind == tokName && t.word == wordPragma:
			next = m.pragmaCall(i)
		case t.kind != tokPunct:
		case t.c == '<':
			next = m.launch(i)
		case t.c == '[' && m.isAttribute(i):
			end := t.match
			next = m.next(end)
			m.note(note{kind: wordNote, span: m.span(i, end), text: m.src[t.start:m.toks[end].end]})
			m.erase(i, end)
		}
		i = next
	}
}

// wordWithArgs takes out a word with its parenthesis and returns the token behind.
func (m *masker) wordWithArgs(i int32) int32 {
	end := i
	if j := m.next(i); m.opensParen(j) {
		end = m.toks[j].match
	}
	at := m.span(i, end)
	m.note(note{kind: wordNote, span: at, text: m.src[at.Start:at.End]})
	next := m.next(end)
	m.erase(i, end)
	return next
}

// isAttribute reports whether the [ at i begins [[ .. ]].
func (m *masker) isAttribute(i int32) bool {
	j := m.next(i)
	return m.isPunct(j, '[') && m.toks[j].match != 0 && m.next(m.toks[j].match) == m.toks[i].match
}

// attrCall takes out the use of a function-like macro that stands for attributes.
func (m *masker) attrCall(i int32) int32 {
	open := m.next(i)
	if !m.opensParen(open) {
		m.toks[i].word = wordNone
		return open
	}
	end := m.toks[open].match
	a := m.attrs[m.toks[i].start]
	by := bindArgs(a.macro, m.args(open))
	for _, w := range a.words {
		m.note(note{kind: w.kind, span: m.span(i, end), text: replaceNames(w.text, by)})
	}
	next := m.next(end)
	m.erase(i, end)
	return next
}

// args are the texts between the commas of the parenthesis that opens at i; nil for an empty one.
func (m *masker) args(i int32) []string {
	var args []string
	end := m.toks[i].match
	from := m.toks[i].end
	for j := m.next(i); j != end && j != m.last(); j = m.after(j) {
		if m.isPunct(j, ',') {
			args = append(args, strings.TrimSpace(m.src[from:m.toks[j].start]))
			from = m.toks[j].end
		}
	}
	if rest := strings.TrimSpace(m.src[from:m.toks[end].start]); rest != "" || args != nil {
		args = append(args, rest)
	}
	return args
}

// pragmaCall reads _Pragma("..").
func (m *masker) pragmaCall(i int32) int32 {
	open := m.next(i)
	if !m.opensParen(open) {
		m.erase(i, i)
		return open
	}
	end := m.toks[open].match
	text := m.src[m.toks[open].end:m.toks[end].start]
	if factor, ok := unrollPragma(text); ok {
		m.note(note{kind: unrollNote, span: m.span(i, end), text: factor})
	}
	next := m.next(end)
	m.erase(i, end)
	return next
}

// unrollPragma is the factor in the string literal of a _Pragma.
func unrollPragma(literal string) (factor string, ok bool) {
	name, rest := cutName(strings.Trim(strings.TrimSpace(literal), `"`))
	switch name {
	case "unroll":
		return unparen(rest), true
	case "nounroll":
		return "1", true
	}
	return "", false
}

// asm makes an assembly statement a lone semicolon; the name of a symbol, `int f() asm("g");`, goes without one.
func (m *masker) asm(i int32) int32 {
	j := m.next(i)
	qualified := false
	for m.isName(j) && (m.toks[j].word == wordQualifier || m.toks[j].word == wordJump || m.is(j, "inline")) {
		qualified = true
		j = m.next(j)
	}
	end := m.toks[j].match
	if end < j || !m.isPunct(j, '(') && !m.isPunct(j, '{') {
		return j
	}
	if !qualified && m.isPunct(j, '(') && m.isSymbolName(i, j) {
		next := m.next(end)
		m.note(note{kind: otherNote, span: m.span(i, end)})
		m.erase(i, end)
		return next
	}
	if m.isPunct(m.next(end), ';') {
		end = m.next(end)
	}
	at := m.span(i, end)
	m.note(note{kind: asmNote, span: at, text: m.src[at.Start:at.End]})
	next := m.next(end)
	m.replace(i, end, ';')
	return next
}

// isSymbolName reports whether the asm at i, whose parenthesis opens at j, follows a declarator and holds strings only.
func (m *masker) isSymbolName(i, j int32) bool {
	for k := m.next(j); k != m.toks[j].match; k = m.next(k) {
		if m.toks[k].kind != tokString {
			return false
		}
	}
	p := m.prev(i)
	if m.isPunct(p, ')') {
		return m.toks[m.before(p)].word != wordControl
	}
	return m.isPlain(p)
}

// launch makes k<<<grid, block>>>(args) a call of a call. The chevrons may have blanks in them.
func (m *masker) launch(i int32) int32 {
	second := m.next(i)
	third := m.next(second)
	if !m.isPunct(second, '<') || !m.isPunct(third, '<') || m.is(m.prev(i), "operator") || m.isPunct(m.prev(i), '<') {
		return second
	}
	end := m.chevronEnd(third, true)
	if end == 0 {
		end = m.chevronEnd(third, false)
	}
	if end == 0 {
		return second
	}
	first := m.prev(m.prev(end))
	m.note(note{kind: launchNote, span: m.span(i, third)})
	outer := m.toks[i].open
	for j := m.next(third); j != first; j = m.next(j) {
		if m.toks[j].open == outer {
			m.toks[j].open = i
		}
	}
	m.erase(second, third)
	m.erase(first, m.prev(end))
	m.become(i, '(')
	m.become(end, ')')
	m.toks[i].match, m.toks[end].match = end, i
	return m.next(i)
}

// chevronEnd is the last of the three > that close a launch whose third < is at i; 0 when there are none. A < glued to a name
// opens template arguments when nested says so.
func (m *masker) chevronEnd(i int32, nested bool) int32 {
	depth := 0
	j := m.next(i)
	for n := 0; n < maxLook && j != m.last(); n++ {
		switch t := m.toks[j]; {
		case t.kind != tokPunct:
		case t.c == '<' && nested && m.isPlain(m.prev(j)) && m.toks[m.prev(j)].end == t.start:
			depth++
		case t.c == '>' && depth > 0:
			depth--
		case t.c == '>':
			k := m.next(j)
			if last := m.next(k); m.isPunct(k, '>') && m.isPunct(last, '>') && (!nested || m.isPunct(m.next(last), '(')) {
				return last
			}
		case t.c == ';', t.c == '}', t.c == ')' || t.c == ']', t.c == '{' && t.match == 0:
			return 0
		}
		j = m.after(j)
	}
	return 0
}
