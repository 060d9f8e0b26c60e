package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// tree is a loop with `array[at] += array[from]` in it, s doubling from 1 while it is below the block's size, or halving from its half.
type tree struct {
	halving  bool
	counting bool // the loop counts k from 0; s is 1 << k
	guard    func(tid, s indexmath.Expr) sema.Guard
	at, from func(tid, s indexmath.Expr) indexmath.Expr
}

func build(c tree) *builder {
	b := newBuilder(256, 1)
	a := b.array("sdata", trace.Shared, "float", 256)
	init := int64(1)
	below := func(v indexmath.Expr) indexmath.Expr { return indexmath.Lt(v, lit(256)) }
	double := func(v indexmath.Expr) indexmath.Expr { return mul(lit(2), v) }
	if c.halving {
		init = 128
		below = func(v indexmath.Expr) indexmath.Expr { return indexmath.Gt(v, lit(0)) }
		double = func(v indexmath.Expr) indexmath.Expr { return indexmath.Shr(v, lit(1)) }
	}
	if c.counting {
		init = 0
		below = func(v indexmath.Expr) indexmath.Expr { return indexmath.Lt(v, lit(8)) }
		double = func(v indexmath.Expr) indexmath.Expr { return plus(v, lit(1)) }
	}
	b.in("s", init, below, double, func(s indexmath.Expr) {
		if c.counting {
			s = indexmath.Shl(lit(1), s)
		}
		tid := b.x.Expr()
		var guards []sema.Guard
		if c.guard != nil {
			guards = append(guards, c.guard(tid, s))
		}
		b.access(a, trace.Load, c.at(tid, s), guards...)
		b.access(a, trace.Load, c.from(tid, s), guards...)
		b.access(a, trace.Store, c.at(tid, s), guards...)
	})
	return b
}

func at(tid, _ indexmath.Expr) indexmath.Expr   { return tid }
func from(tid, s indexmath.Expr) indexmath.Expr { return plus(tid, s) }
func twice(s indexmath.Expr) indexmath.Expr     { return mul(lit(2), s) }
func spread(tid, s indexmath.Expr) indexmath.Expr {
	return mul(twice(s), tid)
}

func TestReductionsFound(t *testing.T) {
	modulo := func(tid, s indexmath.Expr) sema.Guard {
		return sema.Guard{Cond: indexmath.Eq(indexmath.Mod(tid, twice(s)), lit(0))}
	}
	below := func(tid, s indexmath.Expr) sema.Guard {
		return sema.Guard{Cond: indexmath.Lt(spread(tid, s), lit(256))}
	}
	tests := []struct {
		name    string
		tree    tree
		selects bool
	}{
		{"modulo", tree{guard: modulo, at: at, from: from}, true},
		{"mask", tree{guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Eq(indexmath.And(tid, indexmath.Sub(twice(s), lit(1))), lit(0))}
		}, at: at, from: from}, true},
		{"else branch", tree{guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Mod(tid, twice(s)), Not: true}
		}, at: at, from: from}, true},
		{"counted steps", tree{counting: true, guard: modulo, at: at, from: from}, true},
		{"spread", tree{guard: below, at: spread, from: func(tid, s indexmath.Expr) indexmath.Expr { return plus(spread(tid, s), s) }}, false},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			found := reductionsOf(build(c.tree).run)
			require.Len(t, found, 1)
			assert.Equal(t, c.selects, found[0].selects)
			assert.Equal(t, "s", found[0].step)
			assert.Len(t, found[0].accesses, 3)
			if c.selects {
				assert.Equal(t, 16, found[0].first)
				assert.Equal(t, [2]float64{47, 12}, found[0].requests)
				assert.Equal(t, 1.0, found[0].conflict)
			} else {
				assert.Equal(t, 8.0, found[0].conflict, "32 lanes at every 8th word")
				assert.Equal(t, int64(4), found[0].at)
			}
		})
	}
}

func TestReductionLookalikes(t *testing.T) {
	tests := []struct {
		name string
		tree tree
	}{
		{"sequential", tree{halving: true, guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Lt(tid, s)}
		}, at: at, from: from}},
		{"every thread", tree{at: at, from: from}},
		{"scan", tree{guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Ge(tid, s)}
		}, at: at, from: func(tid, s indexmath.Expr) indexmath.Expr { return indexmath.Sub(tid, s) }}},
		{"up-sweep of a scan", tree{guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Lt(spread(tid, s), lit(256))}
		}, at: func(tid, s indexmath.Expr) indexmath.Expr {
			return indexmath.Sub(mul(twice(s), plus(tid, lit(1))), lit(1))
		}, from: func(tid, s indexmath.Expr) indexmath.Expr {
			return indexmath.Sub(plus(spread(tid, s), s), lit(1))
		}}},
		{"butterfly", tree{at: at, from: func(tid, s indexmath.Expr) indexmath.Expr { return indexmath.Xor(tid, s) }}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) { assert.Empty(t, reductionsOf(build(c.tree).run)) })
	}
}
