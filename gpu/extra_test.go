package gpu_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/gpu"
)

// extraExceptions are the vectors that disagree, by name, and how many of that name do: scattered addresses, at which a copy past L1 or
// a wide load takes a little more or less.
var extraExceptions = map[string]int{
	"cp.async.cg global copy 16 rand1":      1,
	"cp.async.cg global copy 16 rand2":      1,
	"cp.async.cg global copy 16 crowd1":     1,
	"cp.async.cg global copy 16 crowd2":     1,
	"cp.async.cg shared copy 16 rand0":      2,
	"cp.async.cg shared copy 16 rand1":      1,
	"cp.async.cg shared copy 16 rand2":      1,
	"cp.async.cg shared copy 16 crowd1":     2,
	"cp.async.cg shared copy 16 crowd2":     1,
	"ld.shared.v4 shared load 16 even same": 1,
	"ld.shared.v4 shared load 16 randmask0": 1,
}

// model is what the package says of a vector: sectors or wavefronts, and the ideal.
func (v *vector) model(t *testing.T) [2]int {
	addr, active := v.lanes()
	name, width := v.Instruction, v.Width
	wavefronts := func(n int) [2]int { return [2]int{n, gpu.IdealWavefronts(n, active, width)} }
	pair := func(n, ideal int) [2]int { return [2]int{n, ideal} }
	switch {
	case name == "cp.async.cg":
		other := v.other()
		if v.Space == "global" {
			c := gpu.DirectCopy(&addr, &other, active)
			return pair(c.Sectors, c.IdealSectors)
		}
		c := gpu.DirectCopy(&other, &addr, active)
		return pair(c.Wavefronts, c.IdealWavefronts)
	case v.Space == "global":
		n := gpu.Sectors(&addr, active, width)
		return pair(n, gpu.IdealSectors(n, active, width))
	case name == "cp.async.ca":
		other := v.other()
		return wavefronts(gpu.CopyWavefronts(&other, &addr, active, width))
	case strings.Contains(name, "matrix.x"):
		_, count, _ := strings.Cut(name, ".x")
		return pair(gpu.MatrixWavefronts(&addr, active, int(count[0]-'0')))
	case strings.Contains(name, ".cas."):
		return pair(gpu.SwapWavefronts(&addr, active, width))
	case name == "red.shared.add.u32 of 1":
		return wavefronts(gpu.Wavefronts(&addr, active, width, true))
	case v.Op == "atomic":
		require.Equal(t, 4, width, name)
		return wavefronts(gpu.AtomicWavefronts(&addr, active))
	}
	return wavefronts(gpu.Wavefronts(&addr, active, width, v.Op == "store"))
}

// TestCalibrationExtra holds the instructions beyond loads and stores, and loads and stores in other places, against the hardware.
func TestCalibrationExtra(t *testing.T) {
	all := calibration(t, "calibration-extra.jsonl")
	require.Equal(t, 2429, len(all))
	off := map[string]int{}
	for _, v := range all {
		want := [2]int{v.Sectors + v.Wavefronts, v.Ideal} // one of the two is 0
		got := v.model(t)
		id := v.Instruction + " " + v.id()
		if got != want {
			off[id]++
			assert.Contains(t, extraExceptions, id, "got %v, want %v", got, want)
		}
	}
	assert.Equal(t, extraExceptions, off)
}
