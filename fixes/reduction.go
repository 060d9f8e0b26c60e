package fixes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// A tree reduction of N elements, one a thread, may be run from the near to the far or from the far to the near: with an operator that
// commutes the first element ends up as the combination of all N either way. Near to far (s = 1, 2, 4, ..) thread 2*s*k combines
// elements 2*s*k and 2*s*k + s; far to near (s = N/2, N/4, ..) thread k combines k and k + s, and the working threads are always the
// first ones. So the loop is turned around, the condition that chose the threads becomes `tid < s`, and an index 2*s*tid becomes tid.
// Everything but element 0 differs afterwards, so nothing else may be read behind the loop.

// reduction is what is known of the loop while it is being turned around.
type reduction struct {
	*view
	*stepping
	loops    []*sema.Loop
	accesses [][]*sema.Access // of each run: those in the loop to shared memory
	runs     []*sema.Run
	thread   ast.Expr             // the thread's number, as the loop names it
	doubled  bool                 // the variable is twice the distance
	index    map[string]*ast.Expr // locals of the body that hold 2*s*tid
	distance string               // the distance as text, in the variable of the loop
}

// SequentialReduction turns an interleaved tree reduction in shared memory around. It asks for a block size that is known, in every
// launch, and a power of two, with one element a thread; for a combination that commutes (+, *, &, |, ^, &&, ||, minimum, maximum);
// for a barrier in the loop; and that nothing but element 0 is used afterwards.
func SequentialReduction(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok {
		return Rewrite{}, false
	}
	loop := s.Loop
	if loop == nil && len(s.Accesses) > 0 {
		loop = s.Accesses[0].Loop
	}
	if loop == nil {
		return Rewrite{}, false
	}
	stmt := v.stmtAt(loop.Place)
	if stmt == nil {
		return Rewrite{}, false
	}
	r := &reduction{view: v, runs: s.Kernel.Runs, index: map[string]*ast.Expr{}}
	if !r.gather(loop) {
		return Rewrite{}, false
	}
	if r.stepping, ok = v.steppingOf(stmt, r.loops); !ok || !v.reads(r.cond) || !v.reads(r.post) || !v.reads(r.init) {
		return Rewrite{}, false
	}
	if !r.judgeRuns() || !r.rewriteBody() || !r.rewriteHeader() || r.usedLater() {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	if !ok {
		return Rewrite{}, false
	}
	title := fmt.Sprintf("combine what is far apart first: %s with if (%s < %s)", r.headerText(), v.text(r.thread), r.distance)
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// gather finds the loop in every run, with its accesses to shared memory.
func (r *reduction) gather(loop *sema.Loop) bool {
	for _, run := range r.runs {
		var mine *sema.Loop
		for _, l := range run.Loops {
			if l.Place == loop.Place {
				if mine != nil {
					return false
				}
				mine = l
			}
		}
		if mine == nil || run.Origin == sema.Assumed || run.Origin == sema.FromBounds {
			return false
		}
		var list []*sema.Access
		for _, a := range run.Accesses {
			if a.Loop != mine {
				continue
			}
			if !a.Wavefronts() || len(a.Calls) > 0 || a.Op != trace.Load && a.Op != trace.Store {
				return false
			}
			list = append(list, a)
		}
		r.loops, r.accesses = append(r.loops, mine), append(r.accesses, list)
	}
	return len(r.loops) > 0
}

// judgeRuns holds the numbers of every run against the pattern: the steps cover the block, a power of two of threads; each store goes
// to the thread's own element or to 2*s*tid, and there is a load at the distance from it.
func (r *reduction) judgeRuns() bool {
	for i, run := range r.runs {
		threads := run.Block[0] * run.Block[1] * run.Block[2]
		if threads&(threads-1) != 0 || threads < 4 || int64(1)<<r.steps[i] != threads {
			return false
		}
		c := carried(r.loops[i].Trace, r.name)
		linear := threadNumber(run)
		stores := 0
		for _, a := range r.accesses[i] {
			if a.Op != trace.Store {
				continue
			}
			stores++
			far, ok := r.partner(a, r.accesses[i], c.Sym)
			if !ok {
				return false
			}
			own, ok := ownOffset(a)
			if !ok {
				return false
			}
			still := indexmath.Mul(indexmath.Const(a.Array.Elem.Size), linear)
			if own.Equal(still) {
				continue
			}
			spread := indexmath.Mul(indexmath.Mul(indexmath.Const(2), far), still)
			if !own.Equal(spread) && !(r.doubled && sameAt(own, spread, c.Sym)) {
				return false
			}
		}
		if stores == 0 {
			return false
		}
	}
	return true
}

// ownOffset is the offset of an access from element 0, in bytes, without that of a field within its element; false when it is not known.
func ownOffset(a *sema.Access) (indexmath.Expr, bool) {
	if a.Array == nil || a.Array.Elem == nil || a.Array.Elem.Size <= 0 {
		return indexmath.Expr{}, false
	}
	x := indexmath.Uncast(a.Offset)
	base, ok := indexmath.Subst(x, zeroThreads(x)).Const()
	if !ok || base < 0 || base >= a.Array.Elem.Size {
		return indexmath.Expr{}, false
	}
	return indexmath.Sub(x, indexmath.Const(base)), true
}

// partner is the distance in elements, s or s/2, at which the loop loads what it combines with the store's element.
func (r *reduction) partner(store *sema.Access, list []*sema.Access, s *indexmath.Sym) (indexmath.Expr, bool) {
	if store.Array == nil || store.Array.Elem == nil {
		return indexmath.Expr{}, false
	}
	w := indexmath.Const(store.Array.Elem.Size)
	for _, a := range list {
		if a.Op != trace.Load || a.Array != store.Array || a.Width != store.Width {
			continue
		}
		gap := indexmath.Sub(indexmath.Uncast(a.Offset), indexmath.Uncast(store.Offset))
		single := s.Expr()
		if r.counts {
			single = indexmath.Shl(indexmath.Const(1), s.Expr())
		}
		if gap.Equal(indexmath.Mul(w, single)) && (r.first == 1 || r.counts) {
			return single, true
		}
		if half := indexmath.Div(single, indexmath.Const(2)); r.first == 2 && sameAt(gap, indexmath.Mul(w, half), s) {
			r.doubled = true
			return half, true
		}
	}
	return indexmath.Expr{}, false
}

// sameAt reports whether two expressions agree for the values 2, 4, .. 1024 of a symbol.
func sameAt(x, y indexmath.Expr, s *indexmath.Sym) bool {
	for n := int64(2); n <= 1024; n *= 2 {
		with := map[*indexmath.Sym]indexmath.Expr{s: indexmath.Const(n)}
		if !indexmath.Subst(x, with).Equal(indexmath.Subst(y, with)) {
			return false
		}
	}
	return true
}

// threadNumber is threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) in the symbols of a run.
func threadNumber(run *sema.Run) indexmath.Expr {
	sum := indexmath.Const(0)
	step := int64(1)
	for axis, s := range threadSyms(run) {
		if s != nil && run.Block[axis] > 1 {
			sum = indexmath.Add(sum, indexmath.Mul(indexmath.Const(step), s.Expr()))
		}
		step *= run.Block[axis]
	}
	return sum
}

// threadSyms are the run's symbols of threadIdx by axis; nil where no access depends on one.
func threadSyms(run *sema.Run) (out [3]*indexmath.Sym) {
	for _, a := range run.Accesses {
		for _, s := range a.Offset.Syms() {
			if s.Kind == indexmath.Thread {
				out[s.Axis] = s
			}
		}
	}
	return out
}

func zeroThreads(x indexmath.Expr) map[*indexmath.Sym]indexmath.Expr {
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range x.Syms() {
		if s.Kind == indexmath.Thread || s.Kind == indexmath.Carried {
			with[s] = indexmath.Const(0)
		}
	}
	return with
}

// rewriteHeader turns the loop's start, bound and step around.
func (r *reduction) rewriteHeader() bool {
	if r.counts {
		return true // the body's `1 << d` is turned around instead
	}
	start, ok := r.startText()
	back := r.halved(r.post, r.name)
	if n, written := number(r.init); !ok || back == "" || !written || n != r.first {
		return false
	}
	r.replace(r.init, start)
	r.replace(r.cond, fmt.Sprintf("%s > %d", r.name, r.first-1))
	r.replace(r.post, back)
	return true
}

func (r *reduction) headerText() string {
	if r.counts {
		return "halving steps"
	}
	start, _ := r.startText()
	return fmt.Sprintf("for (%s = %s; %s > %d; %s)", r.name, start, r.name, r.first-1, r.halved(r.post, r.name))
}

// startText is the greatest value of the loop's variable, in the words of its bound where that is the number of threads.
func (r *reduction) startText() (string, bool) {
	if b, ok := bare(r.cond).(*ast.Binary); ok {
		if name, plain := plainName(b.X); plain && name == r.name && !mentions(b.Y, name) && r.boundedBy(b.Op) {
			if r.doubled {
				return r.text(bare(b.Y)), true
			}
			if n, ok := number(b.Y); ok {
				return strconv.FormatInt(n/2, 10), true
			}
			return r.factor(b.Y) + " / 2", true
		}
	}
	for _, run := range r.runs {
		if run.Block[1]*run.Block[2] != 1 {
			return "", false
		}
	}
	if r.doubled {
		return "blockDim.x", true
	}
	return "blockDim.x / 2", true
}

// boundedBy reports whether the condition compares with the number of threads in every run: it holds just below it (for <) or at
// it (for <=) and not beyond.
func (r *reduction) boundedBy(op string) bool {
	for i, run := range r.runs {
		threads := run.Block[0] * run.Block[1] * run.Block[2]
		last := threads
		switch {
		case op == "<" && !r.doubled:
			last--
		case op == "<=" && r.doubled:
		default:
			return false
		}
		l := r.loops[i].Trace
		at := func(n int64) (int64, bool) {
			return indexmath.Subst(l.Cond, map[*indexmath.Sym]indexmath.Expr{carried(l, r.name).Sym: indexmath.Const(n)}).Const()
		}
		if in, ok := at(last); !ok || in == 0 {
			return false
		}
		if out, ok := at(last + 1); !ok || out != 0 {
			return false
		}
	}
	return true
}

// usedLater reports whether anything but element 0 of the combined arrays, or the loop's variable, is used behind the loop, or an
// element in front of it in a loop around it.
func (r *reduction) usedLater() bool {
	at := r.stmt.Pos()
	if r.outlives() {
		return true
	}
	for i, run := range r.runs {
		arrays := map[*sema.Array]bool{}
		for _, a := range r.accesses[i] {
			arrays[a.Array] = true
		}
		for _, a := range run.Accesses {
			if !arrays[a.Array] || a.Loop == r.loops[i] || a.Op == trace.Store {
				continue
			}
			if a.Place.File != r.file {
				return true
			}
			if a.Place.Span.Start < at.Start && r.loops[i].Parent == nil {
				continue
			}
			if !firstElement(run, a) {
				return true
			}
		}
	}
	return false
}

// outlives reports whether the loop's variable is declared outside of the loop and used behind it, or in a loop around it.
func (r *reduction) outlives() bool {
	d, scope := r.declared(r.name, r.cond)
	if d == nil {
		return true
	}
	if r.counts || r.stmt.Pos().Covers(d.Span) {
		return false
	}
	later := r.loops[0].Parent != nil && !r.loops[0].Parent.Place.Span.Covers(d.Span)
	eachBelow(scope, func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok && id.Pos().Start >= r.stmt.Pos().End {
			name, _ := id.Plain()
			later = later || name == r.name
		}
	})
	return later
}

// firstElement reports whether a load goes to element 0 in every thread that executes it.
func firstElement(run *sema.Run, a *sema.Access) bool {
	if n, ok := a.Index.Const(); ok {
		return n == 0
	}
	syms := threadSyms(run)
	if syms[0] == nil || run.Block[1]*run.Block[2] != 1 {
		return false
	}
	for t := range run.Block[0] {
		with := map[*indexmath.Sym]indexmath.Expr{syms[0]: indexmath.Const(t)}
		if n, ok := indexmath.Subst(a.Index, with).Const(); ok && n == 0 {
			continue
		}
		out := false
		for _, g := range a.Guards {
			holds, ok := indexmath.Subst(g.Cond, with).Const()
			out = out || ok && (holds == 0) != g.Not
		}
		if !out {
			return false
		}
	}
	return true
}

// barrier reports whether a statement waits for the block.
func barrier(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := bare(x.X).(*ast.Call)
	if !ok {
		return false
	}
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name() == "__syncthreads" || f.Name() == "sync" && len(f.Parts) > 1
	case *ast.Member:
		return f.Name.Name == "sync" || strings.HasSuffix(f.Name.Name, "_sync")
	}
	return false
}
