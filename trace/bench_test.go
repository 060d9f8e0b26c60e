package trace_test

import (
	"testing"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// kernels are programs of the usual kinds, for the benchmarks and for tests of the budget.
func kernels() map[string]func() (*trace.Program, trace.Shape) {
	shape := func(x, y int64) trace.Shape { return trace.Shape{Block: [3]int64{x, y, 1}} }
	return map[string]func() (*trace.Program, trace.Shape){
		"copy": func() (*trace.Program, trace.Shape) {
			var p prog
			i := add(mul(bx, 256), tx)
			p.Body = []trace.Node{iff(lt(i, param("n").Expr()), p.global(4, i), p.global(4, i))}
			return &p.Program, shape(256, 1)
		},
		"matrix product": func() (*trace.Program, trace.Shape) {
			var p prog
			n := param("n").Expr()
			by := block("blockIdx.y", 1)
			row, col := add(mul(by, 16), ty), add(mul(bx, 16), tx)
			m, k := count("m", num(0), num(1)), count("k", num(0), num(1))
			inner := loop(k, lt(k.Sym.Expr(), num(16)),
				p.shared(4, add(mul(ty, 16), k.Sym.Expr())), p.shared(4, add(mul(k.Sym.Expr(), 16), tx)))
			step := mul(m.Sym.Expr(), 16)
			p.Body = []trace.Node{
				loop(m, lt(step, n),
					p.global(4, sum(times(row, n), step, tx)), p.global(4, sum(times(add(step, ty), n), col)),
					p.shared(4, add(mul(ty, 16), tx)), p.shared(4, add(mul(ty, 16), tx)), inner),
				p.global(4, add(times(row, n), col)),
			}
			return &p.Program, shape(16, 16)
		},
		"reduction": func() (*trace.Program, trace.Shape) {
			var p prog
			s := carried("s", num(1), func(x expr) expr { return mul(x, 2) })
			divides := indexmath.Eq(indexmath.Mod(tx, mul(s.Sym.Expr(), 2)), num(0))
			p.Body = []trace.Node{
				p.global(4, add(mul(bx, 256), tx)), p.shared(4, tx),
				loop(s, lt(s.Sym.Expr(), num(256)), iff(divides, p.shared(4, add(tx, s.Sym.Expr())), p.shared(4, tx), p.shared(4, tx))),
			}
			return &p.Program, shape(256, 1)
		},
		"deep nest": func() (*trace.Program, trace.Shape) {
			var p prog
			n := param("n").Expr()
			body := []trace.Node{}
			at := tx
			var vars []*trace.Var
			for range 6 {
				v := count("i", num(0), num(1))
				vars = append(vars, v)
				at = add(times(at, n), v.Sym.Expr())
			}
			for range 8 {
				body = append(body, p.global(4, at))
			}
			for _, v := range vars {
				body = []trace.Node{loop(v, lt(v.Sym.Expr(), n), body...)}
			}
			p.Body = body
			return &p.Program, shape(1024, 1)
		},
		"wild nest": func() (*trace.Program, trace.Shape) {
			var p prog
			body := []trace.Node{p.global(4, tx)}
			for range 5 {
				v := carried("x", add(tx, num(1)), func(x expr) expr { return indexmath.Mod(add(times(x, x), num(7)), num(1009)) })
				body = []trace.Node{loop(v, indexmath.Ne(v.Sym.Expr(), num(5000)), append(body, p.global(4, v.Sym.Expr()))...)}
			}
			p.Body = body
			return &p.Program, trace.Shape{Block: [3]int64{1024, 1, 1}, Grid: [3]int64{100, 100, 1}}
		},
	}
}

func BenchmarkRun(b *testing.B) {
	for name, make := range kernels() {
		b.Run(name, func(b *testing.B) {
			p, s := make()
			b.ReportAllocs()
			for b.Loop() {
				trace.Run(p, s, trace.Options{})
			}
		})
	}
}
