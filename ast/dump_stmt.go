package ast

import (
	"reflect"
	"strconv"
)

func (d *dumper) stmt(n Stmt) {
	switch n := n.(type) {
	case *Block:
		d.list("block", n.List)
	case *DeclStmt:
		d.list("decl", n.Decls)
	case *ExprStmt:
		d.node(n.X)
	case *If:
		d.open("if")
		if n.Constexpr {
			d.atom("constexpr")
		}
		if n.Init != nil {
			d.list("init", n.Init)
		}
		d.parts(n.Cond, n.Then)
		if n.Else != nil {
			d.node(n.Else)
		}
		d.close()
	case *For:
		d.open("for")
		d.unroll(n.Unroll)
		d.parts(n.Init, n.Cond, n.Post, n.Body)
		d.close()
	case *RangeFor:
		d.list("range-for", n.Var, n.Range, n.Body)
	case *While:
		d.open("while")
		d.unroll(n.Unroll)
		d.parts(n.Cond, n.Body)
		d.close()
	case *DoWhile:
		d.list("do", n.Body, n.Cond)
	case *Switch:
		d.list("switch", n.Cond, n.Body)
	case *Case:
		if n.X == nil {
			d.list("default", n.Body)
		} else {
			d.list("case", n.X, n.Body)
		}
	case *Return:
		d.open("return")
		if n.X != nil {
			d.node(n.X)
		}
		d.close()
	case *Throw:
		d.open("throw")
		if n.X != nil {
			d.node(n.X)
		}
		d.close()
	case *Try:
		d.open("try")
		d.node(n.Body)
		for _, h := range n.Handlers {
			d.list("catch", h.Param, h.Body)
		}
		d.close()
	case *Break:
		d.atom("(break)")
	case *Continue:
		d.atom("(continue)")
	case *Goto:
		d.list("goto", n.Label)
	case *Labeled:
		d.list("label", n.Label, n.Stmt)
	case *Asm:
		d.asm(n)
	case *MacroStmt:
		d.macro("macro", n.Name, n.Call, n.Args, n.Body)
	case *MacroLoop:
		d.macro("macro-loop", n.Name, true, n.Args, n.Body)
	case *Empty:
		d.atom("(empty)")
	case *BadStmt:
		d.list("bad-stmt", n.List)
	default:
		d.atom(reflect.TypeOf(n).String())
	}
}

func (d *dumper) unroll(factor Expr) {
	if factor == nil {
		return
	}
	if name, ok := factor.(*Ident); ok && name.Name() == "" {
		d.atom("(unroll)")
		return
	}
	d.list("unroll", factor)
}

func (d *dumper) asm(n *Asm) {
	d.open("asm " + strconv.Quote(n.Template))
	for i, side := range [][]AsmOperand{n.Outputs, n.Inputs} {
		d.open([]string{"out", "in"}[i])
		for _, o := range side {
			d.list(strconv.Quote(o.Constraint), o.X)
		}
		d.close()
	}
	d.close()
}

func (d *dumper) macro(head, name string, call bool, args []string, body Stmt) {
	d.open(head)
	d.atom(name)
	if call {
		d.open("args")
		for _, a := range args {
			d.atom(strconv.Quote(a))
		}
		d.close()
	}
	if body != nil {
		d.node(body)
	}
	d.close()
}
