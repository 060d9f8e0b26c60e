package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// arith reads the expressions that make up most of macros without the grammar: names, numbers, strings, infix and prefix
// operators, ?:, parentheses, calls, subscripts, members, casts to the plain types. It gives the same tree as the grammar does,
// or gives up: wherever one text can be read in two ways (a name in parentheses that may be a type, angle brackets that may hold
// template arguments) and at everything else that it does not know.
type arith struct {
	text  string
	pos   int
	at    ast.At
	depth int
	bad   bool
}

const (
	maxArith      = 4096 // bytes
	maxArithDepth = 200
)

// arithmetic reads text, all of whose nodes get the span; nil when it gave up.
func arithmetic(text string, at source.Span) ast.Expr {
	if len(text) > maxArith || strings.ContainsAny(text, "{};#@\\'`$") || strings.Contains(text, "//") || strings.Contains(text, "/*") {
		return nil
	}
	if strings.Contains(text, "<") && strings.Contains(strings.ReplaceAll(text, "->", ""), ">") {
		return nil
	}
	a := &arith{text: text, at: ast.At{Span: at}}
	x := a.conditional()
	if a.bad || a.peek() != 0 {
		return nil
	}
	return x
}

// peek is the next byte that is not blank, 0 at the end.
func (a *arith) peek() byte {
	a.pos += skipBlanks(a.text[a.pos:])
	if a.pos < len(a.text) {
		return a.text[a.pos]
	}
	return 0
}

func (a *arith) accept(s string) bool {
	if a.peek() == 0 || !strings.HasPrefix(a.text[a.pos:], s) {
		return false
	}
	a.pos += len(s)
	return true
}

func (a *arith) fail() ast.Expr {
	a.bad = true
	return &ast.BadExpr{At: a.at}
}

func (a *arith) conditional() ast.Expr {
	if a.depth++; a.depth > maxArithDepth {
		return a.fail()
	}
	defer func() { a.depth-- }()
	c := a.infix(1)
	if a.bad || !a.accept("?") {
		return c
	}
	if a.peek() == ':' {
		return a.fail()
	}
	x := a.conditional()
	if a.bad || !a.accept(":") || a.peek() == ':' {
		return a.fail()
	}
	return &ast.Cond{At: a.at, C: c, X: x, Y: a.conditional()}
}

// operator is the infix operator at hand, "" for none. Those that no expression here can have make it give up.
func (a *arith) operator() string {
	c := a.peek()
	if c == 0 || strings.IndexByte("+-*/%&|^<>=!", c) < 0 {
		return ""
	}
	rest := a.text[a.pos:]
	n := 1
	for n < len(rest) && n < 4 && strings.IndexByte("+-*/%&|^<>=!", rest[n]) >= 0 {
		n++
	}
	for ; n > 0; n-- {
		op := rest[:n]
		if binding[op] == 0 {
			continue
		}
		if next := rest[n:]; next != "" && (next[0] == '=' || next[0] == c) { // += ++ <<= and the like
			break
		}
		return op
	}
	a.bad = true
	return ""
}

func (a *arith) infix(least int) ast.Expr {
	x := a.prefix()
	for !a.bad {
		op := a.operator()
		if op == "" || binding[op] < least {
			return x
		}
		a.pos += len(op)
		x = &ast.Binary{At: a.at, Op: op, X: x, Y: a.infix(binding[op] + 1)}
	}
	return x
}

func (a *arith) prefix() ast.Expr {
	if a.depth++; a.depth > maxArithDepth {
		return a.fail()
	}
	defer func() { a.depth-- }()
	switch c := a.peek(); c {
	case '-', '+', '!', '~', '*', '&':
		a.pos++
		if a.pos < len(a.text) && (a.text[a.pos] == c || a.text[a.pos] == '=') {
			return a.fail()
		}
		return &ast.Unary{At: a.at, Op: string(c), X: a.prefix()}
	case '(':
		if t := a.castType(); t != nil {
			return &ast.Cast{At: a.at, Kind: ast.CCast, Type: t, X: a.prefix()}
		}
	}
	return a.postfix(a.primary())
}

// plainTypes are those that the grammar knows for types in every place and that are one word.
var plainTypes = setOf("int float double bool char")

func (a *arith) named(name string) *ast.NamedType {
	return &ast.NamedType{At: a.at, Parts: []ast.NamePart{{Name: name}}}
}

// castType reads `(int)`; nil, and nothing is read, when there is something else.
func (a *arith) castType() ast.Type {
	inner := a.pos + 1 + skipBlanks(a.text[a.pos+1:])
	name := leadingName(a.text[inner:])
	end := inner + len(name) + skipBlanks(a.text[inner+len(name):])
	if !plainTypes[name] || end >= len(a.text) || a.text[end] != ')' {
		return nil
	}
	a.pos = end + 1
	return a.named(name)
}

