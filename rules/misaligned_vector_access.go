package rules

import (
	"fmt"
	"math/bits"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var misalignedVectorAccess = &Rule{
	Name:    Misaligned,
	Default: diag.Error,
	Doc: `Flags vector accesses (float4, int4, double2, half2 ..) at addresses that are no multiple of their width.

## What it does
A pointer that was cast to a wider type is followed back to where it comes from: an offset that was added, a row pitch that is no
multiple of the vector, a field inside a struct, a pad that breaks the rows of a tile, a shared array that starts behind bytes. The
access is flagged when the address cannot be a multiple of the width in some lane. It is an error when that holds whatever is
not known, a warning when it only holds for a base that is aligned as cudaMalloc aligns (256 bytes).

## Why
An access of 4, 8 or 16 bytes has to start at a multiple of its width. If it does not, the kernel dies with
cudaErrorMisalignedAddress, and the error shows at the next call that synchronizes, far from its cause. The wide access is worth having: one
16-byte load in place of four 4-byte loads saves 75 % of the load instructions.

## Example
    float *base = data + 3;                                 // 12 bytes past a 256-byte boundary
    float4 v = reinterpret_cast<float4 *>(base)[i];         // address is 12 modulo 16

## Use instead
    int head = (4 - 3 % 4) % 4;                             // scalar head, then aligned vectors, then a scalar tail
    float4 v = reinterpret_cast<float4 *>(base + head)[i];

For a tile that is read as float4, pad its rows by a whole vector: [32][36], not [32][33].

## When to leave it
Never where it is an error. Where it is a warning and the pointer is known to be misaligned by the right amount, say so with a check of
the address before the kernel is launched.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			for _, g := range groups(k, diag.Error, judge{worth: misaligned, why: misalignedCause, pass: p}) {
				d := g.diagnostic(misalignedMessage)
				s := g.first()
				d.Cost, d.Metric, d.Picture = nil, "", nil
				d.Help = alignHelp(s.access)
				p.rewrite(&d, k, s, rewriting(fixes.AlignVector))
				p.Report(d)
			}
		}
	},
}

// misaligned reports whether some lane's address is, or may be, no multiple of the width. Where only an unknown value could put it
// off, a cast to the wider type has to be in sight.
func misaligned(_ *sema.Run, a *sema.Access) bool {
	if a.Array == nil || !gpu.Judged(a.Width) || a.Width == 1 {
		return false
	}
	switch a.Cost.Misaligned {
	case trace.AlwaysOff, trace.OffIfBase:
		return true
	case trace.MaybeOff:
		return a.Vector != nil
	}
	return false
}

// misalignedCause tells how sure it is. The fault needs no costly launch: what makes it less than an error is doubt.
func misalignedCause(_ *sema.Run, a *sema.Access) cause {
	c := cause{name: "misaligned", fault: true}
	switch a.Cost.Misaligned {
	case trace.AlwaysOff:
		c.sure = diag.Likely
		if offForAll(a) {
			c.sure = diag.Proved
		}
	case trace.OffIfBase:
		c.sure = diag.Likely
	}
	return c
}

// offForAll reports whether some lane's address is no multiple of the width whatever the unknown values are: the remainder is proved, or
// nothing unknown does more than to shift lanes that disagree in it, or nothing is unknown.
func offForAll(a *sema.Access) bool {
	w := int64(a.Width)
	if n, ok := a.Offset.Rest(w); ok {
		return n != 0
	}
	if len(a.Cost.Open) > 0 {
		return false
	}
	if !a.Offset.Has(indexmath.Param) && !a.Offset.Has(indexmath.Carried) {
		return true
	}
	q := &a.Cost.Witness
	for l, o := range q.Offsets {
		if q.Active>>l&1 != 0 && floorMod(o-q.Offsets[bits.TrailingZeros32(q.Active)], w) != 0 {
			return true
		}
	}
	return false
}

func misalignedMessage(s *site) string {
	a := s.access
	where := fmt.Sprintf("no multiple of %d", a.Width)
	if n, ok := remainder(a); ok {
		where = fmt.Sprintf("%d modulo %d", n, a.Width)
	}
	if s.confidence == diag.Possible {
		where = "perhaps " + where
	}
	return fmt.Sprintf("%d-byte access to %s at an address that is %s: %s", a.Width, arrayName(a), where, misfit(a))
}

// remainder of the address modulo the width: of all lanes when it is the same, else of the first lane that is off.
func remainder(a *sema.Access) (int64, bool) {
	w := int64(a.Width)
	if c := a.Offset.Residue(); c.Modulus > 0 && c.Modulus%w == 0 && floorMod(c.Rest, w) != 0 {
		return floorMod(c.Rest, w), true
	}
	q := &a.Cost.Witness
	for l, o := range q.Offsets {
		if n := floorMod(o, w); q.Active>>l&1 != 0 && n != 0 {
			return n, true
		}
	}
	return 0, false
}

// misfit says what puts the address off its boundary.
func misfit(a *sema.Access) string {
	w := int64(a.Width)
	arr := a.Array
	if a.Field != nil && a.Field.Struct != nil {
		switch t := a.Field.Struct; {
		case a.Field.Offset%w != 0:
			return fmt.Sprintf("%s is %s into %s", a.Field.Name, plural(a.Field.Offset, "byte"), t)
		case t.Size%w != 0:
			return fmt.Sprintf("%s is %s long", t, plural(t.Size, "byte"))
		}
	}
	if n := len(arr.Extents); n > 1 && arr.Extents[n-1] > 0 && arr.Elem != nil && arr.Extents[n-1]*arr.Elem.Size%w != 0 {
		return fmt.Sprintf("a row of %s is %s long", arr.Name, plural(arr.Extents[n-1]*arr.Elem.Size, "byte"))
	}
	if n := constantPart(a.Offset); n%w != 0 {
		if n > 0 {
			return fmt.Sprintf("it is %s past the start of %s", plural(n, "byte"), arrayName(a))
		}
		return fmt.Sprintf("it is %s before the start of %s", plural(-n, "byte"), arrayName(a))
	}
	if s, ok := a.Stride.Const(); ok && s%w != 0 {
		return fmt.Sprintf("lanes are %s apart", plural(abs(s), "byte"))
	}
	for _, s := range a.Offset.Syms() {
		d := indexmath.Stride(a.Offset, s)
		if n, ok := d.Const(); s.Kind != indexmath.Thread && (!ok || n%w != 0) && d.Known() {
			return fmt.Sprintf("it moves by %s bytes with %s", d, s.Name)
		}
	}
	if arr.Base != nil && arr.Base.Align < w {
		return fmt.Sprintf("%s is aligned to %s only", arr.Name, plural(max(arr.Base.Align, 1), "byte"))
	}
	return "its offset is " + a.Offset.String()
}

// constantPart is the offset with every symbol at 0; 0 when that is not known.
func constantPart(x indexmath.Expr) int64 {
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range x.Syms() {
		with[s] = indexmath.Const(0)
	}
	n, _ := indexmath.Subst(x, with).Const()
	return n
}

// plural is a number of things: "1 byte", "12 bytes".
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func alignHelp(a *sema.Access) string {
	w := int64(a.Width)
	arr := a.Array
	if n := len(arr.Extents); n > 1 && arr.Elem != nil && arr.Elem.Size > 0 && arr.Extents[n-1] > 0 && arr.Extents[n-1]*arr.Elem.Size%w != 0 {
		row := arr.Extents[n-1] * arr.Elem.Size
		if up := (row + w - 1) / w * w; up%arr.Elem.Size == 0 {
			return fmt.Sprintf("make the rows a multiple of %d bytes: %d elements, not %d", w, up/arr.Elem.Size, arr.Extents[n-1])
		}
	}
	if arr.Space == trace.Shared && arr.Base != nil && arr.Base.Align < w {
		return fmt.Sprintf("declare %s with __align__(%d), or carve the widest types from it first", arr.Name, w)
	}
	return "handle the elements up to the next boundary one by one and start the vector accesses there, or keep the scalar type"
}
