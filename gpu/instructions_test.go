package gpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/gpu"
)

func TestAtomicWavefronts(t *testing.T) {
	word := func(n int64) *[32]int64 { return lanes(func(l int64) int64 { return 4 * n * l }) }
	tests := []struct {
		name       string
		addr       *[32]int64
		active     uint32
		plain      int
		swap, bare int // compare and swap of 4 bytes, and its ideal
	}{
		{"one counter", word(0), all, 32, 64, 2},
		{"own bin", word(1), all, 1, 2, 2},
		{"every second word", word(2), all, 2, 4, 2},
		{"four bins", lanes(func(l int64) int64 { return l % 4 * 4 }), all, 8, 16, 2},
		{"five lanes at one counter", word(0), 0x1f, 5, 10, 2},
		{"nobody", word(1), 0, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.plain, gpu.AtomicWavefronts(test.addr, test.active))
			swap, ideal := gpu.SwapWavefronts(test.addr, test.active, 4)
			assert.Equal(t, [2]int{test.swap, test.bare}, [2]int{swap, ideal})
		})
	}
	wide := lanes(func(l int64) int64 { return 8 * l })
	swap, ideal := gpu.SwapWavefronts(wide, all, 8)
	assert.Equal(t, [2]int{4, 4}, [2]int{swap, ideal}, "two half-warps")
	swap, ideal = gpu.SwapWavefronts(wide, 0xffff, 8)
	assert.Equal(t, [2]int{2, 2}, [2]int{swap, ideal}, "one half-warp")
}

func TestMatrixWavefronts(t *testing.T) {
	rows := func(pitch int64) *[32]int64 { return lanes(func(l int64) int64 { return l % 8 * pitch * 2 }) }
	tests := []struct {
		pitch, matrices int64
		want, ideal     int
	}{
		{64, 1, 8, 1}, {64, 2, 16, 2}, {64, 4, 32, 4},
		{72, 1, 1, 1}, {72, 2, 2, 2}, {72, 4, 4, 4},
		{8, 4, 4, 4}, {16, 1, 2, 1},
	}
	for _, test := range tests {
		got, ideal := gpu.MatrixWavefronts(rows(test.pitch), all, int(test.matrices))
		assert.Equal(t, [2]int{test.want, test.ideal}, [2]int{got, ideal}, "x%d, pitch of %d halves", test.matrices, test.pitch)
	}
}

func TestCopyWavefronts(t *testing.T) {
	for _, width := range []int64{4, 8, 16} {
		least := int(width / 4)
		packed := lanes(func(l int64) int64 { return width * l })
		spread := lanes(func(l int64) int64 { return 2 * width * l })
		one := lanes(func(int64) int64 { return 0 })
		assert.Equal(t, least, gpu.CopyWavefronts(packed, packed, all, int(width)))
		assert.Equal(t, 2*least, gpu.CopyWavefronts(spread, packed, all, int(width)), "every second one read")
		assert.Equal(t, 2*least, gpu.CopyWavefronts(packed, spread, all, int(width)), "every second one written")
		assert.Equal(t, 2*least, gpu.CopyWavefronts(spread, spread, all, int(width)))
		assert.Equal(t, 32, gpu.CopyWavefronts(one, packed, all, int(width)), "one address")
	}
}

func TestDirectCopy(t *testing.T) {
	packed := lanes(func(l int64) int64 { return 16 * l })
	rows := lanes(func(l int64) int64 { return l/8*144 + l%8*16 }) // rows of 128 bytes, a pitch of 144
	tests := []struct {
		name           string
		global, shared *[32]int64
		active         uint32
		want           gpu.DirectCost
	}{
		{"packed", packed, packed, all, gpu.DirectCost{16, 16, 4, 4}},
		{"from behind", lanes(func(l int64) int64 { return 16 * (31 - l) }), packed, all, gpu.DirectCost{16, 16, 4, 4}},
		{"16 bytes apart", lanes(func(l int64) int64 { return 16*l + 16 }), packed, all, gpu.DirectCost{32, 16, 12, 4}},
		{"shared pitch of 144", packed, rows, all, gpu.DirectCost{24, 16, 10, 4}},
		{"both at a pitch of 144", rows, rows, all, gpu.DirectCost{18, 16, 9, 4}},
		{"every second", lanes(func(l int64) int64 { return 32 * l }), packed, all, gpu.DirectCost{32, 16, 32, 4}},
		{"all to one place", packed, lanes(func(int64) int64 { return 0 }), all, gpu.DirectCost{1, 1, 1, 1}},
		{"lane 0", packed, packed, 1, gpu.DirectCost{1, 1, 1, 1}},
		{"nobody", packed, packed, 0, gpu.DirectCost{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, gpu.DirectCopy(test.global, test.shared, test.active))
		})
	}
}
