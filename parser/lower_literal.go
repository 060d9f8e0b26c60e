package parser

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/ast"
)

// number decodes a number, of which the grammar takes a sign in front for a part.
func (l *lowering) number(i node) (ast.Expr, bool) {
	text := l.t.str(i)
	if text[0] != '-' && text[0] != '+' {
		return numberLit(l.at(i), text)
	}
	x, ok := numberLit(ast.At{Span: l.span(l.start(i)+1, l.end(i))}, text[1:])
	return &ast.Unary{At: l.at(i), Op: text[:1], X: x}, ok
}

// numberLit decodes an integer or floating literal; false when text is neither.
func numberLit(at ast.At, text string) (ast.Expr, bool) {
	s := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	if strings.Contains(s, " ") { // the mask blanks digit separators
		s = strings.ReplaceAll(s, " ", "")
	}
	if s == "" {
		return nil, false
	}
	hex := strings.HasPrefix(s, "0x")
	if strings.ContainsAny(s, ".p") || !hex && strings.ContainsAny(s, "e") || !hex && !strings.HasPrefix(s, "0b") && strings.HasSuffix(s, "f") {
		return float(at, s, hex)
	}
	digits := strings.TrimRight(s, "ulz")
	lit := &ast.IntLit{At: at, Suffix: s[len(digits):]}
	base := 10
	switch {
	case hex:
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		digits, base = digits[1:], 8
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		if !isRangeError(err) {
			return nil, false
		}
		lit.Overflow = true
	}
	lit.Value = v
	if i := strings.IndexByte(lit.Suffix, 'u'); i > 0 {
		lit.Suffix = "u" + lit.Suffix[:i] + lit.Suffix[i+1:]
	}
	return lit, true
}

// userLiteral is a call of the literal's operator, `0.5_hf`; a string of the standard library is a string.
func (l *lowering) userLiteral(i node) ast.Expr {
	first := i + 1
	if first >= l.t.nodes[i].last {
		l.problem(l.start(i), l.end(i), "cannot read literal")
		return &ast.BadExpr{At: l.at(i)}
	}
	x, suffix := l.expr(first), string(l.t.text[l.t.nodes[first].end:l.t.nodes[i].end])
	if s, ok := x.(*ast.StringLit); ok && suffix[0] != '_' {
		s.Span = l.at(i).Span
		return s
	}
	at := ast.At{Span: l.span(l.end(first), l.end(i))}
	return &ast.Call{At: l.at(i), Fun: &ast.Ident{At: at, Parts: []ast.NamePart{{Name: `operator""` + suffix}}}, Args: []ast.Expr{x}}
}

func isRangeError(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

func float(at ast.At, s string, hex bool) (ast.Expr, bool) {
	digits := strings.TrimRight(s, "fl")
	if hex && !strings.Contains(s, "p") {
		return nil, false
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(v, 0) {
		return nil, false
	}
	return &ast.FloatLit{At: at, Value: v, Single: strings.HasSuffix(s, "f")}, true
}

// character decodes the text of a character literal, prefix and quotes included, to its code; of several characters the last.
func character(text string) uint64 {
	if q := strings.IndexByte(text, '\''); q >= 0 {
		text = strings.TrimSuffix(text[q+1:], "'")
	}
	decoded := unescaped(text)
	if decoded == "" {
		return 0
	}
	if r, n := utf8.DecodeLastRuneInString(decoded); r != utf8.RuneError || n > 1 {
		return uint64(r)
	}
	return uint64(decoded[len(decoded)-1])
}

var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '0': 0, 'a': 7, 'b': 8, 'f': 12, 'v': 11}

// unescaped decodes the escapes of C; an unknown one stands for its character.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == '\n':
		case c == 'x':
			n := digitsIn(s[i+1:], 16, 8)
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 32)
			b.WriteByte(byte(v))
			i += n
		case c == 'u' || c == 'U':
			n := digitsIn(s[i+1:], 16, map[byte]int{'u': 4, 'U': 8}[c])
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 32)
			b.WriteRune(rune(v))
			i += n
		case c >= '0' && c <= '7':
			n := digitsIn(s[i:], 8, 3)
			v, _ := strconv.ParseUint(s[i:i+n], 8, 32)
			b.WriteByte(byte(v))
			i += n - 1
		default:
			if e, ok := escapes[c]; ok {
				c = e
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// digitsIn counts the digits of the base at the head of s, at most limit.
func digitsIn(s string, base, limit int) int {
	n := 0
	for n < len(s) && n < limit {
		if _, err := strconv.ParseUint(s[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	return n
}

// rawString is the value of R"tag(..)tag".
func rawString(text string) string {
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end <= open {
		return ""
	}
	return text[open+1 : end]
}
