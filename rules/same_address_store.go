package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

var sameAddressStore = &Rule{
	Name:    "same-address-store",
	Default: diag.Info,
	Doc: `Flags stores of a whole warp to one address of values that differ by lane.

## What it does
A store is flagged when the lanes of a warp write to the same address and the value is read by each lane at a place of its own.
A flag that every lane sets alike, and a value that is the same for all lanes, are fine.

## Why
One of the values survives, and nothing says which. Most often the index lacks threadIdx.x, or a guard that lets one lane through.

## Example
    out[blockIdx.x] = in[i];               // 256 threads, one element

## Use instead
    out[i] = in[i];

or, where one value for each block is meant,

    if (threadIdx.x == 0) out[blockIdx.x] = sum;

## When to leave it
Where any of the values will do.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			worth := func(r *sema.Run, a *sema.Access) bool { return p.oneSurvives(k, r, a) }
			for _, g := range groups(k, diag.Info, judge{worth: worth, why: plainCause("one-survives"), pass: p}) {
				d := g.diagnostic(survivorMessage)
				uncosted(&d)
				d.Help = "let the index follow threadIdx.x, or let one lane store"
				p.Report(d)
			}
		}
	},
}

func survivorMessage(s *site) string {
	return fmt.Sprintf("%d lanes write %s at one address: one of their values survives", lanesOf(&s.access.Cost.Witness), arrayName(s.access))
}

// oneSurvives reports whether lanes store what each of them read elsewhere in one place.
func (p *Pass) oneSurvives(k *sema.Kernel, r *sema.Run, a *sema.Access) bool {
	if a.Op != trace.Store || !inGlobal(a) || !oneAddress(a) || a.Array.Volatile {
		return false
	}
	value, ok := storedValue(k, a)
	if !ok {
		return false
	}
	for _, b := range r.Accesses {
		if b.Op == trace.Load && b.Place.File == a.Place.File && value.Start <= b.Place.Span.Start && b.Place.Span.End <= value.End && differsByLane(b) {
			return true
		}
	}
	return false
}

// storedValue is the right side of the plain assignment whose left side an access is.
func storedValue(k *sema.Kernel, a *sema.Access) (at source.Span, ok bool) {
	ast.Inspect(k.Decl, func(n ast.Node) bool {
		if x, is := n.(*ast.Assign); is && x.Op == "=" && x.X.Pos() == a.Place.Span && k.Place.File == a.Place.File {
			at, ok = x.Y.Pos(), true
		}
		return !ok
	})
	return at, ok
}

// differsByLane reports whether the lanes of an access's request go to several places.
func differsByLane(a *sema.Access) bool {
	q := &a.Cost.Witness
	first, seen := int64(0), false
	for l, o := range q.Offsets {
		if q.Active>>l&1 == 0 {
			continue
		}
		if seen && o != first {
			return true
		}
		first, seen = o, true
	}
	return false
}
