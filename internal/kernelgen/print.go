package kernelgen

import (
	"fmt"
	"strconv"
	"strings"
)

// printer writes a program and notes where accesses and calls are.
type printer struct {
	strings.Builder
	p      *Program
	indent int
}

// The precedences of C++, as far as they are needed.
const (
	precChoice = iota + 1
	precOr
	precAnd
	precBitOr
	precXor
	precBitAnd
	precEqual
	precLess
	precShift
	precAdd
	precMul
	precUnary
	precPost
)

var precedence = map[string]int{
	"||": precOr, "&&": precAnd, "|": precBitOr, "^": precXor, "&": precBitAnd, "==": precEqual, "!=": precEqual,
	"<": precLess, "<=": precLess, ">": precLess, ">=": precLess, "<<": precShift, ">>": precShift, "+": precAdd, "-": precAdd,
	"*": precMul, "/": precMul, "%": precMul,
}

func precOf(e expr) int {
	switch e := e.(type) {
	case *binary:
		return precedence[e.op]
	case *offset:
		return precAdd
	case *choice:
		return precChoice
	case *literal:
		if strings.HasPrefix(e.text, "-") {
			return precUnary
		}
	case *unary, *addressOf:
		return precUnary
	case *cast:
		if e.style == 0 {
			return precUnary
		}
	case *recast:
		if e.style == 0 {
			return precUnary
		}
	case *steps:
		if !e.post {
			return precUnary
		}
	case *memory:
		if e.form == star || e.form == plain {
			return precUnary
		}
	}
	return precPost
}

func (w *printer) text(s string) { w.WriteString(s) }

func (w *printer) sub(e expr, least int) {
	if precOf(e) < least {
		w.text("(")
		w.expr(e)
		w.text(")")
		return
	}
	w.expr(e)
}

func (w *printer) list(es []expr) {
	for i, e := range es {
		if i > 0 {
			w.text(", ")
		}
		w.expr(e)
	}
}

func (w *printer) expr(e expr) {
	switch e := e.(type) {
	case string:
		w.text(e)
	case *literal:
		w.text(e.text)
	case *use:
		w.text(e.v.name)
	case *builtin:
		w.text(e.name + "." + axisNames[e.axis])
	case *unary:
		w.text(e.op)
		w.sub(e.x, precPost)
	case *binary:
		n := precedence[e.op]
		w.sub(e.x, n)
		w.text(" " + e.op + " ")
		w.sub(e.y, n+1)
	case *choice:
		w.sub(e.cond, precOr)
		w.text(" ? ")
		w.sub(e.x, precOr)
		w.text(" : ")
		w.sub(e.y, precOr)
	case *cast:
		switch e.style {
		case 0:
			w.text("(" + e.typ.name + ")")
			w.sub(e.x, precPost)
		case 1:
			w.text("static_cast<" + e.typ.name + ">(")
			w.expr(e.x)
			w.text(")")
		default:
			w.text(e.typ.name + "(")
			w.expr(e.x)
			w.text(")")
		}
	case *pick:
		w.text(e.name + "(")
		w.list([]expr{e.x, e.y})
		w.text(")")
	case *element:
		w.text(e.v.name)
		if e.v.typ.class == record {
			w.text("." + e.v.typ.fields[e.field].name)
			return
		}
		w.text("[")
		w.expr(e.index)
		w.text("]")
	case *call:
		start := w.Len()
		w.text(e.f.name)
		if len(e.tmpl) > 0 {
			w.text("<" + strings.Join(e.tmpl, ", ") + ">")
		}
		w.text("(")
		w.list(e.args)
		w.text(")")
		w.p.placed[e] = [2]int{start, w.Len()}
	case *textual:
		for _, p := range e.parts {
			w.expr(p)
		}
	case *addressOf:
		w.text("&")
		w.memory(e.m, false)
	case *offset:
		w.sub(e.p, precAdd)
		w.text(" " + e.op + " ")
		w.sub(e.x, precAdd+1)
	case *recast:
		if e.style == 0 {
			w.text("(" + e.to.name + "*)")
			w.sub(e.p, precPost)
			return
		}
		w.text("reinterpret_cast<" + e.to.name + "*>(")
		w.expr(e.p)
		w.text(")")
	case *atomic:
		start := w.Len()
		w.text(e.name + "(&")
		w.memory(e.m, false)
		w.text(", ")
		w.expr(e.x)
		w.text(")")
		w.p.placed[e.m] = [2]int{start, w.Len()}
	case *steps:
		w.text(strings.ReplaceAll(e.text, "%", e.v.name))
	case *memory:
		w.memory(e, true)
	default:
		panic(fmt.Sprintf("no such expression: %T", e))
	}
}

