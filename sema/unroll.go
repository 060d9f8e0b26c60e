package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/layout"
)

// maxUnroll bounds the iterations of a loop that is walked one by one.
const maxUnroll = 64

// unrolled walks a loop of a few iterations one by one where its body keeps integers or pointers in a local array that it
// indexes, so that each element keeps its own value. It reports whether it did.
func (in *interp) unrolled(l loopParts) bool {
	if l.cond == nil || l.last || !in.indexesLocals(l.body) || leaves(l.body) {
		return false
	}
	base := in.st
	probe := newState(base)
	trips := 0
	in.st = probe
	in.quiet(func() {
		for trips <= maxUnroll {
			c, ok := in.cond(in.eval(l.cond)).Const()
			if !ok {
				trips = maxUnroll + 1
				return
			}
			if c == 0 {
				return
			}
			trips++
			if l.post == nil {
				trips = maxUnroll + 1
				return
			}
			in.eval(l.post)
		}
	})
	in.st = base
	if trips > maxUnroll || changes(l.body, inductionOf(l)) {
		return false
	}
	in.loops = append(in.loops, &loopFrame{depth: len(in.under), conds: len(in.frame.conds)})
	for range trips {
		in.eval(l.cond)
		if l.before != nil {
			l.before()
		}
		in.block(l.body)
		in.eval(l.post)
	}
	in.loops = in.loops[:len(in.loops)-1]
	return true
}

func inductionOf(l loopParts) string { return strings.TrimPrefix(l.name, "\x00") }

// indexesLocals reports whether a loop body indexes a local array of integers, pointers or records of such.
func (in *interp) indexesLocals(body ast.Stmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		x, ok := n.(*ast.Index)
		if !ok || found {
			return !found
		}
		if id, ok := rootOf(x).(*ast.Ident); ok {
			if name, plain := id.Plain(); plain {
				if p, ok := in.frame.scope.lookup(name); ok && p.obj.array == nil && p.typ != nil && p.typ.Kind == layout.Array {
					e := innermost(p.typ)
					found = isInteger(e) || e != nil && (e.Kind == layout.Pointer || e.Kind == layout.Record && !e.Vector)
				}
			}
		}
		return !found
	})
	return found
}

// leaves reports whether a body holds a break, continue or return of its own.
func leaves(body ast.Stmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Break, *ast.Continue, *ast.Return, *ast.Goto:
			found = true
		case *ast.Lambda:
			return false
		}
		return !found
	})
	return found
}

// changes reports whether a body assigns the variable.
func changes(body ast.Stmt, name string) bool {
	found := false
	assigned(body, func(x ast.Expr) {
		if id, ok := rootOf(x).(*ast.Ident); ok && id.Name() == name {
			found = true
		}
	})
	return found
}

// rootOf is the variable that an lvalue starts from: a in a[i].x.
func rootOf(x ast.Expr) ast.Expr {
	for {
		switch y := x.(type) {
		case *ast.Paren:
			x = y.X
		case *ast.Index:
			x = y.X
		case *ast.Member:
			x = y.X
		case *ast.Cast:
			x = y.X
		case *ast.Unary:
			if y.Op != "++" && y.Op != "--" && y.Op != "&" && y.Op != "*" {
				return x
			}
			x = y.X
		default:
			return x
		}
	}
}

// assigned calls f for every expression below n that is written to, or may be: assignments, ++ and --, addresses taken, arguments of
// calls, the objects of member functions, outputs of asm.
func assigned(n ast.Node, f func(ast.Expr)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			f(n.X)
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" || n.Op == "&" {
				f(n.X)
			}
		case *ast.Asm:
			for _, o := range n.Outputs {
				f(o.X)
			}
		}
		return true
	})
}

