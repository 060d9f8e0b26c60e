package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

var vectorTail = &Rule{
	Name:    "vector-tail",
	Default: diag.Info,
	Doc: `Flags loops over n / 4 vectors after which nothing looks at the n % 4 elements that are left.

## What it does
An access of 2, 4, 8 or 16 elements at a time is flagged when it is bounded by an argument of the kernel divided by that number, nothing in the kernel
goes over the rest, and nothing in the file looks at the remainder: no n % 4, n & 3, 4 * (n / 4), no assertion. Where the launch tells
the argument, it is not flagged.

## Why
Division rounds down: for n = 1003 the last 3 elements keep whatever was in them. Tests with round sizes do not show it.

## Example
    for (int i = t; i < n / 4; i += threads)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];

## Use instead
    for (int i = t; i < n / 4; i += threads)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    for (int i = n / 4 * 4 + t; i < n; i += threads) out[i] = in[i];

or, where n is a multiple of 4 by what the program is, say so: assert(n % 4 == 0);

## When to leave it
Where whoever calls the kernel pads its arrays.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			if k.Decl == nil || k.Decl.Body == nil {
				continue
			}
			for _, t := range tailsOf(p.Model, k) {
				p.Report(t)
			}
		}
	},
}

// ReadsUnit reports whether what the rules say of a kernel may rest on text anywhere in the unit, not just on the kernel, what it calls and how
// it is launched.
func ReadsUnit(f *ast.FuncDecl) bool {
	return f.Body != nil && len(quotients(functionOf(f, nil), f)) > 0
}

// quotient is a condition that something is below an argument divided by the elements of a vector.
type quotient struct {
	of    ast.Expr    // what is divided
	by    int64       // elements
	reach source.Span // the text that stands under it
}

// tailsOf finds one tail for each condition of a kernel.
func tailsOf(m *sema.Model, k *sema.Kernel) []diag.Diagnostic {
	fn := functionOf(k.Decl, nil)
	var out []diag.Diagnostic
	for _, q := range quotients(fn, k.Decl) {
		if looksAtRest(m, q.by) {
			continue
		}
		for _, r := range k.Runs {
			i := slices.IndexFunc(r.Accesses, func(a *sema.Access) bool {
				return a.Place.File == k.Place.File && q.reach.Start <= a.Place.Span.Start && a.Place.Span.End <= q.reach.End && elementsOf(a) == q.by && openEnded(a)
			})
			if i < 0 || restOf(r, r.Accesses[i], q.by) {
				continue
			}
			a := r.Accesses[i]
			n := strings.Join(strings.Fields(k.Place.File.Slice(bare(q.of).Pos())), " ")
			d := diag.Diagnostic{
				Severity: diag.Info, Confidence: diag.Likely, Place: diag.Place(a.Place), Subject: subject(r, a), Cause: "tail",
				Message:     fmt.Sprintf("up to %s of %s left out: it goes over %s / %d vectors, and nothing looks at the rest", plural(q.by-1, "element"), arrayName(a), n, q.by),
				Assumptions: []string{fmt.Sprintf("%s need not be a multiple of %d", n, q.by)},
				Help:        fmt.Sprintf("add a loop over the last %s %% %d elements, or assert that there are none", n, q.by),
			}
			out = append(out, d)
			break
		}
	}
	return out
}

// elementsOf is the number of elements that an access takes at once; 0 for one.
func elementsOf(a *sema.Access) int64 {
	if a.Op != trace.Load && a.Op != trace.Store || !inGlobal(a) || a.Merged {
		return 0
	}
	if a.Vector != nil && a.Vector.From != nil && a.Vector.To != nil && a.Vector.From.Size > 0 {
		return a.Vector.To.Size / a.Vector.From.Size
	}
	if a.Array.Elem == nil {
		return 0
	}
	name := a.Array.Elem.String()
	n, err := strconv.ParseInt(name[max(0, len(name)-1):], 10, 64)
	if err != nil || a.Width < 4 {
		return 0
	}
	return n
}

// openEnded reports whether the launch leaves open how far an access goes.
func openEnded(a *sema.Access) bool {
	open := func(g sema.Guard) bool { return !g.Cond.Known() || g.Cond.Has(indexmath.Param) }
	return slices.ContainsFunc(a.Guards, open) || a.Loop != nil && !a.Cost.TripsKnown
}

// restOf reports whether a run goes over the same array by single elements, too.
func restOf(r *sema.Run, a *sema.Access, by int64) bool {
	return slices.ContainsFunc(r.Accesses, func(b *sema.Access) bool {
		return b.Op == a.Op && b.Array != nil && b.Array.Place == a.Array.Place && b.Array.Name == a.Array.Name && int64(b.Width)*by <= int64(a.Width)*max(1, int64(a.Piece)+1) && elementsOf(b) != by
	})
}

// quotients are the conditions of a function's loops and branches that bound something by an argument over the elements of a vector.
func quotients(fn *function, f *ast.FuncDecl) []quotient {
	var out []quotient
	add := func(cond ast.Expr, less bool, reach source.Span) {
		if of, by, ok := fn.bound(cond, less); ok {
			out = append(out, quotient{of, by, reach})
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.For:
			add(n.Cond, true, n.Span)
		case *ast.While:
			add(n.Cond, true, n.Span)
		case *ast.If:
			if n.Then != nil {
				add(n.Cond, true, n.Then.Pos())
			}
			if leavesFunction(n.Then) {
				add(n.Cond, false, source.Span{Start: n.Span.End, End: f.Body.Span.End})
			}
		}
		return true
	})
	return out
}

// leavesFunction reports whether a statement is a mere return.
func leavesFunction(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.Return:
		return true
	case *ast.Block:
		return len(s.List) == 1 && leavesFunction(s.List[0])
	}
	return false
}

// bound finds `x < n / 4` in a condition, or where less is false `x >= n / 4`.
func (f *function) bound(cond ast.Expr, less bool) (of ast.Expr, by int64, ok bool) {
	b, is := bare(orNothing(cond)).(*ast.Binary)
	if !is {
		return nil, 0, false
	}
	if b.Op == "&&" && less || b.Op == "||" && !less {
		if of, by, ok = f.bound(b.X, less); !ok {
			of, by, ok = f.bound(b.Y, less)
		}
		return of, by, ok
	}
	switch {
	case less && b.Op == "<", !less && b.Op == ">=":
		return f.divided(b.Y)
	case less && b.Op == ">", !less && b.Op == "<=":
		return f.divided(b.X)
	}
	return nil, 0, false
}

// divided reads n / 4 and n >> 2, by themselves or as what a variable was set to once; n is made of the kernel's arguments.
func (f *function) divided(x ast.Expr) (of ast.Expr, by int64, ok bool) {
	switch x := bare(x).(type) {
	case *ast.Ident:
		if v := f.vars[x]; v != nil && v.decl != nil && v.decl.Init != nil && len(v.sets) == 0 && !v.taken {
			return f.divided(v.decl.Init)
		}
	case *ast.Cast:
		return f.divided(x.X)
	case *ast.Binary:
		n, is := bare(x.Y).(*ast.IntLit)
		if !is || n.Value > 16 {
			return nil, 0, false
		}
		by = int64(n.Value)
		if x.Op == ">>" {
			by = 1 << n.Value
		} else if x.Op != "/" {
			return nil, 0, false
		}
		return x.X, by, slices.Contains([]int64{2, 4, 8, 16}, by) && f.ofArguments(x.X)
	}
	return nil, 0, false
}

// ofArguments reports whether an expression is made of nothing but arguments and numbers. Where it adds to them, it rounds.
func (f *function) ofArguments(x ast.Expr) bool {
	any, only := false, true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v := f.vars[n]
			argument := v != nil && v.decl == nil && v.start == dynamic && !v.pointer && len(v.sets) == 0
			any, only = any || argument, only && argument
		case *ast.Binary:
			only = only && n.Op == "*"
		case *ast.IntLit:
			only = only && n.Value%2 == 1
		case *ast.Paren, *ast.Cast, ast.Type:
		default:
			only = false
		}
		return true
	})
	return any && only
}

// looksAtRest reports whether something in the unit looks at what is left by a division: x % 4, x & 3, x & ~3, (x / 4) * 4.
func looksAtRest(m *sema.Model, by int64) bool {
	found := false
	is := func(x ast.Expr, n int64) bool {
		v, ok := bare(x).(*ast.IntLit)
		return ok && int64(v.Value) == n
	}
	for _, f := range append(slices.Clone(m.Unit.Headers), m.Unit.Root) {
		if f == nil {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			b, ok := n.(*ast.Binary)
			if !ok || found {
				return !found
			}
			switch b.Op {
			case "%":
				found = is(b.Y, by) || !isLiteral(b.Y) && !thread(b.X)
			case "&":
				u, not := bare(b.Y).(*ast.Unary)
				found = is(b.Y, by-1) || not && (u.Op == "~" && is(u.X, by-1) || u.Op == "-" && is(u.X, by))
			case "*":
				found = is(b.Y, by) && divides(b.X, by) || is(b.X, by) && divides(b.Y, by)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func isLiteral(x ast.Expr) bool {
	_, ok := bare(x).(*ast.IntLit)
	return ok
}

// thread reports whether an expression holds a thread's or block's id.
func thread(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch id.Name() {
			case "threadIdx", "blockIdx":
				found = true
			}
		}
		return !found
	})
	return found
}

// divides reports whether an expression is a quotient, or a name that may hold one.
func divides(x ast.Expr, by int64) bool {
	switch x := bare(x).(type) {
	case *ast.Binary:
		n, ok := bare(x.Y).(*ast.IntLit)
		return ok && (x.Op == "/" && int64(n.Value) == by || x.Op == ">>" && int64(1)<<min(n.Value, 8) == by)
	case *ast.Ident:
		return true
	}
	return false
}
