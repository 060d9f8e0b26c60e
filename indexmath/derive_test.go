package indexmath

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStrides(t *testing.T) {
	table := []struct {
		x    Expr
		s    *Sym
		want string
	}{
		{tx, symX, "1"},
		{n, symX, "0"},
		{sum(times(32, ty), tx), symX, "1"},
		{sum(times(32, ty), tx), symY, "32"},
		{sum(Mul(sum(times(8, bx), ty), n), tx), symY, "n"},
		{Mul(sum(times(4, tx), ty), sum(n, num(1))), symX, "4*n + 4"},
		{Mul(Mul(n, pitch), tx), symX, "n*pitch"},
		{Mul(tx, tx), symX, "?"},
		{Div(tx, num(4)), symX, "?"},
		{Mod(tx, num(32)), symX, "1"},
		{Div(sum(times(4, tx), times(64, bx)), num(4)), symX, "1"},
		{Mod(sum(times(16, bx), tx), num(32)), symX, "?"},
		{Mod(sum(times(32, bx), tx), num(32)), symX, "1"},
		{And(tx, num(31)), symX, "1"},
		{Select(Lt(bx, n), times(2, tx), sum(times(2, tx), num(1))), symX, "2"},
		{Select(Lt(bx, n), times(2, tx), tx), symX, "blockIdx.x < n ? 2 : 1"},
		{Select(Lt(tx, n), times(2, tx), tx), symX, "?"},
		{Lt(tx, num(31)), symX, "?"},
		{Min(tx, num(30)), symX, "?"},
		{Cast(sum(n, tx), 32, true), symX, "?"},
		{Expr{}, symX, "?"},
	}
	two := &Sym{Name: "stage", Kind: Carried, Range: Between(0, 1)} // stage+1 only is in range from 0
	table = append(table, struct {
		x    Expr
		s    *Sym
		want string
	}{Xor(Mul(two.Expr(), two.Expr()), num(8)), two, "1"})
	for _, row := range table {
		assert.Equal(t, row.want, Stride(row.x, row.s).String(), "%s along %s", row.x, row.s.Name)
	}
}

// The stride is what the values differ by, wherever it is known.
func TestStridesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	known := 0
	for range 6000 {
		c := &choices{randomBytes(r, 600)}
		var src *tree
		if c.below(2) == 0 {
			src = c.index()
		} else {
			src = c.tree(3, new([]*tree))
		}
		s := testSyms[c.below(len(testSyms))]
		if s.Residue.Modulus > 0 {
			continue // s+1 has another rest
		}
		stride := Stride(src.expr(), s)
		if !stride.Known() {
			continue
		}
		known++
		require.False(t, stride.Contains(s))
		m := Compile([]Expr{stride}, testLevel).NewMachine()
		a := c.assignment()
		a.bind(m)
		got := m.Eval(0)
		for l := range 32 {
			here, next := a.lane(l), a.lane(l)
			if !s.Range.Contains(here[s].v+1) || !here[s].ok {
				continue
			}
			next[s] = of(here[s].v + 1)
			x, y := src.eval(here), src.eval(next)
			if x.ok && y.ok && got.Known>>l&1 == 1 && y.v-x.v != got.V[l] {
				require.Equal(t, y.v-x.v, got.V[l], "%s along %s: %s\n%s", src, s.Name, stride, describe(a, l))
			}
		}
	}
	assert.Greater(t, known, 2000)
}

func TestSubst(t *testing.T) {
	x := sum(Mul(ii, n), tx)
	assert.Equal(t, "32*i + threadIdx.x", Subst(x, map[*Sym]Expr{symN: num(32)}).String())
	assert.Equal(t, "threadIdx.x", Subst(x, map[*Sym]Expr{symI: num(0), symN: {}}).String())
	assert.Equal(t, "?", Subst(x, map[*Sym]Expr{symN: {}}).String())
	assert.Equal(t, "n*i + threadIdx.x", Subst(x, map[*Sym]Expr{symI: symJ.Expr()}).String())
	// All at once: what is put in is not replaced again.
	assert.Equal(t, "threadIdx.y - threadIdx.x", Subst(Sub(tx, ty), map[*Sym]Expr{symX: ty, symY: tx}).String())
	assert.True(t, x.Equal(Subst(x, nil)))
	assert.True(t, x.Equal(Subst(x, map[*Sym]Expr{symU: num(1)})))
	assert.Equal(t, "0", Subst(LAnd(LAnd(n, u), a), map[*Sym]Expr{symN: {}, symA: num(0)}).String())
	assert.Equal(t, "1", Subst(LOr(LOr(n, u), a), map[*Sym]Expr{symN: {}, symA: num(2)}).String())
	assert.Equal(t, "0", Subst(Mul(Mul(n, u), a), map[*Sym]Expr{symN: {}, symA: num(0)}).String())
}

func TestSubstAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		c := &choices{randomBytes(r, 300)}
		src := c.tree(4, new([]*tree))
		with, exprs := map[*Sym]*tree{}, map[*Sym]Expr{}
		for range 1 + c.below(3) {
			s := testSyms[c.below(len(testSyms))]
			if s.Range != (Interval{}) || s.Residue != (Congruence{}) {
				// What replaces a symbol must keep the promises made for it.
				lo, hi := s.Range.ends()
				v := min(max(s.Residue.Rest, lo), hi)
				with[s] = &tree{op: "const", val: v - floorMod(v-s.Residue.Rest, max(1, s.Residue.Modulus))}
			} else {
				with[s] = c.tree(2, new([]*tree))
			}
			if s.Range.Contains(with[s].val) {
				exprs[s] = with[s].expr()
			} else {
				delete(with, s)
			}
		}
		x := Subst(src.expr(), exprs)
		if !x.Known() {
			continue
		}
		m := Compile([]Expr{x}, testLevel).NewMachine()
		a := c.assignment()
		a.bind(m)
		got := m.Eval(0)
		for l := range 32 {
			want := src.subst(with).eval(a.lane(l))
			if want.ok && (got.Known>>l&1 == 0 || want.v != got.V[l]) {
				require.True(t, got.Known>>l&1 == 1, "%s with %v = %s", src, with, x)
				require.Equal(t, want.v, got.V[l], "%s with %v = %s\n%s", src, with, x, describe(a, l))
			}
		}
	}
}

func TestSyms(t *testing.T) {
	x := sum(Mul(bx, n), tx, Mod(n, num(7)))
	assert.Equal(t, []*Sym{symB, symN, symX}, x.Syms())
	assert.True(t, x.Contains(symN))
	assert.False(t, x.Contains(symY))
	assert.True(t, x.Has(Thread))
	assert.True(t, x.Has(Param))
	assert.False(t, x.Has(Data))
	assert.True(t, x.Varies())
	assert.False(t, Mul(bx, n).Varies())
	assert.False(t, ii.Varies())
	assert.True(t, symJ.Expr().Varies())
	assert.True(t, sum(n, d).Varies())
}

func TestEqual(t *testing.T) {
	build := func() Expr { return sum(Mul(Mod(sum(u, tx), num(7)), n), Min(u, n), LOr(u, n)) }
	assert.True(t, build().Equal(build()))
	assert.True(t, sum(tx, n).Equal(sum(n, tx)))
	assert.True(t, Min(u, n).Equal(Min(n, u)))
	assert.False(t, Lt(u, n).Equal(Lt(n, u)))
	assert.False(t, sum(times(2, u), n).Equal(sum(u, times(2, n))))
	// Two symbols of one name are two symbols, whatever the order they are added in.
	other := &Sym{Name: "n", Kind: Param, Range: symN.Range}
	o := other.Expr()
	assert.False(t, o.Equal(n))
	assert.True(t, sum(n, o).Equal(sum(o, n)))
	assert.Equal(t, "0", Sub(sum(n, o), sum(o, n)).String())
	assert.Equal(t, "n", Sub(sum(times(2, n), o), sum(o, n)).String())
	assert.Equal(t, "n", Sub(sum(times(2, n), o), times(2, n)).String())
	// A symbol with one value is that value.
	one := &Sym{Name: "blockDim.z", Kind: Param, Range: Between(1, 1)}
	assert.True(t, one.Expr().Equal(num(1)))
}
