package trace_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// TestStraight holds single accesses of straight kernels against hand numbers.
func TestStraight(t *testing.T) {
	n := param("n").Expr()
	tests := []struct {
		name          string
		block         [3]int64
		space         trace.Space
		width         int
		index         expr
		actual, ideal float64
		assumed       bool
	}{
		{"a[t]", [3]int64{256, 1, 1}, trace.Global, 4, tx, 4, 4, false},
		{"a[b*256+t]", [3]int64{256, 1, 1}, trace.Global, 4, add(mul(bx, 256), tx), 4, 4, false},
		{"a[2*t]", [3]int64{256, 1, 1}, trace.Global, 4, mul(tx, 2), 8, 4, false},
		{"a[32*t]", [3]int64{256, 1, 1}, trace.Global, 4, mul(tx, 32), 32, 4, false},
		{"a[n]", [3]int64{256, 1, 1}, trace.Global, 4, n, 1, 1, false},
		{"a[t*n]", [3]int64{256, 1, 1}, trace.Global, 4, times(tx, n), 32, 4, true},
		{"a[t+n]", [3]int64{256, 1, 1}, trace.Global, 4, add(tx, n), 4, 4, true},
		{"6-float struct", [3]int64{256, 1, 1}, trace.Global, 4, mul(tx, 6), 24, 4, false},
		{"row of 32x8", [3]int64{32, 8, 1}, trace.Global, 4, add(times(ty, n), tx), 4, 4, true},
		{"row of 16x16", [3]int64{16, 16, 1}, trace.Global, 4, add(times(ty, n), tx), 4, 4, true},
		{"column of 16x16", [3]int64{16, 16, 1}, trace.Global, 4, add(times(tx, n), ty), 16, 4, true},
		{"float4", [3]int64{128, 1, 1}, trace.Global, 16, tx, 16, 16, false},
		{"double", [3]int64{128, 1, 1}, trace.Global, 8, tx, 8, 8, false},
		{"tile[32][32] column", [3]int64{32, 8, 1}, trace.Shared, 4, add(mul(tx, 32), ty), 32, 1, false},
		{"tile[32][33] column", [3]int64{32, 8, 1}, trace.Shared, 4, add(mul(tx, 33), ty), 1, 1, false},
		{"tile[16][16] column", [3]int64{16, 16, 1}, trace.Shared, 4, add(mul(tx, 16), ty), 8, 1, false},
		{"tile[16][17] column", [3]int64{16, 16, 1}, trace.Shared, 4, add(mul(tx, 17), ty), 2, 1, false},
		{"tile[][n] column", [3]int64{32, 8, 1}, trace.Shared, 4, add(times(tx, n), ty), 32, 1, true},
		{"broadcast", [3]int64{32, 8, 1}, trace.Shared, 4, ty, 1, 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p prog
			a := p.access(test.space, trace.Load, test.width, test.index)
			b := test.block
			c := p.run(b[0], b[1], b[2], a)[0]
			require.True(t, c.Known, c.Blocked)
			assert.Equal(t, [2]float64{test.actual, test.ideal}, [2]float64{c.Actual, c.Ideal})
			assert.Equal(t, test.assumed, c.Assumed)
			assert.EqualValues(t, 32, c.Lanes)
			assert.EqualValues(t, 1, c.ByTrip)
			assert.Equal(t, trace.Aligned, c.Misaligned)
		})
	}
}

func TestUnknownPitch(t *testing.T) {
	pitch, shift := param("pitch"), param("shift")
	var p prog
	tile := p.shared(4, sum(times(tx, pitch.Expr()), ty, shift.Expr()))
	row := p.global(4, add(tx, shift.Expr()))
	column := p.global(4, add(times(tx, pitch.Expr()), shift.Expr()))
	c := p.run(32, 8, 1, tile, row, column)
	assert.True(t, c[0].Verdict, "32-way or none")
	assert.Equal(t, []string{"pitch"}, c[0].Rests)
	assert.True(t, c[1].Assumed)
	assert.False(t, c[1].Verdict, "contiguous wherever it starts")
	assert.Equal(t, []string{"shift"}, c[1].Rests)
	assert.False(t, c[2].Verdict, "costly for any pitch")
}

