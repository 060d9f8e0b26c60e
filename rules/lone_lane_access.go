package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var loneLaneAccess = &Rule{
	Name:    "lone-lane-access",
	Default: diag.Info,
	Doc: `Flags loops in which one lane of a warp walks through global memory while the others wait.

## What it does
A load or store of global memory in a loop of at least 8 iterations is flagged when a guard on the thread's id lets one lane of the warp
into the loop and the loop moves the address. Where the others work in the loop, too, and one lane stores what came out, nothing is said. Atomics, volatile flags, and what is executed once for each block are fine.
A loop that is short beside those in which all lanes work, such as the end of a search for the k largest, is a hint.

## Why
A request of one lane fetches a sector of 32 bytes for 4 of them, 4 of 128 counted in lines, and waits for memory 4096 times where 32
lanes wait 128 times. On an H200, sums of 4096 floats for each warp took 130 us with one lane and 22 us with all.

## Example
    if (threadIdx.x % 32 == 0)
        for (int j = 0; j < n; j++) sum += in[warp * n + j];

## Use instead
    for (int j = lane; j < n; j += 32) sum += in[warp * n + j];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);

## When to leave it
Where each step needs the one before it (a chain of pointers, a recurrence), or where the loop is short and runs once.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			e, alone := executions{}, plainCause("lone-lane")
			worth := func(r *sema.Run, a *sema.Access) bool { return loneWalk(e, r, a) }
			why := func(r *sema.Run, a *sema.Access) cause {
				c := alone(r, a)
				if epilogue(e, r, a) {
					c.most = diag.Hint
				}
				return c
			}
			for _, g := range groups(k, diag.Info, judge{worth: worth, why: why, pass: p}) {
				d := g.diagnostic(loneMessage)
				uncosted(&d)
				d.Help = "let the 32 lanes take turns (j = lane; j += 32) and join their results by shuffles: a sum with __shfl_down_sync, running sums with __shfl_up_sync"
				p.Report(d)
			}
		}
	},
}

func loneMessage(s *site) string {
	a := s.access
	word := "reads"
	if a.Op == trace.Store {
		word = "writes"
	}
	return fmt.Sprintf("1 of 32 lanes works: it alone %s %s in a loop, %d of each 32 bytes a request", word, arrayName(a), min(a.Width, gpu.SectorBytes))
}

// loneWalk reports whether one lane of the warp walks through an array.
func loneWalk(e executions, r *sema.Run, a *sema.Access) bool {
	if a.Op != trace.Load && a.Op != trace.Store || !inGlobal(a) || a.Array.Volatile || a.Loop == nil || !gpu.Judged(a.Width) {
		return false
	}
	if r.Block[0]*r.Block[1]*r.Block[2] < gpu.Lanes || a.Cost.ByTrip < loopsEnough || len(byThread(a.Guards)) == 0 || a.Offset.Has(indexmath.Data) {
		return false
	}
	return e.executing(r, a).lanes == 1 && walkedBy(a) && e.executing(r, &sema.Access{Guards: a.Loop.Guards}).lanes == 1
}

// epilogue reports whether the loop of a lone lane is short beside the loops in which more lanes work. A length that rests on an
// argument of the template that no launch tells is short: such arguments mostly are.
func epilogue(e executions, r *sema.Run, a *sema.Access) bool {
	longest := 0.0
	for _, b := range r.Accesses {
		if b.Loop != nil && b.Cost.ByTrip > longest && e.executing(r, b).lanes > 1 {
			longest = b.Cost.ByTrip
		}
	}
	if longest < loopsEnough {
		return false
	}
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, s := range l.Trace.Cond.Syms() {
			if s.Kind == indexmath.Param && ofTemplate(r, s.Name) {
				return true
			}
		}
	}
	return a.Cost.ByTrip < longest
}

// walkedBy reports whether the innermost loop moves an access evenly.
func walkedBy(a *sema.Access) bool {
	if a.Loop.Trace == nil {
		return false
	}
	offset, even := indexmath.Uncast(a.Offset), false
	for _, v := range a.Loop.Trace.Vars {
		if v.Sym == nil || !offset.Contains(v.Sym) {
			continue
		}
		if !v.Next.Known() || !indexmath.Uncast(v.Next).Contains(v.Sym) {
			return false // where the next element lies is read from this one: nobody can go ahead
		}
		if d, ok := indexmath.Stride(offset, v.Sym).Const(); ok && d != 0 {
			even = true
		}
	}
	return even
}
