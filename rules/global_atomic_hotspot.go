package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var globalAtomicHotspot = &Rule{
	Name:    "global-atomic-hotspot",
	Default: diag.Info,
	Doc: `Flags floating-point atomics of a whole warp to one address in global memory.

## What it does
An atomic operation on a floating-point number in global memory is flagged when the lanes of a warp make it at the same address.

## Why
Updates of one address are made one after the other. For integers the compiler adds up a warp's updates first; for floating-point
numbers it must not, since the order of additions would change. On an H200, 16.8 million floats added to one total took 29.5 ms with
an atomic for each thread, 0.93 ms with one for each warp and 0.12 ms with one for each block.

## Example
    atomicAdd(total, in[i]);               // 32 lanes, one address

## Use instead
    float v = in[i];
    for (int s = 16; s > 0; s >>= 1) v += __shfl_down_sync(~0u, v, s);
    if (threadIdx.x % 32 == 0) atomicAdd(total, v);

or cub::BlockReduce and one atomic for each block.

## When to leave it
Where few lanes get there, or where the order of additions has to stay what it is.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			for _, g := range groups(k, diag.Info, judge{worth: hotspot, why: plainCause("hotspot"), pass: p}) {
				d := g.diagnostic(hotspotMessage)
				uncosted(&d)
				d.Help = "add up within the warp first (__shfl_down_sync), or within the block, and let one lane make the update"
				p.Report(d)
			}
		}
	},
}

// hotspot reports whether the lanes of full warps update one floating-point number.
func hotspot(r *sema.Run, a *sema.Access) bool {
	return a.Op == trace.Atomic && inGlobal(a) && oneAddress(a) && staysOne(r, a) && a.Array.Elem != nil && a.Array.Elem.Kind == layout.Float
}

func hotspotMessage(s *site) string {
	reach := "a warp"
	if offset := indexmath.Uncast(s.access.Offset); !offset.Has(indexmath.Block) && !offset.Has(indexmath.Carried) {
		reach = "every warp"
	}
	return fmt.Sprintf("%d lanes of %s update one address, %s: the updates are made one after the other", lanesOf(&s.access.Cost.Witness), reach, arrayName(s.access))
}

// fullEnough is the number of lanes from which a request is that of a warp and not of an edge.
const fullEnough = 16

// oneAddress reports whether the lanes of the request all go to one place, for certain.
func oneAddress(a *sema.Access) bool {
	q := &a.Cost.Witness
	if !a.Cost.Known || lanesOf(q) < fullEnough || a.Offset.Has(indexmath.Data) {
		return false
	}
	first, seen := int64(0), false
	for l, o := range q.Offsets {
		if q.Active>>l&1 == 0 {
			continue
		}
		if seen && o != first {
			return false
		}
		first, seen = o, true
	}
	return a.Cost.Lanes >= fullEnough
}

// staysOne reports whether the first warp's lanes go to one place for small values of what is not known, too: `(i / scale)` is the same for all of
// them only while scale is large.
func staysOne(r *sema.Run, a *sema.Access) bool {
	offset := startOf(a, indexmath.Uncast(a.Offset))
	if !offset.Has(indexmath.Param) || !offset.Has(indexmath.Thread) && !offset.Varies() {
		return true
	}
	for _, n := range []int64{2, 3} {
		first, seen := indexmath.Expr{}, false
		for lane := range int64(gpu.Lanes) {
			ids := [3]int64{lane % r.Block[0], lane / r.Block[0] % r.Block[1], lane / (r.Block[0] * r.Block[1])}
			with := map[*indexmath.Sym]indexmath.Expr{}
			for _, s := range offset.Syms() {
				switch {
				case s.Kind == indexmath.Param:
					with[s] = indexmath.Const(n)
				case s.Kind == indexmath.Thread && s.Axis >= 0 && s.Axis < 3:
					with[s] = indexmath.Const(ids[s.Axis])
				}
			}
			at := indexmath.Subst(offset, with)
			if seen && !at.Equal(first) {
				return false
			}
			first, seen = at, true
		}
	}
	return true
}

// startOf is an offset with the loops' variables at what they begin with.
func startOf(a *sema.Access, offset indexmath.Expr) indexmath.Expr {
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym != nil && offset.Contains(v.Sym) && v.Init.Known() {
				offset = indexmath.Subst(offset, map[*indexmath.Sym]indexmath.Expr{v.Sym: indexmath.Uncast(v.Init)})
			}
		}
	}
	return offset
}

func inGlobal(a *sema.Access) bool { return a.Array != nil && a.Array.Space == trace.Global }

// plainCause is the cause of rules that are about one thing and never more than info.
func plainCause(name string) func(*sema.Run, *sema.Access) cause {
	return func(*sema.Run, *sema.Access) cause { return cause{name: name, most: diag.Info, uncosted: true} }
}

// uncosted takes the sectors out of a finding that is not about them.
func uncosted(d *diag.Diagnostic) {
	d.Cost, d.Metric, d.Picture, d.Footprint, d.UsefulShare = nil, "", nil, 0, 0
}
