package parser

import "bytes"

import "github.com/cudalint/cudalint/source"

// shapes mends what the grammar does not read, family by family. Macros are told by their shape: what stands in front, what
// behind, on which line, in capitals or not. An identifier is taken out only where none can stand.
func (m *masker) shapes() {
	m.written()
	m.glue()
	m.gaps()
	m.neighbours()
	m.declarations()
	m.statements()
	m.typeArguments()
}

// starts reports whether a statement (in code) or a declaration (elsewhere) begins at token i.
func (m *masker) starts(i int32) bool {
	s := m.scopeOf(i)
	if s == scopeParen || s == scopeInit || s == scopeEnum {
		return false
	}
	p := m.prev(i)
	t := &m.toks[p]
	switch t.kind {
	case tokEdge:
		return true
	case tokName:
		return s == scopeCode && (t.word == wordElse || t.word == wordDo)
	case tokPunct:
		switch t.c {
		case ';', '{':
			return true
		case '}':
			return t.match == 0 || m.toks[t.match].inside != scopeInit
		case ')':
			return s == scopeCode && m.isControl(p)
		case ':':
			return m.endsLabel(p)
		case '>':
			return s != scopeCode && m.endsTemplateHead(p)
		}
	}
	return false
}

// isControl reports whether the ) at i ends the head of an if, for, while or switch.
func (m *masker) isControl(i int32) bool {
	q := m.before(i)
	if m.is(q, "constexpr") {
		q = m.prev(q)
	}
	return m.toks[q].word == wordControl
}

// endsLabel reports whether the colon at i ends a case, an access specifier or a label to go to.
func (m *masker) endsLabel(i int32) bool {
	p := m.prev(i)
	if m.toks[p].word == wordLabel {
		return true
	}
	if m.isPlain(p) {
		if q := m.prev(p); m.isPunct(q, ';') || m.isPunct(q, '{') || m.isPunct(q, '}') {
			return true
		}
	}
	for n := 0; n < 32 && p != 0; n++ {
		t := &m.toks[p]
		if t.kind == tokPunct && (t.c == ';' || t.c == '{' || t.c == '}' || t.c == '?' || t.c == ':') {
			return false
		}
		if t.word == wordLabel {
			return true
		}
		p = m.before(p)
	}
	return false
}

// endsTemplateHead reports whether the > at i ends `template <..>`.
func (m *masker) endsTemplateHead(i int32) bool {
	return m.toks[m.angleStart(i)].word == wordTemplate
}

// isCapitals reports whether token i is written as macros are: no lower-case letter and more than one byte.
func (m *masker) isCapitals(i int32) bool {
	t := &m.toks[i]
	for _, c := range m.out[t.start:t.end] {
		if 'a' <= c && c <= 'z' {
			return false
		}
	}
	return t.end-t.start > 1
}

// isMacro reports whether token i is a macro that the file or its headers define, object-like or function-like as asked.
func (m *masker) isMacro(i int32, function bool) bool {
	d := m.known.defs[m.text(i)]
	return d != nil && d.Function == function
}

// isLiteral reports whether token i is a number, a string or a character.
func (m *masker) isLiteral(i int32) bool {
	k := m.toks[i].kind
	return k == tokNumber || k == tokString || k == tokChar
}

// chainEnd reads a type or name that starts at i, `A::B<int>::template C`, and returns its last token; 0 when there is none.
func (m *masker) chainEnd(i int32) int32 {
	if m.isPunct(i, opScope) {
		i = m.next(i)
	}
	for n := 0; n < 64; n++ {
		if !m.isName(i) || m.toks[i].word != wordNone && m.toks[i].word != wordTemplate {
			return 0
		}
		if m.toks[i].word == wordTemplate {
			i = m.next(i)
			continue
		}
		end := i
		if j := m.next(i); m.isPunct(j, '<') {
			if close := m.angleEnd(j); close != 0 && !m.isComparison(j, close) {
				end = close
			}
		}
		if !m.isPunct(m.next(end), opScope) {
			return end
		}
		i = m.next(m.next(end))
	}
	return 0
}

// isComparison reports whether what looks like template arguments between i and end is `a < b && c > d`.
func (m *masker) isComparison(i, end int32) bool {
	for j := m.next(i); j != end; j = m.after(j) {
		if t := &m.toks[j]; t.kind == tokPunct && (t.c == opAnd || t.c == opOr) {
			return !m.isPunct(m.next(end), opScope) && !m.isPunct(m.next(end), '(')
		}
	}
	return false
}

// hasBlank reports whether the byte at offset at is a blank to write on.
func (m *masker) hasBlank(at int32) bool {
	return at >= 0 && int(at) < len(m.out) && (m.out[at] == ' ' || m.out[at] == '\t')
}

// onOneLine reports whether n bytes from at on may be written over: they hold no end of a line.
func (m *masker) onOneLine(at int32, n int) bool {
	end := int(at) + n
	return end <= len(m.out) && bytes.IndexByte(m.out[at:end], '\n') < 0 && bytes.IndexByte(m.out[at:end], '\r') < 0
}

// hide blanks tokens i to j for parsing only.
func (m *masker) hide(i, j int32) {
	m.note(note{kind: otherNote, span: m.span(i, j)})
	m.erase(i, j)
}

// takeWord takes attribute word i, with its arguments up to j, out of the text.
func (m *masker) takeWord(i, j int32) {
	at := m.span(i, j)
	text := m.src[at.Start:at.End]
	if isRestrict(m.text(i)) {
		text = "__restrict__"
	}
	m.note(note{kind: wordNote, span: at, text: text})
	m.erase(i, j)
}

func isRestrict(name string) bool {
	const word = "restrict"
	for i := 0; i+len(word) <= len(name); i++ {
		k := 0
		for k < len(word) && name[i+k]|0x20 == word[k] {
			k++
		}
		if k == len(word) {
			return true
		}
	}
	return false
}

// macroNote is the note of a macro at token i whose argument list, when it has one, opens at open (else 0); its text ends at end.
func (m *masker) macroNote(kind noteKind, i, open int32, end int32) note {
	n := note{kind: kind, span: source.Span{Start: m.toks[i].start, End: end}, text: m.text(i)}
	if open != 0 {
		n.call, n.args = true, m.args(open)
	}
	return n
}
