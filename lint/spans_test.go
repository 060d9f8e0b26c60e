package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/source"
)

// TestSpanIndex holds the index against a look at all spans.
func TestSpanIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var x spanIndex
		var all []source.Span
		for i := range rng.IntN(60) {
			at := rng.Int32N(1000)
			s := source.Span{Start: at, End: at + rng.Int32N(1<<rng.IntN(11))}
			all = append(all, s)
			x.add(s, i)
		}
		for range 50 {
			at := rng.Int32N(1100)
			q := source.Span{Start: at, End: at + 1 + rng.Int32N(40)}
			var want []int
			for i, s := range all {
				if s.Start < s.End && s.Start < q.End && s.End > q.Start {
					want = append(want, i)
				}
			}
			assert.Equal(t, want, x.overlapping(q))
		}
	}
}
