package parser

import "strings"

// statements handles macros where statements stand.
func (m *masker) statements() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		if m.isPlain(i) && m.scopeOf(i) == scopeCode && m.starts(i) {
			next = m.statement(i)
		}
		i = next
	}
}

// statement looks at the name i that begins a statement and returns the token to go on with.
func (m *masker) statement(i int32) int32 {
	open := m.next(i)
	if !m.opensParen(open) {
		return m.bareStatement(i)
	}
	end := m.toks[open].match
	n := m.next(end)
	t := &m.toks[n]
	switch {
	case t.kind == tokPunct && t.c == '{' && t.match != 0:
		return m.withBlock(i, open, n)
	case m.holdsStatements(open):
		return m.statementArgs(i, open)
	case t.kind == tokPunct && t.c == ';' && m.holdsDeclaration(open):
		return m.takeStatement(i, open, n)
	case t.kind == tokPunct && t.c == '=' && m.holdsDeclaration(open):
		return m.declaredInside(i, open)
	case m.isBareLoop(i, open, n) && m.loopHead(i, open):
		return n
	case t.kind == tokEdge:
		return n
	case t.kind == tokPunct:
		if !m.isSeparated(i, end, n) {
			return open
		}
	case t.kind == tokName && t.word == wordNone && m.isTypeMacro(i, n) && !m.isPunct(m.next(n), '('):
		m.hide(open, end)
		return n
	case t.word == wordTail || t.word == wordOther:
		return open
	}
	return m.takeStatement(i, open, end)
}

// isSeparated reports whether the punctuation n behind the macro use i .. end begins something new.
func (m *masker) isSeparated(i, end, n int32) bool {
	switch c := m.toks[n].c; c {
	case '}':
		return true
	case '*', '&', '(', opStep, '~', opScope, '[':
		return m.lineBreak(end, n) && (m.isCapitals(i) || m.isMacro(i, true))
	}
	return false
}

// takeStatement makes the macro use from i to end a lone semicolon.
func (m *masker) takeStatement(i, open, end int32) int32 {
	next := m.next(end)
	m.note(m.macroNote(stmtMacroNote, i, open, m.toks[end].end))
	m.replace(i, end, ';')
	return next
}

// bareStatement looks at a name without parenthesis that begins a statement.
func (m *masker) bareStatement(i int32) int32 {
	n := m.next(i)
	t := &m.toks[n]
	broken := m.lineBreak(i, n)
	known := m.isMacro(i, false)
	switch {
	case t.kind == tokPunct && t.c == '}', t.kind == tokName && m.isStatementMacro(i):
		return m.takeStatement(i, 0, i)
	case t.kind == tokPunct && t.c == '{' && t.match != 0 && t.inside == scopeCode:
		m.takeHead(i)
	case t.word == wordControl, t.word == wordDo:
		if broken && m.endsStatement(m.prev(i)) && !isLoopHint(m.text(i)) {
			return m.takeStatement(i, 0, i)
		}
		m.takeHead(i)
	case t.word == wordReturn, t.word == wordJump, t.word == wordLabel, t.word == wordElse:
		return m.takeStatement(i, 0, i)
	case !broken || !known && !m.isCapitals(i):
	case t.kind == tokName:
		return m.takeStatement(i, 0, i)
	case known && t.kind == tokPunct && (t.c == '*' || t.c == '(' || t.c == opStep):
		return m.takeStatement(i, 0, i)
	}
	return n
}

// endsStatement reports whether token i ends or begins a list of statements, so that a statement more may follow.
func (m *masker) endsStatement(i int32) bool {
	return m.isPunct(i, ';') || m.isPunct(i, '{') || m.isPunct(i, '}')
}

// isLoopHint tells by its name that a macro is a pragma for the loop behind it.
func isLoopHint(name string) bool { return strings.Contains(strings.ToUpper(name), "UNROLL") }

