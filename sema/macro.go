package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// expander puts macros in: a use becomes text, the text is read again as C++, and every node of it stands at the use.
type expander struct {
	t     *tables
	exprs map[expansion]ast.Expr // of all runs over the tables, as the next
	stmts map[expansion][]ast.Stmt
	types map[string]ast.Type
	depth int
	pos   int32 // where in its file the use stands
}

// expansion is a text at a place.
type expansion struct {
	text string
	at   source.Span
	file *unitFile
}

func newExpander(t *tables) *expander {
	return &expander{t: t, exprs: t.exprs, stmts: t.stmts, types: map[string]ast.Type{}}
}

// macro is the definition of a name where the walk stands; function-like ones only on demand.
func (in *interp) macro(name string, function bool) *ast.Macro {
	if len(in.t.macros[name]) == 0 {
		return nil
	}
	in.steps += len(in.t.macros[name]) / 8
	m := in.t.macroAt(name, in.frame.file, source.Span{Start: in.pos})
	if m == nil || m.Function != function {
		return nil
	}
	return m
}

// expr reads text as an expression that stands at a place.
func (e *expander) expr(in *interp, text string, at ast.Node) (ast.Expr, bool) {
	key := expansion{text, in.here(at), in.frame.file}
	x, ok := e.exprs[key]
	if !ok {
		var good bool
		x, good = parser.Expr(text, key.at)
		if !good {
			x = nil
		}
		e.exprs[key] = x
	}
	return x, x != nil
}

// statements reads text as statements that stand at a place.
func (e *expander) statements(in *interp, text string, at ast.Node) ([]ast.Stmt, bool) {
	key := expansion{text, in.here(at), in.frame.file}
	list, ok := e.stmts[key]
	if !ok {
		var good bool
		list, good = parser.Stmts(text, key.at)
		if !good {
			list = nil
		} else if list == nil {
			list = []ast.Stmt{}
		}
		e.stmts[key] = list
	}
	return list, list != nil
}

// typ reads an object-like macro as a type; false when it is not one.
func (e *expander) typ(in *interp, m *ast.Macro, name string) (ast.Type, bool) {
	text := strings.TrimSpace(e.text(in.frame.file, m.Body, map[string]bool{name: true}))
	if t, ok := e.types[text]; ok {
		return t, t != nil
	}
	e.types[text] = nil
	if text == "" || !isLetter(text[0]) || strings.ContainsAny(text, "+-/(){}[];=\"'") {
		return nil, false
	}
	t, ok := parser.Type(text, source.Span{})
	if !ok {
		return nil, false
	}
	e.types[text] = t
	if nt, named := t.(*ast.NamedType); named && len(nt.Parts) == 1 && in.isPlainValue(nt.Name()) {
		e.types[text] = nil
		return nil, false
	}
	return t, true
}

// isPlainValue reports whether a plain name is a variable or enumerator.
func (in *interp) isPlainValue(name string) bool {
	if _, ok := in.frame.scope.lookup(name); ok {
		return true
	}
	if _, ok := in.t.vars[name]; ok {
		return true
	}
	_, ok := in.t.enums[name]
	return ok
}

// call is the text that a function-like macro gives for the arguments.
func (e *expander) call(file *unitFile, m *ast.Macro, args []string) (string, bool) {
	params := m.Params
	variadic := len(params) > 0 && strings.HasSuffix(params[len(params)-1], "...")
	if len(params) == 1 && len(args) == 0 {
		args = []string{""}
	}
	if len(args) < len(params)-1 || len(args) < len(params) && !variadic || len(args) > len(params) && !variadic {
		if !(len(params) == 0 && len(args) == 1 && strings.TrimSpace(args[0]) == "") {
			return "", false
		}
	}
	put := map[string]string{}
	for i, p := range params {
		if variadic && i == len(params)-1 {
			rest := ""
			if i < len(args) {
				rest = strings.Join(args[i:], ",")
			}
			name := strings.TrimSuffix(p, "...")
			if name == "" {
				name = "__VA_ARGS__"
			}
			put[name] = rest
			break
		}
		put[p] = args[i]
	}
	return e.text(file, substitute(m.Body, put), map[string]bool{m.Name: true}), true
}

