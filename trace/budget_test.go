package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// TestAccumulators: a variable that no address or condition depends on, without closed form, keeps no loop from having one.
func TestAccumulators(t *testing.T) {
	var p prog
	i := count("i", num(0), num(1))
	hash := carried("hash", tx, func(x expr) expr { return indexmath.Mod(add(times(x, x), num(7)), num(1009)) })
	row := p.global(4, add(mul(tx, 5000), i.Sym.Expr()))
	l := &trace.Loop{Vars: []*trace.Var{i, hash}, Cond: lt(i.Sym.Expr(), num(5000)), Body: []trace.Node{row}}
	c := p.run(256, 1, 1, l)[0]
	assert.True(t, c.TripsKnown, "all 5000 trips are accounted for")
	assert.InDelta(t, 5000, c.ByTrip, 1e-6)
	assert.InDelta(t, 32*625, c.Footprint, 1)
	used := p.global(4, hash.Out.Expr())
	c = p.run(256, 1, 1, l, used)[0]
	assert.False(t, c.TripsKnown, "it matters now")
}

// TestUsedUpBudget: when the steps run out, the loops of later warps still weigh as much as those of the first.
func TestUsedUpBudget(t *testing.T) {
	var p prog
	body := []trace.Node{}
	for range 100 {
		body = append(body, p.shared(4, tx))
	}
	for range 3 {
		k := count("k", num(0), num(1))
		body = []trace.Node{loop(k, lt(k.Sym.Expr(), num(1000)), body...)}
	}
	part := iff(lt(tx, num(100)), body...)
	c := p.launch(trace.Shape{Block: [3]int64{128, 1, 1}}, trace.Options{Steps: 500}, part)
	assert.InDelta(t, 25, c[0].Lanes, 1e-6, "three warps of 32 lanes and one of 4")
	assert.InDelta(t, 1e9, c[0].ByTrip, 1)
}