func TestBaseAlignment(t *testing.T) {
	var p prog
	a := p.global(4, tx)
	a.Base = &trace.Base{}
	c := p.run(256, 1, 1, a)[0]
	assert.EqualValues(t, 4, c.Actual)
	assert.True(t, c.Assumed)
	assert.False(t, c.Verdict)
	assert.Equal(t, []string{trace.BaseAlignment}, c.Rests)
}

func TestMisaligned(t *testing.T) {
	n := param("n")
	even := param("even")
	even.Residue = indexmath.Congruence{Modulus: 4, Rest: 0}
	tests := []struct {
		name   string
		align  int64
		offset expr
		want   trace.Misalignment
	}{
		{"aligned", 256, mul(tx, 16), trace.Aligned},
		{"3 floats off", 256, add(mul(tx, 16), num(12)), trace.AlwaysOff},
		{"3 floats off an unknown base", 0, add(mul(tx, 16), num(12)), trace.OffIfBase},
		{"float base", 4, mul(tx, 16), trace.MaybeOff},
		{"rows of 33 floats", 0, mul(tx, 132), trace.AlwaysOff},
		{"rows of n floats", 256, mul(times(tx, n.Expr()), 4), trace.MaybeOff},
		{"rows of 4*k floats", 256, mul(times(tx, even.Expr()), 4), trace.Aligned},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p prog
			a := p.global(16, tx)
			a.Base, a.Offset = &trace.Base{Align: test.align}, test.offset
			assert.Equal(t, test.want, p.run(32, 1, 1, a)[0].Misaligned)
		})
	}
}

// TestReductions: 256 threads, all eight warps, both ways.
func TestReductions(t *testing.T) {
	t.Run("modulo", func(t *testing.T) {
		var p prog
		s := carried("s", num(1), func(x expr) expr { return mul(x, 2) })
		read := p.shared(4, add(tx, s.Sym.Expr()))
		divides := indexmath.Eq(indexmath.Mod(tx, mul(s.Sym.Expr(), 2)), num(0))
		c := p.run(256, 1, 1, loop(s, lt(s.Sym.Expr(), num(256)), iff(divides, read)))[0]
		// s = 1, 2, 4, 8, 16: 16, 8, 4, 2, 1 lanes in each of 8 warps; then 4, 2, 1 warps with one lane.
		assert.EqualValues(t, 5*8+4+2+1, c.Requests)
		assert.InDelta(t, float64(8*(16+8+4+2+1)+7)/47, c.Lanes, 1e-9)
		assert.EqualValues(t, 1, c.Actual)
		assert.EqualValues(t, 8, c.ByTrip)
	})
	t.Run("strided", func(t *testing.T) {
		var p prog
		s := carried("s", num(1), func(x expr) expr { return mul(x, 2) })
		index := times(mul(s.Sym.Expr(), 2), tx)
		read := p.shared(4, index)
		c := p.run(256, 1, 1, loop(s, lt(s.Sym.Expr(), num(256)), iff(lt(index, num(256)), read)))[0]
		// s = 1: 4 warps of 2-way, 2: 2 of 4-way, 4: one of 8-way, 8: 16 lanes 8-way, 16: 8 lanes, 8-way, 4, 2, 1.
		assert.EqualValues(t, 4+2+1+5, c.Requests)
		assert.InDelta(t, float64(4*2+2*4+8+8+8+4+2+1)/12, c.Actual, 1e-9)
		assert.EqualValues(t, 1, c.Ideal)
	})
	t.Run("sequential", func(t *testing.T) {
		var p prog
		s := carried("s", num(128), func(x expr) expr { return indexmath.Shr(x, num(1)) })
		read := p.shared(4, add(tx, s.Sym.Expr()))
		c := p.run(256, 1, 1, loop(s, indexmath.Gt(s.Sym.Expr(), num(0)), iff(lt(tx, s.Sym.Expr()), read)))[0]
		assert.EqualValues(t, 4+2+1+5, c.Requests)
		assert.EqualValues(t, 1, c.Actual)
	})
}

