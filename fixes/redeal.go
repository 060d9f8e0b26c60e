package fixes

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// Where a rewrite lets other threads do the turns of a loop, a thread no longer finds what it has stored itself:
//
//	for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
//	for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = 2 * s[i];
//
// needs no barrier as long as both loops are dealt out alike. So each other access of the kernel to what the loop stores, and each store to
// what it reads, has to be on the far side of a barrier of the block, on every way from the one to the other.

// mayRedeal reports whether the turns of a loop of the kernel can go to other threads: of the same block, or, with grid, of any.
func (v *view) mayRedeal(s Site, loop ast.Stmt, grid bool) bool {
	judged := map[source.Span]bool{}
	for _, r := range s.Kernel.Runs {
		var inside, outside []*sema.Access
		for _, a := range r.Accesses {
			at := a.Place
			if n := len(a.Calls); n > 0 {
				at = a.Calls[n-1]
			}
			if at.File != v.file {
				return false
			}
			if loop.Pos().Covers(at.Span) {
				inside = append(inside, a)
			} else {
				outside = append(outside, a)
			}
		}
		for _, b := range outside {
			at := b.Place.Span
			if n := len(b.Calls); n > 0 {
				at = b.Calls[n-1].Span
			}
			i := slices.IndexFunc(inside, func(a *sema.Access) bool { return collide(a, b) })
			if i < 0 {
				continue
			}
			if grid && inside[i].Array.Space == trace.Global {
				return false
			}
			if !judged[at] && !v.apart(loop, v.statementAt(at)) {
				return false
			}
			judged[at] = true
		}
	}
	return true
}

// collide reports whether two accesses may be to the same memory and one of them changes it.
func collide(a, b *sema.Access) bool {
	if a.Array == nil || a.Op == trace.Load && b.Op == trace.Load || a.Array.Space == trace.Local {
		return false
	}
	if b.Array == nil {
		return true
	}
	x, y := a.Array, b.Array
	return x.Space == y.Space && (x == y || x.Name == y.Name && x.Place == y.Place || x.Base != nil && x.Base == y.Base)
}

// statementAt is the innermost statement around a stretch of the kernel's text; nil when there is none.
func (v *view) statementAt(at source.Span) ast.Stmt {
	var found ast.Stmt
	v.each(func(n ast.Node) {
		if s, ok := n.(ast.Stmt); ok && s.Pos().Covers(at) {
			found = s
		}
	})
	return found
}

// apart reports whether a barrier of the block lies on every way from one statement to another and back.
func (v *view) apart(x, y ast.Stmt) bool {
	if x == nil || y == nil {
		return false
	}
	if y.Pos().Start < x.Pos().Start {
		x, y = y, x
	}
	above := v.ancestors(x)
	i := slices.IndexFunc(above, func(n ast.Node) bool { return n.Pos().Covers(y.Pos()) })
	if i < 1 {
		return false // one is part of the other
	}
	common := above[i]
	if !v.exclusive(common, above[i-1], y) && !v.barrierBehind(x, common, y) && !v.barrierInFront(y, common, x) {
		return false
	}
	for _, n := range above[i:] {
		if isLoop(n) && !v.barrierBehind(y, n, nil) && !v.barrierInFront(x, n, nil) {
			return false
		}
	}
	return true
}

// exclusive reports whether two statements stand in the two branches of an if.
func (v *view) exclusive(common, x ast.Node, y ast.Stmt) bool {
	c, ok := common.(*ast.If)
	return ok && c.Then == x && c.Else != nil && c.Else.Pos().Covers(y.Pos())
}

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.For, *ast.While, *ast.DoWhile, *ast.RangeFor, *ast.MacroLoop:
		return true
	}
	return false
}

// barrierBehind looks for a barrier among the statements that come after one in the lists that it stands in, up to the node within, or up
// to the statement until.
func (v *view) barrierBehind(s ast.Stmt, within ast.Node, until ast.Stmt) bool {
	for n := ast.Node(s); n != nil && n != within; n = v.up[n] {
		list := v.listAround(n)
		at := slices.IndexFunc(list, func(m ast.Stmt) bool { return ast.Node(m) == n })
		if at < 0 {
			continue
		}
		for _, m := range list[at+1:] {
			if until != nil && m.Pos().Covers(until.Pos()) {
				return false
			}
			if v.isBarrier(m) {
				return true
			}
			if leavesList(m) {
				return false
			}
		}
	}
	return false
}

// barrierInFront is the same for the statements before one, down to the statement from.
func (v *view) barrierInFront(s ast.Stmt, within ast.Node, from ast.Stmt) bool {
	for n := ast.Node(s); n != nil && n != within; n = v.up[n] {
		list := v.listAround(n)
		at := slices.IndexFunc(list, func(m ast.Stmt) bool { return ast.Node(m) == n })
		for i := at - 1; i >= 0; i-- {
			if from != nil && list[i].Pos().Covers(from.Pos()) {
				return false
			}
			if v.isBarrier(list[i]) {
				return true
			}
		}
	}
	return false
}