// takeHead blanks name i in front of a block or a loop.
func (m *masker) takeHead(i int32) {
	n := m.macroNote(stmtMacroNote, i, 0, m.toks[i].end)
	next := m.next(i)
	n.hasBody = m.isPunct(next, '{')
	if !n.hasBody && isLoopHint(n.text) {
		n.kind, n.text = unrollNote, ""
	} else if !n.hasBody {
		n.kind = wordNote
	}
	m.note(n)
	m.erase(i, i)
}

// withBlock handles NAME(..) { .. } among statements: a loop macro becomes a for loop without conditions, the head of any
// other is blanked. brace is the block's.
func (m *masker) withBlock(i, open, brace int32) int32 {
	end := m.toks[open].match
	if m.isLoop(i) && m.loopHead(i, open) {
		return brace
	}
	n := m.macroNote(stmtMacroNote, i, open, m.toks[end].end)
	n.hasBody = true
	m.note(n)
	m.erase(i, end)
	return brace
}

// loopHead writes the head of a for loop without conditions over a loop macro; false when there is no room.
func (m *masker) loopHead(i, open int32) bool {
	end := m.toks[open].match
	if m.toks[end].start-m.toks[open].end < 2 || !m.onOneLine(m.toks[open].end, 2) {
		return false
	}
	m.note(m.macroNote(loopMacroNote, i, open, m.toks[end].end))
	blankBytes(m.out[m.toks[i].start:m.toks[end].start])
	copy(m.out[m.toks[i].start:], "for")
	m.out[m.toks[open].start] = '('
	copy(m.out[m.toks[open].end:], ";;")
	if next := m.next(open); next != end {
		m.unlink(next, m.prev(end))
	}
	m.toks[i].word = wordControl
	return true
}

// isBareLoop reports whether the macro at i, with statement n behind it, is a loop whose body has no braces: its definition ends
// with the head of a loop, or else its name is a loop's and the first of its arguments a variable's.
func (m *masker) isBareLoop(i, open, n int32) bool {
	if !m.isName(n) || m.toks[n].word == wordElse || m.toks[n].word == wordLabel || !m.isLoop(i) {
		return false
	}
	if d := m.known.defs[m.text(i)]; d != nil && d.Body != "" {
		return d.Function && strings.HasSuffix(d.Body, ")")
	}
	name := strings.ToUpper(m.text(i))
	counter := m.next(open)
	return m.isPlain(counter) && m.isPunct(m.next(counter), ',') &&
		(strings.Contains(name, "LOOP") || strings.Contains(name, "FOREACH") || strings.Contains(name, "FOR_EACH"))
}

