package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// definitions finds the macro that a name stands for at a place of the file.
type definitions struct {
	file    map[string][]*ast.Macro // the file's own #define and #undef, in order
	headers []*ast.Macro            // in order; they count as standing in front of the file
	given   *macroTable             // what was known at the file's end
}

func newDefinitions(own []*ast.Macro, known *macroTable, o Options) *definitions {
	d := &definitions{file: map[string][]*ast.Macro{}, headers: o.Macros, given: known}
	for _, m := range own {
		d.file[m.Name] = append(d.file[m.Name], m)
	}
	return d
}

// at is the macro in force at offset, nil when there is none.
func (d *definitions) at(name string, offset int32) *ast.Macro {
	own := d.file[name]
	if len(own) == 0 {
		return d.given.defs[name]
	}
	for i := len(own) - 1; i >= 0; i-- {
		if own[i].Span.Start < offset {
			if own[i].Undef {
				return nil
			}
			return own[i]
		}
	}
	for i := len(d.headers) - 1; i >= 0; i-- {
		if m := d.headers[i]; m.Name == name {
			if m.Undef {
				return nil
			}
			return m
		}
	}
	return nil
}

const (
	maxExpanded = 2 << 20 // bytes that the macros of one file may write, those of nested macros counted at each level
	maxNested   = 64      // macros inside of macros
)

// expander writes out what macros stand for at one place, as the preprocessor does: arguments are expanded first unless # or ##
// is at them, the result is read again, and a macro inside its own text is left alone. CUDA and C++ words are never taken for
// macros.
type expander struct {
	defs   *definitions
	offset int32
	left   *int // bytes that may still be written; below zero the text is not whole
}

// use is the text of macro m with args; false when the arguments do not fit or there is too much of it.
func (e *expander) use(m *ast.Macro, args []string) (string, bool) {
	return e.call(m, args, nil)
}

// spend counts n bytes written and reports whether they were still allowed.
func (e *expander) spend(n int) bool {
	*e.left -= n
	return *e.left >= 0
}

// call puts args in and reads the result again. hidden are the macros that it is inside of.
func (e *expander) call(m *ast.Macro, args, hidden []string) (string, bool) {
	body := m.Body
	if m.Function {
		raw, ok := bindExactly(m, args)
		if !ok {
			return "", false
		}
		full := make(map[string]string, len(raw))
		for name, text := range raw {
			if full[name], ok = e.text(text, hidden); !ok {
				return "", false
			}
		}
		if body, ok = e.substitute(body, raw, full); !ok {
			return "", false
		}
	} else {
		body = strings.ReplaceAll(body, "##", "")
	}
	return e.text(body, append(hidden[:len(hidden):len(hidden)], m.Name))
}

// bindExactly pairs parameters with arguments; false when there are too few or too many.
func bindExactly(m *ast.Macro, args []string) (map[string]string, bool) {
	n := len(m.Params)
	variadic := n > 0 && m.Params[n-1] == "..."
	if len(args) == 0 && n == 1 {
		args = []string{""}
	}
	if len(args) < n && !(variadic && len(args) == n-1) || len(args) > n && !variadic {
		return nil, false
	}
	return bindArgs(m, args), true
}

// substitute writes body with raw arguments at # and ##, full ones elsewhere.
func (e *expander) substitute(body string, raw, full map[string]string) (string, bool) {
	var b strings.Builder
	paste := false
	for i := 0; i < len(body); {
		n := pieceLen(body[i:])
		piece := body[i : i+n]
		i += n
		text := piece
		switch arg, isParam := full[piece]; {
		case piece == "##":
			kept := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(kept)
			i += skipBlanks(body[i:])
			paste = true
			continue
		case piece == "#":
			i += skipBlanks(body[i:])
			if i == len(body) {
				break
			}
			n = pieceLen(body[i:])
			if given, ok := raw[body[i:i+n]]; ok {
				text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(given) + `"`
				i += n
			}
		case isParam:
			text = arg
			if paste || strings.HasPrefix(body[i+skipBlanks(body[i:]):], "##") {
				text = raw[piece]
				if text == "" && paste && strings.HasSuffix(b.String(), ",") { // GNU: `, ##__VA_ARGS__` without arguments
					kept := strings.TrimSuffix(b.String(), ",")
					b.Reset()
					b.WriteString(kept)
				}
			}
		}
		paste = false
		if !e.spend(len(text)) {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// text expands the macros in s.
func (e *expander) text(s string, hidden []string) (string, bool) {
	if len(hidden) > maxNested {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := pieceLen(s[i:])
		piece := s[i : i+n]
		i += n
		if m := e.macro(piece, hidden); m != nil {
			args, used, ok := []string(nil), 0, true
			if m.Function {
				args, used, ok = callArgs(s[i:])
			}
			if ok {
				text, whole := e.call(m, args, hidden)
				if *e.left < 0 {
					return "", false
				}
				if whole {
					i += used
					piece = " " + text + " " // so that nothing grows together
				}
			}
		}
		if !e.spend(len(piece)) {
			return "", false
		}
		b.WriteString(piece)
	}
	return b.String(), true
}

// macro is what piece stands for, nil when it is no macro or hidden.
func (e *expander) macro(piece string, hidden []string) *ast.Macro {
	if !isNameByte(piece[0], true) || keywords[piece] != wordNone {
		return nil
	}
	for _, h := range hidden {
		if h == piece {
			return nil
		}
	}
	return e.defs.at(piece, e.offset)
}

// callArgs are the argument texts of the parenthesis that s begins with, and its length with what is in front.
func callArgs(s string) (args []string, used int, ok bool) {
	open := skipBlanks(s)
	if open == len(s) || s[open] != '(' {
		return nil, 0, false
	}
	n := bracketed(s[open:])
	if s[open+n-1] != ')' {
		return nil, 0, false
	}
	return cutArgs(s[open+1 : open+n-1]), open + n, true
}

// cutArgs cuts at the commas outside parentheses and literals: to the preprocessor, brackets and braces are no brackets. Blank
// text has no arguments.
func cutArgs(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var args []string
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '"', '\'':
			i += quoted(text[i:]) - 1
		case ',':
			if depth == 0 {
				args = append(args, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
		}
	}
	return append(args, strings.TrimSpace(text[min(from, len(text)):]))
}

// pieceLen is the length of the name, number, literal, `##` or other single byte that s, which is not empty, begins with.
func pieceLen(s string) int {
	switch c := s[0]; {
	case isNameByte(c, true):
		n := 1
		for n < len(s) && isNameByte(s[n], false) {
			n++
		}
		return n
	case c >= '0' && c <= '9':
		n := 1
		for n < len(s) && (isNameByte(s[n], false) || s[n] == '.' || s[n] == '\'' && n+1 < len(s) && isNameByte(s[n+1], false)) {
			n++
		}
		return n
	case c == '"' || c == '\'':
		return quoted(s)
	case c == '#' && len(s) > 1 && s[1] == '#':
		return 2
	}
	return 1
}
