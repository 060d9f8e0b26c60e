package parser

import "strings"

// neighbours takes out attribute words that no definition tells about, by their neighbours: of names in a row,
//
//	MY_API T f();   T MY_CALL f();   float *MY_RESTRICT p;   int n MORE)   [=] MY_HD (int i) {
//
// one is the type and one is declared, and any other is an attribute.
func (m *masker) neighbours() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		t := &m.toks[i]
		switch {
		case t.kind == tokName && t.word == wordNone:
			if s := m.scopeOf(i); s != scopeInit && s != scopeEnum {
				next = m.row(i)
			}
		case t.kind == tokPunct && t.c == ')':
			m.behindParen(i)
		case t.kind == tokPunct && t.c == ']':
			m.behindCapture(i)
		}
		i = next
	}
}

// unit is a name with its qualifiers and template arguments in a row of such.
type unit struct {
	first, last int32
}

const maxRow = 6

// row looks at the names in a row that begin at i and returns the token to go on with.
func (m *masker) row(i int32) int32 {
	p := m.prev(i)
	if t := &m.toks[p]; t.kind == tokPunct && (t.c == '.' || t.c == opArrow || t.c == opScope || t.c == '~') {
		return m.next(i)
	}
	var units [maxRow]unit
	n := 0
	j := i
	for n < maxRow && m.isPlain(j) {
		last := m.chainEnd(j)
		if last == 0 {
			break
		}
		units[n] = unit{j, last}
		n++
		j = m.next(last)
	}
	if n == 0 {
		return m.next(i)
	}
	if m.scopeOf(i) == scopeCode && m.starts(i) && units[0].last == i && (m.lineBreak(i, m.next(i)) || m.isStatementMacro(i)) {
		// A macro on a line of its own is a statement, not an attribute, and so is each in a row of the same.
		for j = m.next(i); m.isPlain(j) && m.isStatementMacro(m.prev(j)); {
			j = m.next(j)
		}
		return j
	}
	if m.beginsDeclaration(j) && m.isDeclarationPlace(i) && !m.isTypeBefore(j) {
		m.takeUnits(units[:n])
		return j
	}
	if n == 1 {
		return m.single(i, j)
	}
	declared := n - 1
	switch {
	case m.toks[j].word == wordOperator, m.toks[j].word == wordQualifier:
		declared = n
	case m.isPunct(j, '*') || m.isPunct(j, '&') || m.isPunct(j, opAnd):
		if m.scopeOf(i) != scopeParen && !m.starts(i) && !m.continuesSpecifiers(p) {
			return j
		}
		declared = n // behind the star
	case m.isPunct(j, ')') && n > 1 && m.isCapitals(units[n-1].first) && !m.isCapitals(units[n-2].first) && m.hasType(p, n-2):
		m.takeUnits(units[n-1 : n])
		n, declared = n-1, n-2
	}
	m.keepType(units[:declared], m.behindType(p))
	if declared == 1 && n == 2 && m.isConstructor(i, units[1].first) {
		m.takeUnits(units[:1])
	}
	return j
}

// isStatementMacro reports whether name i is a macro for whole statements: by its definition, or because the same name follows.
func (m *masker) isStatementMacro(i int32) bool {
	if d := m.known.defs[m.text(i)]; d != nil && !d.Function && strings.HasSuffix(d.Body, ";") {
		return true
	}
	j := m.next(i)
	return m.isPlain(j) && m.text(j) == m.text(i)
}

// hasType reports whether a type stands in front of a row: at p, or in the row's first units.
func (m *masker) hasType(p int32, units int) bool { return units > 0 || m.behindType(p) }

// behindType reports whether token p ends a type, so that a name behind it is what is declared.
func (m *masker) behindType(p int32) bool {
	t := &m.toks[p]
	if t.word == wordQualifier {
		q := &m.toks[m.prev(p)]
		return q.word == wordType || q.kind == tokPunct && (q.c == '*' || q.c == '>' && !m.endsTemplateHead(m.prev(p)))
	}
	return t.word == wordType || t.kind == tokPunct && (t.c == '*' || t.c == '&' || t.c == '>' && !m.endsTemplateHead(p))
}

func (m *masker) continuesSpecifiers(p int32) bool {
	w := m.toks[p].word
	return w == wordSpecifier || w == wordQualifier || w == wordExtern
}

// keepType takes all of the units but the type; none is kept when the type stands in front of them.
func (m *masker) keepType(units []unit, typed bool) {
	if typed {
		m.takeUnits(units)
		return
	}
	if len(units) < 2 {
		return
	}
	kept := -1
	for k, u := range units {
		if u.first != u.last || !m.isCapitals(u.first) {
			kept = k
			break
		}
	}
	if kept < 0 {
		kept = len(units) - 1
	}
	m.takeUnits(units[:kept])
	m.takeUnits(units[kept+1:])
}

