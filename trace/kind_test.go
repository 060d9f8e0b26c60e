package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// TestKinds holds instructions other than loads and stores against hand numbers.
func TestKinds(t *testing.T) {
	four := indexmath.Mod(tx, num(4))
	row := func(pitch int64) expr { return mul(tx, pitch*2) } // of halves, in bytes
	tests := []struct {
		name          string
		op            trace.Op
		kind          trace.Kind
		width         int
		offset        expr
		actual, ideal float64
		blocked       string
	}{
		{"histogram of four bins", trace.Atomic, trace.Word, 4, mul(four, 4), 8, 1, ""},
		{"one counter, a value of the lane", trace.Atomic, trace.Word, 4, num(0), 32, 1, ""},
		{"one counter, one each", trace.Atomic, trace.Count, 4, num(0), 1, 1, ""},
		{"lock", trace.Atomic, trace.Swap, 4, num(0), 64, 2, ""},
		{"wide compare and swap", trace.Atomic, trace.Swap, 8, mul(tx, 8), 4, 4, ""},
		{"floating-point add", trace.Atomic, trace.Plain, 4, mul(tx, 4), 0, 0, "shared atomic"},
		{"add of 8 bytes", trace.Atomic, trace.Word, 8, mul(tx, 8), 0, 0, "shared atomic"},
		{"bin from memory", trace.Atomic, trace.Word, 4, mul(indexmath.And(data("bin").Expr(), num(15)), 4), 0, 0, "bin"},
		{"ldmatrix x1, pitch 64", trace.Load, trace.Matrix1, 16, row(64), 8, 1, ""},
		{"ldmatrix x4, pitch 64", trace.Load, trace.Matrix4, 16, row(64), 32, 4, ""},
		{"ldmatrix x4, pitch 72", trace.Load, trace.Matrix4, 16, row(72), 4, 4, ""},
		{"stmatrix x2, pitch 72", trace.Store, trace.Matrix2, 16, row(72), 2, 2, ""},
		{"ldmatrix x2, only its lanes", trace.Load, trace.Matrix2, 16, indexmath.Select(lt(tx, num(16)), row(72), data("d").Expr()), 2, 2, ""},
		{"copy past L1 from nowhere", trace.Copy, trace.Direct, 16, mul(tx, 16), 0, 0, "other side of the copy"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p prog
			a := p.access(trace.Shared, test.op, test.width, num(0))
			a.Kind, a.Offset = test.kind, test.offset
			c := p.run(32, 1, 1, a)[0]
			assert.Equal(t, test.blocked, c.Blocked)
			assert.Equal(t, test.blocked == "", c.Known)
			assert.Equal(t, [2]float64{test.actual, test.ideal}, [2]float64{c.Actual, c.Ideal})
		})
	}
}

// TestCopies: each side of an asynchronous copy is judged with the other one at hand.
func TestCopies(t *testing.T) {
	rows := add(mul(indexmath.Div(tx, num(8)), 144), mul(indexmath.Mod(tx, num(8)), 16)) // 128 bytes each, a pitch of 144
	tests := []struct {
		name                string
		kind                trace.Kind
		width               int
		global, shared      expr
		sectors, wavefronts float64
	}{
		{"packed", trace.Direct, 16, mul(tx, 16), mul(tx, 16), 16, 4},
		{"padded rows", trace.Direct, 16, mul(tx, 16), rows, 24, 10},
		{"padded rows through L1", trace.Plain, 16, mul(tx, 16), rows, 16, 4},
		{"every second word", trace.Plain, 4, mul(tx, 8), mul(tx, 4), 8, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p prog
			from, to := p.access(trace.Global, trace.Copy, test.width, num(0)), p.access(trace.Shared, trace.Copy, test.width, num(0))
			from.Offset, to.Offset = test.global, test.shared
			from.Kind, to.Kind, from.Peer, to.Peer = test.kind, test.kind, to, from
			c := p.run(32, 1, 1, from, to)
			assert.Equal(t, test.sectors, c[0].Actual)
			assert.Equal(t, test.wavefronts, c[1].Actual)
			assert.False(t, c[0].Assumed)
		})
	}
	t.Run("from anywhere", func(t *testing.T) {
		var p prog
		from, to := p.access(trace.Global, trace.Copy, 16, data("row").Expr()), p.access(trace.Shared, trace.Copy, 16, tx)
		from.Kind, to.Kind, from.Peer, to.Peer = trace.Direct, trace.Direct, to, from
		c := p.run(32, 1, 1, from, to)
		assert.Equal(t, "row", c[0].Blocked)
		assert.Equal(t, "row", c[1].Blocked, "the shared side cannot be judged alone")
	})
	t.Run("a pad mends it", func(t *testing.T) {
		var p prog
		from, to := p.access(trace.Global, trace.Copy, 16, num(0)), p.access(trace.Shared, trace.Copy, 16, num(0))
		from.Offset, to.Offset = mul(tx, 16), rows
		from.Kind, to.Kind, from.Peer, to.Peer = trace.Direct, trace.Direct, to, from
		p.Body = []trace.Node{from, to}
		c := trace.Run(&p.Program, trace.Shape{Block: [3]int64{32, 1, 1}}, trace.Options{Map: func(a *trace.Access, o int64) int64 {
			if a == to {
				return o/144*160 + o%144
			}
			return o
		}})
		assert.EqualValues(t, 16, c[0].Actual, "the global side sees the moved tile")
	})
}
