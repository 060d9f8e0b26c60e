package indexmath

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Shorthands of the tables.
var (
	tx, ty, bx = symX.Expr(), symY.Expr(), symB.Expr()
	n, pitch   = symN.Expr(), symP.Expr()
	q, u, a    = symQ.Expr(), symU.Expr(), symA.Expr()
	ii         = symI.Expr()
	d          = symD.Expr()
)

func num(v int64) Expr           { return Const(v) }
func times(k int64, x Expr) Expr { return Mul(Const(k), x) }
func sum(xs ...Expr) Expr {
	s := Const(0)
	for _, x := range xs {
		s = Add(s, x)
	}
	return s
}

type rewrite struct {
	before Expr
	after  string
}

func check(t *testing.T, table []rewrite) {
	t.Helper()
	for i, r := range table {
		assert.Equal(t, r.after, r.before.String(), "row %d", i)
	}
}

func TestSums(t *testing.T) {
	check(t, []rewrite{
		{sum(tx, times(4, n)), "4*n + threadIdx.x"},
		{sum(tx, times(32, ty), num(3)), "32*threadIdx.y + threadIdx.x + 3"},
		{sum(tx, Mul(bx, n)), "blockIdx.x*n + threadIdx.x"},
		{sum(num(5), n, num(-5)), "n"},
		{sum(n, n, n), "3*n"},
		{Sub(times(3, n), times(3, n)), "0"},
		{Sub(tx, n), "threadIdx.x - n"},
		{Sub(num(7), n), "7 - n"},
		{Neg(sum(n, num(3))), "-n - 3"},
		{times(4, sum(n, num(2))), "4*n + 8"},
		{sum(n, num(math.MinInt64)), "n - 9223372036854775808"},
		{times(math.MinInt64, times(2, u)), "0"},
		{Sub(Mul(sum(ii, num(1)), n), Mul(ii, n)), "n"},
		{sum(Mul(sum(ii, num(1)), n), tx), "n*(i + 1) + threadIdx.x"},
		{Sub(Mul(sum(ii, num(1)), sum(n, num(2))), sum(Mul(ii, n), times(2, ii))), "n + 2"},
		{Sub(Mul(sum(d, num(1)), n), Mul(d, n)), "n*(idx[i] + 1) - n*idx[i]"},
	})
}

func TestProducts(t *testing.T) {
	check(t, []rewrite{
		{Mul(n, tx), "n*threadIdx.x"},
		{Mul(times(4, n), times(-2, tx)), "-8*n*threadIdx.x"},
		{Mul(sum(times(4, n), num(8)), tx), "4*(n + 2)*threadIdx.x"},
		{Mul(Neg(n), tx), "-n*threadIdx.x"},
		{Mul(Div(tx, num(4)), n), "n*(threadIdx.x/4)"},
		{Mul(num(0), Expr{}), "0"},
		{Mul(num(2), Expr{}), "?"},
		{Mul(n, Expr{}), "?"},
	})
}

func TestQuotients(t *testing.T) {
	row := sum(times(32, ty), tx)
	check(t, []rewrite{
		{Div(row, num(32)), "threadIdx.y"},
		{Mod(row, num(32)), "threadIdx.x"},
		{Div(row, num(64)), "threadIdx.y/2"},
		{Mod(row, num(64)), "threadIdx.x + 32*(threadIdx.y%2)"},
		{Mod(row, num(8)), "threadIdx.x%8"},
		{Div(row, num(8)), "4*threadIdx.y + threadIdx.x/8"},
		{Div(row, num(-32)), "-threadIdx.y"},
		{Div(Div(n, num(4)), num(8)), "n/32"},
		{Mod(Mod(n, num(32)), num(8)), "n%8"},
		{Mod(Mod(n, num(8)), num(32)), "n%8"},
		{Div(times(4, n), num(4)), "n"},
		{Div(times(4, u), num(4)), "4*u/4"},                    // 4*u may wrap
		{Mod(times(4, u), num(4)), "0"},                        // and is a multiple of 4 all the same
		{Mod(times(3, u), num(3)), "3*u%3"},                    // which 3*u is not
		{Div(times(4, a), num(4)), "4*a/4"},                    // nor is there an upper end here
		{Div(sum(times(4, q), num(1)), num(4)), "(4*q + 1)/4"}, // q may be negative
		{Mod(q, num(6)), "q%6"},                                // 5 or -1
		{Mod(sum(q, num(301)), num(6)), "0"},                   // 5 + 301 = 306
		{Mod(sum(q, num(302)), num(6)), "1"},
		{Div(Sub(tx, num(31)), num(32)), "0"},
		{Div(sum(n, num(15)), num(16)), "(n + 15)/16"},
		{sum(Mul(Div(u, num(16)), num(16)), Mod(u, num(16))), "u"},
		{sum(Mul(Div(u, num(16)), num(32)), times(2, Mod(u, num(16))), tx), "2*u + threadIdx.x"},
		{Sub(u, Mul(Div(u, num(10)), num(10))), "u%10"},
		{Sub(u, Mod(u, num(10))), "10*(u/10)"},
		{sum(Mul(Div(Mod(n, num(32)), num(8)), num(8)), Mod(n, num(8))), "n%32"},
		{times(16, Div(pitch, num(16))), "pitch"},
		{Div(n, n), "1"},
		{Mod(n, n), "0"},
		{Div(n, num(0)), "?"},
		{Mod(n, num(0)), "?"},
		{Div(num(-7), num(2)), "-3"},
		{Mod(num(-7), num(2)), "-1"},
		{Div(num(math.MinInt64), num(-1)), "-9223372036854775808"},
	})
}

