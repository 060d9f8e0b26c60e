package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var scalarCopy = &Rule{
	Name:    ScalarCopy,
	Default: diag.Hint,
	Doc: `Flags loops that stream through arrays one element of up to 4 bytes at a time.

## What it does
Loops are flagged in which the threads of a block or of the grid take turns on the elements of arrays, side by side, and do so little
with each of them that the loop waits for memory: at most two operations for each byte that is read or written. All accesses of the loop to
global and shared memory must be contiguous and of 4 bytes or less, and be executed by whole warps, each thread at least eight times.

## Why
Such a loop is coalesced: it takes the fewest sectors there are. But it takes four requests for what one request of float4 would fetch, and
four instructions with their address arithmetic. 16-byte loads cut the load instructions by 75 %. On an H200 a sum over an array of 128 MB
went from 58.2 to 38.7 microseconds, a copy from 88.8 to 71.9, bytes made floats from 73.7 to 48.0 (docs/fixes.md). Two doubles at a time gained
nothing there, so doubles are left alone.

## Example
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        z[i] = a * x[i] + y[i];

## Use instead
    const int vectors = n / 4;                              // x, y and z have to begin at multiples of 16 bytes
    for (int i = t; i < vectors; i += gridDim.x * blockDim.x) {
        const float4 x4 = reinterpret_cast<const float4 *>(x)[i], y4 = reinterpret_cast<const float4 *>(y)[i];
        reinterpret_cast<float4 *>(z)[i] = make_float4(a * x4.x + y4.x, a * x4.y + y4.y, a * x4.z + y4.z, a * x4.w + y4.w);
    }
    for (int i = 4 * vectors + t; i < n; i += gridDim.x * blockDim.x)   // the rest, up to 3 elements
        z[i] = a * x[i] + y[i];

## When to leave it
Where the arrays are small, or begin or end anywhere: rows of an odd length are aligned in one row of four. Where the kernel has enough loads
under way as it is. It is a hint: nothing is wasted that the memory delivers.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			reportStreams(p, k)
		}
	},
}

// reportStreams reports each loop once, under the first configuration that it shows in.
func reportStreams(p *Pass, k *sema.Kernel) {
	said := map[sema.Place]bool{}
	for _, r := range k.Runs {
		for _, st := range streamsOf(p.Model, r) {
			if said[st.loop.Place] {
				continue
			}
			said[st.loop.Place] = true
			d := st.finding(k, r)
			p.rewrite(&d, k, &site{run: r, access: st.accesses[0]}, rewriting(fixes.Vectorize))
			p.Report(d)
		}
	}
}

// stream is a loop whose lanes go side by side through arrays.
type stream struct {
	loop     *sema.Loop
	accesses []*sema.Access // in order of the source
}

// perVector is how many elements a vector holds.
const perVector = 4

// streamsOf are the loops of a run that would do better with vectors.
func streamsOf(m *sema.Model, r *sema.Run) []*stream {
	if r.Grid[0]*r.Grid[1]*r.Grid[2] == 1 {
		return nil
	}
	byLoop := map[*sema.Loop]*stream{}
	outer, spoilt := map[*sema.Loop]bool{}, map[*sema.Loop]bool{}
	var out []*stream
	for _, a := range r.Accesses {
		l := a.Loop
		if l == nil {
			continue
		}
		for up := l.Parent; up != nil; up = up.Parent {
			outer[up] = true
		}
		if a.Array != nil && a.Array.Space == trace.Local {
			continue
		}
		if !streams(r, a) {
			spoilt[l] = spoilt[l] || !everyLaneAlike(a)
			continue
		}
		if a.Array.Space == trace.Shared {
			continue // filled from, or emptied to, global memory in the same way
		}
		if byLoop[l] == nil {
			byLoop[l] = &stream{loop: l}
			out = append(out, byLoop[l])
		}
		byLoop[l].accesses = append(byLoop[l].accesses, a)
	}
	return slices.DeleteFunc(out, func(s *stream) bool {
		return outer[s.loop] || spoilt[s.loop] || inVectors(r, s) || !waitsForMemory(m, s)
	})
}

// streams reports whether an access goes to the next element of up to 4 bytes with each lane, and on by all lanes with each iteration,
// in full warps that run the loop long enough to fill vectors.
func streams(r *sema.Run, a *sema.Access) bool {
	w := int64(a.Width)
	if a.Array == nil || a.Array.Space != trace.Global && a.Array.Space != trace.Shared || a.Op != trace.Load && a.Op != trace.Store || a.Array.Volatile || a.Merged || a.Piece > 0 || w > 4 || w == 0 {
		return false
	}
	if a.Array.Elem == nil || a.Field != nil || !a.Cost.Known || lanesOf(&a.Cost.Witness) < gpu.Lanes || len(a.Guards) > len(a.Loop.Guards)+1 {
		return false
	}
	if a.Cost.TripsKnown && a.Cost.ByTrip < 2*perVector {
		return false
	}
	offset := indexmath.Uncast(a.Offset)
	for _, v := range a.Loop.Trace.Vars {
		if v.Sym == nil || !v.Sym.Varies || !offset.Contains(v.Sym) || !v.Init.Known() {
			continue
		}
		d, ok := indexmath.Stride(offset, v.Sym).Const()
		step := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr())
		rest, even := step.Rest(gpu.Lanes)
		start := indexmath.Subst(offset, map[*indexmath.Sym]indexmath.Expr{v.Sym: indexmath.Uncast(v.Init)})
		return ok && d == w && step.Known() && !step.Varies() && even && rest == 0 && sideBySideFrom(start, w)
	}
	return false
}

// sideBySideFrom reports whether an offset moves by the width from one threadIdx.x to the next.
func sideBySideFrom(start indexmath.Expr, width int64) bool {
	for _, s := range start.Syms() {
		if s.Kind == indexmath.Thread && s.Axis == 0 {
			n, ok := indexmath.Stride(start, s).Const()
			return ok && n == width
		}
	}
	return false
}

// everyLaneAlike reports whether an access is a read that all lanes share, through the whole loop.
func everyLaneAlike(a *sema.Access) bool {
	return a.Op == trace.Load && a.Offset.Known() && !a.Offset.Varies()
}

// inVectors reports whether the loop is for what is left over by another that goes over one of the arrays in vectors: it begins somewhere
// in the array, not with its first elements.
func inVectors(r *sema.Run, s *stream) bool {
	return !s.fromTheStart() && slices.ContainsFunc(r.Accesses, func(a *sema.Access) bool {
		return slices.ContainsFunc(s.accesses, func(b *sema.Access) bool {
			return a.Array != nil && a.Array.Place == b.Array.Place && a.Array.Name == b.Array.Name && a.Op == b.Op && a.Width > b.Width
		})
	})
}

// fromTheStart reports whether the first thread of the first block begins at 0.
func (s *stream) fromTheStart() bool {
	offset := indexmath.Uncast(s.accesses[0].Offset)
	for _, v := range s.loop.Trace.Vars {
		if v.Sym == nil || !v.Sym.Varies || !offset.Contains(v.Sym) {
			continue
		}
		init := indexmath.Uncast(v.Init)
		with := map[*indexmath.Sym]indexmath.Expr{}
		for _, x := range init.Syms() {
			if x.Kind == indexmath.Thread || x.Kind == indexmath.Block {
				with[x] = indexmath.Const(0)
			}
		}
		n, ok := indexmath.Subst(init, with).Const()
		return ok && n == 0
	}
	return false
}

// opsPerByte is how much a loop may compute for each byte that it moves and still wait for memory. An H200 does 14 single-precision
// operations while it moves one byte (67 TFLOP/s, 4.8 TB/s); integer ones are half as fast, and the loop's own count too.
const opsPerByte = 2

// waitsForMemory counts what the loop's text computes against the bytes that a lane moves in an iteration.
func waitsForMemory(m *sema.Model, s *stream) bool {
	body := loopBody(m, s.loop.Place)
	if body == nil {
		return false
	}
	bytes := 0
	had := map[string]bool{}
	for _, a := range s.accesses {
		if id := fmt.Sprint(a.Op, a.Array.Place, arrayName(a), a.Offset); !had[id] {
			had[id] = true
			bytes += a.Width
		}
	}
	work, plain := 0, true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Index:
			return false // address arithmetic is shared by the elements of a vector
		case *ast.Binary:
			if n.Op == "/" || n.Op == "%" {
				work += 8
			} else {
				work++
			}
		case *ast.Assign:
			if n.Op != "=" {
				work++
			}
		case *ast.Call:
			work += callWork(n)
		case *ast.For, *ast.While, *ast.DoWhile, *ast.If, *ast.Switch, *ast.Break, *ast.Return, *ast.Asm, *ast.Goto, *ast.MacroStmt, *ast.MacroLoop:
			plain = false // elements are not all treated alike
		}
		return true
	})
	return plain && work <= opsPerByte*bytes
}

// callWork is about what a call computes: one operation for what is one instruction, more for others.
func callWork(c *ast.Call) int {
	f, ok := c.Fun.(*ast.Ident)
	if !ok {
		return 16
	}
	switch f.Name() {
	case "__ldg", "__ldcs", "__stcs":
		return 0
	case "min", "max", "fminf", "fmaxf", "fabsf", "fabs", "abs", "fma", "fmaf", "float", "int":
		return 1
	}
	return 4
}

// loopBody is the body of the loop that stands at a place; nil when it is not found, or is no for or while.
func loopBody(m *sema.Model, at sema.Place) (body ast.Stmt) {
	for _, f := range append(slices.Clone(m.Unit.Headers), m.Unit.Root) {
		if f == nil || f.Source != at.File {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || body != nil {
				return false
			}
			if l, ok := n.(*ast.For); ok && l.Span == at.Span {
				body = l.Body
			}
			return true
		})
	}
	return body
}

func (s *stream) finding(k *sema.Kernel, r *sema.Run) diag.Diagnostic {
	a := s.accesses[0]
	sure := diag.Proved
	if !seen(r) {
		sure = diag.Likely
	}
	at := &site{run: r, access: a, cause: cause{name: "scalar"}, confidence: sure, severity: diag.Hint}
	g := &group{kernel: k, sites: []*site{at}}
	d := g.diagnostic(func(*site) string { return s.message() })
	d.Cost = &diag.Cost{Unit: diag.Requests, Actual: perVector, Ideal: 1}
	d.Metric, d.Picture = requestMetric, nil
	d.Help = fmt.Sprintf("go over vectors of %d elements: it takes arrays that begin at multiples of %d bytes, and a loop over up to %d elements behind", perVector, perVector*a.Width, perVector-1)
	d.Fixes = []diag.Fix{{Title: fmt.Sprintf("go over vectors of %d: 1 request for %d elements of a lane, not %d", perVector, perVector, perVector),
		Applicability: diag.Sketch, Before: perVector, After: 1, Ideal: 1}}
	return d
}

// message names what the loop reads and writes.
func (s *stream) message() string {
	var reads, writes []string
	for _, a := range s.accesses {
		list := &reads
		if a.Op == trace.Store {
			list = &writes
		}
		if !slices.Contains(*list, arrayName(a)) {
			*list = append(*list, arrayName(a))
		}
	}
	var parts []string
	if len(reads) > 0 {
		parts = append(parts, "read "+listed(reads))
	}
	if len(writes) > 0 {
		parts = append(parts, "write "+listed(writes))
	}
	a := s.accesses[0]
	return fmt.Sprintf("%d requests for %d elements of each lane, ideal 1: lanes %s %s at a time", perVector, perVector, strings.Join(parts, " and "), plural(int64(a.Width), "byte"))
}

// listed are names as a sentence has them: "a, b and c".
func listed(names []string) string {
	n := len(names)
	if n == 1 {
		return names[0]
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}