// substitute puts arguments in the place of parameters, joins ## and makes strings of #.
func substitute(body string, put map[string]string) string {
	var out strings.Builder
	for i := 0; i < len(body); {
		switch c := body[i]; {
		case c == '"' || c == '\'':
			n := quoted(body[i:])
			out.WriteString(body[i : i+n])
			i += n
		case isLetter(c):
			n := word(body[i:])
			if arg, ok := put[body[i:i+n]]; ok {
				out.WriteString(strings.TrimSpace(arg))
			} else {
				out.WriteString(body[i : i+n])
			}
			i += n
		case isDigit(c):
			n := number(body[i:])
			out.WriteString(body[i : i+n])
			i += n
		case c == '#' && i+1 < len(body) && body[i+1] == '#':
			s := strings.TrimRight(out.String(), " \t")
			out.Reset()
			out.WriteString(s)
			i += 2
			for i < len(body) && (body[i] == ' ' || body[i] == '\t') {
				i++
			}
		case c == '#':
			i++
			for i < len(body) && body[i] == ' ' {
				i++
			}
			n := word(body[i:])
			if arg, ok := put[body[i:i+n]]; ok && n > 0 {
				out.WriteString(`"` + strings.ReplaceAll(strings.ReplaceAll(arg, `\`, `\\`), `"`, `\"`) + `"`)
			}
			i += n
		default:
			out.WriteByte(c)
			i++
		}
	}
	return out.String()
}

// text expands every macro in a text; hide holds the macros that are being expanded, which are left alone.
func (e *expander) text(file *unitFile, s string, hide map[string]bool) string {
	if e.depth > maxExpand || len(s) > 1<<16 {
		return s
	}
	e.depth++
	defer func() { e.depth-- }()
	var out strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\'':
			n := quoted(s[i:])
			out.WriteString(s[i : i+n])
			i += n
		case isDigit(c):
			n := number(s[i:])
			out.WriteString(s[i : i+n])
			i += n
		case isLetter(c):
			n := word(s[i:])
			name := s[i : i+n]
			i += n
			text, used, ok := e.use(file, name, s[i:], hide)
			if !ok {
				out.WriteString(name)
				continue
			}
			out.WriteString(text)
			i += used
		default:
			out.WriteByte(c)
			i++
		}
		if out.Len() > 1<<16 {
			return out.String()
		}
	}
	return out.String()
}

// use expands one name with what stands behind it; used is how much of that its arguments took.
func (e *expander) use(file *unitFile, name, rest string, hide map[string]bool) (text string, used int, ok bool) {
	if hide[name] || len(e.t.macros[name]) == 0 {
		return "", 0, false
	}
	m := e.t.macroAt(name, file, source.Span{Start: e.pos})
	if m == nil {
		return "", 0, false
	}
	inner := map[string]bool{name: true}
	for k := range hide {
		inner[k] = true
	}
	if !m.Function {
		return e.text(file, m.Body, inner), 0, true
	}
	args, used, ok := arguments(rest)
	if !ok {
		return "", 0, false
	}
	for i := range args {
		args[i] = e.text(file, args[i], hide)
	}
	text, ok = e.call(file, m, args)
	return text, used, ok
}

// arguments splits "(a, b) .." at the commas of depth 0.
func arguments(s string) (args []string, used int, ok bool) {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	if i == len(s) || s[i] != '(' {
		return nil, 0, false
	}
	depth, start := 0, i+1
	for ; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			i += quoted(s[i:]) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth == 0 {
				if strings.TrimSpace(s[start:i]) != "" || len(args) > 0 {
					args = append(args, s[start:i])
				}
				return args, i + 1, true
			}
		case ',':
			if depth == 1 {
				args = append(args, s[start:i])
				start = i + 1
			}
		}
	}
	return nil, 0, false
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// word is the length of the identifier that s starts with.
func word(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// number is the length of the preprocessing number that s starts with.
func number(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '.' || s[n] == '\'') {
		n++
	}
	return n
}

// quoted is the length of the string or character literal that s starts with.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		if s[i] == s[0] {
			return i + 1
		}
	}
	return len(s)
}
