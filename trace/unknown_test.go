package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// TestRandomUnknowns runs random programs over unknown sizes and data: whatever they are, the result is the same every time, means
// lie within what a warp can cost, and what is known is not blocked.
func TestRandomUnknowns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{T: t, values: map[expr]func(env) int64{}}
		for _, e := range []expr{tx, ty, bx, param("n").Expr(), param("m").Expr(), data("d").Expr()} {
			g.scope = append(g.scope, g.sym(e.Syms()[0]))
		}
		for range g.between(1, 4) {
			g.Body = append(g.Body, g.node())
		}
		shape := trace.Shape{Block: [3]int64{int64(g.between(1, 64)), int64(g.between(1, 8)), 1}}
		t.Logf("block %v\n%s", shape.Block, dump(g.Body, ""))
		got := trace.Run(&g.Program, shape, trace.Options{})
		require.Equal(t, got, trace.Run(&g.Program, shape, trace.Options{}))
		for id, c := range got {
			if !c.Known {
				assert.True(t, c.Requests == 0 || c.Blocked != "", "access %d", id)
				continue
			}
			assert.Empty(t, c.Blocked)
			assert.Positive(t, c.Requests)
			assert.LessOrEqual(t, c.Ideal, c.Actual)
			assert.LessOrEqual(t, c.Settled, c.Actual)
			assert.LessOrEqual(t, c.Lanes, 32.0)
			assert.LessOrEqual(t, c.Actual, 64.0)
			assert.Equal(t, c.Assumed, len(c.Rests) > 0, "access %d rests on %v", id, c.Rests)
		}
	})
}

// TestBudget: a run ends after a bounded number of steps, however deep the loops; a million threads are no more work than a thousand.
func TestBudget(t *testing.T) {
	for name, make := range kernels() {
		p, s := make()
		calls := 0
		count := trace.Options{Map: func(_ *trace.Access, offset int64) int64 { calls++; return offset }}
		trace.Run(p, s, count)
		assert.Less(t, calls, 32*100_000, name)
	}
}

// TestPairsOfSymbols: only the combination of two symbols matters, each alone changes nothing.
func TestPairsOfSymbols(t *testing.T) {
	var p prog
	n, m := param("n").Expr(), param("m").Expr()
	a := p.global(4, add(tx, indexmath.And(indexmath.And(n, m), num(1))))
	c := p.run(32, 1, 1, a)[0]
	assert.True(t, c.Assumed)
	assert.Equal(t, []string{"n", "m"}, c.Rests)
}