func TestBitwise(t *testing.T) {
	check(t, []rewrite{
		{And(n, num(31)), "n%32"},
		{And(u, num(31)), "u & 31"},
		{And(sum(times(64, u), tx), num(31)), "threadIdx.x"},
		{And(n, num(-32)), "32*(n/32)"},
		{And(u, num(-32)), "32*(u >> 5)"},
		{And(And(u, num(60)), num(15)), "u & 12"},
		{And(tx, num(0xff)), "threadIdx.x"},
		{And(tx, num(0xf0)), "threadIdx.x & 16"},
		{And(u, u), "u"},
		{And(u, num(-1)), "u"},
		{And(num(0), Expr{}), "0"},
		{Shl(n, num(2)), "4*n"},
		{Shl(n, num(64)), "?"},
		{Shr(n, num(2)), "n/4"},
		{Shr(ii, num(2)), "i >> 2"},
		{Shr(Shr(ii, num(2)), num(1)), "i >> 3"},
		{Shr(sum(times(8, ii), tx), num(2)), "2*i + threadIdx.x/4"},
		{sum(times(4, Shr(u, num(2))), And(u, num(3))), "u"},
		{Or(times(32, ty), tx), "32*threadIdx.y + threadIdx.x"},
		{Or(times(16, ty), tx), "16*threadIdx.y | threadIdx.x"},
		{Xor(times(32, ty), tx), "32*threadIdx.y + threadIdx.x"},
		{Xor(tx, ty), "threadIdx.x ^ threadIdx.y"},
		{Xor(Xor(u, num(5)), num(6)), "u ^ 3"},
		{Xor(u, u), "0"},
		{Xor(u, num(-1)), "-u - 1"},
		{Compl(Compl(u)), "u"},
		{Or(Expr{}, num(-1)), "-1"},
	})
}

func TestComparisons(t *testing.T) {
	check(t, []rewrite{
		{Lt(tx, num(32)), "1"},
		{Lt(tx, num(31)), "threadIdx.x < 31"},
		{Ge(tx, num(0)), "1"},
		{Gt(num(0), tx), "0"},
		{Lt(n, sum(n, num(1))), "1"},
		{Lt(u, sum(u, num(1))), "u < u + 1"}, // u + 1 may wrap
		{Le(sum(n, tx), n), "n + threadIdx.x <= n"},
		{Le(n, sum(n, tx)), "1"},
		{Eq(u, sum(u, num(1))), "0"},
		{Ne(u, sum(u, num(1))), "1"},
		{Eq(times(2, u), sum(times(4, a), num(1))), "0"}, // even and odd
		{Eq(num(3), tx), "threadIdx.x == 3"},
		{LNot(Lt(tx, n)), "n <= threadIdx.x"},
		{LNot(LNot(Lt(tx, n))), "threadIdx.x < n"},
		{LNot(Eq(tx, n)), "threadIdx.x != n"},
		{LNot(n), "n == 0"},
		{LNot(LAnd(n, u)), "!(n && u)"},
		{Ne(LAnd(n, u), num(0)), "n && u"},
		{Eq(Lt(tx, n), num(1)), "threadIdx.x < n"},
	})
}

