package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// ids are the ids of a launch, with the ranges that it gives them.
func ids(s trace.Shape) (thread, block [3]expr) {
	for i, axis := range []string{".x", ".y", ".z"} {
		t := &indexmath.Sym{Name: "threadIdx" + axis, Kind: indexmath.Thread, Axis: i, Range: indexmath.Between(0, s.Block[i]-1)}
		b := &indexmath.Sym{Name: "blockIdx" + axis, Kind: indexmath.Block, Axis: i, Range: indexmath.Between(0, s.Grid[i]-1)}
		thread[i], block[i] = t.Expr(), b.Expr()
	}
	return thread, block
}

// TestSmallGrids: where blocks differ and are few, all are run. The numbers are readings of an H200 (testdata/hardware).
func TestSmallGrids(t *testing.T) {
	t.Run("blocks 28 bytes apart", func(t *testing.T) {
		s := trace.Shape{Block: [3]int64{7, 3, 1}, Grid: [3]int64{16, 16, 1}}
		id, block := ids(s)
		x, y := add(mul(block[0], 7), id[0]), add(mul(block[1], 3), id[1])
		var p prog
		c := p.launch(s, trace.Options{}, p.global(4, add(mul(x, 128), y)), p.global(4, add(mul(y, 128), x)))
		assert.InDelta(t, 8.75, c[0].Actual, 1e-9)
		assert.InDelta(t, 5.25, c[1].Actual, 1e-9)
		assert.False(t, c[0].Sampled)
		assert.False(t, c[1].Sampled)
	})
	t.Run("packed triangle", func(t *testing.T) {
		s := trace.Shape{Block: [3]int64{64, 1, 1}, Grid: [3]int64{64, 1, 1}}
		id, block := ids(s)
		row := block[0]
		var p prog
		at := add(indexmath.Div(times(row, add(row, num(1))), num(2)), id[0])
		c := p.launch(s, trace.Options{}, iff(indexmath.Le(id[0], row), p.global(4, at)))[0]
		assert.InDelta(t, 344.0/96, c.Actual, 1e-9)
		assert.InDelta(t, 96, c.Requests, 1e-9)
		assert.False(t, c.Sampled)
	})
	t.Run("capped index", func(t *testing.T) {
		s := trace.Shape{Block: [3]int64{256, 1, 1}, Grid: [3]int64{16, 1, 1}}
		id, block := ids(s)
		i := add(mul(block[0], 256), id[0])
		var p prog
		a, b := p.global(4, indexmath.Select(lt(i, num(3000)), i, num(2999))), p.global(4, indexmath.Min(i, num(2999)))
		c := p.launch(s, trace.Options{}, a, b)
		assert.InDelta(t, 409.0/128, c[0].Actual, 1e-9)
		assert.InDelta(t, 409.0/128, c[1].Actual, 1e-9)
		assert.False(t, c[0].Sampled)
	})
}

// TestLargeGrids: samples of many blocks say when they do not stand for all.
func TestLargeGrids(t *testing.T) {
	s := trace.Shape{Block: [3]int64{256, 1, 1}, Grid: [3]int64{5000, 1, 1}}
	id, block := ids(s)
	i := add(mul(block[0], 256), id[0])
	tests := []struct {
		name    string
		index   expr
		guard   expr
		actual  float64
		within  float64
		sampled bool
	}{
		{"even", i, num(1), 4, 0, false},
		{"last block in part", i, lt(i, num(256*4999+64)), 4, 0, false},
		{"bytes apart", add(mul(block[0], 257), id[0]), num(1), (4 + 7*5) / 8.0, 1e-9, false},
		{"capped far from the end", indexmath.Min(i, num(256*3000)), num(1), 1 + 3*0.6, 0.1, true},
		{"quadratic", add(indexmath.Div(times(block[0], add(block[0], num(1))), num(2)), id[0]), num(1), 4.875, 0.1, true},
		{"quadratic, whole sectors", add(times(block[0], mul(block[0], 8)), id[0]), num(1), 4, 0, false},
		{"guard far from the end", i, lt(i, num(256*3000+5)), 4, 0.01, false},
		{"guard by remainder", mul(id[0], 2), indexmath.Eq(indexmath.Mod(block[0], num(3)), num(1)), 8, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p prog
			c := p.launch(s, trace.Options{}, iff(test.guard, p.global(4, test.index)))[0]
			assert.InDelta(t, test.actual, c.Actual, test.within)
			assert.Equal(t, test.sampled, c.Sampled)
		})
	}
	t.Run("remainder of the sectors", func(t *testing.T) {
		s := trace.Shape{Block: [3]int64{256, 1, 1}, Grid: [3]int64{1003, 1, 1}}
		id, block := ids(s)
		var p prog
		c := p.launch(s, trace.Options{}, p.global(4, add(mul(block[0], 257), id[0])))[0]
		assert.InDelta(t, (126*4+(1003-126)*5)/1003.0, c.Actual, 1e-9, "126 of the blocks start on a sector")
		assert.False(t, c.Sampled)
	})
}
