package sema

import (
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// Work is the floating-point operations that the text asks for, of all threads of the launch where its grid is known, else of one
// block. An addition, subtraction, multiplication or division is one, a fused multiply-add two, a function such as sqrtf one. What
// the compiler adds (a division becomes several instructions) or drops is not in it.
type Work struct {
	Half, Single, Double float64
}

// Total is the number of operations of any precision.
func (w Work) Total() float64 { return w.Half + w.Single + w.Double }

func (w *Work) add(v Work, times float64) {
	w.Half += v.Half * times
	w.Single += v.Single * times
	w.Double += v.Double * times
}

// tallies are the stretches of straight code that compute, each with what one thread computes in it. A stretch stands in the program as
// an access to no memory, so that the replay tells how often it is executed, and by how many lanes.
type tallies map[*trace.Access]*Work

// count notes n operations in the type t.
func (in *interp) count(t *layout.Type, n float64) {
	if in.works == nil || in.out == nil || in.host != nil {
		return
	}
	var w *Work
	if last := len(*in.out) - 1; last >= 0 {
		if a, ok := (*in.out)[last].(*trace.Access); ok {
			w = in.works[a]
		}
	}
	if w == nil {
		w = &Work{}
		a := &trace.Access{ID: -1, Space: trace.Local}
		in.works[a] = w
		in.emit(a)
	}
	switch {
	case t == nil || t.Size == 4 && !t.Vector:
		w.Single += n
	case t.Size == 8 && !t.Vector:
		w.Double += n
	case t.Size == 2:
		w.Half += n
	}
}

// computes reports whether some of the nodes is a stretch that computes, or holds one.
func (in *interp) computes(nodes []trace.Node) bool {
	if in.works == nil {
		return false
	}
	for _, n := range nodes {
		switch n := n.(type) {
		case *trace.Access:
			if n.ID < 0 {
				return true
			}
		case *trace.If:
			if in.computes(n.Then) || in.computes(n.Else) {
				return true
			}
		case *trace.Loop:
			if in.computes(n.Body) {
				return true
			}
		case *trace.Scope:
			if in.computes(n.Body) {
				return true
			}
		}
	}
	return false
}

// work walks the kernel of a run once more and counts what it computes. It is a walk of its own so that the accesses' numbers do not
// depend on whether operations are counted.
func (t *tables) work(r *Run, f *function, l *Launch, exp *expander) {
	works := tallies{}
	again := t.walk(r.Kernel, f, l, r.Block, r.Origin, exp, works)
	p := again.Program
	stamp(p, p.Body)
	costs := trace.Run(p, trace.Shape{Block: r.Block, Grid: r.Grid}, trace.Options{
		Quick: true, Only: func(a *trace.Access) bool { return works[a] != nil },
	})
	r.Work = &Work{}
	for a, w := range works {
		if a.ID >= 0 && a.ID < len(costs) {
			r.Work.add(*w, costs[a.ID].Requests*costs[a.ID].Lanes)
		}
	}
}

// stamp gives the stretches that are in the program their numbers, behind those of the accesses.
func stamp(p *trace.Program, nodes []trace.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *trace.Access:
			if n.ID < 0 {
				n.ID = len(p.Accesses)
				p.Accesses = append(p.Accesses, n)
			}
		case *trace.If:
			stamp(p, n.Then)
			stamp(p, n.Else)
		case *trace.Loop:
			stamp(p, n.Body)
		case *trace.Scope:
			stamp(p, n.Body)
		}
	}
}

// operations is the number of floating-point operations that a function of numbers counts for; 0 for those that only compare, round or
// convert.
func operations(name string) float64 {
	switch name {
	case "fma", "fmaf", "hfma":
		return 2
	case "hfma2":
		return 4
	case "hadd2", "hmul2":
		return 2
	case "sqrt", "sqrtf", "rsqrt", "rsqrtf", "cbrt", "cbrtf", "exp", "expf", "exp2", "exp2f", "exp10", "exp10f", "log", "logf", "log2", "log2f",
		"log10", "log10f", "pow", "powf", "fmod", "fmodf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "asin", "asinf", "acos", "acosf", "atan",
		"atanf", "atan2", "atan2f", "sinh", "sinhf", "cosh", "coshf", "tanh", "tanhf", "erf", "erff", "erfc", "erfcf", "hypot", "hypotf",
		"fdividef", "fadd_rn", "fmul_rn", "hadd", "hmul", "rcp", "fdiv_rn", "frcp_rn", "expm1", "expm1f", "log1p", "log1pf", "tgamma", "lgamma",
		"normcdf", "normcdff", "sinpi", "cospi", "sinpif", "cospif":
		return 1
	case "sincos", "sincosf":
		return 2
	}
	return 0
}
