package parser

import "strings"

// glue takes out names that stand between string literals, "%" PRIu64 "\n", which only the preprocessor can make strings of.
func (m *masker) glue() {
	for i := m.next(0); i != m.last(); i = m.next(i) {
		if w := m.toks[m.prev(i)].word; m.toks[i].kind != tokString || w == wordExtern || w == wordOperator {
			continue
		}
		for j := m.next(i); m.isPlain(j) && m.isGlued(i, j); j = m.next(i) {
			m.hide(j, m.callEnd(j))
		}
		if p := m.prev(i); m.isPlain(p) && !m.starts(p) && !m.isPunct(m.prev(p), '>') && m.isFree(m.prev(p)) {
			m.hide(p, p)
		}
	}
}

// isGlued reports whether the name j behind string i cannot begin anything new.
func (m *masker) isGlued(i, j int32) bool {
	k := m.next(m.callEnd(j))
	return m.toks[k].kind == tokString || !m.lineBreak(i, j) || m.scopeOf(j) == scopeParen || m.scopeOf(j) == scopeInit
}

// callEnd is the end of the parenthesis behind name i, or i.
func (m *masker) callEnd(i int32) int32 {
	if j := m.next(i); m.opensParen(j) {
		return m.toks[j].match
	}
	return i
}

// isFree reports whether an operand can stand behind token i.
func (m *masker) isFree(i int32) bool {
	t := &m.toks[i]
	return t.kind == tokPunct && t.c != ')' && t.c != ']' && t.c != '.' && t.c != opScope && t.c != opArrow ||
		t.word == wordReturn || t.kind == tokString
}

// gaps rewrites C++ that this grammar has no rule for.
func (m *masker) gaps() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		t := &m.toks[i]
		switch {
		case t.kind == tokName:
			next = m.gapWord(i)
		case t.kind != tokPunct:
		case t.c == ';':
			m.loneSemicolon(i)
		case t.c == '=':
			next = m.assigned(i)
		case t.c == opEllipsis:
			m.pointerPack(i)
		case t.c == ',':
			m.fieldInitializer(i)
		case t.c == ':' && (m.isPunct(m.prev(i), ',') || m.toks[m.prev(i)].word == wordType):
			m.namelessField(i)
		case t.c == ':':
			m.labelledDeclaration(i)
		case t.c == '{':
			m.emptyCapture(i)
			m.emptyBlock(i)
		}
		i = next
	}
}

func (m *masker) gapWord(i int32) int32 {
	next := m.next(i)
	switch m.toks[i].word {
	case wordNew:
		return m.newArray(i)
	case wordTypename:
		if m.isFree(m.prev(i)) && !m.starts(i) && m.isValueType(next) || m.toks[m.prev(i)].word == wordUsing {
			m.hide(i, i)
		}
	case wordType:
		m.unsignedValue(i)
	case wordOf:
		if m.is(i, "decltype") {
			m.decltypeValue(i)
		}
	case wordTemplate:
		p := m.prev(i)
		switch {
		case m.isPunct(p, '.') || m.isPunct(p, opArrow):
			if !m.isPunct(m.next(next), '<') {
				m.hide(i, i)
			}
		case !m.isPunct(next, '<'):
			return m.instantiation(i, i)
		}
	case wordExtern:
		if m.toks[next].word == wordTemplate && !m.isPunct(m.next(next), '<') {
			return m.instantiation(i, next)
		}
	case wordEnum:
		if w := m.toks[next].word; w == wordRecord {
			next = m.next(next)
		}
		if m.isPunct(next, ':') {
			if open := m.find(next, '{'); open != 0 {
				m.hide(next, m.prev(open))
				return open
			}
		}
	case wordRecord:
		m.attributedRecord(i)
		return m.next(i)
	case wordOperator:
		m.literalOperator(i)
		m.operatorCall(i)
	}
	return next
}

// find is the first token of the punctuation c from i on that the statement reaches, at the level of i; 0 when there is none.
func (m *masker) find(i int32, c byte) int32 {
	for n := 0; n < maxLook && i != m.last(); n++ {
		if m.isPunct(i, c) {
			return i
		}
		if t := &m.toks[i]; t.kind == tokPunct && (t.c == ';' || t.c == '{' || t.match != 0 && t.match < i) {
			return 0
		}
		i = m.after(i)
	}
	return 0
}

