package sema

import (
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// Loops whose length is constant in the text are unrolled by the compiler, and neighbours of one iteration or of several become one:
//
//	for (int stride = 128; stride > 0; stride >>= 1) {      s[at] and s[at + 1], for stride 1: one load of 8 bytes
//	    int at = 2*t - (t & (stride - 1));
//	    float a = s[at], b = s[at + stride]; ..
//
//	for (int k = 0; k < 16; k++) sum += a[y][k] * b[k][x];  a[y][0..3]: one load of 16 bytes every fourth iteration
//
// The loop stays a loop in the program that is replayed. An access that is part of a wider one in some iterations becomes a choice:
// the wide one in the iterations where it leads the others, nothing where another one does, itself in the rest.

// Bounds of unrolling: iterations of one loop, instances of accesses of a kernel, variables that a loop carries.
const (
	maxTurns     = 64
	maxInstances = 1024
	maxCarried   = 8
)

// turn is one iteration of an unrolled loop, within one of each unrolled loop around it.
type turn struct {
	up    *turn
	loop  *trace.Loop
	sym   *indexmath.Sym // tells this iteration from the others of the loop, by its value
	n     int64
	with  map[*indexmath.Sym]indexmath.Expr // what the loops' symbols are in it
	alien map[*indexmath.Sym]bool           // symbols that are bound anew in each iteration
}

// value is an expression in this iteration; nil is outside unrolled loops.
func (t *turn) value(x indexmath.Expr) indexmath.Expr {
	if t == nil {
		return x
	}
	return indexmath.Subst(x, t.with)
}

// fixes reports whether an address in this iteration may be compared with those in others: it holds nothing that an iteration makes.
func (t *turn) fixes(x indexmath.Expr) bool {
	if t == nil {
		return true
	}
	for _, s := range x.Syms() {
		if s.Kind == indexmath.Param || s.Kind == indexmath.Data || t.alien[s] {
			return false
		}
	}
	return true
}

// rolled reports whether a #pragma keeps the compiler from unrolling a loop far enough to see the neighbours of several iterations.
func (in *interp) rolled(factor ast.Expr) bool {
	if factor == nil {
		return false
	}
	n, ok := in.peek(factor).integer()
	return ok && n > 0 && n < 4
}

// role is what becomes of an access in an iteration.
type role struct {
	width int   // bytes of the wide access that it leads; 0 where another access does
	below int64 // bytes that the wide one starts before it
}

// turns gives the iterations of a loop that the compiler unrolls; none for any other.
func (j *joiner) turns(l *trace.Loop, at *turn) []*turn {
	if l.Last || !l.Cond.Known() || len(l.Vars) == 0 || len(l.Vars) > maxCarried {
		return nil
	}
	if j.loops == nil {
		j.loops = map[*trace.Loop]*Loop{}
		for _, m := range j.Loops {
			j.loops[m.Trace] = m
		}
	}
	m := j.loops[l]
	if m == nil || m.rolled {
		return nil
	}
	inside := survey{}
	if !inside.read(j.Run, l.Body) || inside.joinable == 0 {
		return nil
	}
	if at != nil {
		for s := range at.alien {
			inside.bound[s] = true
		}
	}
	with := map[*indexmath.Sym]indexmath.Expr{}
	if at != nil {
		for s, x := range at.with {
			with[s] = x
		}
	}
	for _, v := range l.Vars {
		with[v.Sym] = at.value(v.Init)
	}
	var out []*turn
	for {
		c, ok := indexmath.Subst(l.Cond, with).Const()
		if !ok || len(out) > maxTurns {
			return nil
		}
		if c == 0 {
			break
		}
		out = append(out, &turn{up: at, loop: l, with: with, alien: inside.bound})
		next := make(map[*indexmath.Sym]indexmath.Expr, len(with))
		for s, x := range with {
			next[s] = x
		}
		for _, v := range l.Vars {
			if next[v.Sym] = indexmath.Subst(v.Next, with); next[v.Sym].Size() > maxDataSize {
				next[v.Sym] = indexmath.Expr{}
			}
		}
		with = next
	}
	if len(out)*inside.joinable > j.left || !numbered(out, l) {
		return nil
	}
	j.left -= len(out) * inside.joinable
	return out
}

// numbered chooses the variable that tells the iterations apart.
func numbered(turns []*turn, l *trace.Loop) bool {
	for _, v := range l.Vars {
		seen := map[int64]bool{}
		for _, t := range turns {
			n, ok := t.with[v.Sym].Const()
			if !ok || seen[n] {
				break
			}
			seen[n] = true
			t.sym, t.n = v.Sym, n
		}
		if len(seen) == len(turns) {
			return true
		}
	}
	return false
}

// survey is what stands in a loop's body.
type survey struct {
	joinable int
	bound    map[*indexmath.Sym]bool // symbols that it binds
}

// read reports false when something leads out of the body.
func (s *survey) read(r *Run, body []trace.Node) bool {
	s.bound = map[*indexmath.Sym]bool{}
	inside := map[trace.Node]bool{}
	var walk func(list []trace.Node) bool
	walk = func(list []trace.Node) bool {
		for _, n := range list {
			ok := true
			switch n := n.(type) {
			case *trace.Access:
				if joinable(r.Accesses[n.ID]) {
					s.joinable++
				}
			case *trace.If:
				ok = walk(n.Then) && walk(n.Else)
			case *trace.Loop:
				inside[n] = true
				for _, v := range n.Vars {
					s.bound[v.Sym], s.bound[v.Out] = true, true
				}
				ok = walk(n.Body)
			case *trace.Scope:
				inside[n] = true
				for _, v := range n.Outs {
					s.bound[v.Out] = true
				}
				ok = walk(n.Body)
			case *trace.Leave:
				ok = n.Target != nil && inside[n.Target]
			}
			if !ok {
				return false
			}
		}
		return true
	}
	return walk(body)
}

// unroll walks the body once for each iteration.
func (j *joiner) unroll(l *trace.Loop, turns []*turn) {
	fenced := j.loops[l].fenced
	for _, t := range turns {
		if fenced {
			j.flush()
		}
		j.walk(l.Body, t)
	}
	if fenced {
		j.flush()
	}
}

// share gives the wide access to one of its members: of loads the first that is reached, of stores the last.
func (j *joiner) share(op trace.Op, ms []occurrence, width int64) {
	lead := ms[0]
	for _, m := range ms[1:] {
		if (m.pos < lead.pos) == (op == trace.Load) {
			lead = m
		}
	}
	if j.roles == nil {
		j.roles = map[*trace.Access]map[*turn]role{}
	}
	for _, m := range ms {
		if j.roles[m.t] == nil {
			j.roles[m.t] = map[*turn]role{}
		}
		if m.pos == lead.pos {
			j.roles[m.t][m.turn] = role{int(width), m.c - ms[0].c}
		} else {
			j.roles[m.t][m.turn] = role{}
		}
	}
}

// rewrite puts choices in the place of accesses that have roles.
func (j *joiner) rewrite(list []trace.Node) []trace.Node {
	out := make([]trace.Node, 0, len(list))
	for _, n := range list {
		switch n := n.(type) {
		case *trace.Access:
			if j.roles[n] != nil {
				out = append(out, j.choice(n)...)
				continue
			}
		case *trace.If:
			n.Then, n.Else = j.rewrite(n.Then), j.rewrite(n.Else)
		case *trace.Loop:
			n.Body = j.rewrite(n.Body)
		case *trace.Scope:
			n.Body = j.rewrite(n.Body)
		}
		out = append(out, n)
	}
	return out
}

// choice is an access with its roles, as a chain of conditions on the loops' counters.
func (j *joiner) choice(t *trace.Access) []trace.Node {
	all := j.seen[t]
	byRole := map[role][]*turn{}
	var order []role
	plain := 0
	for _, at := range all {
		r, ok := j.roles[t][at]
		if !ok {
			plain++
			r = role{width: t.Width}
		}
		if byRole[r] == nil {
			order = append(order, r)
		}
		byRole[r] = append(byRole[r], at)
	}
	slices.SortFunc(order, func(a, b role) int { return len(byRole[a]) - len(byRole[b]) })
	var conds []indexmath.Expr
	for _, r := range order {
		c, ok := among(byRole[r], all)
		if !ok {
			return []trace.Node{t}
		}
		conds = append(conds, c)
	}
	a := j.Accesses[t.ID]
	a.Merged = true
	a.carried = len(order) == 1 && order[0] == role{}
	a.Assume = append(a.Assume, "the compiler unrolls the loop and joins it with its neighbours in "+strconv.Itoa(len(all)-plain)+" of "+strconv.Itoa(len(all))+" iterations")
	var out []trace.Node
	for i := len(order) - 1; i >= 0; i-- {
		r := order[i]
		var then []trace.Node
		switch {
		case r.width == t.Width && r.below == 0:
			then = []trace.Node{t}
		case r.width > 0:
			w := *t
			w.Width, w.Offset = r.width, indexmath.Sub(t.Offset, indexmath.Const(r.below))
			then = []trace.Node{&w}
		}
		if i == len(order)-1 {
			out = then // the last one needs no condition
			continue
		}
		out = []trace.Node{&trace.If{Cond: conds[i], Then: then, Else: out}}
	}
	return out
}

// maxTerms bounds a condition on counters.
const maxTerms = 64

// among is the condition that tells some iterations from the rest: by the innermost counter alone where that does.
func among(some, all []*turn) (indexmath.Expr, bool) {
	if len(some) == len(all) {
		return indexmath.Const(1), true
	}
	in := map[int64]bool{}
	for _, t := range some {
		in[t.n] = true
	}
	values, n := []int64{}, 0
	for _, t := range all {
		if in[t.n] {
			n++
		}
		values = append(values, t.n)
	}
	if n == len(some) {
		return oneOf(some[0].sym, in, values), true
	}
	if len(some) > maxTerms {
		return indexmath.Expr{}, false
	}
	out := indexmath.Const(0)
	for _, t := range some {
		c := indexmath.Const(1)
		for u := t; u != nil; u = u.up {
			c = indexmath.LAnd(c, indexmath.Eq(u.sym.Expr(), indexmath.Const(u.n)))
		}
		out = indexmath.LOr(out, c)
	}
	return out, true
}

// oneOf is the condition that a counter has one of some values, out of all that it takes: a remainder where that tells them.
func oneOf(s *indexmath.Sym, in map[int64]bool, all []int64) indexmath.Expr {
	var some []int64
	for n := range in {
		some = append(some, n)
	}
	slices.Sort(some)
	for m := int64(2); m <= 16 && len(some) > 1; m *= 2 {
		rest := some[0] & (m - 1)
		if !slices.ContainsFunc(all, func(n int64) bool { return (n&(m-1) == rest) != in[n] }) {
			return indexmath.Eq(indexmath.And(s.Expr(), indexmath.Const(m-1)), indexmath.Const(rest))
		}
	}
	out := indexmath.Const(0)
	for _, n := range some {
		out = indexmath.LOr(out, indexmath.Eq(s.Expr(), indexmath.Const(n)))
	}
	return out
}