func TestGridStride(t *testing.T) {
	var p prog
	n, grid := param("n"), param("gridDim.x")
	i := count("i", add(mul(bx, 256), tx), mul(grid.Expr(), 256))
	read := p.global(4, i.Sym.Expr())
	twice := p.global(4, mul(i.Sym.Expr(), 2))
	c := p.run(256, 1, 1, loop(i, lt(i.Sym.Expr(), n.Expr()), read, twice))
	assert.EqualValues(t, 4, c[0].Actual)
	assert.EqualValues(t, 8, c[1].Actual)
	assert.False(t, c[0].Assumed)
	assert.False(t, c[0].TripsKnown)
	assert.Greater(t, c[0].ByTrip, 8.0)
	assert.Len(t, c[0].Bounds, 1)
	assert.Empty(t, c[0].Guards)
}

// TestTriangle: lane t runs j < t, that is t iterations; iteration j has the lanes above j.
func TestTriangle(t *testing.T) {
	for _, size := range []int64{32, 1024} {
		var p prog
		j := count("j", num(0), num(1))
		read := p.global(4, add(mul(tx, 1024), j.Sym.Expr()))
		c := p.run(size, 1, 1, loop(j, lt(j.Sym.Expr(), tx), read))[0]
		requests, lanes := 0.0, 0.0
		for w := range size / 32 {
			requests += float64(w*32 + 31)
			for l := range int64(32) {
				lanes += float64(w*32 + l)
			}
		}
		assert.InEpsilon(t, requests, c.Requests, 1e-9)
		assert.InEpsilon(t, lanes/requests, c.Lanes, 0.01)
		assert.InDelta(t, c.Lanes, c.Actual, 1e-9, "one sector a lane")
		assert.True(t, c.TripsKnown)
	}
}

func TestGuards(t *testing.T) {
	t.Run("early return", func(t *testing.T) {
		var p prog
		a := p.global(4, tx)
		c := p.run(64, 1, 1, iff(indexmath.Ge(tx, num(40)), &trace.Leave{}), a)[0]
		assert.EqualValues(t, 2, c.Requests)
		assert.EqualValues(t, 20, c.Lanes)
		assert.EqualValues(t, 2.5, c.Actual)
	})
	t.Run("bound on unknown n", func(t *testing.T) {
		var p prog
		i := add(mul(bx, 256), tx)
		a := p.global(4, i)
		n := param("n").Expr()
		c := p.run(256, 1, 1, iff(indexmath.Ge(i, n), &trace.Leave{}), a)[0]
		assert.EqualValues(t, 32, c.Lanes)
		assert.Equal(t, []expr{lt(i, n)}, c.Bounds)
		assert.Empty(t, c.Guards)
		assert.False(t, c.Assumed)
	})
	t.Run("beyond an unknown n", func(t *testing.T) {
		var p prog
		n := param("n").Expr()
		a := p.global(4, tx)
		c := p.run(256, 1, 1, iff(indexmath.Gt(tx, n), a))[0]
		require.True(t, c.Known)
		assert.EqualValues(t, 8, c.Requests)
		assert.Len(t, c.Guards, 1)
	})
	t.Run("tail block", func(t *testing.T) {
		var p prog
		i := add(mul(bx, 256), tx)
		a := p.global(4, i)
		shape := trace.Shape{Block: [3]int64{256, 1, 1}, Grid: [3]int64{4, 1, 1}}
		c := p.launch(shape, trace.Options{}, iff(lt(i, num(1000)), a))[0]
		assert.EqualValues(t, 32, c.Requests) // 1000 = 31*32 + 8
		assert.InDelta(t, 1000.0/32, c.Lanes, 1e-9)
		shape.Grid[0] = 4000
		c = p.launch(shape, trace.Options{}, iff(lt(i, num(1023808)), a))[0]
		assert.InDelta(t, 1023808.0/32, c.Requests, 1e-6)
	})
	t.Run("data", func(t *testing.T) {
		var p prog
		d := data("mask[i]").Expr()
		then, els, after := p.global(4, tx), p.global(4, mul(tx, 2)), p.global(4, mul(tx, 3))
		c := p.run(32, 1, 1, &trace.If{Cond: d, Then: []trace.Node{then, &trace.Leave{}}, Else: []trace.Node{els}}, after)
		assert.EqualValues(t, 4, c[0].Actual)
		assert.EqualValues(t, 8, c[1].Actual)
		assert.EqualValues(t, 12, c[2].Actual)
		for i, want := range []expr{d, indexmath.LNot(d), indexmath.LNot(d)} {
			require.Len(t, c[i].Guards, 1)
			assert.True(t, want.Equal(c[i].Guards[0]), "%v", c[i].Guards)
		}
	})
	t.Run("flag", func(t *testing.T) {
		var p prog
		flag := param("flag").Expr()
		then, els := p.global(4, tx), p.global(4, mul(tx, 2))
		c := p.run(32, 1, 1, &trace.If{Cond: flag, Then: []trace.Node{then}, Else: []trace.Node{els}})
		assert.EqualValues(t, 4, c[0].Actual)
		assert.EqualValues(t, 8, c[1].Actual)
		assert.Len(t, c[1].Guards, 1)
	})
	t.Run("never", func(t *testing.T) {
		var p prog
		c := p.run(64, 1, 1, iff(indexmath.Gt(tx, num(100)), p.global(4, tx)))[0]
		assert.False(t, c.Known)
		assert.Equal(t, "100 < threadIdx.x holds in no lane", c.Blocked)
		assert.Zero(t, c.Requests)
	})
}

