package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// written takes out the uses of macros that write whole declarations,
//
//	#define COPY(name, T) __global__ void name(T *out, const T *in) { .. }
//	COPY(copy_char, char)
//
// and keeps what they write in their notes. Whether it can be read is found out by lowering.
func (m *masker) written() {
	for i := m.next(0); i != m.last(); {
		next := m.next(i)
		if m.isPlain(i) && m.left >= 0 {
			if s := m.scopeOf(i); s == scopeFile || s == scopeClass {
				next = m.writtenAt(i)
			}
		}
		i = next
	}
}

// perUse is what reading what a macro writes costs besides its text, in bytes of maxExpanded.
const perUse = 128

// writtenAt looks at the name i among declarations and returns the token to go on with.
func (m *masker) writtenAt(i int32) int32 {
	next := m.next(i)
	first := m.firstSpecifier(i)
	d := m.defs.at(m.text(i), m.toks[i].start)
	if d == nil || first == 0 || d.Function != m.opensParen(next) {
		return next
	}
	end := i
	var args []string
	if d.Function {
		end = m.toks[next].match
		args = cutArgs(m.src[m.toks[next].end:m.toks[end].start])
	}
	m.left -= perUse
	e := expander{defs: m.defs, offset: m.toks[i].start, left: &m.left}
	text, ok := e.use(d, args)
	if m.left < 0 {
		m.res.problems = append(m.res.problems, ast.Problem{At: ast.At{Span: m.span(i, end)}, Message: "macros write too much: what they declare from here on is not read"})
	}
	if !ok || !declares(text) {
		return next
	}
	closed := isClosed(text)
	behind := m.next(end)
	switch t := &m.toks[behind]; {
	case t.kind == tokPunct && t.c == ';':
		end = behind
	case closed:
	case t.kind == tokPunct && (t.c == '=' || t.c == '[' || t.c == ','):
		stop := m.find(behind, ';')
		if stop == 0 {
			return next
		}
		text += " " + m.src[t.start:m.toks[stop].start]
		end = stop
	default:
		return next
	}
	if end != i && m.isPunct(end, ';') { // a record wants it
		text += ";"
	}
	prefix := strings.TrimSpace(m.src[m.toks[first].start:m.toks[i].start])
	n := note{kind: stmtMacroNote, span: source.Span{Start: m.toks[first].start, End: m.toks[end].end}, text: m.text(i),
		args: args, call: d.Function, writes: strings.TrimSpace(prefix + " " + text)}
	m.note(n)
	next = m.next(end)
	m.erase(first, end)
	return next
}

// firstSpecifier is where the declaration that name i is a macro of begins: at i, or at the static or extern "C" in front; 0
// when no declaration can begin there, or a template head does.
func (m *masker) firstSpecifier(i int32) int32 {
	first := i
	for n := 0; n < 8; n++ {
		p := m.prev(first)
		if m.toks[p].kind == tokString && m.toks[m.prev(p)].word == wordExtern {
			p = m.prev(p)
		}
		if !m.continuesSpecifiers(p) {
			break
		}
		first = p
	}
	if !m.starts(first) || m.isPunct(m.prev(first), '>') {
		return 0
	}
	return first
}

// isClosed reports whether nothing needs to follow the text of a declaration.
func isClosed(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasSuffix(text, ";") || strings.HasSuffix(text, "}")
}

// declares reports whether text can be declarations: it begins with a name, and has two words in a row or a word that only
// declarations begin with.
func declares(text string) bool {
	before := ""
	for i := 0; i < len(text); {
		n := pieceLen(text[i:])
		piece := text[i : i+n]
		i += n
		switch {
		case isBlank(piece[0]):
			continue
		case !isNameByte(piece[0], true):
			if before == "" || piece != "*" && piece != "&" && piece != ":" && piece != "<" && piece != "[" {
				return false
			}
			return true
		case before != "":
			return true
		}
		switch keywords[piece] {
		case wordNone, wordTypename, wordQualifier, wordType:
			before = piece
		case wordCuda, wordCudaArgs, wordRecord, wordEnum, wordNamespace, wordTemplate, wordExtern, wordSpecifier, wordUsing:
			return true
		default:
			return false
		}
	}
	return false
}