func (a *arith) primary() ast.Expr {
	c := a.peek()
	rest := a.text[a.pos:]
	switch {
	case c == 0:
		return a.fail()
	case c == '(':
		return a.paren()
	case c == '"':
		n := quoted(rest)
		a.pos += n
		if next := a.peek(); next == '"' || isNameByte(next, false) || strings.ContainsAny(rest[:n], "\n\r") {
			return a.fail()
		}
		return &ast.StringLit{At: a.at, Value: joinedStrings(rest[:n])}
	case c >= '0' && c <= '9' || c == '.':
		return a.number()
	case isNameByte(c, true) && c < 0x80:
		name := leadingName(rest)
		a.pos += len(name)
		if plainTypes[name] {
			return a.functional(name)
		}
		if !isOperandName(name) {
			return a.fail()
		}
		return &ast.Ident{At: a.at, Parts: []ast.NamePart{{Name: name}}}
	}
	return a.fail()
}

// isOperandName reports whether a name can be nothing but one of a value or function.
func isOperandName(name string) bool {
	return keywords[name] == wordNone && !reservedWords[name] && !primitiveTypes[name] && !grammarWords[name]
}

// grammarWords are further names with a meaning to the grammar.
var grammarWords = setOf(`TRUE FALSE offsetof _Generic _Atomic __extension__ __based __unaligned _unaligned __try __except __finally
	requires concept co_await co_return co_yield final override restrict _Nonnull thread_local register signed unsigned __thread
	__attribute __declspec defined public private protected explicit virtual mutable constinit consteval catch`)

// functional is `int(x)`.
func (a *arith) functional(name string) ast.Expr {
	if a.peek() != '(' {
		return a.fail()
	}
	args := a.args(')')
	if len(args) != 1 {
		return a.fail()
	}
	return &ast.Cast{At: a.at, Kind: ast.FunctionalCast, Type: a.named(name), X: args[0]}
}

// paren reads a parenthesis. A name alone in it must be a value for certain, and what follows must not make it a cast.
func (a *arith) paren() ast.Expr {
	a.pos++
	x := a.conditional()
	if a.bad || !a.accept(")") {
		return a.fail()
	}
	if id, ok := x.(*ast.Ident); ok {
		name := id.Name()
		next := a.peek()
		fraction := next == '.' && a.pos+1 < len(a.text) && classOf[a.text[a.pos+1]] == classDigit
		starts := fraction || next == '(' || next == '"' || next == '~' || isNameByte(next, false) || next == '!' && !strings.HasPrefix(a.text[a.pos:], "!=")
		if starts || !a.isValue(name) {
			return a.fail()
		}
	}
	return &ast.Paren{At: a.at, X: x}
}

// isValue is what names.isValue says of a snippet's names, of which nothing is known.
func (a *arith) isValue(name string) bool {
	switch blindNames.meaning(name) {
	case typeName:
		return false
	case unknownName:
		return !looksType(name)
	}
	return true
}

var blindNames = names{blind: true}

func (a *arith) number() ast.Expr {
	rest := a.text[a.pos:]
	n := 1
	hex := strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X")
	for n < len(rest) {
		c := rest[n]
		sign := (c == '+' || c == '-') && !hex && rest[n-1]|0x20 == 'e'
		if !sign && c != '.' && !isNameByte(c, false) {
			break
		}
		n++
	}
	a.pos += n
	x, ok := numberLit(a.at, rest[:n])
	if !ok || strings.Contains(rest[:n], "_") {
		return a.fail()
	}
	return x
}

// args reads what stands between brackets, the closing one being end; nil when there is nothing.
func (a *arith) args(end byte) []ast.Expr {
	a.pos++
	if a.peek() == end {
		a.pos++
		return nil
	}
	var args []ast.Expr
	for {
		args = append(args, a.conditional())
		if a.bad {
			return nil
		}
		switch a.peek() {
		case end:
			a.pos++
			return args
		case ',':
			a.pos++
		default:
			a.bad = true
			return nil
		}
	}
}

func (a *arith) postfix(x ast.Expr) ast.Expr {
	literal := false
	switch x.(type) {
	case *ast.IntLit, *ast.FloatLit, *ast.StringLit:
		literal = true
	}
	for !a.bad {
		switch c := a.peek(); {
		case literal && (c == '(' || c == '[' || c == '.' || strings.HasPrefix(a.text[a.pos:], "->")):
			return a.fail()
		case c == '(':
			if id, ok := x.(*ast.Ident); ok && (isVectorType(id.Name()) || id.Name() == "dim3") {
				return a.fail()
			}
			x = &ast.Call{At: a.at, Fun: x, Args: a.args(')')}
		case c == '[':
			i := a.args(']')
			if len(i) != 1 {
				return a.fail()
			}
			x = &ast.Index{At: a.at, X: x, I: i[0]}
		case c == '.' || c == '-' && strings.HasPrefix(a.text[a.pos:], "->"):
			a.pos++
			if c == '-' {
				a.pos++
			}
			a.peek()
			name := leadingName(a.text[a.pos:])
			if name == "" || !isOperandName(name) {
				return a.fail()
			}
			a.pos += len(name)
			x = &ast.Member{At: a.at, X: x, Name: ast.NamePart{Name: name}, Arrow: c == '-'}
		default:
			return x
		}
	}
	return x
}
