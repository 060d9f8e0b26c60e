package sema

import (
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// Loops are walked once, with a symbol for every variable that an iteration hands on to the next:
//
//	for (int s = 1; s < n; s *= 2) a[s * t] ..      s is a symbol: first 1, then twice what it was
//
// Which variables these are is read from the text (scan.go) and corrected by what the walk finds: one that comes out as it went
// in is walked again as a constant, one that turns out to differ by lane is walked again as such. Loops over small local arrays
// are walked iteration by iteration instead, and so are loops of host code, whose first iteration decides a launch.

// loopParts is a loop in its general form.
type loopParts struct {
	cond, post ast.Expr
	body       ast.Stmt
	last       bool // the condition is tested behind the body
	node       ast.Node
	name       string   // of the induction variable
	unroll     ast.Expr // the factor of a #pragma unroll in front of it, nil without one
	before     func()   // what is to be done at the start of each iteration
}

func (in *interp) loopStmt(s ast.Stmt) {
	in.push()
	defer in.pop()
	switch s := s.(type) {
	case *ast.For:
		if s.Init != nil {
			in.stmt(s.Init)
		}
		in.loop(loopParts{cond: s.Cond, post: s.Post, body: s.Body, node: s, name: inductionName(s), unroll: s.Unroll})
	case *ast.While:
		in.loop(loopParts{cond: s.Cond, body: s.Body, node: s, unroll: s.Unroll})
	case *ast.DoWhile:
		if n, ok := in.peek(s.Cond).integer(); ok && n == 0 && !leaves(s.Body) {
			in.block(s.Body) // do { .. } while (0)
			return
		}
		in.loop(loopParts{cond: s.Cond, body: s.Body, node: s, last: true})
	case *ast.RangeFor:
		in.rangeFor(s)
	}
}

// inductionName is the variable that a for statement steps.
func inductionName(s *ast.For) string {
	switch p := s.Post.(type) {
	case *ast.Unary:
		if id, ok := strip(p.X).(*ast.Ident); ok {
			return id.Name()
		}
	case *ast.Assign:
		if id, ok := strip(p.X).(*ast.Ident); ok {
			return id.Name()
		}
	case *ast.Binary: // i++, j--
		if q, ok := p.X.(*ast.Unary); ok {
			if id, ok := strip(q.X).(*ast.Ident); ok {
				return id.Name()
			}
		}
	}
	return ""
}

func (in *interp) loop(l loopParts) {
	if in.host != nil {
		in.hostLoop(l)
		return
	}
	if len(in.loops) >= maxLoops {
		in.cut = "loops nested more than " + strconv.Itoa(maxLoops) + " deep are not walked"
		return
	}
	if in.unrolled(l) {
		return
	}
	told := learned{skip: map[cellKey]bool{}, varies: map[cellKey]bool{}, bounds: map[cellKey]indexmath.Interval{}, wraps: map[cellKey]bool{}}
	asked := in.unbounded // of the loop around
	in.unbounded = false
	defer func() { in.unbounded = asked }()
	for try := 0; ; try++ {
		mark := in.mark()
		again := in.symbolic(l, told, try >= 4)
		if !again || in.steps >= maxSteps {
			return
		}
		in.rewind(mark)
	}
}

// cellKey names a cell of an object.
type cellKey struct {
	obj *object
	off int64
}

// mark is a point of the walk to come back to.
type mark struct {
	st              *state
	accesses, loops int
}

func (in *interp) mark() mark {
	return mark{st: in.st, accesses: len(in.run.Accesses), loops: len(in.run.Loops)}
}

func (in *interp) rewind(m mark) {
	in.st = m.st
	in.run.Accesses = in.run.Accesses[:m.accesses]
	in.run.Program.Accesses = in.run.Program.Accesses[:m.accesses]
	in.run.Loops = in.run.Loops[:m.loops]
}

// symbolic walks a loop once with symbols for what it carries. It reports true, and has changed nothing, when the walk has to be
// done again because more was learned; never when final is set.
func (in *interp) symbolic(l loopParts, told learned, final bool) (again bool) {
	base := in.st
	body := newState(base)
	in.st = body
	tl := &trace.Loop{Last: l.last}
	lf := &loopFrame{node: tl, depth: len(in.under), conds: len(in.frame.conds), post: l.post}
	lf.vars = in.loopVars(l, body, told, final)
	for i := range lf.vars {
		if !lf.vars[i].blind {
			tl.Vars = append(tl.Vars, lf.vars[i].tv)
		}
	}
	lf.model = &Loop{Place: in.place(l.node), Trace: tl, Var: l.name, Guards: append([]Guard(nil), in.under...), Depth: 1}
	if len(in.loops) > 0 {
		lf.model.Parent = in.loops[len(in.loops)-1].model
		if lf.model.Parent != nil {
			lf.model.Depth = lf.model.Parent.Depth + 1
		}
	}
	in.run.Loops = append(in.run.Loops, lf.model)
	in.loops = append(in.loops, lf)
	before := len(in.run.Accesses)
	old := in.out
	var list []trace.Node
	if old != nil {
		in.out = &list
	}
	cond := indexmath.Const(1)
	fences := in.barriers
	test := func() {
		in.told = false
		if l.cond != nil {
			cond = in.cond(in.eval(l.cond))
		}
		lf.told = lf.told || in.told
		in.told = false
	}
	if !l.last {
		test()
		narrowVars(lf, body)
	}
	guards := len(in.under)
	if l.cond != nil && !l.last {
		in.under = append(in.under, Guard{Cond: cond, Text: in.text(l.cond)})
	}
	if l.before != nil {
		l.before()
	}
	in.block(l.body)
	in.under = in.under[:guards]
	in.st = body
	body.dead = false
	if l.last {
		test()
	}
	if l.post != nil {
		in.eval(l.post)
		lf.told = lf.told || in.told
		in.told = false
	}
	lf.model.rolled = lf.told || lf.left || in.rolled(l.unroll)
	lf.model.fenced = in.barriers > fences
	in.out = old
	in.loops = in.loops[:len(in.loops)-1]
	tl.Cond, tl.Body = cond, list
	if in.settle(lf, body, told, final) {
		return true
	}
	in.st = base
	in.loopOuts(lf, base, body, cond)
	if old != nil && (len(in.run.Accesses) > before || outlives(lf, base) || in.computes(list) || leavesFurther(list, []trace.Node{tl})) {
		*old = append(*old, tl)
	}
	return false
}

// outlives reports whether a carried variable is still there behind the loop.
func outlives(lf *loopFrame, base *state) bool {
	for _, v := range lf.vars {
		if v.obj.name != lf.model.Var {
			return true
		}
	}
	return false
}

// loopVars gives every cell that the loop may change a symbol.
func (in *interp) loopVars(l loopParts, body *state, told learned, final bool) []loopVar {
	skip, varies := told.skip, told.varies
	var out []loopVar
	for _, o := range in.changed(l) {
		c, ok := body.get(o)
		if !ok {
			continue
		}
		if len(c.cells) > 64 {
			body.forget(o)
			continue
		}
		for _, e := range c.cells {
			off, v := e.off, e.v
			key := cellKey{o, off}
			if skip[key] || v.fn != nil || v.group != nil || v.cells != nil {
				continue
			}
			t := v.typ
			if v.obj == nil && (isFloat(t) || v.flt != nil || !v.num.Known() && !isInteger(t)) {
				body.store(o, off, t, value{typ: t, name: o.name, same: v.uniform() && !varies[key]})
				if v.uniform() && !varies[key] && !final {
					out = append(out, in.sameVar(o, off, v))
				}
				continue
			}
			init := in.number(v)
			s := &indexmath.Sym{Name: o.name, Kind: indexmath.Carried, Varies: init.Varies() || varies[key] || final}
			if o.typ != nil && o.typ.Kind == layout.Record {
				if path, _, ok := o.typ.At(off); ok {
					s.Name = o.name + "." + path
				}
			}
			if !told.wraps[key] {
				s.Range = typeRange(t)
			}
			if b, ok := told.bounds[key]; ok {
				s.Range = b
			}
			w := v
			w.num = s.Expr()
			body.store(o, off, t, w)
			out = append(out, loopVar{obj: o, off: off, sym: s, v: v, inside: in.loopRange(l, o, off, init), tv: &trace.Var{
				Sym: s, Init: init, Out: &indexmath.Sym{Name: o.name, Kind: indexmath.Carried, Varies: s.Varies},
			}})
		}
	}
	return out
}

// sameVar is a value without a number, carried only to see whether it stays the same for all lanes.
func (in *interp) sameVar(o *object, off int64, v value) loopVar {
	s := &indexmath.Sym{Name: o.name, Kind: indexmath.Carried}
	return loopVar{obj: o, off: off, sym: s, v: v, blind: true, tv: &trace.Var{Sym: s}}
}

// loopRange bounds an induction variable that counts up or down to a bound: for (i = a; i < n; i++) lies in [a, n-1].
func (in *interp) loopRange(l loopParts, o *object, off int64, init indexmath.Expr) indexmath.Interval {
	full := indexmath.Interval{}
	c, ok := l.cond.(*ast.Binary)
	if !ok || off != 0 || l.last {
		return full
	}
	id, ok := strip(c.X).(*ast.Ident)
	if !ok {
		return full
	}
	if p, ok := in.frame.scope.lookup(id.Name()); !ok || p.obj != o {
		return full
	}
	var step value
	up, down := false, false
	switch p := l.post.(type) {
	case *ast.Unary:
		up, down = p.Op == "++", p.Op == "--"
	case *ast.Assign:
		step = in.peek(p.Y)
		lo, ok := step.num.Range().Lo()
		positive := ok && lo >= 0
		switch p.Op {
		case "+=", "*=", "<<=":
			up = positive
		case "-=", "/=", ">>=":
			down = positive
		}
	}
	bound := in.peek(c.Y)
	if bound.obj != nil || !bound.num.Known() {
		return full
	}
	first, limit := init.Range(), bound.num.Range()
	switch {
	case up && (c.Op == "<" || c.Op == "<=" || c.Op == "!="):
		lo, ok1 := first.Lo()
		hi, ok2 := limit.Hi()
		if c.Op != "<=" {
			hi--
		}
		if ok1 && ok2 && lo <= hi {
			return indexmath.Between(lo, in.lastStep(l, first, step, lo, hi))
		}
		if ok1 {
			return indexmath.AtLeast(lo)
		}
	case down && (c.Op == ">" || c.Op == ">=" || c.Op == "!="):
		hi, ok1 := first.Hi()
		lo, ok2 := limit.Lo()
		if c.Op == ">" {
			lo++
		}
		if ok1 && ok2 && lo <= hi {
			return indexmath.Between(lo, hi)
		}
	}
	return full
}

// lastStep is the greatest value up to hi that a counter reaches from lo: 24 from 0 by 8 below 32. It is hi where start or step are
// not constant or the body changes the counter too.
func (in *interp) lastStep(l loopParts, first indexmath.Interval, step value, lo, hi int64) int64 {
	p, add := l.post.(*ast.Assign)
	by, constant := step.num.Const()
	if _, one := first.Single(); !one || !add || p.Op != "+=" || !constant || by < 1 || changes(l.body, l.name) {
		return hi
	}
	return lo + (hi-lo)/by*by
}

// narrowVars puts what the condition says of an induction variable into its symbol, for the body alone: the condition itself, which
// was evaluated without, must stay able to fail.
func narrowVars(lf *loopFrame, body *state) {
	for i := range lf.vars {
		v := &lf.vars[i]
		now, ok := body.load(v.obj, v.off, v.v.typ)
		if v.blind || v.inside == (indexmath.Interval{}) || !ok || !now.num.Equal(v.sym.Expr()) {
			continue
		}
		v.sym.Range = v.inside
		now.num = v.sym.Expr()
		body.store(v.obj, v.off, v.v.typ, now)
	}
}

// settle reads what each variable is at the end of an iteration and reports whether the walk has to be done again.
func (in *interp) settle(lf *loopFrame, body *state, told learned, final bool) bool {
	skip, varies := told.skip, told.varies
	again := false
	for i := range lf.vars {
		v := &lf.vars[i]
		key := cellKey{v.obj, v.off}
		now, ok := body.load(v.obj, v.off, v.v.typ)
		if v.blind {
			if (!ok || !now.uniform()) && !varies[key] {
				varies[key] = true
				again = true
			}
			continue
		}
		next := indexmath.Expr{}
		if ok {
			next = now.num
			if !next.Known() && now.flt == nil && now.obj == nil {
				next = in.number(now)
			}
		}
		v.tv.Next = next
		if next.Equal(v.sym.Expr()) && lf.keeps(i) && !skip[key] {
			skip[key] = true
			again = true
		}
		if !told.wraps[key] && in.wraps(v, next) {
			told.wraps[key] = true
			again = true
		}
		if !v.sym.Varies && next.Varies() {
			varies[key] = true
			again = true
		}
		if in.unbounded && (v.sym.Range == (indexmath.Interval{}) || isUnsigned(v.v.typ, 8) && told.bounds[key] == (indexmath.Interval{})) {
			if b := turnRange(lf, *v); b != (indexmath.Interval{}) {
				told.bounds[key] = b
				again = true
			}
		}
	}
	in.unbounded = false
	return again && !final
}

// keeps reports whether every way out of the loop leaves variable i as the iteration found it.
func (lf *loopFrame) keeps(i int) bool {
	k := 0
	for _, v := range lf.vars[:i] {
		if !v.blind {
			k++
		}
	}
	for _, l := range lf.leaves {
		if !l.Values[k].Equal(lf.vars[i].sym.Expr()) {
			return false
		}
	}
	return true
}

// carried are the present values of a loop's variables, for lanes that leave here.
func (in *interp) carried(l *loopFrame) []indexmath.Expr {
	out := make([]indexmath.Expr, 0, len(l.vars))
	for _, v := range l.vars {
		now, ok := in.st.load(v.obj, v.off, v.v.typ)
		switch {
		case v.blind:
		case ok:
			out = append(out, now.num)
		default:
			out = append(out, indexmath.Expr{})
		}
	}
	return out
}

// outRange bounds what a loop leaves in a variable that it only adds to, or only takes from: at least, or at most, what it began with.
func outRange(lf *loopFrame, v loopVar) indexmath.Interval {
	if lf.left || v.v.typ == nil || v.v.typ.Kind != layout.Int || !v.v.typ.Signed {
		return indexmath.Interval{}
	}
	step, constant := indexmath.Sub(v.tv.Next, v.sym.Expr()).Const()
	lo, above := v.tv.Init.Range().Lo()
	hi, below := v.tv.Init.Range().Hi()
	switch {
	case constant && step >= 0 && above:
		return indexmath.AtLeast(lo)
	case constant && step <= 0 && below:
		return indexmath.AtMost(hi)
	}
	return indexmath.Interval{}
}

// turnRange is outRange for the variable at the start of an iteration. One of unsigned 64 bits that begins with -1, which is
// 18446744073709551615 there, is of interest, too.
func turnRange(lf *loopFrame, v loopVar) indexmath.Interval {
	if isUnsigned(v.v.typ, 8) {
		step, constant := indexmath.Sub(v.tv.Next, v.sym.Expr()).Const()
		if lo, known := v.tv.Init.Range().Lo(); known && lo < 0 && constant && step >= 0 {
			return indexmath.AtLeast(lo)
		}
	}
	return outRange(lf, v)
}

// loopOuts gives the variables the values that they leave the loop with, and forgets what else the body changed.
func (in *interp) loopOuts(lf *loopFrame, base, body *state, cond indexmath.Expr) {
	byLane := cond.Varies() || lf.left
	done := map[*object]bool{}
	for _, v := range lf.vars {
		done[v.obj] = true
		w, _ := body.load(v.obj, v.off, v.v.typ)
		if v.blind {
			base.store(v.obj, v.off, v.v.typ, value{typ: v.v.typ, name: v.v.name, same: w.uniform() && !byLane})
			continue
		}
		v.tv.Out.Varies = v.sym.Varies || byLane
		v.tv.Out.Range = outRange(lf, v)
		if w.obj == nil {
			w = v.v
		}
		w.typ = v.v.typ
		w.num = v.tv.Out.Expr()
		if n, ok := in.finalValue(lf, v, cond); ok {
			w.num = indexmath.Const(n)
		}
		base.store(v.obj, v.off, v.v.typ, w)
	}
	for o, c := range body.own {
		if done[o] {
			for _, e := range c.cells { // floats and the like, changed but not numbers
				v := e.v
				if cur, ok := base.load(o, e.off, v.typ); ok && !cur.num.Known() {
					base.store(o, e.off, v.typ, value{typ: v.typ, name: v.name, same: v.uniform() && !byLane, fn: v.fn, group: v.group})
				}
			}
			continue
		}
		if _, outside := base.get(o); outside {
			next := make(cells, len(c.cells))
			old, _ := base.get(o)
			for i, e := range c.cells {
				v := e.v
				was, ok := old.cells.at(e.off)
				next[i] = e
				if !(ok && v.num.Known() && v.num.Equal(was.num) || v.fn != nil || v.group != nil) {
					next[i].v = value{typ: v.typ, name: o.name, same: v.uniform() && !byLane && (!ok || was.uniform()), obj: v.obj, num: loopless(v, was)}
				}
			}
			base.set(o, content{next, base})
		}
	}
}

// loopless keeps the offset of a pointer that the loop set to the same place.
func loopless(v, was value) indexmath.Expr {
	if v.obj != nil && v.obj == was.obj && v.num.Equal(was.num) {
		return v.num
	}
	return indexmath.Expr{}
}
