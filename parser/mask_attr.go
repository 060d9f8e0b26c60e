package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// attrMacro is a macro that stands for words which the grammar does not read, such as
//
//	#define HD     __host__ __device__
//	#define KERNEL extern "C" __global__ void
//
// words are noted at each use, rest is written over it where it fits.
type attrMacro struct {
	macro *ast.Macro
	words []attrWord
	rest  []string // specifiers and, in an object-like macro, a type
}

// attrWord becomes a note.
type attrWord struct {
	kind noteKind
	text string
}

// attributes reports what m stands for when it is such a macro. An object-like macro without a body is one too: its uses are
// nothing but blanks.
func (t *macroTable) attributes(m *ast.Macro) (attrMacro, bool) {
	a := attrMacro{macro: m}
	if len(m.Body) > 256 || m.Body == "" && m.Function {
		return a, false
	}
	plain := true // nothing but attributes and specifiers
	tokens := splitCondition(m.Body)
	for i := 0; i < len(tokens); i++ {
		word := tokens[i]
		switch w := keywords[word]; w {
		case wordCuda:
			a.words = append(a.words, attrWord{wordNote, word})
		case wordCudaArgs:
			n := callLen(tokens[i+1:])
			a.words = append(a.words, attrWord{wordNote, word + joinTokens(tokens[i+1:i+1+n])})
			i += n
		case wordPragma:
			n := callLen(tokens[i+1:])
			if factor, ok := unrollPragma(strings.Trim(joinTokens(tokens[i+1:i+1+n]), "()")); ok {
				a.words = append(a.words, attrWord{unrollNote, factor})
			} else if n == 0 {
				return a, false
			}
			i += n
		case wordExtern, wordQualifier, wordSpecifier:
			if word == "typedef" || word == "auto" || word == "friend" {
				plain = false
			}
			if w == wordExtern && i+1 < len(tokens) && tokens[i+1] == `"C"` {
				a.words = append(a.words, attrWord{wordNote, `extern "C"`})
				i++
				continue
			}
			a.rest = append(a.rest, word)
		default:
			if b, ok := t.attrs[word]; ok && !b.macro.Function {
				a.words = append(a.words, b.words...)
				a.rest = append(a.rest, b.rest...)
				continue
			}
			if word == "[" && i+1 < len(tokens) && tokens[i+1] == "[" {
				if n := strings.Index(strings.Join(tokens[i:], "\x00"), "]\x00]"); n > 0 {
					n = strings.Count(strings.Join(tokens[i:], "\x00")[:n], "\x00") + 2
					a.words = append(a.words, attrWord{wordNote, strings.Join(tokens[i:i+n], "")})
					i += n - 1
					continue
				}
			}
			if w != wordType {
				return a, false
			}
			plain = false
			a.rest = append(a.rest, word)
		}
	}
	if !plain && (m.Function || len(a.words) == 0) {
		return a, false
	}
	return a, true
}

// joinTokens writes tokens so that names stay apart.
func joinTokens(tokens []string) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && classOf[t[0]]&(classLetter|classDigit) != 0 && classOf[tokens[i-1][len(tokens[i-1])-1]]&(classLetter|classDigit) != 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t)
		if t == "," {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// attribute overwrites a use of an object-like macro while lexing. Where the rest is longer than the name, the type alone is
// written and the specifiers are noted.
func (l *lexer) attribute(a attrMacro, start, end int) {
	l.blank(start, end)
	at := span(start, end)
	for _, w := range a.words {
		l.note(note{kind: w.kind, span: at, text: w.text})
	}
	if len(a.words) == 0 {
		l.note(note{kind: otherNote, span: at})
	}
	rest := a.rest
	if len(strings.Join(rest, " ")) > end-start {
		rest = nil
		for _, w := range a.rest {
			if keywords[w] == wordType {
				rest = append(rest, w)
				continue
			}
			l.note(note{kind: wordNote, span: at, text: w})
		}
	}
	if len(strings.Join(rest, " ")) > end-start {
		return
	}
	for _, w := range rest {
		copy(l.out[start:], w)
		l.add(tokName, 0, keywords[w], start, start+len(w))
		start += len(w) + 1
	}
}

// bindArgs pairs a macro's parameters with the arguments of a use.
func bindArgs(m *ast.Macro, args []string) map[string]string {
	by := make(map[string]string, len(m.Params))
	for i, p := range m.Params {
		switch {
		case p == "...":
			if i <= len(args) {
				by["__VA_ARGS__"] = strings.Join(args[i:], ", ")
			}
		case i < len(args):
			by[p] = args[i]
		default:
			by[p] = ""
		}
	}
	return by
}

// definingMacro expands in place a macro that begins a function with CUDA words,
//
//	#define KERNEL(name)      __global__ void name
//	#define KERNEL(name, ...) __global__ void name(__VA_ARGS__)
//
// whose use has name i and a parenthesis at open. The name and the parameters stay where they are; what comes before the name is
// written over the macro's. It returns the token behind what was rewritten.
func (m *masker) definingMacro(i, open int32) (int32, bool) {
	d := m.known.defs[m.text(i)]
	if d == nil || !d.Function || len(d.Params) == 0 || !strings.Contains(d.Body, "__") {
		return 0, false
	}
	tokens := splitCondition(d.Body)
	k := 0
	for k < len(tokens) && tokens[k] != d.Params[0] {
		k++
	}
	name, end := m.next(open), m.toks[open].match
	behind := m.next(name)
	tail := strings.Join(tokens[min(k+1, len(tokens)):], "")
	takesParams := tail == "(__VA_ARGS__)" && len(d.Params) == 2 && d.Params[1] == "..."
	if k == len(tokens) || !m.isPlain(name) || tail != "" && !takesParams || behind != end && !takesParams {
		return 0, false
	}
	a, ok := m.known.attributes(&ast.Macro{Name: d.Name, Body: strings.Join(tokens[:k], " ")})
	if !ok || len(a.words) == 0 || takesParams && behind == end && !m.hasBlank(m.toks[end].end) {
		return 0, false
	}
	next := m.next(end)
	for _, w := range a.words {
		m.note(note{kind: w.kind, span: m.span(i, i), text: w.text})
	}
	m.erase(i, open)
	if rest := strings.Join(a.rest, " "); len(rest) <= int(m.toks[open].end-m.toks[i].start) && m.onOneLine(m.toks[i].start, len(rest)) {
		copy(m.out[m.toks[i].start:], rest)
	}
	switch {
	case !takesParams:
		m.erase(end, end)
	case behind == end: // no parameters: their parentheses take the blank behind as well
		copy(m.out[m.toks[end].start:], "()")
		m.unlink(end, end)
	default:
		m.become(behind, '(')
		m.toks[behind].match, m.toks[end].match = end, behind
	}
	return next, true
}