// changed are the local objects that a loop may change, in a stable order.
func (in *interp) changed(l loopParts) []*object {
	var out []*object
	seen := map[*object]bool{}
	add := func(x ast.Expr) {
		id, ok := rootOf(x).(*ast.Ident)
		var p place
		if !ok {
			if _, isThis := rootOf(x).(*ast.This); !isThis || in.frame.this == nil {
				return
			}
			p = *in.frame.this
		} else {
			name, plain := id.Plain()
			if !plain {
				return
			}
			if _, ok = in.frame.scope.lookup(name); !ok && in.frame.this == nil {
				return
			}
			old := in.st
			in.st = newState(old)
			in.quiet(func() { p, ok = in.nameRef(id) })
			in.st = old
			if !ok {
				return
			}
		}
		o := p.obj
		if o == nil || o.array != nil || seen[o] {
			return
		}
		if x != rootOf(x) && o.typ != nil && o.typ.Kind == layout.Pointer {
			// What the pointer points to changes, not the pointer.
			if v, ok := in.st.load(o, 0, o.typ); ok && v.obj != nil && v.obj.array == nil && !seen[v.obj] {
				seen[v.obj] = true
				out = append(out, v.obj)
			}
			return
		}
		seen[o] = true
		out = append(out, o)
	}
	nodes := []ast.Node{l.body}
	if l.cond != nil {
		nodes = append(nodes, l.cond)
	}
	if l.post != nil {
		nodes = append(nodes, l.post)
	}
	for _, n := range nodes {
		in.changedIn(n, add, 0)
	}
	if l.before != nil {
		if id, ok := l.post.(*ast.Unary); ok {
			add(id.X)
		}
	}
	return out
}

// changedIn adds what a piece of text may change, through calls, lambdas and macros too.
func (in *interp) changedIn(n ast.Node, add func(ast.Expr), depth int) {
	assigned(n, add)
	if depth > 6 {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Call:
			in.changedByCall(n, add, depth)
		case *ast.MacroStmt:
			if m := in.macro(n.Name, n.Call); m != nil {
				if text, ok := in.macroStmtText(n, m); ok {
					if list, ok := in.macros.statements(in, text, n); ok {
						for _, s := range list {
							in.changedIn(s, add, depth+1)
						}
					}
				}
			}
		}
		return true
	})
}

func (in *interp) changedByCall(c *ast.Call, add func(ast.Expr), depth int) {
	if nodes, ok := in.peekMacro(c); ok {
		for _, n := range nodes {
			in.changedIn(n, add, depth+1)
		}
		return
	}
	switch f := strip(c.Fun).(type) {
	case *ast.Member:
		add(f.X)
	case *ast.Ident:
		name, plain := f.Plain()
		if !plain {
			return
		}
		if name == "swap" {
			for _, a := range c.Args {
				add(a)
			}
		}
		if p, ok := in.frame.scope.lookup(name); ok && p.obj != nil && p.obj.array == nil {
			if v, ok := in.st.load(p.obj, 0, p.typ); ok && v.fn != nil && v.fn.lambda != nil {
				in.changedIn(v.fn.lambda.Body, add, depth+1)
			}
			return
		}
	}
	if id, ok := strip(c.Fun).(*ast.Ident); ok {
		for _, f := range in.functionsNamed(id) {
			for i, p := range f.decl.Params {
				if i < len(c.Args) && isRef(p.Type) {
					if nt, ok := p.Type.(*ast.RefType).Elem.(*ast.NamedType); ok && nt.Const {
						continue
					}
					add(c.Args[i])
				} else if i < len(c.Args) {
					if _, isPtr := p.Type.(*ast.PointerType); isPtr {
						in.addLocalArray(c.Args[i], add)
					} else if _, isArr := p.Type.(*ast.ArrayType); isArr {
						in.addLocalArray(c.Args[i], add)
					}
				}
			}
		}
	} else if m, ok := strip(c.Fun).(*ast.Member); ok {
		_ = m
		for _, a := range c.Args {
			if id, ok := strip(a).(*ast.Ident); ok {
				if p, ok := in.frame.scope.lookup(id.Name()); ok && p.obj != nil && p.obj.array == nil && isRecord(p.typ) {
					add(a)
				}
			}
		}
	}
}

// addLocalArray adds an argument that is a local array: the function may write to it.
func (in *interp) addLocalArray(a ast.Expr, add func(ast.Expr)) {
	if id, ok := rootOf(a).(*ast.Ident); ok {
		if p, ok := in.frame.scope.lookup(id.Name()); ok && p.typ != nil && p.typ.Kind == layout.Array && p.obj.array == nil {
			add(id)
		}
	}
}

// peekMacro is what a function-like macro gives, without walking it.
func (in *interp) peekMacro(c *ast.Call) ([]ast.Node, bool) {
	text, ok := in.macroText(c)
	if !ok {
		return nil, false
	}
	if e, ok := in.macros.expr(in, text, c); ok {
		return []ast.Node{e}, true
	}
	list, ok := in.macros.statements(in, text+";", c)
	out := make([]ast.Node, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out, ok
}
