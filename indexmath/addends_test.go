package indexmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func names(syms []*Sym) (out []string) {
	for _, s := range syms {
		out = append(out, s.Name)
	}
	return out
}

func TestAddends(t *testing.T) {
	tid := (&Sym{Name: "t", Kind: Thread, Range: Between(0, 255)}).Expr()
	j := (&Sym{Name: "j", Kind: Carried, Varies: true}).Expr()
	n := (&Sym{Name: "n", Kind: Param}).Expr()
	b := (&Sym{Name: "b", Kind: Block}).Expr()
	for _, c := range []struct {
		name          string
		x             Expr
		alone, within []string
	}{
		{"unknown", Expr{}, nil, nil},
		{"the same for all lanes", Add(Mul(n, b), Const(3)), nil, nil},
		{"shifted", Add(Mul(tid, Const(4)), Mul(n, b)), []string{"t"}, nil},
		{"two of them", Add(Add(tid, Neg(j)), n), []string{"t", "j"}, nil},
		{"a factor", Add(Mul(tid, n), j), []string{"j"}, []string{"t", "n"}},
		{"a remainder", Add(Mod(tid, n), b), nil, []string{"t", "n"}},
		{"a choice", Select(Lt(n, Const(5)), tid, Mul(tid, Const(2))), nil, []string{"n", "t"}},
		{"a choice of shifts", Add(tid, Select(Lt(n, Const(5)), b, n)), []string{"t"}, nil},
		{"a conversion", Cast(Add(tid, n), 16, false), []string{"t"}, nil},
	} {
		alone, within := Addends(c.x)
		assert.ElementsMatch(t, c.alone, names(alone), c.name)
		assert.ElementsMatch(t, c.within, names(within), c.name)
	}
}

func TestThresholds(t *testing.T) {
	tid := (&Sym{Name: "t", Kind: Thread, Range: Between(0, 255)}).Expr()
	n := (&Sym{Name: "n", Kind: Param}).Expr()
	m := (&Sym{Name: "m", Kind: Param}).Expr()
	for _, c := range []struct {
		name   string
		cond   Expr
		over   []Expr
		others []string
	}{
		{"unknown", Expr{}, nil, nil},
		{"the same for all lanes", Lt(n, m), nil, nil},
		{"a bound", Lt(tid, n), []Expr{Sub(tid, n)}, nil},
		{"not above a bound", LNot(Lt(n, tid)), []Expr{Sub(tid, n)}, nil},
		{"two bounds", LAnd(Lt(tid, n), Lt(m, tid)), []Expr{Sub(tid, n), Sub(m, tid)}, nil},
		{"none of two", LNot(LOr(Le(n, tid), Le(tid, m))), []Expr{Sub(n, tid), Sub(tid, m)}, nil},
		{"one lane", LAnd(Eq(tid, n), Lt(tid, m)), []Expr{Sub(tid, m)}, []string{"t", "n"}},
		{"a bit", And(tid, n), nil, []string{"t", "n"}},
	} {
		over, others := Thresholds(c.cond)
		assert.Len(t, over, len(c.over), c.name)
		for i := range over {
			assert.True(t, over[i].Equal(c.over[i]), "%s: %s", c.name, over[i])
		}
		assert.ElementsMatch(t, c.others, names(others), c.name)
	}
}
