package rules

import (
	"slices"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
)

// An unknown distance between lanes is taken for the row of a matrix, which is long. In two kinds of code it mostly is not, and then
// nothing can be said: strides that are arguments for all dimensions alike, and the step of a window.

// strideMayBeSmall reports whether nothing speaks for a large value of what lanes are apart by.
func strideMayBeSmall(a *sema.Access) bool {
	return !a.Wavefronts() && (stridedView(a) || slidingWindow(a))
}

// stridedView reports whether an array is gone through by strides that are arguments, one for each of its dimensions, as tensors are:
// x[i*s0 + j*s1]. Each of them may be 1, and in one dimension of a dense tensor is; which one no text tells. Where another addend moves by
// single elements, as in x[i*pitch + j], that is the dense dimension, and the argument the distance of rows; and where it is a factor of
// the others, as in x[(i*h + j)*c], it is the size of what each of them is made of.
func stridedView(a *sema.Access) bool {
	var strides, lanes, outer []indexmath.Expr
	for _, s := range indexmath.Scales(atStart(a)) {
		switch {
		case !s.Moves:
			continue
		case len(s.By) == 0 && abs(s.K) <= int64(a.Width):
			return false
		case len(s.By) == 1 && isName(s.By[0]):
			if s.Varies {
				lanes = append(lanes, s.By[0])
			}
			if !has(strides, s.By[0]) {
				strides = append(strides, s.By[0])
			}
		case s.Varies:
			outer = append(outer, s.By...)
		}
	}
	shared := func(x indexmath.Expr) bool { return has(outer, x) }
	return len(lanes) > 0 && len(strides) > 1 && !slices.ContainsFunc(lanes, shared)
}

// isName reports whether an expression is a symbol and nothing else.
func isName(x indexmath.Expr) bool {
	syms := x.Syms()
	return len(syms) == 1 && x.Equal(syms[0].Expr())
}

func has(list []indexmath.Expr, x indexmath.Expr) bool {
	return slices.ContainsFunc(list, x.Equal)
}

// slidingWindow reports whether each lane goes through elements of its own that begin some unknown steps behind the neighbour's, and whose
// number has nothing to do with that step: for (j = t*step; j < t*step + size; j++). Windows mostly overlap or touch. In a chunk for
// each thread the two are the same, j < (t + 1)*step.
func slidingWindow(a *sema.Access) bool {
	offset := indexmath.Uncast(a.Offset)
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || !v.Sym.Varies || !v.Init.Known() || !offset.Contains(v.Sym) {
				continue
			}
			moves, ok := indexmath.Stride(offset, v.Sym).Const()
			step, okStep := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr()).Const()
			if !ok || !okStep || abs(moves*step) != int64(a.Width) {
				continue
			}
			over, _ := indexmath.Thresholds(indexmath.Uncast(l.Trace.Cond))
			for _, d := range over {
				if windows(indexmath.Uncast(v.Init), indexmath.Sub(v.Sym.Expr(), d)) {
					return true
				}
			}
		}
	}
	return false
}

// windows compares where a range begins with where it ends, apart from what clips it.
func windows(first, end indexmath.Expr) bool {
	for _, lo := range indexmath.Largest(first) {
		var pitch []*indexmath.Sym
		for _, s := range indexmath.Scales(lo) {
			if s.Varies {
				for _, b := range s.By {
					pitch = append(pitch, b.Syms()...)
				}
			}
		}
		if len(pitch) == 0 {
			continue
		}
		for _, hi := range indexmath.Smallest(end) {
			size := indexmath.Sub(hi, lo)
			if size.Known() && !size.Varies() && !slices.ContainsFunc(pitch, size.Contains) {
				return true
			}
		}
	}
	return false
}
