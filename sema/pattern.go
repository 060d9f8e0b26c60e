package sema

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// judge replays the run's program and gives every access its cost, pattern and stride.
func (r *Run) judge(o trace.Options) {
	costs := trace.Run(r.Program, trace.Shape{Block: r.Block, Grid: r.Grid}, o)
	for i, a := range r.Accesses {
		a.Cost = costs[i]
		if r.Cut != "" && !a.Cost.Known && a.Cost.Requests == 0 {
			a.Cost.Blocked = tooLarge
		}
		if a.carried && a.Cost.Requests == 0 && a.Cost.Blocked == "" {
			a.Cost.Blocked = Carried
		}
		if a.Array != nil && a.Array.Space == trace.Shared && a.Cost.Known && a.Cost.Verdict {
			a.Cost.Known = false
			a.Cost.Blocked = "an unknown pitch"
			if len(a.Cost.Rests) > 0 {
				a.Cost.Blocked = a.Cost.Rests[0]
			}
		}
		a.Stride = a.stride()
		a.Pattern = a.pattern()
	}
}

// Carried is why an access has no number that is never an instruction of its own.
const Carried = "a neighbour's wider access takes it along"

// tooLarge names what blocks the numbers of a kernel whose walk ended at its bound.
const tooLarge = "too large"

// cut lists the kernels whose walk ended at its bound.
func (m *Model) cut() []Unread {
	var out []Unread
	for _, k := range m.Kernels {
		if k.beyond.File != nil {
			out = append(out, Unread{Place: k.beyond, Kernel: k.Name, Reason: "launched with more than " + strconv.Itoa(maxShapes) + " block shapes, of which the first are judged"})
		}
		if i := slices.IndexFunc(k.Runs, func(r *Run) bool { return r.Cut != "" }); i >= 0 {
			out = append(out, Unread{Place: k.Place, Kernel: k.Name, Reason: tooLarge + ": " + k.Runs[i].Cut})
		}
	}
	return out
}

// stride is the bytes from one threadIdx.x to the next: of the offset in the first iteration of loops that start at the lane, else
// what the lanes of a request show, as long as that is not the distance of assumed values.
func (a *Access) stride() indexmath.Expr {
	x := a.plain
	for l := a.Loop; l != nil; l = l.Parent {
		with := map[*indexmath.Sym]indexmath.Expr{}
		for _, v := range l.Trace.Vars {
			if !v.Sym.Varies || !x.Contains(v.Sym) || !v.Init.Known() {
				continue
			}
			if step := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr()); step.Known() && !step.Varies() {
				with[v.Sym] = indexmath.Uncast(v.Init)
			}
		}
		if len(with) > 0 {
			x = indexmath.Subst(x, with)
		}
	}
	open := false // a part that differs by lane in a way that has no stride
	for _, s := range x.Syms() {
		open = open || s.Kind == indexmath.Data || s.Kind == indexmath.Carried && s.Varies
	}
	for _, s := range x.Syms() {
		if s.Kind == indexmath.Thread && s.Axis == 0 {
			if d := indexmath.Stride(x, s); d.Known() && !open {
				return d
			}
			open = true
		}
	}
	if !open {
		return indexmath.Const(0)
	}
	if s, ok := witnessStride(&a.Cost.Witness); ok && a.Cost.Known && !x.Has(indexmath.Param) {
		return indexmath.Const(s)
	}
	return indexmath.Expr{}
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
