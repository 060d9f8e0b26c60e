package parser

import "github.com/cudalint/cudalint/ast"

// table reads a list of numbers that the mask kept from the grammar.
func (l *lowering) table(n note) *ast.InitList {
	list, _ := l.readTable(n, 0)
	return list
}

// readTable reads the list whose brace is at i and gives the index behind it.
func (l *lowering) readTable(n note, i int) (*ast.InitList, int) {
	text, start := n.text, i
	list := &ast.InitList{}
	at := func(from, to int) ast.At {
		return ast.At{Span: l.span(n.span.Start+int32(from), n.span.Start+int32(to))}
	}
	for i++; text[i] != '}'; {
		switch c := text[i]; {
		case c == '{':
			var inner *ast.InitList
			inner, i = l.readTable(n, i)
			list.Elems = append(list.Elems, inner)
		case c == ',' || isBlank(c):
			i++
		default:
			from, sign := i, ""
			if c == '-' || c == '+' {
				sign = text[i : i+1]
				i++
			}
			digits := i
			for i < len(text) && (classOf[text[i]]&(classLetter|classDigit) != 0 || text[i] == '.' || exponentSign(text, digits, i)) {
				i++
			}
			x, _ := numberLit(at(digits, i), text[digits:i])
			if sign != "" {
				x = &ast.Unary{At: at(from, i), Op: sign, X: x}
			}
			list.Elems = append(list.Elems, x)
		}
	}
	list.At = at(start, i+1)
	if len(list.Elems) > 0 {
		list.Names = make([]string, len(list.Elems))
	}
	return list, i + 1
}

// exponentSign reports whether the sign at i is part of the number that starts at from: 1e-5.
func exponentSign(text string, from, i int) bool {
	return (text[i] == '-' || text[i] == '+') && i > from && text[i-1]|0x20 == 'e' && !(i > from+1 && text[from+1]|0x20 == 'x')
}
