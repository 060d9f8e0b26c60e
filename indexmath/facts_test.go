package indexmath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIntervalEnds(t *testing.T) {
	lo, ok := Between(2, 5).Lo()
	assert.True(t, ok)
	assert.EqualValues(t, 2, lo)
	hi, ok := Between(2, 5).Hi()
	assert.True(t, ok)
	assert.EqualValues(t, 5, hi)
	_, ok = AtLeast(3).Hi()
	assert.False(t, ok)
	_, ok = AtMost(3).Lo()
	assert.False(t, ok)
	_, ok = Interval{}.Lo()
	assert.False(t, ok)
	assert.Equal(t, Interval{}, Between(5, 2))
	assert.Equal(t, Interval{}, Between(math.MinInt64, math.MaxInt64))
	assert.True(t, Interval{}.Contains(math.MinInt64))
	assert.False(t, AtLeast(3).Contains(2))
	assert.Equal(t, Between(3, 5), Between(0, 5).Intersect(AtLeast(3)))
	assert.Equal(t, Between(0, 1), Between(0, 1).Intersect(AtLeast(3)), "a contradiction tells nothing new")
	assert.Equal(t, Between(0, 9), Between(0, 1).Union(Between(8, 9)))
	assert.Equal(t, "[3, inf]", AtLeast(3).String())
}

func TestIntervalArithmetic(t *testing.T) {
	table := []struct {
		got, want Interval
	}{
		{Between(0, 31).Add(Between(5, 6)), Between(5, 37)},
		{AtLeast(0).Add(Between(-5, 0)), Between(-5, math.MaxInt64)},
		{AtLeast(0).Add(Between(0, 1)), Interval{}}, // the greatest may wrap
		{Between(0, 31).Sub(Between(5, 6)), Between(-6, 26)},
		{Between(0, 1).Sub(Between(math.MinInt64, 0)), Interval{}},
		{Between(-2, 3).Mul(Between(-5, 7)), Between(-15, 21)},
		{Between(0, 1<<31).Mul(Between(0, 1<<32)), Interval{}},
		{Between(0, 100).Div(Between(7, 7)), Between(0, 14)},
		{Between(-100, 100).Div(Between(-2, 3)), Between(-100, 100)},
		{Between(math.MinInt64, 0).Div(Between(-1, 0)), Interval{}},
		{Between(0, 100).Mod(Between(7, 7)), Between(0, 6)},
		{Between(36, 40).Mod(Between(7, 7)), Between(1, 5)},
		{Between(-3, 100).Mod(Between(1, 50)), Between(-3, 49)},
		{AtMost(5).Mod(Between(math.MinInt64, 9)), Between(-math.MaxInt64, 5)},
		{Between(1, 3).Shl(Between(0, 4)), Between(1, 48)},
		{Between(1, 3).Shl(Between(0, 62)), Interval{}},
		{Between(-9, 100).Shr(Between(1, 2)), Between(-5, 50)},
		{Between(0, 100).And(Interval{}), Between(0, 100)},
		{Between(0, 100).Or(Between(0, 200)), Between(0, 255)},
		{Between(0, 100).Xor(Between(-1, 3)), Between(-128, 127)},
		{Between(-5, 300).Cast(8, true), Between(-128, 127)},
		{Between(-5, 100).Cast(8, true), Between(-5, 100)},
		{Between(-5, 100).Cast(32, false), Between(0, 1<<32-1)},
	}
	for i, row := range table {
		assert.Equal(t, row.want, row.got, "row %d", i)
	}
}

// Every operation on intervals holds the results of the operation on members.
func TestIntervalsHoldTheirMembers(t *testing.T) {
	ops := map[string]func(x, y Interval) Interval{
		"add": Interval.Add, "sub": Interval.Sub, "mul": Interval.Mul, "div": Interval.Div, "mod": Interval.Mod, "shl": Interval.Shl,
		"shr": Interval.Shr, "and": Interval.And, "or": Interval.Or, "xor": Interval.Xor, "min": Interval.Min, "max": Interval.Max,
		"union": func(x, y Interval) Interval { return x.Union(y) },
	}
	r := rand.New(rand.NewPCG(11, 12))
	value := func() int64 {
		switch r.IntN(3) {
		case 0:
			return testConsts[r.IntN(len(testConsts))]
		case 1:
			return int64(r.IntN(200) - 100)
		}
		return int64(r.Uint64()) >> r.IntN(64)
	}
	for range 30000 {
		a, b, c, d := value(), value(), value(), value()
		x, y := Between(min(a, b), max(a, b)), Between(min(c, d), max(c, d))
		in := func(i Interval) int64 {
			lo, hi := i.ends()
			switch v := value(); {
			case i.Contains(v):
				return v
			case r.IntN(2) == 0:
				return lo
			default:
				return hi
			}
		}
		v, w := in(x), in(y)
		for name, f := range ops {
			got := f(x, y)
			if name == "union" {
				require.True(t, got.Contains(v) && got.Contains(w))
				continue
			}
			if want := (&tree{op: name}).known(v, w); want.ok && !got.Contains(want.v) {
				require.Fail(t, "not held", "%s: %v, %v gives %v, without %d, %d -> %d", name, x, y, got, v, w, want.v)
			}
		}
	}
}