func (m *masker) takeUnits(units []unit) {
	for _, u := range units {
		m.takeWord(u.first, u.last)
	}
}

// beginsDeclaration reports whether token j is a word that no name can stand in front of but an attribute.
func (m *masker) beginsDeclaration(j int32) bool {
	switch m.toks[j].word {
	case wordType, wordSpecifier, wordRecord, wordEnum, wordTypename, wordExtern, wordUsing, wordNamespace:
		return true
	case wordTemplate:
		return m.isPunct(m.next(j), '<')
	}
	return false
}

// isTypeBefore reports whether the specifiers at j follow the type, `T constexpr n = 3`: nothing but a plain name is behind them.
func (m *masker) isTypeBefore(j int32) bool {
	if m.toks[j].word != wordSpecifier {
		return false
	}
	for m.toks[j].word == wordSpecifier || m.toks[j].word == wordQualifier {
		j = m.next(j)
	}
	k := m.next(j)
	return m.isPlain(j) && (m.isPunct(k, '=') || m.isPunct(k, ';') || m.isPunct(k, '[') || m.isPunct(k, '{'))
}

// isDeclarationPlace reports whether a declaration or parameter can begin or go on at token i.
func (m *masker) isDeclarationPlace(i int32) bool {
	p := m.prev(i)
	return m.starts(i) || m.continuesSpecifiers(p) || m.isPunct(p, '(') || m.isPunct(p, ',') || m.isPunct(p, '<')
}

// single looks at one name alone, with token j behind it: in front of a destructor or a conversion it is an attribute.
func (m *masker) single(i, j int32) int32 {
	if m.scopeOf(i) != scopeClass || !m.starts(i) {
		return j
	}
	isConversion := m.toks[j].word == wordOperator && m.isName(m.next(j)) && m.toks[m.next(j)].word != wordNew &&
		m.toks[m.next(j)].word != wordDelete
	if m.isPunct(j, '~') || isConversion {
		m.takeWord(i, m.prev(j))
	}
	return j
}

// isConstructor reports whether the two names at i and name are an attribute and a constructor with member initializers.
func (m *masker) isConstructor(i, name int32) bool {
	open := m.next(name)
	return m.scopeOf(i) == scopeClass && (m.starts(i) || m.continuesSpecifiers(m.prev(i))) && m.opensParen(open) && m.isPunct(m.after(open), ':')
}

// behindParen takes attribute words from between the parameters that end at i and what follows them.
func (m *masker) behindParen(i int32) {
	open := m.toks[i].match
	if open == 0 {
		return
	}
	name := m.prev(open)
	s := m.scopeOf(i)
	lambda := m.isPunct(name, ']') && m.isCapture(name)
	if m.isName(name) && m.toks[name].word != wordNone {
		return
	}
	if !lambda && (s != scopeFile && s != scopeClass || m.starts(name) && (m.isCapitals(name) || s == scopeFile)) {
		return
	}
	j := m.next(i)
	for m.toks[j].word == wordQualifier || m.toks[j].word == wordTail {
		j = m.after(m.callEnd(j))
	}
	for m.isPlain(j) {
		end := m.callEnd(j)
		k := m.next(end)
		if end != j && !lambda && m.isFirstAttribute(name, j) {
			m.takeWord(name, i)
			return
		}
		t := &m.toks[k]
		follows := t.word == wordQualifier || t.word == wordTail ||
			t.kind == tokPunct && (t.c == '{' || t.c == ';' || t.c == ':' || t.c == '=' || t.c == opArrow)
		if !follows {
			return
		}
		m.takeWord(j, end)
		j = k
	}
}

// isFirstAttribute reports whether of two calls in a row, MY_BOUNDS(128) kernel(int n), the first is the attribute.
func (m *masker) isFirstAttribute(name, second int32) bool {
	switch {
	case !m.isPlain(name):
		return false
	case m.isCapitals(name) != m.isCapitals(second):
		return m.isCapitals(name)
	}
	return m.isOdd(m.next(name)) && !m.isOdd(m.next(second))
}

// behindCapture takes attribute words from between a lambda's capture, which ends at i, and its parameters.
func (m *masker) behindCapture(i int32) {
	if !m.isCapture(i) {
		return
	}
	for j := m.next(i); m.isPlain(j); j = m.next(i) {
		end := m.callEnd(j)
		k := m.next(end)
		switch {
		case m.isPlain(m.next(j)), m.isPunct(m.next(j), '{'):
			end = j
		case end == j:
			return
		case m.isPunct(k, '{') || m.isPunct(k, opArrow) || m.is(k, "mutable"):
			end = j // the parenthesis holds the lambda's parameters
		}
		m.takeWord(j, end)
	}
}
