package parser

import (
	"errors"
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
	if _, deep := tooDeep(m.text); deep || len(m.problems) > 0 || m.endless != (source.Span{}) {
		return false
	}
	at := l.span(n.span.Start, n.span.End)
	s := newShared(f.Text, m, nil)
	s.names, s.members, s.loose, s.time = l.names, l.members, l.loose, l.time
	inner := &lowering{shared: s, fixed: &at, macro: n.text, depth: l.depth}
	mark := s.names.enter()
	broken := false
	err := parseTree(m.text, l.time, func(t tree) {
		inner.t = &t
		use(inner)
		broken = t.broken(0)
	})
	if errors.Is(err, errTooLong) && !l.late {
		l.late = true
		l.problem(n.span.Start, n.span.End, TooLong+": what macros declare from here on is not read")
	}
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

// expanded is the text of the function-like macro that is called name at its use, with the arguments in the parenthesis list;
// false when there is none.
func (l *lowering) expanded(name, list node) (string, bool) {
	if l.fixed != nil || l.left < 0 {
		return "", false
	}
	m := l.defs.at(l.t.str(name), l.start(name))
	if m == nil || !m.Function {
		return "", false
	}
	e := expander{defs: l.defs, offset: l.start(name), left: &l.left}
	return e.use(m, l.srcArgs(list))
}

// writtenVar reads the statement i, which is the expression x, as a declaration when it is `DECLARE(n) = 1;` with a macro that
// declares a variable; nil when it is not.
func (l *lowering) writtenVar(i, x node) []ast.Decl {
	if l.t.kind(x) != kAssignmentExpression || l.op(x) != "=" {
		return nil
	}
	call, value := l.t.child(x, fLeft), l.t.child(x, fRight)
	if call == none || value == none || l.t.kind(call) != kCallExpression {
		return nil
	}
	name, list := l.t.child(call, fFunction), l.t.child(call, fArguments)
	if name == none || list == none || l.t.kind(name) != kIdentifier {
		return nil
	}
	text, ok := l.expanded(name, list)
	if !ok || !declares(text) || isClosed(text) {
		return nil
	}
	var decls []ast.Decl
	n := note{span: source.Span{Start: l.start(i), End: l.end(i)}, text: l.t.str(name)}
	ok = l.insert("void _(){"+text+" = 0;}", n, func(in *lowering) {
		if s := in.soleStmt(); s != none && in.t.kind(s) == kDeclaration {
			decls = in.declaration(s, nil, true)
		}
	})
	if !ok || len(decls) != 1 {
		return nil
	}
	v, isVar := decls[0].(*ast.VarDecl)
	if !isVar {
		return nil
	}
	l.names.declare(v.Name, valueName)
	v.Init = l.expr(value)
	return decls
}

// writtenHead reads the definition i as a function when it is `KERNEL(k, float *p) { .. }` with a macro that writes all in front
// of the body; nil when it is not.
func (l *lowering) writtenHead(i, name, list, body node) *ast.FuncDecl {
	text, ok := l.expanded(name, list)
	if !ok || !declares(text) || isClosed(text) {
		return nil
	}
	var f *ast.FuncDecl
	n := note{span: source.Span{Start: l.start(name), End: l.end(list)}, text: l.t.str(name)}
	ok = l.insert(text+"{}", n, func(in *lowering) {
		if decls := in.decls(0, 0, int32(len(in.t.text))); len(decls) == 1 {
			f, _ = decls[0].(*ast.FuncDecl)
		}
	})
	if !ok || f == nil || f.Body == nil {
		return nil
	}
	f.At = l.whole(i, l.floor(i))
	f.Quals |= l.words(l.floor(i), l.start(body)).quals
	mark := l.names.enter()
	defer l.names.leave(mark)
	for _, p := range f.Params {
		l.names.declare(p.Name, valueName)
	}
	kernel := l.kernel
	if f.Quals.Has(ast.Global) {
		l.kernel = f.Name
	}
	f.Body = l.block(body)
	l.kernel = kernel
	return f
}
