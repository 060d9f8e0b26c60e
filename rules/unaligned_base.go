package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var unalignedBase = &Rule{
	Name:    "unaligned-base",
	Default: diag.Hint,
	Doc: `Flags arrays of which every contiguous access is known to start off a 32-byte boundary.

## What it does
An access whose lanes are side by side is flagged when its address is known to lie off a sector's boundary, so that a request takes a
sector more than its bytes fill, and no access of the kernel to that array starts on one: a stencil that reads to the left and right of an
aligned place is fine.

## Why
A warp that reads 32 floats from one element behind a boundary touches 5 sectors, not 4. Neighbouring warps share the fifth, so that memory
reads it once: on an H200 a copy from an offset of 1 took 57.5 us, one from 0 took 56.2 us. Lines are 128 bytes, so a multiple of 128 is best.

## Example
    copy<<<n / 256, 256>>>(out, in + 1, n);

## Use instead
    copy<<<n / 256, 256>>>(out, aligned_copy_of_in, n);

or begin each thread's work on a boundary and leave the first elements to a few threads.

## When to leave it
Nearly always where the kernel is not bound by the L1 cache.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			worth := func(r *sema.Run, a *sema.Access) bool {
				return r.Block[0] >= gpu.Lanes && startsOff(a) && !someAligned(r, a)
			}
			why := func(*sema.Run, *sema.Access) cause { return cause{name: "unaligned", most: diag.Hint, uncosted: true} }
			for _, g := range groups(k, diag.Hint, judge{worth: worth, why: why, pass: p}) {
				d := g.diagnostic(unalignedMessage)
				d.Severity = diag.Hint
				p.Report(d)
			}
		}
	},
}

// startsOff reports whether a contiguous access takes about a sector more than it would from a boundary, whatever is not known.
func startsOff(a *sema.Access) bool {
	c := &a.Cost
	return inGlobal(a) && (a.Op == trace.Load || a.Op == trace.Store) && gpu.Judged(a.Width) && c.Known && !c.Assumed && !c.Verdict &&
		a.Vector == nil && c.Misaligned == trace.Aligned && contiguousAccess(a) && staysOff(a) &&
		c.Settled <= c.Ideal+slack && c.Actual >= 1.2*c.Settled
}

// staysOff reports whether the loops around an access move it by whole sectors.
func staysOff(a *sema.Access) bool {
	offset := indexmath.Uncast(a.Offset)
	for _, s := range offset.Syms() {
		if s.Kind != indexmath.Carried {
			continue
		}
		if d, ok := indexmath.Stride(offset, s).Const(); !ok || d%gpu.SectorBytes != 0 {
			return false
		}
	}
	return true
}

func contiguousAccess(a *sema.Access) bool {
	s, ok := laneStride(a).Const()
	return ok && abs(s) == int64(a.Width)
}

// someAligned reports whether another access of the kernel to the array is contiguous and fits its sectors.
func someAligned(r *sema.Run, a *sema.Access) bool {
	for _, b := range r.Accesses {
		if b != a && b.Array == a.Array && b.Cost.Known && contiguousAccess(b) && !startsOff(b) {
			return true
		}
	}
	return false
}

func unalignedMessage(s *site) string {
	return fmt.Sprintf("%s: lanes %s %s side by side, but from an address that is no multiple of 32", perRequest(s.access.Cost), verb(s.access), arrayName(s.access))
}
