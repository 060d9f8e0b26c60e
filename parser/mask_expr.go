package parser

// expressions takes out what stands in two kinds of parentheses that the grammar has no rule for, GNU's statements as an expression and a comma
// behind an assignment:
//
//	x = ({ int y = f(); y; });    a[(i = j + 1, i)]
//
// A character literal stands in their place. The inner ones come first, so that the outer ones' text holds their literals.
func (m *masker) expressions() {
	for i := m.prev(m.last()); i != 0; i = m.prev(i) {
		if !m.opensParen(i) || !m.isOperand(i) || !m.isStatementExpr(i) && !m.isCommaExpr(i) {
			continue
		}
		at := m.span(m.next(i), m.prev(m.toks[i].match))
		if !m.onOneLine(at.Start, len(standIn)) {
			continue
		}
		m.note(note{kind: exprNote, span: at, text: string(m.out[at.Start:at.End])})
		blankBytes(m.out[at.Start:at.End])
		copy(m.out[at.Start:], standIn)
	}
}

// standIn is the literal that stands for an expression.
const standIn = "'_'"

// isOperand reports whether the parenthesis at i is an operand, not somebody's arguments.
func (m *masker) isOperand(i int32) bool {
	s := m.scopeOf(i)
	if s == scopeCode && m.starts(i) {
		return true
	}
	return (s == scopeCode || s == scopeParen || s == scopeInit || m.isPunct(m.prev(i), '=')) && m.isFree(m.prev(i)) && !m.isPunct(m.prev(i), '>')
}

func (m *masker) isStatementExpr(i int32) bool {
	brace := m.next(i)
	return m.opensBrace(brace) && m.toks[brace].inside == scopeCode && m.after(brace) == m.toks[i].match &&
		m.toks[brace].end == m.toks[brace].start+1 && m.after(brace) != m.next(brace)
}

// isCommaExpr reports whether directly in the parenthesis at i a comma stands behind an assignment.
func (m *masker) isCommaExpr(i int32) bool {
	assigned := false
	for j := m.next(i); j != m.toks[i].match && j != m.last(); j = m.after(j) {
		t := &m.toks[j]
		switch {
		case t.kind != tokPunct:
		case t.c == '=' || t.c == opAssign:
			assigned = true
		case t.c == ',' && assigned:
			return true
		case t.c == ';':
			return false
		}
	}
	return false
}
