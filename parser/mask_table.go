package parser

// minTable is the length in bytes from which a list of numbers is kept from the grammar, which is slow on long lists.
const minTable = 256

// tables blanks the insides of braces that hold nothing but numbers between commas, in braces again or not, and notes them.
func (m *masker) tables() {
	for i := m.next(0); i != m.last(); i = m.next(i) {
		t := &m.toks[i]
		if t.inside != scopeInit || !m.opensBrace(i) || m.toks[t.match].end-t.start < minTable || m.next(i) == t.match || !m.numbersOnly(i) {
			continue
		}
		s := m.span(i, t.match)
		m.note(note{kind: tableNote, span: s, text: string(m.out[s.Start:s.End])})
		m.erase(m.next(i), m.prev(t.match))
		i = t.match
	}
}

// numbersOnly reports whether the braces from token i on hold such a list, as readTable reads it.
func (m *masker) numbersOnly(i int32) bool {
	value := false // one has just ended
	for end := m.toks[i].match; i != end; i = m.next(i) {
		t := &m.toks[i]
		switch {
		case t.kind == tokNumber && !value && plainNumber(m.src[t.start:t.end]):
			value = true
		case t.kind != tokPunct:
			return false
		case t.c == '{' && !value && t.match != 0:
		case t.c == '}' && t.match != 0:
			value = true
		case t.c == ',' && value:
			value = false
		case (t.c == '-' || t.c == '+') && !value && m.toks[m.next(i)].kind == tokNumber && m.toks[m.next(i)].start == t.end:
		default:
			return false
		}
	}
	return true
}

// plainNumber reports whether a number is written as grammar and numberLit read it without doubt: in decimal, perhaps with point,
// exponent and f, or in hexadecimal; integers perhaps with u and l behind them.
func plainNumber(s string) bool {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		n := 2
		for n < len(s) && hexDigit(s[n]) {
			n++
		}
		return n > 2 && integerSuffix(s[n:])
	}
	n := digitsOf(s)
	if n == 0 {
		return false
	}
	if integerSuffix(s[n:]) {
		return s[0] != '0' || n == 1
	}
	whole := n
	if n < len(s) && s[n] == '.' {
		n += 1 + digitsOf(s[n+1:])
	}
	if n < len(s) && s[n]|0x20 == 'e' {
		n++
		if n < len(s) && (s[n] == '-' || s[n] == '+') {
			n++
		}
		k := digitsOf(s[n:])
		if k == 0 {
			return false
		}
		n += k
	}
	return n > whole && (n == len(s) || n == len(s)-1 && s[n]|0x20 == 'f')
}

func integerSuffix(s string) bool {
	switch s {
	case "", "u", "U", "l", "L", "ul", "UL", "ull", "ULL", "ll", "LL":
		return true
	}
	return false
}

func digitsOf(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func hexDigit(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
