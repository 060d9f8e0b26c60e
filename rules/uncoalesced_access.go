package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var uncoalescedAccess = &Rule{
	Name:    "uncoalesced-access",
	Default: diag.Warning,
	Doc: `Flags global memory accesses of a warp that touch far more 32-byte sectors than their bytes need.

## What it does
For each access the addresses of the 32 lanes are worked out and their distinct 32-byte sectors counted, as the hardware does. The
access is flagged when it takes at least 1.5 times the sectors that its bytes would fill. The cause is one of: x and y swapped, a
stride, a chunk per thread, a transposed store, a column walk, an index from memory (one line a kernel), a block narrower than a sector.

A pitch that is not known, as in m[t * pitch + j], is taken for a long one. Where each dimension has a stride that is an argument, as in
x[i * s0 + j * s1], one of them is 1 in a dense tensor, and where lanes go through windows that are step elements apart, the step is mostly
small: such findings are left out unless --possible asks for them.

## Why
Memory moves whole sectors. A warp that reads 32 floats needs 128 bytes, 4 sectors; with the lanes 8 bytes apart it takes 8, with 32
bytes or more 32, and 28 of each 32 bytes are thrown away: 12.5 % used. Counted in 128-byte lines, as older guides do, the strides 1,
2, 4 and 32 cost 1, 2, 4 and 32.

## Example
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 0; row < rows; row++)
        sum += m[col * rows + row];        // lanes 4*rows bytes apart: 32 sectors, ideal 4

## Use instead
    for (int row = 0; row < rows; row++)
        sum += m[row * cols + col];        // lanes side by side: 4 sectors

Where both directions are needed, as in a transposition, read a tile along the rows into shared memory and write it along the
rows from there. Where each thread owns a run of elements, let the threads take turns: a[j * stride + t].

## When to leave it
Where the array is so small that it stays in the cache, where the kernel's time goes elsewhere, or where the code around the access uses at
least two thirds of the lines soon after, or reads the same bytes in each iteration: the requests are repeated then, but memory is read once.
Such a finding is a hint: on an H200 lanes that walk through 8 neighbouring floats each moved 3.5 TB/s all the same. So is one on an index from
memory, which has to be what it is, and one outside the loops that wastes less than a twentieth of what the kernel moves.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			e := executions{}
			worth := func(r *sema.Run, a *sema.Access) bool { return uncoalesced(e, r, a) }
			for _, g := range groups(k, diag.Warning, judge{worth: worth, why: uncoalescedCause, pass: p}) {
				d := g.diagnostic(uncoalescedMessage)
				remedyGlobal(p, &d, g.first())
				p.rewrite(&d, k, g.first(), rewrites[g.first().cause.name])
				p.Report(d)
			}
		}
	},
}

// uncoalesced judges one global access; what a struct's layout causes is left to aos-field-access.
func uncoalesced(e executions, r *sema.Run, a *sema.Access) bool {
	if a.Array == nil || a.Array.Space != trace.Global || !gpu.Judged(a.Width) {
		return false
	}
	if a.Offset.Has(indexmath.Data) || a.Cost.Known && a.Cost.Witness.Active == 0 { // judged by the interval of its addresses
		return gathers(e, r, a)
	}
	return costly(a.Cost) && !fieldCaused(a)
}

func uncoalescedCause(r *sema.Run, a *sema.Access) cause {
	c := cause{name: globalCause(r, a), most: diag.Error}
	switch {
	case c.name == gather:
		c.most, c.kernelWide = diag.Hint, true // whoever has to gather has no other way
	case c.name == narrowBlock:
		c.most = diag.Info
	case staysCached(r, a):
		c.most, c.light = diag.Hint, cached
	}
	return c
}

// gathers judges an access whose index comes from memory: by the interval of the index where it has one.
func gathers(e executions, r *sema.Run, a *sema.Access) bool {
	if !fromMemory(a) {
		return false // the index is not known, which is no reason to call it bad
	}
	if a.Cost.Known && !costly(a.Cost) {
		return false
	}
	if most, ok := bounded(a); ok && most < waste*float64(min(int(most), a.Width)) {
		return false
	}
	return e.executing(r, a).lanes > 1
}

// fromMemory reports whether the index holds a value that was loaded.
func fromMemory(a *sema.Access) bool {
	for _, s := range a.Offset.Syms() {
		if s.Kind == indexmath.Data && s.Memory {
			return true
		}
	}
	return false
}

func uncoalescedMessage(s *site) string {
	a := s.access
	if s.cause.name == shiftedCopy {
		return fmt.Sprintf("%s: copies from %s change their place within 32 bytes on the way to shared memory", perRequest(a.Cost), arrayName(a))
	}
	if s.cause.name != gather {
		return fmt.Sprintf("%s: lanes %s %s %s", perRequest(a.Cost), verb(a), arrayName(a), apart(s.run, a))
	}
	actual, ideal := float64(gpu.Lanes), float64(a.Width)
	if most, ok := bounded(a); ok {
		actual = most
	}
	return fmt.Sprintf("up to %s per request, ideal %s: lanes %s %s at an index from memory%s",
		count(actual, "sector"), num(min(actual, ideal)), verb(a), arrayName(a), indexSource(a))
}

// indexSource names the value that makes an access a gather: ", cols[i]".
func indexSource(a *sema.Access) string {
	for _, s := range a.Offset.Syms() {
		if s.Kind == indexmath.Data && s.Memory && s.Name != "" && len(s.Name) <= longestName {
			return ", " + s.Name
		}
	}
	return ""
}
