package trace_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// TestRandomUnknowns runs random programs over unknown sizes and data: whatever they are, the result is the same every time, in memory
// that was used before or not, means lie within what a warp can cost, and what is known is not blocked.
func TestRandomUnknowns(t *testing.T) {
	var reuse trace.Reuse
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
		require.Equal(t, said(got), said(trace.Run(&g.Program, shape, trace.Options{})))
		require.Equal(t, said(got), said(trace.Run(&g.Program, shape, trace.Options{Reuse: &reuse})))
		quick := trace.Options{Quick: true}
		other := trace.Shape{Block: [3]int64{16, 2, 1}, Grid: [3]int64{int64(g.between(0, 3)), 1, 1}}
		want := trace.Run(&g.Program, other, quick)
		quick.Reuse = &reuse
		require.Equal(t, said(want), said(trace.Run(&g.Program, other, quick)))
		require.Equal(t, said(got), said(trace.Run(&g.Program, shape, trace.Options{Reuse: &reuse})))
		for id, c := range got {
			if !c.Known {
				assert.NotEmpty(t, c.Blocked, "access %d", id)
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

// said is what costs say, with the text of expressions in their place.
func said(costs []trace.Cost) []string {
	var out []string
	for _, c := range costs {
		text := fmt.Sprint(c.Guards, c.Bounds)
		c.Guards, c.Bounds = nil, nil
		out = append(out, fmt.Sprintf("%+v %s", c, text))
	}
	return out
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

// TestNothingExecutes: an access that no lane reaches names what keeps them away.
func TestNothingExecutes(t *testing.T) {
	never := lt(tx, num(-1))
	n := param("n").Expr()
	t.Run("guard", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		c := p.run(64, 1, 1, iff(lt(tx, num(32)), iff(indexmath.Eq(tx, num(40)), iff(lt(ty, num(5)), a))))[0]
		assert.False(t, c.Known)
		assert.Equal(t, "threadIdx.x == 40 holds in no lane", c.Blocked)
	})
	t.Run("other side", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		c := p.run(64, 1, 1, &trace.If{Cond: lt(add(tx, bx), num(5000)), Else: []trace.Node{a}})[0]
		assert.Equal(t, "5000 <= blockIdx.x + threadIdx.x holds in no lane", c.Blocked)
	})
	t.Run("loop", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		i := count("i", num(0), num(1))
		c := p.run(64, 1, 1, loop(i, lt(num(3), indexmath.Min(i.Sym.Expr(), tx)), a))[0]
		assert.Equal(t, "3 < min(i, threadIdx.x) holds in no lane", c.Blocked)
	})
	t.Run("a constant", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		assert.Equal(t, "a condition that never holds", p.run(64, 1, 1, iff(num(0), a))[0].Blocked)
	})
	t.Run("early return", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		assert.Equal(t, "no lane reaches it", p.run(64, 1, 1, iff(lt(tx, num(100)), &trace.Leave{}), a)[0].Blocked)
	})
	t.Run("bound", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		c := p.run(64, 1, 1, iff(lt(n, add(tx, num(1))), iff(never, a)))[0]
		assert.NotEmpty(t, c.Blocked)
	})
}

// TestBoundsBeyondProducts: for (i = t*chunk; i < min(n, (t+1)*chunk); i++) runs in all lanes, whatever values n and chunk are given.
func TestBoundsBeyondProducts(t *testing.T) {
	chunk, n := param("chunk").Expr(), param("n").Expr()
	at := tx
	for name, end := range map[string]expr{
		"min":  indexmath.Min(n, times(add(at, num(1)), chunk)),
		"both": n,
	} {
		t.Run(name, func(t *testing.T) {
			var p prog
			i := count("i", times(at, chunk), num(1))
			cond := lt(i.Sym.Expr(), end)
			if name == "both" {
				cond = indexmath.LAnd(cond, lt(i.Sym.Expr(), times(add(at, num(1)), chunk)))
			}
			c := p.run(256, 1, 1, loop(i, cond, p.global(4, i.Sym.Expr())))[0]
			assert.EqualValues(t, 32, c.Lanes)
			assert.EqualValues(t, 32, c.Actual)
		})
	}
	t.Run("product as a bound", func(t *testing.T) {
		var p prog
		m := param("m").Expr()
		c := p.run(256, 1, 1, iff(lt(add(at, chunk), times(n, m)), p.global(4, add(at, chunk))))[0]
		assert.EqualValues(t, 32, c.Lanes)
		assert.True(t, c.Known)
	})
}

