package rules

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var sharedBankConflict = &Rule{
	Name:    "shared-bank-conflict",
	Default: diag.Warning,
	Doc: `Flags shared memory accesses whose lanes meet in the same bank at different words.

## What it does
Shared memory has 32 banks of 4 bytes; word i lies in bank i mod 32. A warp is served in passes of 32 lanes (16 for 8-byte, 8 for
16-byte accesses), and a pass takes as many wavefronts as its busiest bank holds distinct words. The access is flagged when it
takes at least 1.5 times the wavefronts that its bytes need. Lanes that read the same word never conflict. An asynchronous copy past L1 takes
a wavefront for each line that it comes from, and more where the lines in shared memory are cut otherwise than those in global memory, which is
said of it in place of a conflict; such copies count only as far as the layout in shared memory adds to their lines.

## Why
A column of float tile[32][32] lies in one bank: 32 wavefronts in place of 1. With [32][33] it takes 1, for 128 bytes more. One
more column is not always the answer: on 16x16 blocks a column of [16][16] takes 8 wavefronts, but [16][17] makes rows
and columns take 2 each, and only an XOR swizzle gives 1 and 1. So each pad is tried on every access to the tile.

## Example
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];     // 32-way bank conflict

## Use instead
    __shared__ float tile[32][33];

or, without a byte more, tile[y][x ^ y] wherever the tile is written and tile[x][y ^ x] wherever it is read.

## When to leave it
Where the tile has to keep its layout (TMA, wgmma), where the bytes of the pad would cost a resident block, or where the access
stands outside the loop that the kernel spends its time in.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			claimed := map[*sema.Access]bool{}
			if p.runs(interleavedReduction) {
				claimed = reductionAccesses(k)
			}
			worth := func(r *sema.Run, a *sema.Access) bool {
				return !claimed[a] && bankConflicted(a) && !(a.Op == trace.Copy && fromManyLines(r, a))
			}
			for _, g := range groups(k, diag.Warning, judge{worth: worth, why: bankCause, pass: p}) {
				d := g.diagnostic(bankMessage)
				if g.first().access.Cost.Known && !p.plain {
					remedyTile(p, &d, k, g.first())
				}
				p.Report(d)
			}
		}
	},
}

// bankConflicted reports whether a shared access is costly, or could be, were a pitch known.
func bankConflicted(a *sema.Access) bool {
	if !a.Wavefronts() || !gpu.Judged(a.Width) {
		return false
	}
	if a.Cost.Known {
		return costly(a.Cost) && degree(a) >= waste // lanes that are few and far apart take passes, not conflicts
	}
	return pitchDecides(a)
}

// fromManyLines reports whether a copy takes its wavefronts because of the lines that it comes from: an asynchronous one past L1 takes at
// least one for each line of 128 bytes on its global side (gpu.DirectCopy), whatever the layout in shared memory.
func fromManyLines(r *sema.Run, a *sema.Access) bool {
	for _, b := range r.Accesses {
		if b.Op == trace.Copy && b.Place == a.Place && inGlobal(b) && b.Cost.Known {
			lines := float64(touchedLines(&b.Cost.Witness, b.Width))
			return a.Cost.Settled < waste*max(a.Cost.Ideal, lines)-slack
		}
	}
	return false
}

// otherSide is the global side of a copy; nil when it is not known.
func otherSide(r *sema.Run, a *sema.Access) *sema.Access {
	for _, b := range r.Accesses {
		if a.Op == trace.Copy && b.Op == trace.Copy && b.Place == a.Place && b.Piece == a.Piece && inGlobal(b) && b.Cost.Known && slices.Equal(b.Calls, a.Calls) {
			return b
		}
	}
	return nil
}

// betweenRows reports whether it is not the banks that a copy loses time in: where its lanes write takes fewer wavefronts as a store. What
// decides then is how the lines that it comes from lie to those that it goes to (gpu.DirectCopy).
func betweenRows(a *sema.Access) bool {
	q := &a.Cost.Witness
	if a.Op != trace.Copy || q.Peer == nil {
		return false
	}
	actual, _ := q.Moved(a.Op, &q.Offsets)
	return gpu.Wavefronts(&q.Offsets, q.Active, q.Width, true) < actual
}

func bankCause(_ *sema.Run, a *sema.Access) cause {
	c := cause{name: bankConflict, most: diag.Error}
	if !a.Cost.Known {
		c.light = "an unknown pitch decides"
	}
	return c
}

// pitchDecides reports whether all that is missing is the number of bytes between the lanes.
func pitchDecides(a *sema.Access) bool {
	_, constant := a.Stride.Const()
	return a.Stride.Known() && !constant && !a.Stride.Varies()
}

func bankMessage(s *site) string {
	a := s.access
	if !a.Cost.Known {
		return fmt.Sprintf("up to 32-way bank conflict: lanes %s %s %s, none when the pitch is an odd number of words", verb(a), arrayName(a), apart(s.run, a))
	}
	if betweenRows(a) {
		from := ""
		if b := otherSide(s.run, a); b != nil {
			from = fmt.Sprintf(" from %s %s", arrayName(b), apart(s.run, b))
		}
		return fmt.Sprintf("%s per request, ideal %s: lanes copy%s to %s %s", count(a.Cost.Actual, "wavefront"), num(a.Cost.Ideal), from, arrayName(a), apart(s.run, a))
	}
	return fmt.Sprintf("%s-way bank conflict (%s, ideal %s): lanes %s %s %s",
		num(degree(a)), count(a.Cost.Actual, "wavefront"), num(a.Cost.Ideal), verb(a), arrayName(a), apart(s.run, a))
}

// isStore reports whether a shared access is served as a store.
func isStore(a *sema.Access) bool { return a.Op == trace.Store || a.Op == trace.Copy }