func TestOddBlocks(t *testing.T) {
	n := param("n").Expr()
	for _, test := range []struct{ x, y int64 }{{20, 20}, {7, 3}, {33, 1}} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			var p prog
			a := p.global(4, add(times(ty, n), tx))
			c := p.run(test.x, test.y, 1, a)[0]
			threads := test.x * test.y
			warps := (threads + 31) / 32
			sectors := 0
			for w := range warps {
				seen := map[[2]int64]bool{}
				for i := w * 32; i < min(threads, w*32+32); i++ {
					seen[[2]int64{i / test.x, i % test.x / 8}] = true
				}
				sectors += len(seen)
			}
			assert.EqualValues(t, warps, c.Requests)
			assert.InDelta(t, float64(threads)/float64(warps), c.Lanes, 1e-9)
			assert.InDelta(t, float64(sectors)/float64(warps), c.Actual, 1e-9)
		})
	}
}

func TestGather(t *testing.T) {
	var p prog
	d := data("idx[i]").Expr()
	gather := p.global(4, d)
	table := p.global(4, indexmath.And(d, num(15)))
	bank := p.shared(4, indexmath.And(d, num(31)))
	c := p.run(32, 1, 1, gather, table, bank)
	assert.False(t, c[0].Known)
	assert.Equal(t, "idx[i]", c[0].Blocked)
	assert.EqualValues(t, 1, c[0].Requests)
	assert.EqualValues(t, 2, c[1].Actual)
	assert.True(t, c[1].Assumed)
	assert.EqualValues(t, 1, c[2].Actual)
	assert.False(t, c[2].Assumed, "32 words never conflict")
}

func TestFootprint(t *testing.T) {
	t.Run("chunk", func(t *testing.T) {
		for _, k := range []int64{8, 4096} {
			var p prog
			j := count("j", num(0), num(1))
			a := p.global(4, add(mul(tx, k), j.Sym.Expr()))
			c := p.run(256, 1, 1, loop(j, lt(j.Sym.Expr(), num(k)), a))[0]
			assert.EqualValues(t, 32, c.Actual)
			assert.InEpsilon(t, float64(32*k/8), c.Footprint, 1e-9)
			assert.EqualValues(t, 1, c.Used)
			assert.EqualValues(t, k, c.ByTrip)
			assert.InEpsilon(t, float64(8*k), c.Requests, 1e-9)
		}
	})
	t.Run("fields", func(t *testing.T) {
		var p prog
		var body []trace.Node
		for field := range int64(3) {
			body = append(body, p.global(4, add(mul(tx, 3), num(field))))
		}
		lone := p.global(4, mul(tx, 4))
		lone.Base = &trace.Base{Align: 256}
		c := p.run(32, 1, 1, append(body, lone)...)
		assert.EqualValues(t, 12, c[0].Footprint)
		assert.EqualValues(t, 1, c[0].Used)
		assert.EqualValues(t, 16, c[3].Footprint)
		assert.EqualValues(t, 0.25, c[3].Used)
	})
	t.Run("broadcast", func(t *testing.T) {
		var p prog
		j := count("j", num(0), num(1))
		a := p.global(4, tx)
		c := p.run(32, 1, 1, loop(j, lt(j.Sym.Expr(), num(1000)), a))[0]
		assert.EqualValues(t, 4, c.Footprint)
	})
}

