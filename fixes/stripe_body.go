package fixes

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// bodyAllows reports whether the loop's body does with an element what does not depend on the thread.
func (p *striper) bodyAllows() bool {
	ok := true
	covered := func(n ast.Node) bool {
		for _, c := range p.chunks {
			if c.Pos().Covers(n.Pos()) {
				return true
			}
		}
		return false
	}
	stored := map[string]bool{}
	ast.Inspect(p.loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			ok = ok && p.allowedTarget(n.X, n.Op, stored)
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" {
				ok = ok && p.allowedTarget(n.X, n.Op, stored)
			}
			ok = ok && (n.Op != "&" || p.atomicArgument(n))
		case *ast.Call:
			ok = ok && p.allowedCall(n)
		case *ast.Ident:
			if !covered(n) {
				ok = ok && p.allowedName(n)
			}
		case *ast.Break:
			ok = ok && p.leavesBehind(n)
		case *ast.Return, *ast.Goto, *ast.Labeled, *ast.Asm, *ast.MacroStmt, *ast.MacroLoop, *ast.BadStmt, *ast.BadExpr, *ast.Lambda,
			*ast.New, *ast.Delete, *ast.Switch, *ast.Throw, *ast.Try, *ast.This, *ast.Launch:
			ok = false
		}
		return ok
	})
	if !ok {
		return false
	}
	for name := range p.sums {
		if !p.gathered(name) {
			return false
		}
	}
	return p.storedOnlyThere(stored)
}

// leavesBehind reports whether a break leaves the loop at the first element beyond an end, `if (i >= n) break;`: the elements of a
// thread come in rising order either way.
func (p *striper) leavesBehind(b *ast.Break) bool {
	n := p.up[b]
	if block, ok := n.(*ast.Block); ok && len(block.List) == 1 {
		n = p.up[block]
	}
	f, ok := n.(*ast.If)
	if !ok || f.Else != nil || f.Cond == nil || p.up[f] != ast.Node(p.loop.Body) {
		return false
	}
	c, ok := bare(f.Cond).(*ast.Binary)
	return ok && (c.Op == ">=" || c.Op == ">") && p.isElement(c.X) && p.uniform(c.Y)
}

// allowedTarget reports whether something may be changed: a variable of the body, a gathered sum, the element of that number.
func (p *striper) allowedTarget(x ast.Expr, op string, stored map[string]bool) bool {
	x = bare(x)
	for {
		m, is := x.(*ast.Member)
		if !is || m.Arrow {
			break
		}
		x = bare(m.X)
	}
	if name, plain := plainName(x); plain {
		d, _ := p.declared(name, x)
		switch {
		case d == nil:
			return false
		case p.loop.Body.Pos().Covers(d.Span):
			return true
		case op == "+=" || op == "|=" || op == "&=" || op == "^=":
			p.sums[name] = true
			return true
		}
		return false
	}
	i, is := x.(*ast.Index)
	if !is || !p.isElement(i.I) {
		return false
	}
	name, plain := plainName(i.X)
	stored[name] = true
	return plain && p.isPointer(name)
}

// isElement reports whether an index is the element's number.
func (p *striper) isElement(x ast.Expr) bool {
	x = bare(x)
	if name, plain := plainName(x); plain && p.index[name] {
		return true
	}
	for _, c := range p.chunks {
		if c == x {
			return true
		}
	}
	return false
}

// isPointer reports whether a name is a pointer parameter that nothing moves.
func (v *view) isPointer(name string) bool {
	for _, p := range v.kernel.Params {
		if p.Name == name {
			_, ok := p.Type.(*ast.PointerType)
			return ok && len(writes(v.kernel.Body, name)) == 0
		}
	}
	return false
}

// atomicArgument reports whether an address is the first argument of an atomic that stands as a statement of its own.
func (p *striper) atomicArgument(x ast.Expr) bool {
	c, ok := p.up[x].(*ast.Call)
	return ok && len(c.Args) > 0 && c.Args[0] == x && p.isAtomicStmt(c)
}

// reordered are the atomics that give the same in any order.
var reordered = map[string]bool{
	"atomicAdd": true, "atomicSub": true, "atomicMin": true, "atomicMax": true, "atomicAnd": true, "atomicOr": true, "atomicXor": true,
}

func (p *striper) isAtomicStmt(c *ast.Call) bool {
	name, plain := plainName(c.Fun)
	_, alone := p.up[c].(*ast.ExprStmt)
	return plain && alone && reordered[name]
}

// allowedCall reports whether a call has no effect but its value: it gets no pointer, or is an atomic.
func (p *striper) allowedCall(c *ast.Call) bool {
	f, ok := c.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	if strings.HasPrefix(f.Name(), "atomic") {
		return p.isAtomicStmt(c)
	}
	if p.isMacroFunction(f.Name()) {
		return false
	}
	for _, a := range c.Args {
		if name, plain := plainName(a); plain && p.isParam(name) && p.isPointer(name) {
			return false
		}
	}
	return true
}

