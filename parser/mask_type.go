package parser

// typeArguments makes identifiers of types where a call or macro has them for arguments: READ(float, x), va_arg(list, int),
// typeid(double), GET(A*, x). The first byte becomes _ when the type begins with a word that the grammar knows.
func (m *masker) typeArguments() {
	for i := m.next(0); i != m.last(); i = m.next(i) {
		open := m.next(i)
		if !m.isCallee(i) || !m.opensParen(open) {
			continue
		}
		end := m.toks[open].match
		if m.find(m.next(open), ';') != 0 { // text for the preprocessor only
			m.hide(m.next(open), m.prev(end))
			continue
		}
		from := m.next(open)
		for j := from; ; j = m.after(j) {
			if j == m.last() {
				break
			}
			if j != end && !m.isPunct(j, ',') {
				continue
			}
			if from != j {
				m.typeArgument(from, m.prev(j))
			}
			if j == end {
				break
			}
			from = m.next(j)
		}
	}
}

// isCallee reports whether name i can be what is called, not what is declared.
func (m *masker) isCallee(i int32) bool {
	t := &m.toks[i]
	if t.kind != tokName || t.word != wordNone && !m.is(i, "typeid") {
		return false
	}
	p := m.prev(i)
	if s := m.scopeOf(i); s == scopeFile || s == scopeClass {
		q := &m.toks[p]
		return q.kind == tokPunct && (q.c == '=' || q.c == opOr || q.c == opCompare)
	}
	q := &m.toks[p]
	switch q.kind {
	case tokName:
		return q.word == wordReturn || q.word == wordElse || q.word == wordDo || q.word == wordLabel || q.word == wordOther
	case tokPunct:
		return q.c != '>' && q.c != '~' && (q.c != '<' || m.angleEnd(p) == 0)
	}
	return true
}

// typeArgument rewrites the argument from token i to token last when it is a type.
func (m *masker) typeArgument(i, last int32) {
	builtin := false
	j := i
	for m.toks[j].word == wordQualifier || m.toks[j].word == wordRecord || m.toks[j].word == wordTypename {
		if j == last {
			return
		}
		builtin = true
		j = m.next(j)
	}
	t := &m.toks[j]
	end := j
	switch {
	case t.word == wordType:
		builtin = true
		for end != last && m.toks[m.next(end)].word == wordType {
			end = m.next(end)
		}
	case t.word == wordNew || t.word == wordDelete || t.word == wordOperator:
		if j != last {
			return
		}
		builtin = true
	default:
		if end = m.chainEnd(j); end == 0 {
			return
		}
	}
	stars := false
	for end != last {
		end = m.next(end)
		k := &m.toks[end]
		if k.word != wordQualifier && !(k.kind == tokPunct && (k.c == '*' || k.c == '&' || k.c == opAnd)) {
			return
		}
		stars = true
	}
	if !builtin && !stars {
		return
	}
	m.note(note{kind: otherNote, span: m.span(i, last)})
	if i != last {
		m.erase(m.next(i), last)
	}
	if builtin {
		m.out[m.toks[i].start] = '_'
		m.toks[i].word = wordNone
	}
}
