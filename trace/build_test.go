package trace_test

import (
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// Short names for building programs as a kernel would read.
var (
	tx, ty = thread("threadIdx.x", 0), thread("threadIdx.y", 1)
	bx     = block("blockIdx.x", 0)
)

type expr = indexmath.Expr

func thread(name string, axis int) expr {
	s := &indexmath.Sym{Name: name, Kind: indexmath.Thread, Axis: axis, Range: indexmath.Between(0, 1023)}
	return s.Expr()
}

func block(name string, axis int) expr {
	s := &indexmath.Sym{Name: name, Kind: indexmath.Block, Axis: axis, Range: indexmath.AtLeast(0)}
	return s.Expr()
}

func param(name string) *indexmath.Sym {
	return &indexmath.Sym{Name: name, Kind: indexmath.Param}
}

func data(name string) *indexmath.Sym {
	return &indexmath.Sym{Name: name, Kind: indexmath.Data}
}

func num(v int64) expr         { return indexmath.Const(v) }
func add(x, y expr) expr       { return indexmath.Add(x, y) }
func mul(x expr, k int64) expr { return indexmath.Mul(x, num(k)) }
func times(x, y expr) expr     { return indexmath.Mul(x, y) }
func lt(x, y expr) expr        { return indexmath.Lt(x, y) }
func sum(x expr, y ...expr) expr {
	for _, z := range y {
		x = add(x, z)
	}
	return x
}

// prog collects the accesses of a program.
type prog struct {
	trace.Program
}

var aligned = &trace.Base{Align: 256}

func (p *prog) access(space trace.Space, op trace.Op, width int, index expr) *trace.Access {
	a := &trace.Access{ID: len(p.Accesses), Space: space, Op: op, Width: width, Base: aligned, Offset: mul(index, int64(width))}
	p.Accesses = append(p.Accesses, a)
	return a
}

// global and shared are loads of elements.
func (p *prog) global(width int, index expr) *trace.Access {
	return p.access(trace.Global, trace.Load, width, index)
}

func (p *prog) shared(width int, index expr) *trace.Access {
	return p.access(trace.Shared, trace.Load, width, index)
}

func (p *prog) run(x, y, z int64, body ...trace.Node) []trace.Cost {
	return p.launch(trace.Shape{Block: [3]int64{x, y, z}}, trace.Options{}, body...)
}

func (p *prog) launch(s trace.Shape, o trace.Options, body ...trace.Node) []trace.Cost {
	p.Body = body
	return trace.Run(&p.Program, s, o)
}

func iff(c expr, then ...trace.Node) *trace.If { return &trace.If{Cond: c, Then: then} }

// carried is a loop variable.
func carried(name string, init expr, next func(x expr) expr) *trace.Var {
	s := &indexmath.Sym{Name: name, Kind: indexmath.Carried, Varies: init.Varies()}
	out := &indexmath.Sym{Name: name, Kind: indexmath.Carried, Varies: true}
	return &trace.Var{Sym: s, Init: init, Next: next(s.Expr()), Out: out}
}

// count is the variable of `for (i = from; ..; i += step)`.
func count(name string, from, step expr) *trace.Var {
	return carried(name, from, func(x expr) expr { return add(x, step) })
}

func loop(v *trace.Var, cond expr, body ...trace.Node) *trace.Loop {
	return &trace.Loop{Vars: []*trace.Var{v}, Cond: cond, Body: body}
}