// isMacroFunction reports whether a name is a macro with parameters.
func (v *view) isMacroFunction(name string) bool {
	for _, m := range v.tree.Macros {
		if m.Name == name && m.Function {
			return true
		}
	}
	return false
}

// allowedName reports whether a name is one of the body's own, the element's number, or the same for all threads.
func (p *striper) allowedName(id *ast.Ident) bool {
	name, plain := id.Plain()
	if !plain {
		return true // a qualified name: a function or a constant
	}
	if p.index[name] || p.sums[name] {
		return true
	}
	if c, ok := p.up[id].(*ast.Call); ok && c.Fun == ast.Expr(id) {
		return true
	}
	if d, _ := p.declared(name, id); d != nil {
		return p.loop.Body.Pos().Covers(d.Span) || p.isSum(d) || p.uniformName(name, id)
	}
	if p.isPointer(name) {
		_, indexed := p.up[id].(*ast.Index)
		if u, ok := p.up[id].(*ast.Unary); ok {
			return u.Op == "*"
		}
		b, ok := p.up[id].(*ast.Call)
		return indexed || ok && p.isAtomicStmt(b) && b.Args[0] == ast.Expr(id)
	}
	return p.uniformName(name, id) || p.isTypeName(id)
}

// isSum reports whether a variable of the kernel is changed in the loop by gathering.
func (p *striper) isSum(d *ast.VarDecl) bool {
	for _, w := range writes(p.loop.Body, d.Name) {
		if a, ok := w.(*ast.Assign); !ok || a.Op != "+=" && a.Op != "|=" && a.Op != "&=" && a.Op != "^=" {
			return false
		}
	}
	return len(writes(p.loop.Body, d.Name)) > 0
}

// isTypeName reports whether a name that is declared nowhere stands where a type or a function does.
func (p *striper) isTypeName(id *ast.Ident) bool {
	switch up := p.up[id].(type) {
	case *ast.SizeofExpr:
		return true
	case *ast.Call:
		return up.Fun == ast.Expr(id)
	}
	return false
}

// gathered reports whether a sum is used in nothing but `sum op= ..` in the loop and an atomic of the same operation behind it.
func (p *striper) gathered(name string) bool {
	if d, _ := p.declared(name, p.loop); d == nil || d.Init == nil || !p.uniform(d.Init) {
		return false
	}
	adds, atomics, others := 0, 0, 0
	p.each(func(n ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok {
			return
		}
		if plain, is := id.Plain(); !is || plain != name {
			return
		}
		switch up := p.up[id].(type) {
		case *ast.Assign:
			if up.X == ast.Expr(id) && (up.Op == "+=" || up.Op == "|=" || up.Op == "&=" || up.Op == "^=") && p.loop.Body.Pos().Covers(up.Pos()) {
				if _, alone := p.up[up].(*ast.ExprStmt); alone {
					adds++
					return
				}
			}
		case *ast.Call:
			f, _ := plainName(up.Fun)
			into := map[string]string{"atomicAdd": "+=", "atomicOr": "|=", "atomicAnd": "&=", "atomicXor": "^="}[f]
			if len(up.Args) == 2 && up.Args[1] == ast.Expr(id) && into != "" && p.isAtomicStmt(up) && p.unconditional(up) && p.uniformAddress(up.Args[0]) && p.sameOp(name, into) {
				atomics++
				return
			}
		}
		others++
	})
	return adds > 0 && atomics == 1 && others == 0
}

// unconditional reports whether every thread gets to a node, behind the loop, once.
func (p *striper) unconditional(n ast.Node) bool {
	if p.insideLoop(n) || n.Pos().Start < p.loop.Pos().End {
		return false
	}
	for ; n != nil; n = p.up[n] {
		if f, ok := p.up[n].(*ast.If); ok && !p.uniform(f.Cond) {
			return false
		}
	}
	return true
}

func (p *striper) sameOp(name, op string) bool {
	for _, w := range writes(p.loop.Body, name) {
		if a, ok := w.(*ast.Assign); !ok || a.Op != op {
			return false
		}
	}
	return true
}

// uniformAddress reports whether a pointer is the same for all threads: out, &out[0], out + 1.
func (p *striper) uniformAddress(x ast.Expr) bool {
	ok := true
	eachBelow(x, func(n ast.Node) {
		if id, is := n.(*ast.Ident); is {
			name, plain := id.Plain()
			ok = ok && plain && (p.isPointer(name) || p.uniformName(name, id))
		}
	})
	return ok
}

// storedOnlyThere reports whether arrays that the loop stores to are touched, in the loop, at the element's number alone.
func (p *striper) storedOnlyThere(stored map[string]bool) bool {
	ok := true
	eachBelow(p.loop.Body, func(n ast.Node) {
		id, is := n.(*ast.Ident)
		if !is {
			return
		}
		name, _ := id.Plain()
		if !stored[name] {
			return
		}
		i, is := p.up[id].(*ast.Index)
		ok = ok && is && i.X == ast.Expr(id) && p.isElement(i.I)
	})
	return ok
}
