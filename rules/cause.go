package rules

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// cause is why an access costs more than its bytes need.
type cause struct {
	name       string          // as in diag.Diagnostic.Cause
	most       diag.Severity   // that a finding with this cause can have
	light      string          // why it matters little whatever the place, "" when it does not
	kernelWide bool            // one finding for a kernel, whatever the arrays
	fault      bool            // it kills the kernel: how often it is executed, and under which shape, does not matter
	sure       diag.Confidence // of a fault
	uncosted   bool            // it is not about how much a request takes above the ideal: no ratio tolerates it
}

// Causes of a costly global access.
const (
	swapped         = "swapped"          // threadIdx.x runs along the rows, threadIdx.y along the columns
	strided         = "strided"          // neighbouring lanes are further apart than an element
	chunked         = "chunked"          // each lane works through a run of its own
	transposedStore = "transposed-store" // read along rows, written down columns
	columnMajor     = "column-major"     // lanes walk down a column of a row-major matrix
	gather          = "gather"           // the index comes from memory
	narrowBlock     = "narrow-block"     // blockDim.x elements are less than a sector
	shiftedCopy     = "shifted-copy"     // a copy past L1 whose global and shared side are not aligned alike
	structField     = "struct-field"     // a field of an array of structs
	bankConflict    = "bank-conflict"
)

// shortestRow is the number of elements from which a constant distance is taken for the row of a matrix.
const shortestRow = 8

// globalCause says why the lanes of a costly global access are not side by side. A struct field is not among its answers.
//
// It looks at how the offset moves: with threadIdx.x, with threadIdx.y, and with what is the same for all lanes. Where threadIdx.y
// moves it by one element and threadIdx.x by a row, the two are swapped, unless other accesses of the kernel are contiguous as
// they are: then the kernel transposes, and one side has to go down the columns. Where a loop moves it by one element, each lane
// works through a run of its own; where a block index or an argument does, the lanes stand in one column of a matrix.
func globalCause(r *sema.Run, a *sema.Access) string {
	if a.Offset.Has(indexmath.Data) {
		return gather
	}
	if a.Op == trace.Copy && !requestCostly(&a.Cost.Witness.Offsets, a.Cost.Witness.Active, a.Width) {
		return shiftedCopy
	}
	width := int64(a.Width)
	if s, ok := laneStride(a).Const(); ok && abs(s) <= width && r.Block[0] < gpu.Lanes && r.Block[0]*abs(s) < gpu.SectorBytes {
		if y, ok := along(a, 1).Const(); (!ok || abs(y) >= gpu.SectorBytes) && (s != 0 || shared(&a.Cost.Witness)) { // else the rows are what stands apart
			return narrowBlock
		}
	}
	if y, ok := along(a, 1).Const(); ok && r.Block[1] > 1 && abs(y) <= width {
		switch {
		case !othersContiguous(r, a):
			return swapped
		case y != 0 && a.Op == trace.Store:
			return transposedStore
		case y != 0:
			return columnMajor
		}
	}
	if walks(a, width) {
		return chunked
	}
	if s, ok := laneStride(a).Const(); ok && abs(s) < shortestRow*width {
		return strided
	}
	offset := indexmath.Uncast(a.Offset)
	for _, s := range offset.Syms() {
		if s.Kind != indexmath.Block && s.Kind != indexmath.Param && s.Kind != indexmath.Carried {
			continue
		}
		if d, ok := indexmath.Stride(offset, s).Const(); ok && abs(d) == width && !movesWithThread(r, s) {
			return columnMajor
		}
	}
	return strided
}

// shared reports whether lanes of the request go to one place.
func shared(q *trace.Request) bool {
	at := map[int64]bool{}
	for l, o := range q.Offsets {
		if q.Active>>l&1 != 0 {
			at[o] = true
		}
	}
	return len(at) < lanesOf(q)
}

