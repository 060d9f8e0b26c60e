package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// Expr parses the text of one expression, such as a macro's after its arguments were put in. Every node gets the span at.
// It is false when a part could not be read. Nothing is known of the names in the text: `(a) - b` is a difference, unless a is
// spelt like a type, and Raw of calls is empty.
func Expr(text string, at source.Span) (ast.Expr, bool) {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, ";") || statementWords[leadingName(text)] || strings.HasPrefix(text, "{") && strings.Contains(text, ";") {
		return nil, false
	}
	if x := arithmetic(text, at); x != nil {
		return x, true
	}
	return grammarExpr(text, at)
}

// statementWords begin statements.
var statementWords = setOf("if for while do switch return break continue goto case default")

// grammarExpr is Expr without its shortcuts.
func grammarExpr(text string, at source.Span) (ast.Expr, bool) {
	var x ast.Expr
	ok := parseSnippet("int _(){return ", text, ";}", at, Options{}, func(l *lowering) {
		if r := l.soleStmt(); r != none && l.t.kind(r) == kReturnStatement && l.t.only(r) != none {
			x = l.expr(l.t.only(r))
		}
	})
	return x, ok && x != nil
}

// Stmts parses the text of statements; the last may want its semicolon. Spans and the result are as with Expr.
func Stmts(text string, at source.Span) ([]ast.Stmt, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, true
	}
	tails := []string{"}", ";}"}
	if last := text[len(text)-1]; last != ';' && last != '}' {
		tails = tails[1:]
	}
	var list []ast.Stmt
	for _, tail := range tails {
		ok := parseSnippet("void _(){\n", text, tail, at, Options{}, func(l *lowering) {
			if f := l.soleFunction(); f != none {
				list = l.block(l.t.child(f, fBody)).List
			} else {
				l.problem(0, 0, "no statements")
			}
		})
		if ok {
			return list, true
		}
	}
	return list, false
}

// Type parses the text of a type. Spans and the result are as with Expr.
func Type(text string, at source.Span) (ast.Type, bool) {
	var t ast.Type
	ok := parseSnippet("using _ = ", text, ";", at, Options{}, func(l *lowering) {
		if a := l.sole(0); a != none && l.t.kind(a) == kAliasDeclaration {
			if n := l.t.child(a, fType); n != none {
				t = l.typeOf(n)
			}
		}
	})
	return t, ok && t != nil
}

// Decls parses the text of declarations. Spans and the result are as with Expr.
func Decls(text string, at source.Span, o Options) ([]ast.Decl, bool) {
	var list []ast.Decl
	ok := parseSnippet("", text, "", at, o, func(l *lowering) {
		list = l.decls(0, 0, int32(len(l.t.text)))
	})
	return list, ok
}

// parseSnippet masks and parses head, text and tail as a file and hands the lowering to use; false when there was a problem.
func parseSnippet(head, text, tail string, at source.Span, o Options, use func(*lowering)) bool {
	f := source.NewFile("", []byte(head+text+tail))
	m := mask(f, o)
	if len(m.text) == 0 {
		return true
	}
	if _, deep := tooDeep(m.text); deep || m.endless != (source.Span{}) {
		return false
	}
	l := &lowering{shared: newShared(f.Text, m, o.Macros), fixed: &at}
	l.names.blind = true
	err := parseTree(m.text, l.time, func(t tree) {
		l.t = &t
		if use(l); t.broken(0) {
			l.problem(0, 0, "cannot read snippet")
		}
	})
	return err == nil && len(l.problems) == 0 && len(m.problems) == 0
}

// sole is the only child of i, tokens left out; none when there are more or fewer.
func (l *lowering) sole(i node) node {
	found := none
	for c := range l.t.kids(i) {
		if k := l.t.kind(c); k == kToken || k == kDrop {
			continue
		}
		if found != none {
			return none
		}
		found = c
	}
	return found
}

// soleFunction is the function that the text wholly consists of.
func (l *lowering) soleFunction() node {
	f := l.sole(0)
	if f == none || l.t.kind(f) != kFunctionDefinition || l.t.child(f, fBody) == none {
		return none
	}
	return f
}

// soleStmt is the only statement of that function.
func (l *lowering) soleStmt() node {
	f := l.soleFunction()
	if f == none {
		return none
	}
	return l.sole(l.t.child(f, fBody))
}

// simple reads a plain name or a number without the grammar; nil when text is neither.
func simple(text string, at ast.At) ast.Expr {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 64 {
		return nil
	}
	if leadingName(text) == text && !reservedWords[text] && !primitiveTypes[text] {
		return &ast.Ident{At: at, Parts: []ast.NamePart{{Name: text}}}
	}
	if text[0] >= '0' && text[0] <= '9' && !strings.ContainsAny(text, " \t\n+-*/") {
		if x, ok := numberLit(at, text); ok {
			return x
		}
	}
	return nil
}

var reservedWords = setOf(`true false nullptr NULL this sizeof alignof new delete throw return if else for while do switch case default
	const volatile static extern struct class union enum typename template operator auto decltype using namespace and or not
	xor bitand bitor compl static_assert asm goto break continue inline constexpr typedef friend try catch __restrict__ noexcept`)

// exprAt parses an expression that stands in the file at offset and was not part of the text that the grammar saw.
func (l *lowering) exprAt(text string, offset int32) ast.Expr {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	offset += int32(len(text) - len(trimmed))
	trimmed = strings.TrimRight(trimmed, " \t\r\n")
	at := ast.At{Span: l.span(offset, offset+int32(len(trimmed)))}
	if x := simple(trimmed, at); x != nil {
		return x
	}
	const head = "int _(){return "
	inner := *l
	inner.shift = offset - int32(len(head))
	var x ast.Expr
	_ = parseTree([]byte(head+trimmed+";}"), l.time, func(t tree) {
		inner.t = &t
		if r := inner.soleStmt(); r != none && t.kind(r) == kReturnStatement && t.only(r) != none && !inner.damaged(r) {
			x = inner.expr(t.only(r))
		}
	})
	if x == nil {
		l.problem(offset, offset+int32(len(trimmed)), "cannot read expression")
		x = &ast.BadExpr{At: at}
	}
	return x
}

// exprList parses expressions between commas. They stand in the file at span when exact, else every node gets the span.
func (l *lowering) exprList(text string, span source.Span, exact bool) []ast.Expr {
	var list []ast.Expr
	for _, s := range splitArgs(text) {
		piece := text[s.Start:s.End]
		if exact {
			list = append(list, l.exprAt(piece, span.Start+s.Start))
		} else if x, ok := l.snippet(piece, span); ok {
			list = append(list, x)
		}
	}
	return list
}

// snippet parses an expression whose nodes all get the span.
func (l *lowering) snippet(text string, span source.Span) (ast.Expr, bool) {
	inner := *l
	inner.fixed = &span
	before := len(l.problems)
	x := inner.exprAt(text, span.Start)
	ok := len(l.problems) == before
	l.problems = l.problems[:before]
	return x, ok
}
