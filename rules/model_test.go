package rules

import (
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// builder makes a model of one kernel under one configuration by hand.
type builder struct {
	file *source.File
	run  *sema.Run
	body []trace.Node // of the loop that is open, else of the kernel
	x, y *indexmath.Sym
	loop *sema.Loop
	line int32
}

func newBuilder(block ...int64) *builder {
	b := &builder{
		file: source.NewFile("k.cu", make([]byte, 1000)),
		x:    &indexmath.Sym{Name: "threadIdx.x", Kind: indexmath.Thread, Range: indexmath.Between(0, block[0]-1)},
		y:    &indexmath.Sym{Name: "threadIdx.y", Kind: indexmath.Thread, Axis: 1, Range: indexmath.Between(0, block[1]-1)},
	}
	b.run = &sema.Run{
		Kernel: &sema.Kernel{Name: "k"}, Block: [3]int64{block[0], block[1], 1}, Grid: [3]int64{64, 1, 1}, Origin: sema.FromLaunch,
		Program: &trace.Program{},
	}
	b.run.Kernel.Runs = []*sema.Run{b.run}
	return b
}

func (b *builder) place() sema.Place {
	b.line += 10
	return sema.Place{File: b.file, Span: source.Span{Start: b.line, End: b.line + 5}}
}

func (b *builder) array(name string, space trace.Space, elem string, extents ...int64) *sema.Array {
	t, _ := layout.Builtin(elem)
	a := &sema.Array{Name: name, Space: space, Elem: t, Extents: extents, Base: &trace.Base{Align: 256}, Place: b.place()}
	b.run.Arrays = append(b.run.Arrays, a)
	return a
}

// access adds an access to element index of an array.
func (b *builder) access(a *sema.Array, op trace.Op, index indexmath.Expr, guards ...sema.Guard) *sema.Access {
	width := int(a.Elem.Size)
	offset := indexmath.Mul(index, indexmath.Const(a.Elem.Size))
	out := &sema.Access{
		ID: len(b.run.Accesses), Place: b.place(), Text: a.Name + "[" + index.String() + "]", Array: a, Op: op, Width: width,
		Index: index, Offset: offset, Stride: indexmath.Stride(offset, b.x), Guards: guards, Loop: b.loop,
	}
	b.run.Accesses = append(b.run.Accesses, out)
	t := &trace.Access{ID: out.ID, Space: a.Space, Op: op, Width: width, Base: a.Base, Offset: offset}
	b.run.Program.Accesses = append(b.run.Program.Accesses, t)
	var node trace.Node = t
	for i := len(guards) - 1; i >= 0; i-- {
		if guards[i].Not {
			node = &trace.If{Cond: guards[i].Cond, Else: []trace.Node{node}}
		} else {
			node = &trace.If{Cond: guards[i].Cond, Then: []trace.Node{node}}
		}
	}
	b.body = append(b.body, node)
	return out
}

// in runs add inside a loop over one variable.
func (b *builder) in(name string, init int64, cond, next func(v indexmath.Expr) indexmath.Expr, add func(v indexmath.Expr)) *sema.Loop {
	s := &indexmath.Sym{Name: name, Kind: indexmath.Carried}
	l := &sema.Loop{Place: b.place(), Var: name, Parent: b.loop, Trace: &trace.Loop{
		Vars: []*trace.Var{{Sym: s, Init: indexmath.Const(init), Next: next(s.Expr())}}, Cond: cond(s.Expr()),
	}}
	b.run.Loops = append(b.run.Loops, l)
	body := b.body
	b.body, b.loop = nil, l
	add(s.Expr())
	l.Trace.Body = b.body
	b.body, b.loop = append(body, l.Trace), l.Parent
	return l
}

// judged runs the program and fills in the costs.
func (b *builder) judged() *sema.Kernel {
	b.run.Program.Body = b.body
	costs := trace.Run(b.run.Program, trace.Shape{Block: b.run.Block, Grid: b.run.Grid}, trace.Options{})
	for i, a := range b.run.Accesses {
		a.Cost = costs[i]
	}
	return b.run.Kernel
}

func (b *builder) model() *sema.Model { return &sema.Model{Kernels: []*sema.Kernel{b.judged()}} }

// Short names for expressions.
var (
	lit  = indexmath.Const
	plus = indexmath.Add
	mul  = indexmath.Mul
)
