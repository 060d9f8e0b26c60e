package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

var localArrayIndex = &Rule{
	Name:    "local-array-index",
	Default: diag.Info,
	Doc: `Flags arrays of a thread that are indexed by a value which is not known at compile time.

## What it does
An array that a kernel, or a function that it calls, declares for each thread is flagged when an index of it is made of the thread's ids, of arguments, of what was read
from memory, or of a variable that a loop of unknown length changes. Indices that the compiler knows once it has unrolled the loops around them
are fine, and so are tables that nothing writes, and arrays of up to four elements, among which the compiler may choose. So it may where the
array is only read at such indices, or written at them outside of loops only, as it does for up to 32 elements (nvcc 13.0, sm_90): that is possible, no more.

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
		fs := deviceFunctions(p.Model)
		for _, k := range p.Model.Kernels {
			if k.Decl == nil || k.Decl.Body == nil {
				continue
			}
			for _, l := range localArrays(fs, k) {
				if d, ok := l.finding(k); ok {
					p.Report(d)
				}
			}
		}
	},
}

// localArray is an array of a thread that some index reaches into which is not known.
type localArray struct {
	decl    *ast.VarDecl
	file    *source.File // where it is declared
	uses    []arrayUse   // the first dynamic ones, in order
	written bool
	params  []string // of the template of the function that declares it
}

// arrayUse is an index into a local array, in a kernel or a function that it calls.
type arrayUse struct {
	at    *ast.Index
	file  *source.File
	calls []diag.Place // that lead there, innermost first
	write bool         // in a loop
	read  bool
}

// localArrays are those of a kernel and of the functions that it calls, in the order in which they are come by.
func localArrays(fs functions, k *sema.Kernel) []*localArray {
	w := &arrayWalk{functions: fs, found: map[*ast.VarDecl]*localArray{}}
	w.function(k.Decl, k.Place.File, nil, nil, false)
	return slices.DeleteFunc(w.order, func(l *localArray) bool { return !l.written || len(l.uses) == 0 })
}

// Bounds of a walk: calls within each other, functions that are walked for one kernel.
const (
	deepestCall = 8
	mostCalls   = 400
)

// arrayWalk goes through a kernel and what it calls.
type arrayWalk struct {
	functions functions
	found     map[*ast.VarDecl]*localArray
	order     []*localArray
	walked    int
	busy      []*ast.FuncDecl
}

// array is the local array that an expression names: one of the function's own, or one that a parameter stands for.
func (w *arrayWalk) array(fn *function, file *source.File, x ast.Expr) *localArray {
	id, ok := bare(x).(*ast.Ident)
	if !ok {
		return nil
	}
	v := fn.vars[id]
	if v == nil {
		return nil
	}
	decl := v.stands
	if decl == nil && v.decl != nil && ofThread(v.decl) {
		decl = v.decl
	}
	if decl == nil {
		return nil
	}
	l := w.found[decl]
	if l == nil {
		l = &localArray{decl: decl, file: file}
		w.found[decl] = l
		w.order = append(w.order, l)
	}
	return l
}

// function walks a function that is called with some arguments, perhaps in a loop; given is nil for a kernel.
func (w *arrayWalk) function(f *ast.FuncDecl, file *source.File, given []argument, calls []diag.Place, looped bool) {
	if len(calls) > deepestCall || w.walked == mostCalls || slices.Contains(w.busy, f) {
		return
	}
	w.walked++
	w.busy = append(w.busy, f)
	defer func() { w.busy = w.busy[:len(w.busy)-1] }()
	if !w.worth(f, given) {
		return
	}
	fn := functionOf(f, given)
	array := func(x ast.Expr) *localArray { return w.array(fn, file, x) }
	names, loops, targets := templateNames(f), loopsIn(f.Body), targetsIn(f.Body)
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			if (n.Quals.Has(ast.Constexpr) || n.Quals.Has(ast.Const)) && namesOne(n.Init, names) {
				names = append(names, n.Name)
			}
			if ofThread(n) && w.found[n] == nil { // in the order of their declarations
				w.found[n] = &localArray{decl: n, file: file, params: names}
				w.order = append(w.order, w.found[n])
			}
		case *ast.Assign:
			if l := array(base(n.X)); l != nil {
				l.written = true
			}
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" || n.Op == "&" {
				if l := array(base(n.X)); l != nil {
					l.written = true
				}
			}
		case *ast.Call:
			to, in := w.functions.called(n)
			var args []argument
			for _, a := range n.Args {
				g := argument{start: fn.of(a), pointer: fn.leadsToMemory(a)}
				if l := array(base(a)); l != nil {
					if bare(a) == base(a) {
						g.stands = l.decl
					}
					l.written = l.written || to == nil || g.stands == nil // by reference, or through the pointer that it becomes
				}
				args = append(args, g)
			}
			if to != nil {
				w.function(to, in, args, append([]diag.Place{{File: file, Span: n.Span}}, calls...), looped || within(loops, n.Span))
			}
		case *ast.Index:
			l := array(base(n.X))
			if l == nil || subscripts(n) > extents(l.decl.Type) || fn.of(n.I) != dynamic { // of what an element points to
				return true
			}
			if !slices.ContainsFunc(l.uses, func(u arrayUse) bool { return u.at == n }) {
				too, target := targets[n]
				write := target && (looped || within(loops, n.Span))
				l.uses = append(l.uses, arrayUse{n, file, calls, write, !target || too})
			}
		}
		return true
	})
}

// loopsIn are the places of the loops of a function.
func loopsIn(body ast.Stmt) []source.Span {
	var list []source.Span
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.For, *ast.While, *ast.DoWhile, *ast.RangeFor, *ast.MacroLoop:
			list = append(list, n.Pos())
		}
		return true
	})
	return list
}

func within(loops []source.Span, at source.Span) bool {
	return slices.ContainsFunc(loops, func(l source.Span) bool { return l.Start <= at.Start && at.End <= l.End })
}

// targetsIn are the elements that a function writes to; true for those that it reads as well, as in a[i] += x.
func targetsIn(body ast.Stmt) map[*ast.Index]bool {
	out := map[*ast.Index]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if i, ok := element(n.X); ok {
				out[i] = n.Op != "="
			}
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" || n.Op == "&" {
				if i, ok := element(n.X); ok {
					out[i] = true
				}
			}
		}
		return true
	})
	return out
}

// element is a[i] of a[i], a[i].x or a[i].v[0].
func element(x ast.Expr) (*ast.Index, bool) {
	for {
		switch y := bare(x).(type) {
		case *ast.Index:
			return y, true
		case *ast.Member:
			x = y.X
		default:
			return nil, false
		}
	}
}

// worth reports whether a function may have something to do with a local array: it declares one, is given one, or calls others.
func (w *arrayWalk) worth(f *ast.FuncDecl, given []argument) bool {
	some := slices.ContainsFunc(given, func(a argument) bool { return a.stands != nil })
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			some = some || ofThread(n)
		case *ast.Call:
			if !some {
				to, _ := w.functions.called(n)
				some = to != nil
			}
		}
		return !some
	})
	return some
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

// templateNames are the names of a function's template parameters.
func templateNames(f *ast.FuncDecl) []string {
	var names []string
	if f.Template != nil {
		for _, p := range f.Template.Params {
			names = append(names, p.Name)
		}
	}
	return names
}

// namesOne reports whether an expression names one of some names, or a member of a class.
func namesOne(x ast.Expr, names []string) bool {
	found := false
	ast.Inspect(orNothing(x), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || slices.Contains(names, id.Name()) || len(id.Parts) > 1 // T::size
		}
		return !found
	})
	return found
}

// ofTemplate reports whether an extent of the array names a parameter of a template, of the kernel's own or of a function that it calls.
func (l *localArray) ofTemplate(k *sema.Kernel) bool {
	names := append(templateNames(k.Decl), l.params...)
	found := false
	for t := l.decl.Type; ; {
		a, ok := t.(*ast.ArrayType)
		if !ok {
			return found
		}
		found = found || namesOne(a.Len, names)
		t = a.Elem
	}
}

// kept reports whether the compiler can keep the array in registers although an index is not known: it chooses among the elements where they are
// only read, or only written, at such an index. Seen in the machine code of arrays of 5 to 32 elements (nvcc 13.0, sm_90): local memory was used
// where a loop writes to such an index and something reads from one.
func (l *localArray) kept() bool {
	return !slices.ContainsFunc(l.uses, func(u arrayUse) bool { return u.write }) || !slices.ContainsFunc(l.uses, func(u arrayUse) bool { return u.read })
}

// finding is false for an array of a few elements.
func (l *localArray) finding(k *sema.Kernel) (diag.Diagnostic, bool) {
	at := func(u arrayUse) diag.Place { return diag.Place{File: u.file, Span: u.at.Span} }
	first := l.uses[0]
	d := diag.Diagnostic{
		Severity: diag.Info, Confidence: diag.Proved, Place: at(first), Cause: "index",
		Subject: diag.Subject{Kernel: k.Name, Array: l.decl.Name, Space: "local"},
		Message: fmt.Sprintf("every use of %s goes to local memory, not to registers: the index %s is not known at compile time", l.decl.Name, strings.Join(strings.Fields(first.file.Slice(first.at.I.Pos())), " ")),
		Help:    fmt.Sprintf("keep it in shared memory, a column for each thread (%s[..][threadIdx.x]), or make the index the variable of a loop that the compiler unrolls", l.decl.Name),
		Metric:  localMetric,
		Related: []diag.Related{{Place: diag.Place{File: l.file, Span: l.decl.NameAt}, Message: "declared here"}},
	}
	switch n, known := elements(l.decl.Type); {
	case !known:
		d.Confidence = diag.Likely
		if l.ofTemplate(k) { // how many there are is for the instantiations to say
			d.Confidence = diag.Possible
		}
		d.Assumptions = []string{fmt.Sprintf("%s has more than %d elements", l.decl.Name, fewElements)}
	case n <= fewElements:
		return d, false
	}
	if l.kept() {
		d.Confidence = diag.Possible
	}
	for i, u := range l.uses[1:] {
		if i == mostRelated {
			d.Related = append(d.Related, diag.Related{Place: at(first), Message: fmt.Sprintf("and at %d more places", len(l.uses)-1-i)})
			break
		}
		d.Related = append(d.Related, diag.Related{Place: at(u), Message: AlsoHere})
	}
	for _, c := range first.calls {
		d.Related = append(d.Related, diag.Related{Place: c, Message: "called from here"})
	}
	return d, true
}
