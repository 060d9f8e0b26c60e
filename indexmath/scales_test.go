package indexmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestScales(t *testing.T) {
	tid := &Sym{Name: "t", Kind: Thread}
	row := &Sym{Name: "r", Kind: Block}
	n, m := &Sym{Name: "n", Kind: Param}, &Sym{Name: "m", Kind: Param}
	// 4*((t + 2*r)*n + r*m) + 8
	x := Add(Mul(Const(4), Add(Mul(Add(tid.Expr(), Mul(Const(2), row.Expr())), n.Expr()), Mul(row.Expr(), m.Expr()))), Const(8))
	type short struct {
		k      int64
		by     string
		varies bool
	}
	var got []short
	for _, s := range Scales(x) {
		assert.True(t, s.Moves)
		by := ""
		for _, b := range s.By {
			by += b.String()
		}
		got = append(got, short{s.K, by, s.Varies})
	}
	assert.ElementsMatch(t, []short{{4, "n", true}, {8, "n", false}, {4, "m", false}}, got)
	assert.Nil(t, Scales(Expr{}))
	plain := Scales(Add(tid.Expr(), n.Expr()))
	assert.Len(t, plain, 2)
	for _, s := range plain {
		assert.Equal(t, s.Varies, s.Moves, "what arguments alone decide moves nothing")
	}
}

func TestLargestSmallest(t *testing.T) {
	a, b, c := (&Sym{Name: "a", Kind: Param}).Expr(), (&Sym{Name: "b", Kind: Param}).Expr(), (&Sym{Name: "c", Kind: Param}).Expr()
	assert.ElementsMatch(t, []Expr{a, b, c}, Smallest(Min(a, Min(b, c))))
	assert.Equal(t, []Expr{Min(a, b)}, Largest(Min(a, b)))
	assert.ElementsMatch(t, []Expr{a, b}, Largest(Max(a, b)))
	assert.Nil(t, Largest(Expr{}))
}
