package sema

import (
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// judge replays the run's program and gives every access its cost, pattern and stride.
func (r *Run) judge() {
	costs := trace.Run(r.Program, trace.Shape{Block: r.Block, Grid: r.Grid}, trace.Options{})
	for i, a := range r.Accesses {
		a.Cost = costs[i]
		if a.Array != nil && a.Array.Space == trace.Shared && a.Cost.Known && a.Cost.Verdict {
			a.Cost.Known = false
			a.Cost.Blocked = "an unknown pitch"
			if len(a.Cost.Rests) > 0 {
				a.Cost.Blocked = a.Cost.Rests[0]
			}
		}
		if !a.Stride.Known() {
			if s, ok := witnessStride(&a.Cost.Witness); ok && a.Cost.Known {
				a.Stride = indexmath.Const(s)
			}
		}
		a.Pattern = a.pattern()
	}
}

// witnessStride is the one distance between neighbouring active lanes of a request.
func witnessStride(w *trace.Request) (int64, bool) {
	stride, seen := int64(0), false
	for l := range 31 {
		if w.Active>>l&3 != 3 {
			continue
		}
		d := w.Offsets[l+1] - w.Offsets[l]
		if seen && d != stride {
			return 0, false
		}
		stride, seen = d, true
	}
	return stride, seen
}

// pattern names what the lanes do in the costliest request.
func (a *Access) pattern() Pattern {
	c := &a.Cost
	if !c.Known {
		if a.Offset.Has(indexmath.Data) {
			return Gather
		}
		return Unknown
	}
	w := &c.Witness
	if bits.OnesCount32(w.Active) > 1 && sameAddress(w) {
		return Broadcast
	}
	if a.Wavefronts() {
		switch {
		case c.Actual > c.Ideal*1.001:
			return BankConflict
		case a.Index.Known() && hasXor(a.Index):
			return Swizzled
		}
		return ConflictFree
	}
	if c.Settled <= c.Ideal*1.001 {
		return Contiguous
	}
	if a.Field != nil && a.Field.Struct != nil && !a.Field.Struct.Vector {
		return StructField
	}
	if s, ok := witnessStride(w); ok && s != 0 {
		return Strided
	}
	return Scattered
}

// hasXor reports whether an index is swizzled by an exclusive or of lane-dependent parts.
func hasXor(x indexmath.Expr) bool { return strings.Contains(x.String(), "^") }

// sameAddress reports whether all active lanes go to one address.
func sameAddress(w *trace.Request) bool {
	first := int64(0)
	seen := false
	for l := range 32 {
		if w.Active>>l&1 == 0 {
			continue
		}
		if seen && w.Offsets[l] != first {
			return false
		}
		first, seen = w.Offsets[l], true
	}
	return seen
}
