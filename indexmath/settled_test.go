package indexmath_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/indexmath"
)

func TestSettled(t *testing.T) {
	n := &indexmath.Sym{Name: "n", Kind: indexmath.Param}
	m := &indexmath.Sym{Name: "m", Kind: indexmath.Param}
	tid := &indexmath.Sym{Name: "threadIdx.x", Kind: indexmath.Thread, Range: indexmath.Between(0, 255)}
	four, less := indexmath.Eq(n.Expr(), indexmath.Const(4)), indexmath.Lt(tid.Expr(), m.Expr())
	for _, c := range []struct {
		name string
		cond indexmath.Expr
		want map[*indexmath.Sym]int64
	}{
		{"an equality", four, map[*indexmath.Sym]int64{n: 4}},
		{"with more", indexmath.LAnd(less, indexmath.LAnd(four, indexmath.Eq(m.Expr(), indexmath.Const(0)))), map[*indexmath.Sym]int64{n: 4, m: 0}},
		{"the other side of an inequality", indexmath.LNot(indexmath.Ne(n.Expr(), indexmath.Const(4))), map[*indexmath.Sym]int64{n: 4}},
		{"one of two", indexmath.LOr(four, less), nil},
		{"an inequality", indexmath.Ne(n.Expr(), indexmath.Const(4)), nil},
		{"an id", indexmath.Eq(tid.Expr(), indexmath.Const(4)), nil},
		{"a sum", indexmath.Eq(indexmath.Add(n.Expr(), m.Expr()), indexmath.Const(4)), nil},
		{"nothing", indexmath.Expr{}, nil},
	} {
		got := indexmath.Settled(c.cond)
		assert.Len(t, got, len(c.want), c.name)
		for s, v := range c.want {
			assert.True(t, got[s].Equal(indexmath.Const(v)), c.name)
		}
	}
}