// listAround is the list of statements that a node stands in; nil when it stands in none.
func (v *view) listAround(n ast.Node) []ast.Stmt {
	switch up := v.up[n].(type) {
	case *ast.Block:
		return up.List
	case *ast.Case:
		return up.Body
	}
	return nil
}

// leavesList reports whether a statement may go on elsewhere than behind it, in the same function.
func leavesList(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Break, *ast.Continue, *ast.Goto:
			found = true
		}
		return !found
	})
	return found
}

// isBarrier reports whether all threads of the block wait for one another in a statement.
func (v *view) isBarrier(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		c, ok := n.(*ast.Call)
		if ok && !found && (ast.Node(s) == n || v.certain(c, s)) {
			found = v.waits(c)
		}
		return !found
	})
	return found
}

// waits reports whether a call is a barrier of the block, or of a function that has one in its own list.
func (v *view) waits(c *ast.Call) bool {
	if m, ok := c.Fun.(*ast.Member); ok && m.Name.Name == "sync" {
		init, d := v.value(nameOf(m.X), c)
		return d != nil && strings.Contains(v.text(init), "this_thread_block")
	}
	name, ok := plainName(c.Fun)
	if !ok {
		return false
	}
	if strings.HasPrefix(name, "__syncthreads") {
		return true
	}
	for _, f := range functionsOf(v.tree) {
		if f.Name != name || f == v.kernel {
			continue
		}
		for _, s := range f.Body.List {
			if _, ends := s.(*ast.Return); ends {
				return false
			}
			x, is := s.(*ast.ExprStmt)
			if !is {
				if returns(s) {
					return false
				}
				continue
			}
			if call, is := x.X.(*ast.Call); is && strings.HasPrefix(nameOf(call.Fun), "__syncthreads") {
				return true
			}
		}
		return false
	}
	return false
}

func returns(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		_, is := n.(*ast.Return)
		found = found || is
		return !found
	})
	return found
}

// alikeEachTime reports whether a loop deals its turns out alike whenever it is run between two barriers: the bound that decides who gets
// which turn does not change in the loops around it.
func (v *view) alikeEachTime(loop *ast.For, bound ast.Expr) bool {
	for _, n := range v.ancestors(loop)[1:] {
		if !isLoop(n) || v.barrierBehind(loop, n, nil) || v.barrierInFront(loop, n, nil) {
			continue
		}
		ok := true
		eachBelow(bound, func(m ast.Node) {
			switch m := m.(type) {
			case *ast.Ident:
				name, plain := m.Plain()
				d, _ := v.declared(name, loop)
				ok = ok && plain && (d == nil || !n.Pos().Covers(d.Span)) && len(writes(n, name)) == 0
			case *ast.Index, *ast.Call:
				ok = false
			}
		})
		if !ok {
			return false
		}
	}
	return true
}

// exchangesUnguarded reports whether the threads exchange values through shared memory, in a loop around a statement, with no barrier on some way
// from the store to the other access: what such a program computes depends on its pace, which a rewrite of the statement changes.
func (v *view) exchangesUnguarded(s Site, loop ast.Stmt) bool {
	var around ast.Node
	for _, n := range v.ancestors(loop)[1:] {
		if isLoop(n) {
			around = n
		}
	}
	if around == nil {
		return false
	}
	type pair struct{ x, y ast.Stmt }
	judged := map[pair]bool{}
	for _, r := range s.Kernel.Runs {
		var shared []*sema.Access
		var places []ast.Stmt
		for _, a := range r.Accesses {
			if a.Array == nil || a.Array.Space != trace.Shared || a.Op == trace.Atomic {
				continue
			}
			at := a.Place
			if n := len(a.Calls); n > 0 {
				at = a.Calls[n-1]
			}
			if at.File == v.file && around.Pos().Covers(at.Span) && !loop.Pos().Covers(at.Span) {
				shared, places = append(shared, a), append(places, v.statementAt(at.Span))
			}
		}
		for i, a := range shared {
			for j, b := range shared {
				p := pair{places[i], places[j]}
				if a.Op != trace.Store || p.x == p.y || judged[p] || !collide(a, b) || sameElement(a, b) {
					continue
				}
				judged[p] = true
				if !v.apart(p.x, p.y) {
					return true
				}
			}
		}
	}
	return false
}

// sameElement reports whether a thread that takes its turns in an array meets its own elements at both accesses: they move by the same
// number of bytes from one thread to the next.
func sameElement(a, b *sema.Access) bool {
	x, known := a.Stride.Const()
	y, too := b.Stride.Const()
	if known && too && x == y && x != 0 {
		return true
	}
	d, ok := indexmath.Sub(a.Offset, b.Offset).Const()
	return ok && d == 0 && a.Offset.Varies()
}