// TestFirstTrip: `a += 3*i` in a grid-stride loop moves lanes apart from trip to trip, but how many trips there are is not known: the first
// one counts, which is the only one where the grid covers all.
func TestFirstTrip(t *testing.T) {
	n, grid := param("n").Expr(), param("gridDim.x").Expr()
	i := count("i", add(mul(bx, 256), tx), mul(grid, 256))
	a := carried("a", num(0), func(x expr) expr { return add(x, mul(i.Sym.Expr(), 12)) })
	run := func(bound expr) []trace.Cost {
		var p prog
		load := p.global(4, num(0))
		load.Offset = a.Next
		same := p.global(4, i.Sym.Expr())
		return p.run(256, 1, 1, &trace.Loop{Vars: []*trace.Var{i, a}, Cond: lt(i.Sym.Expr(), bound), Body: []trace.Node{load, same}})
	}
	c := run(n)
	assert.EqualValues(t, 12, c[0].Actual)
	assert.True(t, c[0].Assumed)
	assert.Contains(t, c[0].Rests, "n")
	assert.EqualValues(t, 4, c[1].Actual)
}

// TestStrayOutcome: a lane's variable without closed form that goes through an unknown number of iterations ends as nobody knows; what
// an address made of it cannot be judged for is its name.
func TestStrayOutcome(t *testing.T) {
	var p prog
	n, stride := param("n").Expr(), param("stride").Expr()
	i := count("i", num(0), num(1))
	left := carried("left", tx, func(x expr) expr { return indexmath.Mod(x, stride) })
	at := carried("at", num(0), func(x expr) expr { return add(x, indexmath.Div(left.Sym.Expr(), stride)) })
	at.Sym.Varies, left.Sym.Varies = true, true
	l := &trace.Loop{Vars: []*trace.Var{i, left, at}, Cond: lt(i.Sym.Expr(), n)}
	c := p.run(64, 1, 1, l, p.global(4, at.Out.Expr()))[0]
	assert.False(t, c.Known)
	assert.Equal(t, "at", c.Blocked)
}

// TestOpen: which unknown sizes the numbers of a costly access may rest on is read from the expressions, not tried.
func TestOpen(t *testing.T) {
	n, m := param("n"), param("m")
	far := mul(tx, 128)
	long := add(mul(bx, 1024), tx)
	choice := func(at int64) expr {
		return indexmath.Select(indexmath.Eq(n.Expr(), num(at)), tx, far)
	}
	for _, c := range []struct {
		name   string
		offset expr
		guard  expr
		want   []string
	}{
		{"nothing unknown", far, num(1), nil},
		{"a shift", add(far, indexmath.Mul(n.Expr(), m.Expr())), num(1), nil},
		{"a factor", indexmath.Mul(far, n.Expr()), num(1), []string{"n"}},
		{"one value among all", choice(7_654_321), num(1), []string{"n"}},
		{"a shift behind a factor", add(indexmath.Mul(far, n.Expr()), m.Expr()), num(1), []string{"n"}},
		{"the warp's own number", add(far, indexmath.Mul(indexmath.Div(tx, num(32)), n.Expr())), num(1), nil},
		{"the end of the grid", far, indexmath.Lt(long, n.Expr()), nil},
		{"lanes", far, indexmath.Lt(tx, n.Expr()), []string{"n"}},
		{"lanes beside the end of the grid", far, indexmath.LAnd(indexmath.Lt(long, n.Expr()), indexmath.Lt(tx, m.Expr())), []string{"m"}},
		{"a block more than lanes", far, indexmath.Lt(add(bx, tx), n.Expr()), []string{"n"}},
		{"all lanes or none", far, indexmath.Lt(m.Expr(), n.Expr()), nil},
	} {
		var p prog
		a := p.global(4, c.offset)
		got := p.run(1024, 1, 1, &trace.If{Cond: c.guard, Then: []trace.Node{a}})
		assert.Equal(t, c.want, got[a.ID].Open, c.name)
	}
}
