package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

var localArrayIndex = &Rule{
	Name:    "local-array-index",
	Default: diag.Info,
	Doc: `Flags arrays of a thread that are indexed by a value which is not known at compile time.

## What it does
An array that a kernel declares for each thread is flagged when an index of it is made of the thread's ids, of arguments, of what was read
from memory, or of a variable that a loop of unknown length changes. Indices that the compiler knows once it has unrolled the loops around them
are fine, and so are tables that nothing writes, and arrays of up to four elements, among which the compiler may choose.

## Why
Registers have no addresses. An array whose every index is known at compile time is kept in registers; one index that is not puts the
whole array into local memory, which is global memory that a thread has for itself: each use is a load or a store through the cache. On an
H200 a kernel that filled 16 floats and read them in an order that memory told took 281 us so, and 99 us with a column of shared memory for
each thread. Going over all 16 elements in registers and choosing one took longest, 622 us: a choice pays for a few elements only.

## Example
    float sums[16] = {};
    for (int i = t; i < n; i += threads) sums[kind[i]] += in[i];

## Use instead
    __shared__ float sums[16][256];                      // a column for each thread: no bank conflicts
    for (int j = 0; j < 16; j++) sums[j][threadIdx.x] = 0;
    for (int i = t; i < n; i += threads) sums[kind[i]][threadIdx.x] += in[i];

or let a loop of constant length do it, with the index as its variable and #pragma unroll in front of it.

## When to leave it
Where the array is long and an index is used once or twice: a stack of nodes, a window that moves. Where the kernel waits for other things.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			if k.Decl == nil || k.Decl.Body == nil {
				continue
			}
			for _, l := range localArrays(k.Decl) {
				if d, ok := l.finding(k); ok {
					p.Report(d)
				}
			}
		}
	},
}

// localArray is an array of a thread that some index reaches into which is not known.
type localArray struct {
	decl *ast.VarDecl
	uses []*ast.Index // in order, the first dynamic ones
}

// localArrays are those of a function, in the order of their declarations.
func localArrays(f *ast.FuncDecl) []*localArray {
	some := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		d, is := n.(*ast.VarDecl)
		some = some || is && ofThread(d)
		return !some
	})
	if !some {
		return nil
	}
	fn := functionOf(f)
	found := map[*variable]*localArray{}
	written := map[*variable]bool{}
	var out []*localArray
	array := func(x ast.Expr) (*variable, bool) {
		id, ok := bare(x).(*ast.Ident)
		if !ok {
			return nil, false
		}
		v := fn.vars[id]
		if v == nil || v.decl == nil || !ofThread(v.decl) {
			return nil, false
		}
		return v, true
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if v, ok := array(base(n.X)); ok {
				written[v] = true
			}
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" || n.Op == "&" {
				if v, ok := array(base(n.X)); ok {
					written[v] = true
				}
			}
		case *ast.Call:
			for _, a := range n.Args {
				if v, ok := array(base(a)); ok {
					written[v] = true // by reference, or through the pointer that it becomes
				}
			}
		case *ast.Index:
			v, ok := array(base(n.X))
			if !ok || subscripts(n) > extents(v.decl.Type) || fn.of(n.I) != dynamic { // of what an element points to
				return true
			}
			if found[v] == nil {
				found[v] = &localArray{decl: v.decl}
				out = append(out, found[v])
			}
			found[v].uses = append(found[v].uses, n)
		}
		return true
	})
	out = slices.DeleteFunc(out, func(l *localArray) bool {
		for v, x := range found {
			if x == l {
				return !written[v]
			}
		}
		return true
	})
	slices.SortFunc(out, func(x, y *localArray) int { return int(x.decl.NameAt.Start) - int(y.decl.NameAt.Start) })
	return out
}

// base is what an expression of subscripts starts from: a of a[i][j].
func base(x ast.Expr) ast.Expr {
	for {
		i, ok := bare(x).(*ast.Index)
		if !ok {
			return x
		}
		x = i.X
	}
}

// subscripts is the number of them in a[i][j].
func subscripts(x ast.Expr) int {
	i, ok := bare(x).(*ast.Index)
	if !ok {
		return 0
	}
	return 1 + subscripts(i.X)
}

// extents is the number of them in a type T[4][8].
func extents(t ast.Type) int {
	a, ok := t.(*ast.ArrayType)
	if !ok {
		return 0
	}
	return 1 + extents(a.Elem)
}

// ofThread reports whether each thread has its own of a variable, and may write to it: an array with extents.
func ofThread(d *ast.VarDecl) bool {
	t, ok := d.Type.(*ast.ArrayType)
	if !ok || t.Len == nil {
		return false
	}
	for _, q := range []ast.Qualifiers{ast.Shared, ast.Constant, ast.Static, ast.Constexpr, ast.Const, ast.Extern} {
		if d.Quals.Has(q) {
			return false
		}
	}
	return true
}

// fewElements is the length up to which the compiler may choose among the elements of an array in place of an index: seen in the machine
// code of an array of four (nvcc 13.0, sm_90).
const fewElements = 4

// elements is the number of elements of an array of arrays, where it is written as numbers.
func elements(t ast.Type) (n uint64, known bool) {
	n = 1
	for {
		a, ok := t.(*ast.ArrayType)
		if !ok {
			return n, true
		}
		length, ok := bare(orNothing(a.Len)).(*ast.IntLit)
		if !ok {
			return 0, false
		}
		n *= min(length.Value, 1<<16)
		t = a.Elem
	}
}

// finding is false for an array of a few elements.
func (l *localArray) finding(k *sema.Kernel) (diag.Diagnostic, bool) {
	file := k.Place.File
	at := func(x *ast.Index) diag.Place { return diag.Place{File: file, Span: x.Span} }
	first := l.uses[0]
	d := diag.Diagnostic{
		Severity: diag.Info, Confidence: diag.Proved, Place: at(first), Cause: "index",
		Subject: diag.Subject{Kernel: k.Name, Array: l.decl.Name, Space: "local"},
		Message: fmt.Sprintf("every use of %s goes to local memory, not to registers: the index %s is not known at compile time", l.decl.Name, strings.Join(strings.Fields(file.Slice(first.I.Pos())), " ")),
		Help:    fmt.Sprintf("keep it in shared memory, a column for each thread (%s[..][threadIdx.x]), or make the index the variable of a loop that the compiler unrolls", l.decl.Name),
		Metric:  localMetric,
		Related: []diag.Related{{Place: diag.Place{File: file, Span: l.decl.NameAt}, Message: "declared here"}},
	}
	switch n, known := elements(l.decl.Type); {
	case !known:
		d.Confidence = diag.Likely
		d.Assumptions = []string{fmt.Sprintf("%s has more than %d elements", l.decl.Name, fewElements)}
	case n <= fewElements:
		return d, false
	}
	for i, x := range l.uses[1:] {
		if i == mostRelated {
			d.Related = append(d.Related, diag.Related{Place: at(first), Message: fmt.Sprintf("and at %d more places", len(l.uses)-1-i)})
			break
		}
		d.Related = append(d.Related, diag.Related{Place: at(x), Message: AlsoHere})
	}
	return d, true
}