// TestScope: f(i) { if (i < 16) return 2*i; return i; } used as an index.
func TestScope(t *testing.T) {
	var p prog
	out := &indexmath.Sym{Name: "f", Kind: indexmath.Carried, Varies: true}
	s := &trace.Scope{Outs: []*trace.Var{{Out: out, Next: tx}}}
	s.Body = []trace.Node{iff(lt(tx, num(16)), &trace.Leave{Target: s, Values: []expr{mul(tx, 2)}})}
	a := p.global(4, out.Expr())
	c := p.run(32, 1, 1, s, a)[0]
	assert.EqualValues(t, 32, c.Lanes)
	assert.EqualValues(t, 4, c.Actual)
	assert.EqualValues(t, 30*4, c.Witness.Offsets[15])
	assert.EqualValues(t, 31*4, c.Witness.Offsets[31])
}

func TestLoopExits(t *testing.T) {
	t.Run("break and the value left with", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		l := loop(i, lt(i.Sym.Expr(), num(10)))
		l.Body = []trace.Node{iff(indexmath.Eq(i.Sym.Expr(), tx), &trace.Leave{Target: l, Values: []expr{mul(tx, 2)}})}
		a := p.global(4, i.Out.Expr())
		c := p.run(32, 1, 1, l, a)[0]
		assert.EqualValues(t, 18*4, c.Witness.Offsets[9])
		assert.EqualValues(t, 10*4, c.Witness.Offsets[10])
		assert.EqualValues(t, 32, c.Lanes)
	})
	t.Run("continue", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		l := loop(i, lt(i.Sym.Expr(), num(10)))
		a := p.global(4, tx)
		l.Body = []trace.Node{iff(lt(tx, i.Sym.Expr()), &trace.Leave{Target: l, Again: true, Values: []expr{i.Next}}), a}
		c := p.run(32, 1, 1, l)[0]
		assert.EqualValues(t, 10, c.Requests)
		assert.InDelta(t, 32-4.5, c.Lanes, 1e-9)
	})
	t.Run("do while", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		a := p.global(4, tx)
		l := loop(i, lt(i.Next, num(1)), a)
		l.Last = true
		c := p.run(32, 1, 1, l, p.global(4, i.Out.Expr()))
		assert.EqualValues(t, 1, c[0].Requests)
		assert.EqualValues(t, 4, c[1].Witness.Offsets[0])
	})
	t.Run("after a long loop", func(t *testing.T) {
		var p prog
		i := count("i", tx, num(7))
		l := loop(i, lt(i.Sym.Expr(), num(100000)), p.global(4, tx))
		a := p.global(4, i.Out.Expr())
		c := p.run(32, 1, 1, l, a)
		for lane := range int64(32) {
			want := lane
			for want < 100000 {
				want += 7
			}
			assert.Equal(t, 4*want, c[1].Witness.Offsets[lane])
		}
		assert.InEpsilon(t, 14286, c[0].ByTrip, 1e-9)
	})
	t.Run("on data", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		l := loop(i, data("more").Expr(), p.global(4, mul(tx, 2)))
		c := p.run(32, 1, 1, l, p.global(4, add(tx, i.Out.Expr())))
		assert.EqualValues(t, 8, c[0].Actual)
		assert.Len(t, c[0].Guards, 1)
		assert.False(t, c[0].TripsKnown)
		assert.False(t, c[1].Known)
		assert.Equal(t, "i", c[1].Blocked)
	})
}