// newArray makes `new const T *[n]` read `new T [n]`.
func (m *masker) newArray(i int32) int32 {
	j := m.next(i)
	if m.opensParen(j) {
		j = m.after(j)
	}
	if m.toks[j].word == wordQualifier {
		k := m.next(j)
		m.hide(j, j)
		j = k
	}
	if m.toks[j].word == wordRecord {
		j = m.next(j)
	}
	end := int32(0)
	for m.toks[j].word == wordType {
		end, j = j, m.next(j)
	}
	if end == 0 {
		if end = m.chainEnd(j); end == 0 {
			return m.next(i)
		}
	}
	first := m.next(end)
	last := int32(0)
	for k := first; m.isPunct(k, '*') || m.toks[k].word == wordQualifier; k = m.next(k) {
		last = k
	}
	if last != 0 && m.isPunct(m.next(last), '[') {
		m.hide(first, last)
	}
	return m.next(end)
}

// isValueType reports whether the dependent type at i is used as a value, A::B{} or A::B(x).
func (m *masker) isValueType(i int32) bool {
	end := m.chainEnd(i)
	if end == 0 || end == i {
		return false
	}
	j := m.next(end)
	return m.isPunct(j, '{') || m.isPunct(j, '(')
}

// decltypeValue makes decltype(x) an unknown name where a value is built of it.
func (m *masker) decltypeValue(i int32) {
	open := m.next(i)
	if !m.opensParen(open) {
		return
	}
	end := m.toks[open].match
	behind := m.next(end)
	p := m.prev(i)
	if m.toks[p].word == wordTypename {
		p = m.prev(p)
	}
	if !m.isFree(p) || !m.isPunct(behind, '{') && !m.isPunct(behind, '(') && !m.isPunct(behind, opScope) {
		return
	}
	if m.isPunct(behind, opScope) {
		last := m.chainEnd(behind)
		if k := m.next(last); last == 0 || !m.isPunct(k, '{') && !m.isPunct(k, '(') {
			return
		}
	}
	m.note(note{kind: otherNote, span: m.span(i, end)})
	copy(m.out[m.toks[i].start:], "DECLTYPE")
	m.erase(open, end)
	m.toks[i].word = wordNone
	if p := m.prev(i); m.toks[p].word == wordTypename {
		m.hide(p, p)
	}
}

// instantiation takes out `template class Q<int>;` and `extern template ..;`. The function form of the former is read.
func (m *masker) instantiation(i, template int32) int32 {
	next := m.next(template)
	if i == template && m.toks[next].word != wordRecord || !m.starts(i) {
		return next
	}
	end := m.find(next, ';')
	if end == 0 {
		return next
	}
	next = m.next(end)
	m.hide(i, end)
	return next
}

// attributedRecord takes attributes out from between the keyword and the name of a record that is defined.
func (m *masker) attributedRecord(i int32) {
	for j := m.next(i); m.isPlain(j); j = m.next(i) {
		k := m.next(m.callEnd(j))
		if m.callEnd(j) != j && m.toks[k].inside == scopeClass {
			m.takeWord(j, m.callEnd(j))
			return
		}
		if !m.isPlain(k) {
			return
		}
		end := m.chainEnd(k)
		if end == 0 {
			return
		}
		behind := m.next(end)
		if m.is(behind, "final") {
			behind = m.next(behind)
		}
		if m.isPunct(behind, ':') {
			behind = m.find(behind, '{')
		}
		// Two attributes in a row: the second is looked at next.
		isAttribute := m.toks[behind].inside == scopeClass || m.isPlain(behind) && m.callEnd(j) == j
		if !isAttribute {
			return
		}
		m.takeWord(j, m.callEnd(j))
	}
}

// loneSemicolon blanks a semicolon where the grammar has no empty declaration.
func (m *masker) loneSemicolon(i int32) {
	s := m.scopeOf(i)
	if s != scopeFile && s != scopeClass {
		return
	}
	p := m.prev(i)
	t := &m.toks[p]
	lone := t.kind == tokEdge
	if t.kind == tokPunct {
		switch t.c {
		case ';', '{':
			lone = true
		case ':':
			lone = m.endsLabel(p)
		case '}':
			if open := t.match; open != 0 {
				in := m.toks[open].inside
				lone = in == scopeFile || in == scopeCode && !m.isLambdaBody(open)
			}
		}
	}
	if lone {
		m.hide(i, i)
	}
}

