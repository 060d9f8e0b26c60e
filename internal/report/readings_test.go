package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Readings that do not agree say where they come from.
func TestReadingsTellWhy(t *testing.T) {
	file := source.NewFile("a.cu", []byte("x\n"))
	access := func(actual float64, width int, assumptions ...string) *lint.Access {
		return &lint.Access{Width: width, Assumptions: assumptions, Numbers: lint.Numbers{Known: true, Lanes: 32, Actual: actual, Ideal: 1}}
	}
	reading := func(measured, ratio float64, width int, list ...*lint.Access) Reading {
		return Reading{File: file, Line: 1, Kernel: "k", Space: "shared", Op: "load", Requests: 10, Actual: 10 * measured, Ideal: 10, Widths: []int{width}, Accesses: list, Known: true, Ratio: ratio}
	}
	for _, c := range []struct {
		reading Reading
		want    string
	}{
		{reading(2, 2, 4, access(2, 4, "it rests on n")), "agrees"},
		{reading(2, 3, 4, access(3, 4, "it rests on n", "`a < b` is taken as true for all lanes")), "differs: `a < b` is taken as true for all lanes"},
		{reading(1, 3, 4, access(3, 4, "it rests on n")), "contradicts: it rests on n"},
		{reading(3, 4.5, 4, access(8, 4, "it rests on n"), access(1, 4)), "differs: the reading is of 2 accesses together, which the compiler does not execute equally often"},
		{reading(2, 8, 16, access(8, 4)), "differs: the compiler made accesses of 16 bytes of it"},
		{reading(2, 8, 4, access(8, 4)), "differs"},
	} {
		var out strings.Builder
		require.NoError(t, Readings(&out, []Reading{c.reading}, Style{}))
		assert.True(t, strings.HasSuffix(strings.TrimSpace(out.String()), " "+c.want), out.String())
	}
	assert.Equal(t, "abc..xyz", cutMiddle("abcdefguvwxyz", 8))
}
