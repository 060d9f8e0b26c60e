package trace

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/indexmath"
)

// findLimits finds the unknown symbols that only limit: no address and no variable of a loop depends on them, they are compared with what depends on other
// unknown symbols than the grid's size, and nothing is multiplied by them. Such as n in `for (i = t*chunk; i < min(n, (t+1)*chunk); i++)`: among values of one
// size n would end all lanes but the first.
func (b *planner) findLimits() {
	b.limits = make([]bool, len(b.params))
	if len(b.params) < 2 {
		return
	}
	var values, grid taint
	for i, s := range b.params {
		if ofGrid(s) {
			grid |= paramTaint(i)
		}
	}
	for _, a := range b.accesses {
		if a != nil {
			values |= a.taint
		}
	}
	for _, l := range b.loops {
		for _, v := range l.loop.Vars {
			values |= b.taints[v.Sym] // whatever it counts
		}
	}
	conds := b.conditionsOf(b.program.Body, nil)
	for i, s := range b.params {
		own := paramTaint(i) &^ byParam
		if values&own != 0 || i >= 63-7 {
			continue
		}
		limits := false
		for _, e := range conds {
			if !e.Contains(s) {
				continue
			}
			if !indexmath.Uncast(e).Equal(e) || decides(e, s) {
				limits = false
				break
			}
			limits = limits || b.taintOf(e)&^kinds&^own&^grid != 0
		}
		b.limits[i] = limits
	}
}

// conditionsOf lists the conditions in nodes.
func (b *planner) conditionsOf(nodes []Node, list []indexmath.Expr) []indexmath.Expr {
	for _, n := range nodes {
		switch n := n.(type) {
		case *If:
			list = b.conditionsOf(n.Else, b.conditionsOf(n.Then, append(list, n.Cond)))
		case *Loop:
			list = b.conditionsOf(n.Body, append(list, n.Cond))
		case *Scope:
			list = b.conditionsOf(n.Body, list)
		}
	}
	return list
}

// decides tells whether a symbol of e is without influence when s is 0, as the factors of s are.
func decides(e indexmath.Expr, s *indexmath.Sym) bool {
	with := map[*indexmath.Sym]indexmath.Expr{s: indexmath.Const(0)}
	var fresh []*indexmath.Sym
	for _, o := range e.Syms() {
		if o != s { // without its range, so that no comparison is decided by it
			f := &indexmath.Sym{Name: o.Name, Kind: o.Kind, Axis: o.Axis, Varies: o.Varies}
			fresh = append(fresh, f)
			with[o] = f.Expr()
		}
	}
	zero := indexmath.Subst(e, with)
	for _, f := range fresh {
		if !zero.Contains(f) {
			return true
		}
	}
	return false
}

// firstOnly tells whether only the first iteration of a loop counts: it strides over a grid of unknown size to an unknown end, and
// what a lane is at in a later iteration has no closed form. `a += 3*i` moves lanes apart further with every trip that the grid is too
// small, but where it is large enough there is one.
func (b *planner) firstOnly(s *loopStep) bool {
	strides, apart := false, false
	for _, v := range s.vars {
		t := b.taints[v.v.Sym]
		step := indexmath.Sub(indexmath.Uncast(v.v.Next), v.v.Sym.Expr())
		switch {
		case t&byLane != 0 && !step.Contains(v.v.Sym) && slices.ContainsFunc(step.Syms(), ofGrid):
			strides = true
		case v.mode == wild && t&(byLane|byData) == byLane:
			apart = true
		}
	}
	return strides && apart && s.class != exact
}

// ofGrid tells whether a symbol is a size of the grid.
func ofGrid(s *indexmath.Sym) bool {
	return s.Kind == indexmath.Param && strings.HasPrefix(s.Name, "gridDim.")
}