// assigned handles what stands behind the = at i.
func (m *masker) assigned(i int32) int32 {
	next := m.next(i)
	switch {
	case m.toks[next].word == wordDelete && m.isPunct(m.next(next), ';'):
		next = m.next(next)
		m.hide(i, m.prev(next))
	case m.opensBrace(next) && m.isParameter(i):
		next = m.after(next)
		m.hide(i, m.prev(next))
	case m.isPunct(m.prev(i), '*'):
		m.namelessPointer(i)
	case m.isTypeParameter(m.prev(i)):
		m.functionDefault(i)
	}
	return next
}

// isTypeParameter reports whether name i is one of a template head, `typename T`.
func (m *masker) isTypeParameter(i int32) bool {
	w := m.toks[m.prev(i)].word
	return m.isPlain(i) && (w == wordTypename || w == wordRecord)
}

// functionDefault drops the default of a type parameter, whose = is at i, when it is a function's type: `class F = int (*)(int)`.
func (m *masker) functionDefault(i int32) {
	function := false
	last := i
	for n, j := 0, m.next(i); n < maxAngle && j != m.last(); n++ {
		t := &m.toks[j]
		if t.kind == tokPunct && (t.c == ',' || t.c == '>') {
			break
		}
		switch {
		case t.kind == tokPunct && t.c == '<':
			if j = m.angleEnd(j); j == 0 {
				return
			}
		case t.match > j:
			function = function || t.c == '(' && m.toks[m.prev(j)].word != wordOf
			j = t.match
		case t.kind == tokPunct && (t.c == ';' || t.match != 0):
			return
		}
		last = j
		j = m.next(j)
	}
	if function {
		m.hide(i, last)
	}
}

// isParameter reports whether the = at i gives a parameter its default: in a parenthesis among declarations or of a lambda.
func (m *masker) isParameter(i int32) bool {
	open := m.toks[i].open
	if !m.isPunct(open, '(') {
		return false
	}
	s := m.scopeOf(open)
	return s == scopeFile || s == scopeClass || m.isPunct(m.prev(open), ']') || m.opensBrace(m.after(open))
}

// namelessPointer gives the parameter in `T * = nullptr` a name, or takes its star where there is no room.
func (m *masker) namelessPointer(i int32) {
	p := m.prev(i)
	if at := m.toks[p].end; m.hasBlank(at) {
		m.out[at] = '_'
		m.note(note{kind: otherNote, span: span(int(at), int(at)+1)})
		return
	}
	m.hide(p, p)
}

// pointerPack takes the stars off `T *... p`.
func (m *masker) pointerPack(i int32) {
	for p := m.prev(i); m.isPunct(p, '*') && m.scopeOf(i) == scopeParen && m.isPlain(m.next(i)); p = m.prev(i) {
		m.hide(p, p)
	}
}

// fieldInitializer drops the initializer of all but the last field in `int a = 0, b = 1;`. The comma is at i.
func (m *masker) fieldInitializer(i int32) {
	if m.scopeOf(i) != scopeClass {
		return
	}
	for n, j := 0, m.prev(i); n < 64 && j != 0; n++ {
		t := &m.toks[j]
		if t.kind == tokPunct && (t.c == ',' || t.c == ';' || t.c == '{' || t.c == ':' || t.c == '<') || m.is(j, "operator") {
			return
		}
		if t.kind == tokPunct && t.c == '>' {
			if j = m.angleStart(j); j == 0 {
				return
			}
			continue
		}
		if m.isPunct(j, '=') {
			m.hide(j, m.prev(i))
			return
		}
		j = m.before(j)
	}
}

// namelessField gives the nameless field in `int a : 3, : 5;` or `int : 5, a : 3;` a name where there is a blank to write it on. The colon is at i.
func (m *masker) namelessField(i int32) {
	if at := m.toks[i].start - 1; m.scopeOf(i) == scopeClass && m.hasBlank(at) {
		m.out[at] = '_'
		m.note(note{kind: otherNote, span: span(int(at), int(at)+1)})
	}
}

