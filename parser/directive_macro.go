package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// define records the macro whose name is behind offset i of a #define that ends at end.
func (l *lexer) define(i, end int) {
	from := l.skipBlank(i, end)
	to := min(l.nameEnd(from), end)
	if to <= from {
		return
	}
	m := &ast.Macro{At: ast.At{Span: span(from, to)}, Name: l.src[from:to]}
	if to < end && l.src[to] == '(' {
		if n := strings.IndexByte(l.src[to:end], ')'); n > 0 {
			m.Function = true
			m.Params = macroParams(l.fold(to+1, to+n))
			to += n + 1
		}
	}
	m.Body = l.fold(to, end)
	if n := len(m.Params); n > 0 && len(m.Params[n-1]) > 3 && strings.HasSuffix(m.Params[n-1], "...") {
		// GNU's named list of arguments is the standard's unnamed one.
		name := strings.TrimSpace(strings.TrimSuffix(m.Params[n-1], "..."))
		m.Params[n-1] = "..."
		m.Body = replaceNames(m.Body, map[string]string{name: "__VA_ARGS__"})
	}
	l.record(m)
}

func macroParams(list string) []string {
	if list == "" {
		return nil
	}
	params := strings.Split(list, ",")
	for i, p := range params {
		params[i] = strings.TrimSpace(p)
	}
	return params
}

// replaceNames puts other text in place of whole names outside literals.
func replaceNames(text string, by map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		j := i + 1
		switch class := classOf[text[i]]; {
		case class&(classLetter|classDigit) != 0:
			for j < len(text) && classOf[text[j]]&(classLetter|classDigit) != 0 {
				j++
			}
			if to, ok := by[text[i:j]]; ok {
				b.WriteString(to)
				i = j
				continue
			}
		case text[i] == '"' || text[i] == '\'':
			for j < len(text) && text[j] != text[i] {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(text))
		}
		b.WriteString(text[i:j])
		i = j
	}
	return b.String()
}

func (l *lexer) undef(i, end int) {
	from := l.skipBlank(i, end)
	to := min(l.nameEnd(from), end)
	if to > from {
		l.record(&ast.Macro{At: ast.At{Span: span(from, to)}, Name: l.src[from:to], Undef: true})
	}
}

func (l *lexer) record(m *ast.Macro) {
	l.res.macros = append(l.res.macros, m)
	l.known.add(m)
}

func (l *lexer) include(i, end int) {
	if inc := l.includeAt(i, end); inc != nil {
		l.res.includes = append(l.res.includes, inc)
	}
}

// includeAt is what an #include line names, nil for a macro or nothing.
func (l *lexer) includeAt(i, end int) *ast.Include {
	from := l.skipBlank(i, end)
	if from >= end {
		return nil
	}
	closing := byte('"')
	if l.src[from] == '<' {
		closing = '>'
	} else if l.src[from] != '"' {
		return nil
	}
	n := strings.IndexByte(l.src[from+1:end], closing)
	if n <= 0 {
		return nil
	}
	return &ast.Include{At: ast.At{Span: span(from, from+n+2)}, Path: l.src[from+1 : from+1+n], System: closing == '>'}
}

// pragma notes unroll and pack; text is what stands behind the word.
func (l *lexer) pragma(text string, at source.Span) {
	name, rest := cutName(text)
	if name == "GCC" || name == "clang" {
		name, rest = cutName(rest)
	}
	switch name {
	case "unroll":
		l.note(note{kind: unrollNote, span: at, text: unparen(rest)})
	case "nounroll":
		l.note(note{kind: unrollNote, span: at, text: "1"})
	case "pack":
		l.packTo(unparen(rest), at)
	}
}

// packTo follows the arguments of #pragma pack: n, push, push n, pop, or none for the default.
func (l *lexer) packTo(args string, at source.Span) {
	for _, arg := range strings.Split(args, ",") {
		switch arg = strings.TrimSpace(arg); {
		case arg == "push":
			l.packs = append(l.packs, l.pack)
		case arg == "pop":
			l.pack = ""
			if n := len(l.packs); n > 0 {
				l.pack, l.packs = l.packs[n-1], l.packs[:n-1]
			}
		case arg == "":
			l.pack = ""
		case classOf[arg[0]] == classDigit:
			l.pack = arg
		}
	}
	l.note(note{kind: packNote, span: at, text: l.pack})
}

// cutName parts the name that text begins with from the rest.
func cutName(text string) (name, rest string) {
	text = strings.TrimSpace(text)
	i := 0
	for i < len(text) && classOf[text[i]]&(classLetter|classDigit) != 0 {
		i++
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// unparen takes off the parentheses around text.
func unparen(text string) string {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}
