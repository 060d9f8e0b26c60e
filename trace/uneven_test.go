package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/indexmath"
)

// TestUnevenLoops: for (h = 0; h < 50; h++) for (i = tid; i < n; i++) for (j = 0; j <= i; j++) p[j], too much to be run. Lanes leave both
// inner loops one by one; the mean over the iterations that are run is near that over all, and is said to be one.
func TestUnevenLoops(t *testing.T) {
	const n = 400
	var p prog
	h, i, j := count("h", num(0), num(1)), count("i", tx, num(1)), count("j", num(0), num(1))
	inner := loop(j, indexmath.Le(j.Sym.Expr(), i.Sym.Expr()), p.global(4, j.Sym.Expr()))
	c := p.run(32, 1, 1, loop(h, lt(h.Sym.Expr(), num(50)), loop(i, lt(i.Sym.Expr(), num(n)), inner)))[0]

	requests, lanes := 0, 0
	for k := range n { // iterations of the middle loop
		longest := 0
		for lane := range 32 {
			if lane+k < n {
				lanes += lane + k + 1
				longest = lane + k + 1
			}
		}
		requests += longest
	}
	assert.InEpsilon(t, float64(lanes)/float64(requests), c.Lanes, 0.02)
	assert.True(t, c.Sampled)
}