// isLoop reports whether the macro at i, which has a block behind it, is a loop: by its definition or else its name.
func (m *masker) isLoop(i int32) bool {
	if m.toks[i].end-m.toks[i].start < 3 {
		return false
	}
	if d := m.known.defs[m.text(i)]; d != nil && d.Body != "" {
		for _, word := range splitCondition(d.Body) {
			if word == "for" || word == "while" {
				return true
			}
		}
		return false
	}
	name := strings.ToUpper(m.text(i))
	for _, part := range []string{"LOOP", "FOR", "EACH", "ITER", "RANGE"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// holdsStatements reports whether the parenthesis at i holds statements as arguments: a semicolon, or a block that is no lambda's.
func (m *masker) holdsStatements(i int32) bool {
	for j := m.next(i); j != m.toks[i].match && j != m.last(); j = m.after(j) {
		t := &m.toks[j]
		switch {
		case t.kind == tokPunct && t.c == ';', t.word == wordControl, t.word == wordReturn, t.word == wordElse:
			return true
		case m.opensBrace(j) && t.inside == scopeCode && !m.isLambdaBody(j):
			return true
		}
	}
	return false
}

// holdsDeclaration reports whether an argument in the parenthesis at i declares something: ALIGNED(float4 v, 16).
func (m *masker) holdsDeclaration(i int32) bool {
	for j := m.next(i); j != m.toks[i].match && j != m.last(); j = m.after(j) {
		w := m.toks[j].word
		if !m.isName(j) || w != wordNone && w != wordType {
			continue
		}
		k := m.next(j)
		if w == wordType && (m.isPunct(k, '*') || m.isPunct(k, '&')) {
			k = m.next(k)
		}
		if m.isPlain(k) && k != j {
			return true
		}
	}
	return false
}

// declaredInside leaves of ALIGNED(float4 v, 16) = x; the first argument.
func (m *masker) declaredInside(i, open int32) int32 {
	end := m.toks[open].match
	next := m.next(end)
	last := m.next(open)
	for last != end && !m.isPunct(last, ',') {
		last = m.after(last)
	}
	m.hide(last, end)
	m.hide(i, open)
	return next
}

// statementArgs handles SWITCH(t, T, run<T>();) and SWITCH(t, T, { run<T>(); }): the last argument becomes a block, the rest
// is blanked. Where more than one argument holds statements, all of it becomes a lone semicolon.
func (m *masker) statementArgs(i, open int32) int32 {
	end := m.toks[open].match
	stop := end
	if m.isPunct(m.next(end), ';') {
		stop = m.next(end)
	}
	comma, many := int32(0), false
	for j := m.next(open); j != end; j = m.after(j) {
		if m.isPunct(j, ',') && !m.holdsBetween(j, end) {
			break
		} else if m.isPunct(j, ',') {
			comma = j
		}
	}
	first := m.next(open)
	if comma != 0 {
		first = m.next(comma)
		many = m.holdsBetween(open, comma)
	}
	last := m.prev(end)
	if many || first == end {
		return m.takeStatement(i, open, stop)
	}
	n := m.macroNote(stmtMacroNote, i, open, m.toks[stop].end)
	n.hasBody = true
	if m.opensBrace(first) && m.toks[first].match == last {
		n.span.End = m.toks[first].start
		m.note(n)
		m.erase(end, stop)
		m.erase(i, m.prev(first))
		m.toks[first].inside = scopeCode
		m.reopen(first, m.toks[i].open)
		return first
	}
	closed := m.isPunct(last, ';') || m.isPunct(last, '}')
	if !closed && stop == end {
		return m.takeStatement(i, open, stop)
	}
	brace := m.prev(first)
	n.span.End = m.toks[brace].start
	m.note(n)
	if closed {
		if stop != end {
			m.erase(stop, stop)
		}
		m.become(end, '}')
	} else {
		m.become(end, ';')
		m.become(stop, '}')
		m.toks[end].open = brace
		end = stop
	}
	m.become(brace, '{')
	m.toks[brace].match, m.toks[end].match, m.toks[brace].inside = end, brace, scopeCode
	for j := first; j != end; j = m.next(j) {
		if m.toks[j].open == open {
			m.toks[j].open = brace
		}
	}
	m.toks[brace].open, m.toks[end].open = m.toks[i].open, m.toks[i].open
	if brace != open {
		m.erase(i, m.prev(brace))
	} else {
		m.erase(i, i)
	}
	return brace
}

// reopen gives the bracket at i and its match another bracket around them.
func (m *masker) reopen(i, open int32) {
	m.toks[i].open, m.toks[m.toks[i].match].open = open, open
}

// holdsBetween reports whether a statement stands between tokens i and end of one parenthesis.
func (m *masker) holdsBetween(i, end int32) bool {
	for j := m.next(i); j != end; j = m.after(j) {
		t := &m.toks[j]
		if t.kind == tokPunct && t.c == ';' || t.word == wordControl || t.word == wordReturn || t.word == wordElse ||
			m.opensBrace(j) && t.inside == scopeCode && !m.isLambdaBody(j) {
			return true
		}
	}
	return false
}
