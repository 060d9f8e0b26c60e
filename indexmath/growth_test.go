package indexmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// dagSize counts the nodes of the graph, each once.
func dagSize(x Expr) int {
	count, seen := 0, map[*node]bool{}
	visit(x.n, func(n *node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		count++
		return true
	})
	return count
}

func TestRepeatedSquaringStaysSmall(t *testing.T) {
	x := u
	for range 300 {
		x = sum(Mul(x, x), n)
	}
	assert.True(t, x.Known())
	assert.Less(t, dagSize(x), 1000)
	// As a tree it has 2^300 leaves; nothing here walks it as one.
	assert.Less(t, len(x.String()), 5000)
	assert.Equal(t, []*Sym{symU, symN}, x.Syms())
	assert.False(t, x.Contains(symA))
	y := Subst(x, map[*Sym]Expr{symU: a})
	assert.True(t, y.Contains(symA))
	assert.False(t, y.Contains(symU))
	assert.False(t, Stride(x, symU).Known())
	m := Compile([]Expr{x}, testLevel).NewMachine()
	m.BindUniform(symU, 1)
	m.BindUniform(symN, 0)
	assert.EqualValues(t, 1, m.Eval(0).V[0])
}

func TestEqualGraphsBuiltApartCompareFast(t *testing.T) {
	build := func() Expr {
		x := u
		for range 200 {
			x = Mod(sum(Mul(x, x), n), sum(x, num(3)))
		}
		return x
	}
	assert.True(t, build().Equal(build()))
	assert.Equal(t, "0", Sub(build(), build()).String())
}

func TestLongSumsGiveUp(t *testing.T) {
	x := num(0)
	for i := range maxTerms {
		x = sum(x, (&Sym{Name: "p", Kind: Param, Axis: i}).Expr())
	}
	assert.True(t, x.Known())
	assert.False(t, sum(x, u).Known())
	assert.True(t, sum(x, num(1)).Known())
}

func TestLongProductsGiveUp(t *testing.T) {
	x := u
	for range maxFactors - 1 {
		x = Mul(x, u)
	}
	assert.True(t, x.Known())
	assert.False(t, Mul(x, u).Known())
}

func TestDeepGraphsGiveUp(t *testing.T) {
	x := u
	for range maxDepth {
		x = Xor(x, sum(x, n))
	}
	assert.False(t, x.Known())
	x = u
	for range maxDepth / 3 {
		x = Xor(x, sum(x, n))
	}
	assert.True(t, x.Known())
	assert.True(t, Subst(x, map[*Sym]Expr{symU: a}).Known())
	code := Compile([]Expr{x}, testLevel)
	assert.Less(t, len(code.instrs), maxDepth)
}

func TestSumsThatGrowByDivisionStayBounded(t *testing.T) {
	x := sum(n, tx)
	for range 400 {
		x = sum(x, Mod(x, num(7)))
	}
	assert.Less(t, dagSize(x), 1000)
}

func TestCastsOfSharedGraphsStaySmall(t *testing.T) {
	x := u
	for range 100 {
		x = Cast(sum(Mul(x, x), Cast(n, 16, true)), 32, true)
	}
	assert.True(t, x.Known())
	assert.Less(t, dagSize(x), 1000)
	for range 100 {
		x = Select(Lt(x, n), sum(Div(x, num(3)), x), Max(x, Xor(x, tx)))
	}
	assert.Less(t, dagSize(x), 2000)
}