// unsignedValue writes unsigned(x) as uint(x), which is the same type in CUDA and no keyword.
func (m *masker) unsignedValue(i int32) {
	const short = "uint    "
	if m.is(i, "unsigned") && m.opensParen(m.next(i)) && m.isFree(m.prev(i)) && !m.starts(i) {
		m.note(note{kind: otherNote, span: m.span(i, i)})
		copy(m.out[m.toks[i].start:], short)
		m.toks[i].end, m.toks[i].word = m.toks[i].start+4, wordNone
	}
}

// labelledDeclaration puts a semicolon between a label and a declaration behind it, where there is a blank to write on.
func (m *masker) labelledDeclaration(i int32) {
	p, next := m.prev(i), m.next(i)
	if m.scopeOf(i) != scopeCode || !m.isPlain(p) || !m.starts(p) || !m.isName(next) {
		return
	}
	w := m.toks[next].word
	isDeclaration := w == wordType || w == wordQualifier || w == wordSpecifier || w == wordRecord ||
		w == wordNone && m.isPlain(m.next(next))
	if !isDeclaration {
		return
	}
	for at := m.toks[i].end; at < m.toks[next].start; at++ {
		if m.hasBlank(at) {
			m.out[at] = ';'
			return
		}
	}
}

// emptyCapture blanks the specifiers of a lambda without parameters, `[=] mutable {`, in front of the brace at i.
func (m *masker) emptyCapture(i int32) {
	p := m.prev(i)
	if (m.is(p, "mutable") || m.is(p, "noexcept")) && m.isPunct(m.prev(p), ']') {
		m.hide(p, p)
	}
}

// emptyBlock makes a semicolon of the block at i when it is empty and all that another holds: the grammar takes `{ {} }` for a list.
func (m *masker) emptyBlock(i int32) {
	end := m.toks[i].match
	if end == 0 || m.next(i) != end || m.scopeOf(i) != scopeCode {
		return
	}
	if p := m.prev(i); m.isPunct(p, '{') && m.toks[p].match == m.next(end) {
		m.out[m.toks[i].start], m.out[m.toks[end].start] = ';', ' '
		m.toks[i].c, m.toks[i].match = ';', 0
		m.unlink(end, end)
	}
}

// literalOperator makes an identifier of operator""_x, whose first token is i.
func (m *masker) literalOperator(i int32) {
	last := m.next(i)
	if m.toks[last].kind != tokString || !strings.HasPrefix(m.text(last), `""`) {
		return
	}
	suffix := m.text(last)[2:]
	if suffix == "" && m.isPlain(m.next(last)) {
		last = m.next(last)
		suffix = m.text(last)
	}
	at := m.span(i, last)
	if !m.onOneLine(at.Start, min(len(literalName)+len(suffix), int(at.End-at.Start))) {
		return
	}
	m.note(note{kind: otherNote, span: at})
	blankBytes(m.out[at.Start:at.End])
	n := copy(m.out[at.Start:at.End], literalName+suffix)
	m.unlink(m.next(i), last)
	m.toks[i].end, m.toks[i].word = at.Start+int32(n), wordNone
}

// literalName is written for the operator"" of a literal's operator.
const literalName = "operator__"

// operatorCall makes an identifier of the name in x.operator==(y).
func (m *masker) operatorCall(i int32) {
	if p := m.prev(i); m.toks[i].word == wordNone || !m.isPunct(p, '.') && !m.isPunct(p, opArrow) {
		return
	}
	last := i
	for j := m.next(i); m.toks[j].kind == tokPunct && m.toks[j].start == m.toks[last].end; j = m.next(j) {
		if m.opensParen(j) && (last != i || !m.opensParen(m.after(j))) {
			break // the arguments
		}
		last = j
	}
	if last == i {
		return
	}
	m.note(note{kind: otherNote, span: m.span(i, last)})
	copy(m.out[m.toks[i].start:], "Operator")
	for at := m.toks[i].end; at < m.toks[last].end; at++ {
		m.out[at] = '_'
	}
	m.unlink(m.next(i), last)
	m.toks[i].end, m.toks[i].word = m.toks[last].end, wordNone
}