func TestCongruences(t *testing.T) {
	table := []struct {
		got, want Congruence
	}{
		{Modulo(1, 0), Congruence{}},
		{Modulo(8, -1), Congruence{8, 7}},
		{Modulo(8, 3).Add(Modulo(12, 7)), Congruence{4, 2}},
		{Modulo(8, 3).Add(Congruence{}), Congruence{}},
		{Modulo(8, 4).Mul(Modulo(6, 0)), Congruence{24, 0}},
		{Modulo(8, 4).Mul(Congruence{}), Congruence{4, 0}},
		{Modulo(8, 3).Mul(Modulo(8, 5)), Congruence{8, 7}},
		{Modulo(8, 3).Join(Modulo(12, 7)), Congruence{4, 3}},
		{Modulo(8, 3).Join(Modulo(12, 4)), Congruence{}},
		{Modulo(48, 36).wrapped(), Congruence{16, 4}},
		{Modulo(6, 5).scale(-4), Congruence{24, 4}},
		{Congruence{}.scale(math.MinInt64), Congruence{1 << 62, 0}},
		{Modulo(6, 5).shift(-7), Congruence{6, 4}},
	}
	for i, row := range table {
		assert.Equal(t, row.want, row.got, "row %d", i)
	}
	assert.Equal(t, Between(11, 43), Modulo(16, 11).tighten(Between(0, 50)))
	rest, ok := Modulo(48, 36).RestOf(16)
	assert.True(t, ok)
	assert.EqualValues(t, 4, rest)
	_, ok = Modulo(48, 36).RestOf(32)
	assert.False(t, ok)
}

// Sums and products of random members satisfy the sums and products of the congruences.
func TestCongruencesHoldTheirMembers(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 30000 {
		x, y := Modulo(int64(r.IntN(100)), int64(r.IntN(100))), Modulo(int64(r.IntN(100)), int64(r.IntN(100)))
		v, w := x.Rest+x.Modulus*int64(r.IntN(9)-4), y.Rest+y.Modulus*int64(r.IntN(9)-4)
		if x.Modulus == 0 {
			v = int64(r.IntN(99))
		}
		if y.Modulus == 0 {
			w = int64(r.IntN(99))
		}
		k := int64(r.IntN(50) + 1)
		require.False(t, x.Excludes(v))
		require.False(t, x.Add(y).Excludes(v+w))
		require.False(t, x.Mul(y).Excludes(v*w))
		require.False(t, x.scale(k).Excludes(v*k))
		require.False(t, x.scale(-k).Excludes(-v*k))
		require.False(t, x.shift(-k).Excludes(v-k))
		require.False(t, x.Join(y).Excludes(v))
		require.False(t, x.Join(y).Excludes(w))
	}
}

func TestResidueOfWhatMayWrap(t *testing.T) {
	assert.Equal(t, Congruence{12, 0}, times(12, n).Residue())
	assert.Equal(t, Congruence{4, 0}, times(12, u).Residue(), "only the power of two outlives the wrap")
	assert.Equal(t, Congruence{2, 0}, Mul(times(6, u), Mul(u, u)).Residue())
	sixes := &Sym{Name: "s", Kind: Param, Residue: Congruence{6, 0}}
	assert.Equal(t, Congruence{4, 0}, Mul(sixes.Expr(), sixes.Expr()).Residue())
	assert.Equal(t, Congruence{16, 8}, Select(Lt(tx, n), num(8), num(24)).Residue())
	assert.Equal(t, Congruence{4, 0}, Div(pitch, num(4)).Residue())
	assert.Equal(t, Congruence{4, 1}, Shr(symE.Expr(), num(1)).Residue())
	assert.Equal(t, Congruence{8, 6}, Xor(symE.Expr(), num(5)).Residue())
	assert.Equal(t, Congruence{8, 2}, And(symE.Expr(), num(-2&^(1<<40))).Residue())
	rest, ok := num(-7).Rest(5)
	assert.True(t, ok)
	assert.EqualValues(t, 3, rest)
	rest, ok = sum(times(16, u), num(5)).Rest(8)
	assert.True(t, ok)
	assert.EqualValues(t, 5, rest)
	_, ok = u.Rest(2)
	assert.False(t, ok)
}
