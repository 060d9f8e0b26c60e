package rules

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var aosFieldAccess = &Rule{
	Name:    "aos-field-access",
	Default: diag.Warning,
	Doc: `Flags the reading or writing of one field of an array of structs by neighbouring lanes.

## What it does
Where the lanes of a warp access the same field of consecutive structs, they are a whole struct apart. The access is flagged when
that takes at least 1.5 times the sectors that the field's bytes need, and when the same access to an array of that field alone would not.

## Why
A warp that reads a 4-byte field needs 128 bytes, 4 sectors. Out of structs of 8 bytes it takes 8 sectors, of 12: 12, of 16: 16, of
24: 24, of 32 and more: 32. (A 24-byte struct touches 768 bytes: 6 lines of 128 bytes.) The other fields come along unused.

## Example
    struct Particle { float x, y, z, w; };
    out[i] = p[i].x;                      // 16 sectors, ideal 4: 4 of 16 bytes used

## Use instead
    struct Particles { float *x, *y, *z, *w; };
    out[i] = p.x[i];                      // 4 sectors

Where a thread needs every field, keep the array of structs and load the struct whole: give it alignas(16) (8 for an 8-byte one) and
copy it, ` + "`Particle q = p[i];`" + `, which is one 16-byte load a lane and wastes nothing.

## When to leave it
Where two thirds of the struct or more are used close together the lines are read from memory once, and the finding is only a hint: on an H200
a struct of 16 bytes that was copied whole in place of field by field took the same time (docs/fixes.md). Where the index is
random an array of structs is the right layout: one struct is one or two sectors, one element of each of many arrays is a sector each.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			for _, g := range groups(k, diag.Warning, judge{worth: fieldSpread, why: fieldCause, pass: p}) {
				d := g.diagnostic(aosMessage)
				remedyField(p, &d, k, g.first())
				p.Report(d)
			}
		}
	},
}

// fieldSpread reports whether an access is costly because of the struct that its field lies in.
func fieldSpread(_ *sema.Run, a *sema.Access) bool {
	return a.Array != nil && a.Array.Space == trace.Global && gpu.Judged(a.Width) && costly(a.Cost) && !a.Offset.Has(indexmath.Data) && fieldCaused(a)
}

func fieldCause(r *sema.Run, a *sema.Access) cause {
	c := cause{name: structField, most: diag.Error}
	if staysCached(r, a) {
		c.most, c.light = diag.Hint, cached
	}
	return c
}

// fieldCaused reports whether an access goes to a field (or a piece) of a struct and a costly request of it would not be costly were
// that field an array of its own.
func fieldCaused(a *sema.Access) bool {
	t := structOf(a)
	if t == nil || t.Size <= int64(a.Width) {
		return false
	}
	q := &a.Cost.Witness
	if structApart(q, t.Size) {
		return true
	}
	moved := unstructed(q, t.Size, int64(a.Width))
	return !requestCostly(&moved, q.Active, a.Width)
}

// structApart reports whether most of the lanes are one struct from the next, as in the rows of a narrow block.
func structApart(q *trace.Request, size int64) bool {
	near, far := 0, 0
	for l := 1; l < gpu.Lanes; l++ {
		if q.Active>>(l-1)&3 != 3 {
			continue
		}
		if abs(q.Offsets[l]-q.Offsets[l-1]) == size {
			near++
		} else {
			far++
		}
	}
	return near > far
}

// structOf is the struct that the access goes to a part of; nil when it goes to none.
func structOf(a *sema.Access) *layout.Type {
	if a.Field != nil && a.Field.Struct != nil {
		return a.Field.Struct
	}
	if a.Array != nil && a.Array.Elem != nil && a.Array.Elem.Kind == layout.Record {
		return a.Array.Elem
	}
	return nil
}

// unstructed is a request as it would be were the field an array of its own.
func unstructed(q *trace.Request, size, width int64) (moved [32]int64) {
	for l, o := range q.Offsets {
		moved[l] = floorDiv(o, size) * width
	}
	return moved
}

// fieldName is "Particle.x", or "Particle" where the lanes' bytes are no field that they agree on, as where a whole struct is copied
// in pieces.
func fieldName(a *sema.Access) string {
	t := structOf(a)
	if a.Field != nil && a.Field.Name != "" {
		return t.String() + "." + a.Field.Name
	}
	q := &a.Cost.Witness
	path := ""
	for l, o := range q.Offsets {
		if q.Active>>l&1 == 0 {
			continue
		}
		p, _, ok := t.At(floorMod(o, t.Size))
		if !ok || a.Piece > 0 || path != "" && p != path {
			return t.String()
		}
		path = p
	}
	if i := strings.IndexByte(path, '['); i >= 0 && a.Loop != nil {
		path = path[:i] + "[]"
	}
	return t.String() + "." + path
}

func aosMessage(s *site) string {
	a := s.access
	used, gap, ok := usedBytes(s.run, a)
	if !ok {
		used, gap = int64(a.Width), structOf(a).Size
	}
	return fmt.Sprintf("%s: lanes %s %s %s, %d of %d bytes used", perRequest(a.Cost), verb(a), fieldName(a), lanesApart(a), used, gap)
}

// remedyField advises the whole struct's load where its fields are all used, else a structure of arrays.
func remedyField(p *Pass, d *diag.Diagnostic, k *sema.Kernel, s *site) {
	a := s.access
	t := structOf(a)
	q := &a.Cost.Witness
	soa := unstructed(q, t.Size, int64(a.Width))
	after := float64(gpu.Sectors(&soa, q.Active, a.Width))
	arrays := fmt.Sprintf("keep the fields of %s in arrays of their own: %s per request, not %s", t, count(after, "sector"), num(a.Cost.Actual))
	used, gap, ok := usedBytes(s.run, a)
	whole := t.Size == 4 || t.Size == 8 || t.Size == 16
	if ok && used == gap && whole {
		wide := float64(lanesOf(q)) * float64(t.Size) / gpu.SectorBytes
		d.Help = fmt.Sprintf("copy the whole %s at once, aligned to %d bytes: one %d-byte access a lane", t, t.Size, t.Size)
		sketch(d, fmt.Sprintf("%s %s whole: %s for all its fields, not %s for each", map[bool]string{true: "store", false: "load"}[a.Op == trace.Store], t, count(wide, "sector"), num(a.Cost.Actual)), wide, nil, "")
		p.rewrite(d, k, s, rewriting(fixes.WholeStruct))
		sketch(d, arrays, after, &soa, "structure of arrays")
		p.rewrite(d, k, s, rewriting(fixes.StructOfArrays))
		return
	}
	d.Help = fmt.Sprintf("keep the fields of %s in arrays of their own (structure of arrays), so that the lanes' elements are side by side", t)
	if ok && used == gap {
		d.Help = fmt.Sprintf("every byte of %s is used: stage the structs in shared memory with side-by-side loads, or keep its fields in arrays of their own", t)
	}
	sketch(d, arrays, after, &soa, "structure of arrays")
	p.rewrite(d, k, s, rewriting(fixes.StructOfArrays))
}