func TestLogic(t *testing.T) {
	p, r := Lt(tx, n), Eq(ty, num(0))
	check(t, []rewrite{
		{LAnd(p, num(1)), "threadIdx.x < n"},
		{LAnd(p, p), "threadIdx.x < n"},
		{LAnd(p, LNot(p)), "0"},
		{LOr(p, LNot(p)), "1"},
		{LAnd(LAnd(p, r), p), "threadIdx.x < n && threadIdx.y == 0"},
		{LOr(LAnd(p, r), u), "threadIdx.x < n && threadIdx.y == 0 || u"},
		{LAnd(LOr(p, r), u), "(threadIdx.x < n || threadIdx.y == 0) && u"},
		{LAnd(num(0), Expr{}), "0"},
		{LAnd(Expr{}, num(0)), "0"},
		{LAnd(num(1), Expr{}), "?"},
		{LOr(Expr{}, num(5)), "1"},
		{LOr(u, num(0)), "u != 0"},
		{LAnd(sum(tx, num(1)), u), "u != 0"},
	})
}

func TestChoices(t *testing.T) {
	c := Lt(tx, n)
	check(t, []rewrite{
		{Select(num(1), n, Expr{}), "n"},
		{Select(num(0), n, Expr{}), "?"},
		{Select(Expr{}, n, n), "n"},
		{Select(Expr{}, n, u), "?"},
		{Select(c, n, u), "threadIdx.x < n ? n : u"},
		{Select(c, num(1), num(0)), "threadIdx.x < n"},
		{Select(c, num(0), num(1)), "n <= threadIdx.x"},
		{Select(c, tx, n), "min(threadIdx.x, n)"},
		{Select(c, n, tx), "max(n, threadIdx.x)"},
		{Select(c, Select(c, u, a), q), "threadIdx.x < n ? u : q"},
		{Select(LNot(LAnd(n, u)), a, q), "n && u ? q : a"},
		{Min(tx, num(31)), "threadIdx.x"},
		{Min(tx, num(40)), "threadIdx.x"},
		{Min(Min(n, num(7)), num(5)), "min(n, 5)"},
		{Max(sum(n, num(1)), n), "n + 1"},
		{Max(num(0), u), "max(u, 0)"},
		{Max(tx, num(-1)), "threadIdx.x"},
	})
}

func TestCasts(t *testing.T) {
	check(t, []rewrite{
		{Cast(n, 32, true), "n"},
		{Cast(n, 16, false), "(unsigned short)n"},
		{Cast(sum(n, num(1)), 32, true), "(int)(n + 1)"},
		{Cast(sum(n, num(1)), 32, false), "n + 1"},
		{Cast(u, 64, true), "u"},
		{Cast(num(-1), 8, false), "255"},
		{Cast(num(200), 8, true), "-56"},
		{Cast(Cast(u, 32, false), 8, true), "(signed char)u"},
		{Cast(Cast(u, 8, false), 32, true), "(unsigned char)u"},
		{Cast(Cast(u, 8, true), 16, false), "(unsigned short)(signed char)u"},
		{Cast(sum(Cast(sum(tx, num(-1)), 32, false), num(1)), 32, false), "threadIdx.x"},
		{Cast(Mul(Cast(u, 32, true), n), 32, false), "(unsigned)(n*u)"},
		{Cast(u, 0, true), "?"},
	})
}

func TestWhatIsUnknownStaysUnknown(t *testing.T) {
	unknown := Expr{}
	assert.False(t, unknown.Known())
	assert.True(t, unknown.Varies())
	assert.False(t, unknown.Equal(unknown))
	assert.Equal(t, Interval{}, unknown.Range())
	assert.Equal(t, Congruence{}, unknown.Residue())
	assert.Empty(t, unknown.Syms())
	for name, f := range binaries {
		assert.False(t, f(unknown, n).Known(), name)
		assert.False(t, f(n, unknown).Known(), name)
		assert.False(t, f(unknown, unknown).Known(), name)
	}
	for _, x := range []Expr{Neg(unknown), Compl(unknown), LNot(unknown), Cast(unknown, 32, true), Select(n, unknown, u), Select(n, u, unknown)} {
		assert.False(t, x.Known())
	}
}