// memory writes an access; placed tells that it is one, not an address that is taken.
func (w *printer) memory(m *memory, placed bool) {
	start := w.Len()
	switch m.form {
	case named:
		w.expr(m.p)
	case subscript:
		w.sub(m.p, precPost)
		for _, i := range m.index {
			w.text("[")
			w.expr(i)
			w.text("]")
		}
	case reversed:
		w.sub(m.index[0], precPost)
		w.text("[")
		w.expr(m.p)
		w.text("]")
	case star:
		open, end := "", ""
		if len(m.path) > 0 {
			open, end = "(", ")"
		}
		w.text(open + "*(")
		w.sub(m.p, precAdd)
		w.text(" + ")
		w.sub(m.index[0], precAdd+1)
		w.text(")" + end)
	case plain:
		open, end := "", ""
		if len(m.path) > 0 {
			open, end = "(", ")"
		}
		w.text(open + "*")
		w.sub(m.p, precUnary)
		w.text(end)
	case arrow:
		w.sub(m.p, precPost)
		w.text("->" + m.elem.fields[m.path[0]].name)
	case throughMacro:
		w.text("AT(")
		w.list([]expr{m.p, m.index[0]})
		w.text(")")
	case ldg:
		w.text("__ldg(&")
		w.sub(m.p, precPost)
		w.text("[")
		w.expr(m.index[0])
		w.text("])")
	}
	t := m.elem
	for i, f := range m.path {
		if m.form != arrow || i > 0 {
			w.text("." + t.fields[f].name)
		}
		t = t.fields[f].typ
	}
	if placed {
		w.p.placed[m] = [2]int{start, w.Len()}
	}
}

func (w *printer) line(s string) {
	w.start()
	w.text(s + "\n")
}

func (w *printer) start() { w.text(strings.Repeat("    ", w.indent)) }

func (w *printer) stmts(list []stmt) {
	w.indent++
	for _, s := range list {
		w.stmt(s)
	}
	w.indent--
}

// simple writes a statement without its semicolon.
func (w *printer) simple(s stmt) {
	switch s := s.(type) {
	case *declare:
		w.declare(s)
	case *assign:
		switch {
		case s.op == "++" || s.op == "--":
			if s.x != nil {
				w.text(s.op)
				w.expr(s.to)
				return
			}
			w.expr(s.to)
			w.text(s.op)
			return
		}
		w.expr(s.to)
		w.text(" " + s.op + " ")
		w.expr(s.x)
	case *run:
		w.expr(s.x)
	}
}

func (w *printer) declare(s *declare) {
	v := s.v
	name := v.typ.name + " "
	if v.ref {
		name = v.typ.name + "& "
	}
	if s.auto {
		name = "auto "
	}
	w.text(v.quals + name + v.name)
	for _, d := range v.dims {
		w.text("[" + strconv.FormatInt(d, 10) + "]")
	}
	switch {
	case s.init == nil:
	case s.style == 1:
		w.text("(")
		w.expr(s.init)
		w.text(")")
	case s.style == 2:
		w.text("{")
		w.expr(s.init)
		w.text("}")
	default:
		w.text(" = ")
		w.expr(s.init)
	}
}

func (w *printer) stmt(s stmt) {
	switch s := s.(type) {
	case *branch:
		w.start()
		w.branch(s)
	case *loop:
		if s.head != "" {
			w.line(s.head)
		}
		w.start()
		switch s.kind {
		case forLoop:
			w.text("for (")
			w.simple(s.init)
			w.text("; ")
			if s.cond != nil {
				w.expr(s.cond)
			}
			w.text("; ")
			w.simple(s.post)
			w.text(") {\n")
		case whileLoop:
			w.text("while (")
			w.expr(s.cond)
			w.text(") {\n")
		case doLoop:
			w.text("do {\n")
		}
		w.stmts(s.body)
		w.start()
		w.text("}")
		if s.kind == doLoop {
			w.text(" while (")
			w.expr(s.cond)
			w.text(");")
		}
		w.text("\n")
	case *pickCase:
		w.start()
		w.text("switch (")
		w.expr(s.x)
		w.text(") {\n")
		for _, c := range s.cases {
			for _, v := range c.values {
				w.line(fmt.Sprintf("case %d:", v))
			}
			if len(c.values) == 0 {
				w.line("default:")
			}
			w.stmts(c.body)
			if !c.falls {
				w.line("    break;")
			}
		}
		w.line("}")
	case *leave:
		w.line(s.what + ";")
	case *giveBack:
		w.start()
		w.text("return")
		if s.x != nil {
			w.text(" ")
			w.expr(s.x)
		}
		w.text(";\n")
	case *barrier:
		w.line("__syncthreads();")
	case *block:
		w.line("{")
		w.stmts(s.list)
		w.line("}")
	default:
		w.start()
		w.simple(s)
		w.text(";\n")
	}
}

func (w *printer) branch(s *branch) {
	w.text("if (")
	w.expr(s.cond)
	w.text(")")
	if s.bare && len(s.then) == 1 && len(s.els) == 0 {
		w.text(" ")
		old := w.indent
		w.indent = 0
		w.stmt(s.then[0])
		w.indent = old
		return
	}
	w.text(" {\n")
	w.stmts(s.then)
	w.start()
	w.text("}")
	if len(s.els) == 0 {
		w.text("\n")
		return
	}
	if next, ok := s.els[0].(*branch); ok && len(s.els) == 1 {
		w.text(" else ")
		w.branch(next)
		return
	}
	w.text(" else {\n")
	w.stmts(s.els)
	w.line("}")
}
