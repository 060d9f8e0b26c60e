package indexmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMasks(t *testing.T) {
	tid := (&Sym{Name: "t", Kind: Thread, Range: Between(0, 255)}).Expr()
	sym := &Sym{Name: "n", Kind: Param}
	n := sym.Expr()
	for _, c := range []struct {
		name string
		x    Expr
		want Mask
	}{
		{"unknown", Expr{}, 0},
		{"a size less one", Add(And(tid, Sub(n, Const(1))), Const(4)), PowerOfTwo},
		{"the bits from a size up", And(Add(tid, n), Neg(n)), PowerOfTwo},
		{"converted", And(Mul(tid, Const(512)), Cast(Sub(n, Const(1)), 32, false)), PowerOfTwo},
		{"a mask", Mul(And(Add(tid, Const(1)), n), Const(4)), LowBits},
		{"a test of bits", Eq(And(tid, n), Const(0)), 0},
		{"a choice by bits", Select(And(tid, n), tid, Const(0)), 0},
		{"a test with a size less one", Ne(And(tid, Sub(n, Const(1))), Const(0)), PowerOfTwo},
		{"of what is the same for all lanes", Add(tid, And((&Sym{Name: "m", Kind: Param}).Expr(), n)), 0},
		{"a factor less one", And(tid, Sub(Mul(n, Const(3)), Const(1))), 0},
	} {
		got := Mask(0)
		Masks(c.x, func(s *Sym, m Mask) {
			assert.Same(t, sym, s, c.name)
			got = m
		})
		assert.Equal(t, c.want, got, c.name)
	}
}