// TestMap: a pad of one word cures the column of a [32][32] tile.
func TestMap(t *testing.T) {
	var p prog
	a := p.shared(4, add(mul(tx, 32), ty))
	shape := trace.Shape{Block: [3]int64{32, 8, 1}}
	pad := func(_ *trace.Access, offset int64) int64 { return offset/128*132 + offset%128 }
	assert.EqualValues(t, 1, p.launch(shape, trace.Options{Map: pad, Quick: true}, a)[0].Actual)
	assert.EqualValues(t, 32, p.launch(shape, trace.Options{Quick: true}, a)[0].Actual)
	none := func(*trace.Access) bool { return false }
	assert.Zero(t, p.launch(shape, trace.Options{Only: none}, a)[0].Requests)
}

// TestSmallRange: a half tile of pitch 33 has 1 wavefront in even columns and 2 in odd ones.
func TestSmallRange(t *testing.T) {
	var p prog
	k := param("k")
	k.Range = indexmath.Between(0, 15)
	a := p.shared(2, add(mul(tx, 33), k.Expr()))
	c := p.run(32, 1, 1, a)[0]
	assert.EqualValues(t, 1.5, c.Actual)
}

// TestLongLoops: what a loop of a million iterations leaves, and costs, does not depend on its form.
func TestLongLoops(t *testing.T) {
	t.Run("do while", func(t *testing.T) {
		var p prog
		i := count("i", tx, num(32))
		a := p.global(4, i.Sym.Expr())
		l := loop(i, lt(i.Next, num(1_000_000)), a)
		l.Last = true
		c := p.run(32, 1, 1, l, p.global(4, i.Out.Expr()))
		assert.InEpsilon(t, 31250, c[0].Requests, 1e-9)
		assert.EqualValues(t, 4, c[0].Actual)
		assert.EqualValues(t, 4*1_000_000, c[1].Witness.Offsets[0])
		assert.EqualValues(t, 4*1_000_031, c[1].Witness.Offsets[31])
	})
	t.Run("alternating buffer", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		buf := carried("buf", num(0), func(x expr) expr { return indexmath.Xor(x, num(1)) })
		a := p.shared(4, sum(times(tx, add(buf.Sym.Expr(), num(1))), i.Sym.Expr()))
		l := loop(i, lt(i.Sym.Expr(), num(1_000_001)), a)
		l.Vars = append(l.Vars, buf)
		c := p.run(32, 1, 1, l, p.global(4, buf.Out.Expr()))
		assert.InDelta(t, 1.5, c[0].Actual, 0.05, "one way in every other iteration, two in the rest")
		require.True(t, c[1].Known)
		assert.EqualValues(t, 4, c[1].Witness.Offsets[0])
	})
	t.Run("previous index", func(t *testing.T) {
		var p prog
		i := count("i", num(0), num(1))
		last := carried("last", num(-1), func(expr) expr { return mul(i.Sym.Expr(), 3) })
		l := loop(i, lt(i.Sym.Expr(), num(1000)), p.global(4, add(tx, last.Sym.Expr())))
		l.Vars = append(l.Vars, last)
		c := p.run(32, 1, 1, l, p.global(4, last.Out.Expr()))
		assert.EqualValues(t, 4*999*3, c[1].Witness.Offsets[0])
		assert.InDelta(t, 4.875, c[0].Actual, 0.1)
	})
	t.Run("no end in sight", func(t *testing.T) {
		var p prog
		x := carried("x", num(1), func(x expr) expr { return indexmath.Mod(mul(x, 7), num(1009)) })
		l := loop(x, indexmath.Ne(x.Sym.Expr(), num(5000)), p.global(4, mul(tx, 2)))
		c := p.run(32, 1, 1, l, p.global(4, x.Out.Expr()))
		assert.EqualValues(t, 8, c[0].Actual)
		assert.False(t, c[0].TripsKnown)
		assert.False(t, c[1].Known)
	})
}
