package kernelrun

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
)

// macroExpr is what a macro stands for at an expression. call is nil for one without arguments.
func (t *thread) macroExpr(m *ast.Macro, call *ast.Call, at ast.Expr) ast.Expr {
	text := m.Body
	if call != nil {
		text = t.m.put(m, t.rawArgs(call))
	}
	text = t.m.expand(text, map[string]bool{m.Name: true}, 0)
	key := text + fmt.Sprint(at.Pos())
	if x, ok := t.m.exprs[key]; ok {
		return x
	}
	x, ok := parser.Expr(text, at.Pos())
	if !ok {
		t.at = at.Pos()
		panic(t.unknown("macro %s", m.Name))
	}
	t.m.exprs[key] = x
	return x
}

func (t *thread) rawArgs(call *ast.Call) []string {
	f := t.m.file
	if t.frame.fn != nil {
		f = t.frame.fn.file
	}
	if len(call.Raw) != len(call.Args) {
		panic(t.unknown("a macro within a macro"))
	}
	var out []string
	for _, s := range call.Raw {
		out = append(out, f.Source.Slice(s))
	}
	return out
}

// macroType reads a macro that stands for a type.
func (m *machine) macroType(d *ast.Macro) (ast.Type, bool) {
	if ty, ok := m.types[d.Name]; ok {
		return ty, ty != nil
	}
	text := m.expand(d.Body, map[string]bool{d.Name: true}, 0)
	m.types[d.Name] = nil
	if text == "" || strings.ContainsAny(text, "()+-/\"'") || text[0] >= '0' && text[0] <= '9' {
		return nil, false
	}
	ty, ok := parser.Type(text, d.Span)
	if !ok {
		return nil, false
	}
	if n, named := ty.(*ast.NamedType); named && len(n.Parts) == 1 && n.Parts[0].Name == d.Name {
		return nil, false
	}
	m.types[d.Name] = ty
	return ty, true
}

func (t *thread) macroStmt(s *ast.MacroStmt) control {
	m := t.m.macros[s.Name]
	if m == nil {
		t.at = s.Span
		panic(t.unknown("macro %s", s.Name))
	}
	text := m.Body
	if s.Call {
		text = t.m.put(m, s.Args)
	}
	list := t.macroStmts(t.m.expand(text, map[string]bool{m.Name: true}, 0)+";", s)
	if c := t.list(list); c != next || s.Body == nil {
		return c
	}
	return t.exec(s.Body)
}

func (t *thread) macroStmts(text string, at ast.Node) []ast.Stmt {
	key := text + fmt.Sprint(at.Pos())
	if list, ok := t.m.stmts[key]; ok {
		return list
	}
	list, ok := parser.Stmts(text, at.Pos())
	if !ok {
		t.at = at.Pos()
		panic(t.unknown("a macro's statements"))
	}
	t.m.stmts[key] = list
	return list
}

func (t *thread) macroLoop(s *ast.MacroLoop) control {
	m := t.m.macros[s.Name]
	if m == nil {
		panic(t.unknown("macro %s", s.Name))
	}
	list := t.macroStmts(t.m.expand(t.m.put(m, s.Args), map[string]bool{m.Name: true}, 0)+" ;", s)
	return t.scoped(func() control {
		for _, st := range list {
			if f, ok := st.(*ast.For); ok {
				if _, empty := f.Body.(*ast.Empty); empty {
					with := *f
					with.Body = s.Body
					return t.exec(&with)
				}
			}
			if c := t.exec(st); c != next {
				return c
			}
		}
		panic(t.unknown("a loop macro"))
	})
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// pieces cuts a text into words, strings and single other bytes.
func pieces(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		j := i + 1
		switch {
		case letter(s[i]):
			number := s[i] >= '0' && s[i] <= '9'
			for j < len(s) && (letter(s[j]) || number && (s[j] == '.' || (s[j] == '-' || s[j] == '+') && (s[j-1] == 'e' || s[j-1] == 'E') && !strings.HasPrefix(s[i:], "0x"))) {
				j++
			}
		case s[i] == '"' || s[i] == '\'':
			for j < len(s) && s[j] != s[i] {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(s))
		case s[i] == '#' && j < len(s) && s[j] == '#':
			j++
		}
		out = append(out, s[i:j])
		i = j
	}
	return out
}

// put is the body of a macro with the arguments in the place of the parameters.
func (m *machine) put(d *ast.Macro, args []string) string {
	with := map[string]string{}
	for i, p := range d.Params {
		if strings.HasSuffix(p, "...") {
			with["__VA_ARGS__"] = strings.Join(args[min(i, len(args)):], ",")
			break
		}
		if i < len(args) {
			with[p] = strings.TrimSpace(args[i])
		}
	}
	list := pieces(d.Body)
	var out strings.Builder
	for i := 0; i < len(list); i++ {
		p := list[i]
		arg, isParam := with[p]
		switch {
		case p == "##":
			s := strings.TrimRight(out.String(), " ")
			out.Reset()
			out.WriteString(s)
			for i+1 < len(list) && list[i+1] == " " {
				i++
			}
		case p == "#" && i+1 < len(list):
			i++
			out.WriteString(`"` + strings.ReplaceAll(strings.ReplaceAll(with[list[i]], `\`, `\\`), `"`, `\"`) + `"`)
		case isParam:
			out.WriteString(arg)
		default:
			out.WriteString(p)
		}
	}
	return out.String()
}

// expand puts every macro in.
func (m *machine) expand(s string, hide map[string]bool, depth int) string {
	if depth > 20 || len(s) > 1<<16 {
		panic(m.unknownf("macros nested too deeply"))
	}
	list := pieces(s)
	var out strings.Builder
	for i := 0; i < len(list); i++ {
		d := m.macros[list[i]]
		if d == nil || hide[d.Name] {
			out.WriteString(list[i])
			continue
		}
		inner := map[string]bool{d.Name: true}
		for n := range hide {
			inner[n] = true
		}
		if !d.Function {
			out.WriteString(m.expand(d.Body, inner, depth+1))
			continue
		}
		j := i + 1
		for j < len(list) && list[j] == " " {
			j++
		}
		if j >= len(list) || list[j] != "(" {
			out.WriteString(list[i])
			continue
		}
		nested := 0
		args, arg := []string{}, ""
		for ; j < len(list); j++ {
			p := list[j]
			if p == "(" || p == "[" || p == "{" {
				nested++
				if nested == 1 {
					continue
				}
			}
			if p == ")" || p == "]" || p == "}" {
				if nested--; nested == 0 {
					break
				}
			}
			if p == "," && nested == 1 {
				args, arg = append(args, arg), ""
				continue
			}
			arg += p
		}
		args = append(args, arg)
		for k := range args {
			args[k] = m.expand(args[k], hide, depth+1)
		}
		out.WriteString(m.expand(m.put(d, args), inner, depth+1))
		i = j
	}
	return out.String()
}
