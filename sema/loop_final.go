package sema

import (
	"slices"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// finalValue counts a loop of constants to its end.
func (in *interp) finalValue(lf *loopFrame, v loopVar, cond indexmath.Expr) (int64, bool) {
	if lf.left {
		return 0, false
	}
	now := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range cond.Syms() {
		if s != v.sym && !lf.constant(s) {
			return 0, false
		}
	}
	if _, ok := v.tv.Init.Const(); !ok {
		return 0, false
	}
	for _, w := range lf.vars {
		if _, ok := w.tv.Init.Const(); ok && !w.blind {
			now[w.sym] = w.tv.Init
		}
	}
	for range maxCount {
		c, ok := indexmath.Subst(cond, now).Const()
		if !ok {
			return 0, false
		}
		next := lf.step(now)
		out, known := now[v.sym]
		if lf.node.Last { // the condition is in terms of what the iteration started with
			out, known = next[v.sym]
		}
		if c == 0 {
			if !known {
				return 0, false
			}
			return out.Const()
		}
		if _, ok := next[v.sym]; !ok {
			return 0, false
		}
		now = next
	}
	return 0, false
}

// step is what constants become in one iteration; what does not stay constant is left out.
func (lf *loopFrame) step(now map[*indexmath.Sym]indexmath.Expr) map[*indexmath.Sym]indexmath.Expr {
	next := map[*indexmath.Sym]indexmath.Expr{}
	for s := range now {
		n := indexmath.Subst(lf.next(s), now)
		if _, ok := n.Const(); ok {
			next[s] = n
		}
	}
	return next
}

// maxCount bounds the iterations that finalValue counts; the value behind a longer loop is a symbol that the replay knows.
const maxCount = 64

// constant reports whether a symbol is carried by this loop and starts at a constant.
func (lf *loopFrame) constant(s *indexmath.Sym) bool {
	for _, w := range lf.vars {
		if w.sym == s && !w.blind {
			_, ok := w.tv.Init.Const()
			return ok
		}
	}
	return false
}

// next is what a carried symbol becomes at the end of an iteration.
func (lf *loopFrame) next(s *indexmath.Sym) indexmath.Expr {
	for _, w := range lf.vars {
		if w.sym == s {
			return w.tv.Next
		}
	}
	return indexmath.Expr{}
}

// leavesFurther reports whether some lane leaves more than the loops and scopes given and those in the list: what follows goes on without it.
func leavesFurther(list []trace.Node, inner []trace.Node) bool {
	for _, n := range list {
		further := false
		switch n := n.(type) {
		case *trace.Leave:
			further = !slices.Contains(inner, n.Target)
		case *trace.If:
			further = leavesFurther(n.Then, inner) || leavesFurther(n.Else, inner)
		case *trace.Loop:
			further = leavesFurther(n.Body, append(inner[:len(inner):len(inner)], n))
		case *trace.Scope:
			further = leavesFurther(n.Body, append(inner[:len(inner):len(inner)], n))
		}
		if further {
			return true
		}
	}
	return false
}
