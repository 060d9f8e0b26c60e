package rules

import (
	"fmt"
	"strconv"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var redundantGlobalRead = &Rule{
	Name:    "redundant-global-read",
	Default: diag.Info,
	Doc: `Flags products of matrices in which the threads of a block read the same elements of global memory again and again.

## What it does
Two loads of global memory in one loop of a two-dimensional block are flagged when one does not depend on threadIdx.x, the other not
on threadIdx.y, and the loop moves both: each element is read by a whole row or column of threads.

## Why
The naive product reads 8 bytes for a multiplication and an addition, 0.25 FLOP for each byte. With tiles of T x T in shared memory each
element is read once for a block of T x T threads: T/4 FLOP for each byte, 4 for T = 16, 8 for T = 32; cudalint and Nsight Compute agree on
that (1.97, 3.88 and 7.53 for T = 8, 16 and 32 with the result's store in it). The caches hide much of it: on an H200 products of
1024 x 1024 took 420 us naively with 16 x 16 blocks, 280 us with tiles of 16, 239 us with tiles of 32, and 441 us with tiles of 8.

## Example
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];

## Use instead
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[row * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }

or cuBLAS, or CUTLASS.

## When to leave it
Where the matrices are small enough for the cache, or the kernel is not where the time goes.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			for _, r := range k.Runs {
				if d, ok := redundant(r); ok {
					p.Report(d)
					break
				}
			}
		}
	},
}

// redundant finds two loads of a loop that together read what rows and columns of threads share.
func redundant(r *sema.Run) (diag.Diagnostic, bool) {
	if r.Block[0] < 4 || r.Block[1] < 4 {
		return diag.Diagnostic{}, false
	}
	for _, a := range r.Accesses {
		if !sharedAlong(a, 0, 1) {
			continue
		}
		for _, b := range r.Accesses {
			if b.Loop != a.Loop || b.Array == a.Array || !sharedAlong(b, 1, 0) {
				continue
			}
			tile := max(16, min(r.Block[0], r.Block[1]))
			now := 2 / float64(a.Width+b.Width) // a multiplication and an addition
			first, second := a, b               // in the order of the source, whichever axis they share
			if before(b, a) {
				first, second = b, a
			}
			d := diag.Diagnostic{
				Severity: diag.Info, Confidence: diag.Proved, Place: diag.Place(first.Place), Subject: subject(r, first), Cause: "product",
				Message: fmt.Sprintf("%d threads of the block read each element of %s and %d each of %s: about %s FLOP for each byte, %s with tiles of %dx%d in shared memory",
					r.Block[0], arrayName(a), r.Block[1], arrayName(b), strconv.FormatFloat(now, 'g', 3, 64), num(now*float64(tile)), tile, tile),
				Related: []diag.Related{{Place: diag.Place(second.Place), Message: "and here"}},
				Help:    "load tiles of both matrices into shared memory, one element a thread, and multiply from there",
			}
			if !seen(r) {
				d.Confidence = diag.Likely
			}
			return d, true
		}
	}
	return diag.Diagnostic{}, false
}

// sharedAlong reports whether a load in a long loop does not depend on one axis of the thread's id, does on the other, and is moved by its
// innermost loop.
func sharedAlong(a *sema.Access, axis, other int) bool {
	if a.Op != trace.Load || !inGlobal(a) || a.Loop == nil || a.Cost.ByTrip < loopsEnough || !a.Offset.Known() || a.Offset.Has(indexmath.Data) {
		return false
	}
	if a.Width != 4 && a.Width != 8 || !walkedByAny(a) {
		return false
	}
	free, known := dependsOn(a, axis)
	moved, _ := dependsOn(a, other)
	return known && !free && moved
}

// dependsOn reports whether an access's offset depends on an axis of the thread's id; known is false where a loop's variable, which may hold
// the id, stands in it.
func dependsOn(a *sema.Access, axis int) (depends, known bool) {
	known = true
	for _, s := range atStart(a).Syms() {
		switch s.Kind {
		case indexmath.Thread:
			depends = depends || s.Axis == axis
		case indexmath.Carried:
			known = known && !s.Varies
		case indexmath.Data:
			known = false
		}
	}
	return depends, known
}

// walkedByAny reports whether the innermost loop moves an access, by whatever distance.
func walkedByAny(a *sema.Access) bool {
	if a.Loop.Trace == nil {
		return false
	}
	offset := indexmath.Uncast(a.Offset)
	for _, v := range a.Loop.Trace.Vars {
		if v.Sym != nil && offset.Contains(v.Sym) {
			return true
		}
	}
	return false
}
