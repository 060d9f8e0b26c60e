package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// macroDecls reads the declarations that the macro of note n writes, all of which get the span of its use. The blanked words
// between from and the macro belong to them. It is nil when there are none or a part cannot be read.
func (l *lowering) macroDecls(n note, from int32, member bool) []ast.Decl {
	if n.writes == "" {
		return nil
	}
	text := n.writes
	for k := l.notes.from(from); k < len(l.notes.list) && l.notes.list[k].span.Start < n.span.Start; k++ {
		if w := l.notes.list[k]; w.kind == wordNote && !l.notes.taken[k] {
			text = w.text + " " + text
		}
	}
	head, tail := "", ""
	if member {
		head, tail = "struct _{", "};"
	}
	var list []ast.Decl
	ok := l.insert(head+text+tail, n, func(l *lowering) {
		list = l.decls(0, 0, int32(len(l.t.text)))
	})
	if member && len(list) > 0 {
		r, isRecord := list[0].(*ast.RecordDecl)
		if !isRecord {
			return nil
		}
		list = r.Members
	}
	if !ok || !declaresSomething(list) {
		return nil
	}
	l.notes.all(wordNote, from, n.span.End)
	return list
}

// insert reads text as if it stood at the use of the macro of note n, and hands the lowering of it to use. It knows the names
// that the file has declared so far, and those that it declares stay known. False when a part cannot be read.
func (l *lowering) insert(text string, n note, use func(*lowering)) bool {
	f := source.NewFile("", []byte(text))
	m := mask(f, Options{})
	if _, deep := tooDeep(m.text); deep || len(m.problems) > 0 {
		return false
	}
	at := l.span(n.span.Start, n.span.End)
	s := newShared(f.Text, m, nil)
	s.names, s.members, s.loose = l.names, l.members, l.loose
	inner := &lowering{shared: s, fixed: &at, macro: n.text, depth: l.depth}
	mark := s.names.enter()
	broken := false
	err := parseTree(m.text, func(t tree) {
		inner.t = &t
		broken = t.broken(0)
		if !broken {
			use(inner)
		}
	})
	if broken || err != nil || len(s.problems) > 0 {
		s.names.leave(mark)
		return false
	}
	l.names.log = s.names.log
	return true
}

// declaresSomething reports whether a list of declarations is worth more than the macro that writes it.
func declaresSomething(list []ast.Decl) bool {
	found := false
	for _, d := range list {
		switch d.(type) {
		case *ast.BadDecl:
			return false
		case *ast.MacroStmt, *ast.UsingDecl:
		default:
			found = true
		}
	}
	return found
}

// srcArgs are the argument texts between the parentheses of i, as the file has them.
func (l *lowering) srcArgs(i node) []string {
	text := string(l.src[l.start(i):l.end(i)])
	return cutArgs(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
}
