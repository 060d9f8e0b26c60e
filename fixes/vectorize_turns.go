package fixes

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
)

// turn is who deal out the elements of a loop among them.
type turn uint8

const (
	noTurns    turn = iota
	rowTurns        // the threads of a row of the block: i = threadIdx.x, then i += blockDim.x
	blockTurns      // all threads of a block of several rows, by their number in it
	gridTurns       // the threads of the grid: i = blockIdx.x * blockDim.x + threadIdx.x, then i += gridDim.x * blockDim.x
)

// turns finds out who take turns: by the text, else by the values of the loop's variable in every launch, which tells what a macro or a
// template argument stands for.
func (z *vectorizer) turns(by ast.Expr, s Site) bool {
	switch {
	case z.isGlobalThreadNumber(z.first) && z.isThreadCount(by):
		z.whole = gridTurns
	case z.isBlockThread(z.first) && z.isBlockWidth(by):
		z.whole = rowTurns
	default:
		for i, r := range s.Kernel.Runs {
			t := z.turnsIn(r)
			if r.Origin != sema.FromLaunch || i > 0 && t != z.whole {
				return false
			}
			z.whole = t
		}
	}
	return z.whole != noTurns
}

// turnsIn looks at the loop's variable in one run.
func (z *vectorizer) turnsIn(r *sema.Run) turn {
	for _, l := range r.Loops {
		if l.Place.File != z.file || l.Place.Span != z.loop.Span || l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || v.Sym.Name != z.name || !v.Init.Known() || !v.Next.Known() {
				continue
			}
			return turnsOf(r, indexmath.Uncast(v.Init), indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr()))
		}
	}
	return noTurns
}

func turnsOf(r *sema.Run, first, step indexmath.Expr) turn {
	along := map[[2]int]int64{} // by kind and axis, what the first element moves by
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range first.Syms() {
		n, ok := indexmath.Stride(first, s).Const()
		if !ok || s.Kind != indexmath.Thread && s.Kind != indexmath.Block {
			return noTurns
		}
		along[[2]int{int(s.Kind), s.Axis}] = n
		with[s] = indexmath.Const(0)
	}
	if n, ok := indexmath.Subst(first, with).Const(); !ok || n != 0 {
		return noTurns
	}
	width, height := r.Block[0], r.Block[1]
	steps := func(n int64) bool { c, ok := step.Const(); return ok && c == n }
	only := func(n int) bool { return len(along) == n && along[[2]int{int(indexmath.Thread), 0}] == 1 }
	switch {
	case only(1) && steps(width):
		return rowTurns
	case only(2) && along[[2]int{int(indexmath.Thread), 1}] == width && steps(width*height):
		return blockTurns
	case only(2) && along[[2]int{int(indexmath.Block), 0}] == width && r.Grid[0] > 0 && steps(width*r.Grid[0]):
		return gridTurns
	case only(2) && along[[2]int{int(indexmath.Block), 0}] == width && r.Grid[0] == 0 && isGridWidth(step, width):
		return gridTurns
	}
	return noTurns
}

// isGridWidth reports whether a step is gridDim.x, which is not known, times the block's width.
func isGridWidth(step indexmath.Expr, width int64) bool {
	step = indexmath.Uncast(step)
	syms := step.Syms()
	if len(syms) != 1 || syms[0].Name != "gridDim.x" {
		return false
	}
	n, ok := indexmath.Stride(step, syms[0]).Const()
	rest, whole := indexmath.Subst(step, map[*indexmath.Sym]indexmath.Expr{syms[0]: indexmath.Const(0)}).Const()
	return ok && n == width && whole && rest == 0
}

// isBlockThread reports whether an expression is threadIdx.x, or a local that holds it.
func (v *view) isBlockThread(x ast.Expr) bool {
	if c, ok := bare(x).(*ast.Cast); ok {
		return v.isBlockThread(c.X)
	}
	if name, ok := plainName(x); ok {
		init, d := v.value(name, x)
		return d != nil && !mentions(init, name) && v.isBlockThread(init)
	}
	return isBuiltin(x, "threadIdx", "x")
}

// isBlockWidth reports whether an expression is blockDim.x, or a local that holds it.
func (v *view) isBlockWidth(x ast.Expr) bool {
	if c, ok := bare(x).(*ast.Cast); ok {
		return v.isBlockWidth(c.X)
	}
	if name, ok := plainName(x); ok {
		init, d := v.value(name, x)
		return d != nil && !mentions(init, name) && v.isBlockWidth(init)
	}
	return isBuiltin(x, "blockDim", "x")
}