// atStart is the offset of an access in the first iteration of the loops whose variables differ by lane, such as a grid-stride loop's
// or that of a chunk of one's own: `i = t * k` shows the distance between lanes, i does not. Loops that step each lane differently
// are left alone.
func atStart(a *sema.Access) indexmath.Expr {
	x := indexmath.Uncast(a.Offset)
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		with := map[*indexmath.Sym]indexmath.Expr{}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || !v.Sym.Varies || !x.Contains(v.Sym) || !v.Init.Known() {
				continue
			}
			if step := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr()); !step.Varies() {
				with[v.Sym] = indexmath.Uncast(v.Init)
			}
		}
		if len(with) > 0 {
			x = indexmath.Subst(x, with)
		}
	}
	return x
}

// along is the bytes from one threadIdx (of an axis) to the next: 0 when the offset does not depend on it, unknown when it is not
// the same everywhere.
func along(a *sema.Access, axis int) indexmath.Expr {
	offset := atStart(a)
	if !offset.Known() {
		return indexmath.Expr{}
	}
	moves := indexmath.Const(0)
	for _, s := range offset.Syms() {
		switch {
		case s.Kind == indexmath.Data || s.Kind == indexmath.Carried && s.Varies:
			return indexmath.Expr{} // as far as lanes are apart by it, nothing is known
		case s.Kind == indexmath.Thread && s.Axis == axis:
			moves = indexmath.Stride(offset, s)
		}
	}
	return moves
}

// laneStride is the bytes from one threadIdx.x to the next; the zero value when there is no one distance.
func laneStride(a *sema.Access) indexmath.Expr {
	s := along(a, 0)
	if s.Known() && (!a.Stride.Known() || a.Offset.Has(indexmath.Carried)) {
		return s
	}
	if n, ok := a.Stride.Const(); ok && !s.Known() && (restsOnValue(a) || a.Offset.Has(indexmath.Param) && abs(n) >= farApart) {
		return indexmath.Expr{} // the distance seen in one request is that of assumed values
	}
	return a.Stride
}

// farApart is a distance in bytes that comes from a value assumed to be large.
const farApart = 1 << 16

// restsOnValue reports whether the cost of an access rests on an unknown value other than its base's alignment.
func restsOnValue(a *sema.Access) bool {
	for _, name := range a.Cost.Rests {
		if name != trace.BaseAlignment {
			return true
		}
	}
	return false
}

// othersContiguous reports whether another global access of the kernel is contiguous along threadIdx.x and not along threadIdx.y,
// so that swapping the two would spoil it.
func othersContiguous(r *sema.Run, a *sema.Access) bool {
	for _, b := range r.Accesses {
		if b == a || b.Array == nil || b.Array.Space != trace.Global || !b.Cost.Known {
			continue
		}
		x, okX := laneStride(b).Const()
		y, okY := along(b, 1).Const()
		if okX && x != 0 && abs(x) <= int64(b.Width) && (!okY || abs(y) > int64(b.Width)) {
			return true
		}
	}
	return false
}

// walks reports whether a loop around the access moves it by one element an iteration.
func walks(a *sema.Access, width int64) bool {
	offset := indexmath.Uncast(a.Offset)
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || !offset.Contains(v.Sym) {
				continue
			}
			d, ok := indexmath.Stride(offset, v.Sym).Const()
			step, okStep := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr()).Const()
			if ok && okStep && abs(d*step) == width {
				return true
			}
		}
	}
	return false
}

// movesWithThread reports whether a loop's variable starts at a value of the thread: then it is part of the lane's own index.
func movesWithThread(r *sema.Run, s *indexmath.Sym) bool {
	return s.Kind == indexmath.Carried && s.Varies
}

// bounded is the most sectors that one request of a gather can touch, from the interval of its index; ok is false when the interval
// is not known.
func bounded(a *sema.Access) (float64, bool) {
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range a.Offset.Syms() {
		if s.Kind == indexmath.Block || s.Kind == indexmath.Param || s.Kind == indexmath.Carried && !s.Varies {
			with[s] = indexmath.Const(0)
		}
	}
	i := indexmath.Subst(a.Offset, with).Range()
	lo, okLo := i.Lo()
	hi, okHi := i.Hi()
	if !okLo || !okHi {
		return 0, false
	}
	most := (hi-lo+int64(a.Width)+gpu.SectorBytes-1)/gpu.SectorBytes + 1
	if lo%gpu.SectorBytes == 0 {
		most--
	}
	return float64(min(most, gpu.Lanes)), true
}
