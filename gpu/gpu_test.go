package gpu_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/cudalint/cudalint/gpu"
)

const all = ^uint32(0)

func lanes(f func(l int64) int64) *[32]int64 {
	var a [32]int64
	for l := range a {
		a[l] = f(int64(l))
	}
	return &a
}

func TestSectors(t *testing.T) {
	tests := []struct {
		name                    string
		addr                    *[32]int64
		active                  uint32
		width                   int
		sectors, ideal, settled int
	}{
		{"nobody", lanes(func(int64) int64 { return 0 }), 0, 4, 0, 0, 0},
		{"one address", lanes(func(int64) int64 { return 64 }), all, 4, 1, 1, 1},
		{"float, stride 1", lanes(func(l int64) int64 { return 4 * l }), all, 4, 4, 4, 4},
		{"float, stride 1, one off", lanes(func(l int64) int64 { return 4*l + 4 }), all, 4, 5, 4, 4},
		{"float, stride 1, from behind", lanes(func(l int64) int64 { return -4 * l }), all, 4, 5, 4, 4},
		{"float, stride 2", lanes(func(l int64) int64 { return 8 * l }), all, 4, 8, 4, 8},
		{"float, stride 2, 28 off", lanes(func(l int64) int64 { return 8*l + 28 }), all, 4, 9, 4, 8},
		{"float, stride 3", lanes(func(l int64) int64 { return 12 * l }), all, 4, 12, 4, 12},
		{"float, stride 8", lanes(func(l int64) int64 { return 32 * l }), all, 4, 32, 4, 32},
		{"float4", lanes(func(l int64) int64 { return 16 * l }), all, 16, 16, 16, 16},
		{"double", lanes(func(l int64) int64 { return 8 * l }), all, 8, 8, 8, 8},
		{"field of 16-byte struct", lanes(func(l int64) int64 { return 16*l + 4 }), all, 4, 16, 4, 16},
		{"field of 24-byte struct", lanes(func(l int64) int64 { return 24 * l }), all, 4, 24, 4, 24},
		{"field of 40-byte struct", lanes(func(l int64) int64 { return 40 * l }), all, 4, 32, 4, 32},
		{"half-rows", lanes(func(l int64) int64 { return l/16*4096 + l%16*4 }), all, 4, 4, 4, 4},
		{"half-rows, one off", lanes(func(l int64) int64 { return l/16*4096 + l%16*4 + 4 }), all, 4, 6, 4, 4},
		{"8x8, one off", lanes(func(l int64) int64 { return l/8*4096 + l%8*4 + 4 }), all, 4, 8, 4, 4},
		{"4-wide block", lanes(func(l int64) int64 { return l/4*4096 + l%4*4 }), all, 4, 8, 4, 8},
		{"uchar 16x16", lanes(func(l int64) int64 { return l/16*4096 + l%16 }), all, 1, 2, 1, 2},
		{"uchar 8x8", lanes(func(l int64) int64 { return l/8*4096 + l%8 }), all, 1, 4, 1, 4},
		{"half 8x8", lanes(func(l int64) int64 { return l/8*4096 + l%8*2 }), all, 2, 4, 2, 4},
		{"lone lane", lanes(func(l int64) int64 { return 4 * l }), 1 << 9, 4, 1, 1, 1},
		{"even lanes", lanes(func(l int64) int64 { return 4 * l }), 0x55555555, 4, 4, 2, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sectors := gpu.Sectors(test.addr, test.active, test.width)
			assert.Equal(t, test.sectors, sectors)
			assert.Equal(t, test.ideal, gpu.IdealSectors(sectors, test.active, test.width))
			assert.Equal(t, test.settled, gpu.SettledSectors(test.addr, test.active, test.width))
			a, i, s := gpu.GlobalCost(test.addr, test.active, test.width)
			assert.Equal(t, [3]int{test.sectors, test.ideal, test.settled}, [3]int{a, i, s})
		})
	}
}

// column and row are the accesses of a warp that is wide lanes wide to a tile whose rows are pitch bytes long.
func column(wide, pitch, element, index int64) *[32]int64 {
	return lanes(func(l int64) int64 { return l%wide*pitch + (l/wide+index)*element })
}

func row(wide, pitch, element, index int64) *[32]int64 {
	return lanes(func(l int64) int64 { return (l/wide+index)*pitch + l%wide*element })
}

func TestPadding(t *testing.T) {
	tests := []struct {
		name     string
		of       func(index int64) *[32]int64
		width    int
		from, to int // least and most over 8 values of the uniform index
	}{
		{"float [32][32] column, 32", func(i int64) *[32]int64 { return column(32, 128, 4, i) }, 4, 32, 32},
		{"float [32][32] row, 32", func(i int64) *[32]int64 { return row(32, 128, 4, i) }, 4, 1, 1},
		{"float [32][32] column, 33", func(i int64) *[32]int64 { return column(32, 132, 4, i) }, 4, 1, 1},
		{"float [32][32] row, 33", func(i int64) *[32]int64 { return row(32, 132, 4, i) }, 4, 1, 1},
		{"float [32][32] column, 34", func(i int64) *[32]int64 { return column(32, 136, 4, i) }, 4, 2, 2},
		{"float [32][32] row, 34", func(i int64) *[32]int64 { return row(32, 136, 4, i) }, 4, 1, 1},
		{"float [16][16] column, 16", func(i int64) *[32]int64 { return column(16, 64, 4, 2*i) }, 4, 8, 8},
		{"float [16][16] row, 16", func(i int64) *[32]int64 { return row(16, 64, 4, 2*i) }, 4, 1, 1},
		{"float [16][16] column, 17", func(i int64) *[32]int64 { return column(16, 68, 4, 2*i) }, 4, 2, 2},
		{"float [16][16] row, 17", func(i int64) *[32]int64 { return row(16, 68, 4, 2*i) }, 4, 2, 2},
		{"float [16][16] column, 18", func(i int64) *[32]int64 { return column(16, 72, 4, 2*i) }, 4, 1, 1},
		{"float [16][16] row, 18", func(i int64) *[32]int64 { return row(16, 72, 4, 2*i) }, 4, 2, 2},
		{"float [16][16] column, xor", func(i int64) *[32]int64 {
			return lanes(func(l int64) int64 { r, c := l%16, l/16+2*i; return r*64 + (c^r)*4 })
		}, 4, 1, 1},
		{"float [16][16] row, xor", func(i int64) *[32]int64 {
			return lanes(func(l int64) int64 { r, c := l/16+2*i, l%16; return r*64 + (c^r)*4 })
		}, 4, 1, 1},
		{"double [32][32] column, 32", func(i int64) *[32]int64 { return column(32, 256, 8, i) }, 8, 32, 32},
		{"double [32][32] column, 33", func(i int64) *[32]int64 { return column(32, 264, 8, i) }, 8, 2, 2},
		{"float4, lane is row, 32", func(i int64) *[32]int64 { return column(32, 128, 16, i) }, 16, 32, 32},
		{"float4, lane is row, 36", func(i int64) *[32]int64 { return column(32, 144, 16, i) }, 16, 4, 4},
		{"half [32][32] column, 32", func(i int64) *[32]int64 { return column(32, 64, 2, i) }, 2, 16, 16},
		{"half [32][32] column, 33", func(i int64) *[32]int64 { return column(32, 66, 2, i) }, 2, 1, 2},
		{"half [32][32] column, 34", func(i int64) *[32]int64 { return column(32, 68, 2, i) }, 2, 1, 1},
		{"char [32][32] column, 32", func(i int64) *[32]int64 { return column(32, 32, 1, i) }, 1, 8, 8},
		{"char [32][32] column, 33", func(i int64) *[32]int64 { return column(32, 33, 1, i) }, 1, 1, 2},
		{"char [32][32] column, 36", func(i int64) *[32]int64 { return column(32, 36, 1, i) }, 1, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			least, most := 1000, 0
			for i := range int64(8) {
				w := gpu.Wavefronts(test.of(i), all, test.width, false)
				least, most = min(least, w), max(most, w)
			}
			assert.Equal(t, [2]int{test.from, test.to}, [2]int{least, most})
		})
	}
	broken := lanes(func(l int64) int64 { return 132 * l })
	assert.EqualValues(t, 0xeeeeeeee, gpu.Misaligned(broken, all, 16), "float4 rows of 33 floats")
}

// TestStrides: 32 lanes, stride t elements.
func TestStrides(t *testing.T) {
	gcd := func(a, b int64) int {
		for b != 0 {
			a, b = b, a%b
		}
		return int(a)
	}
	for s := int64(1); s <= 64; s++ {
		of := func(w int64) *[32]int64 { return lanes(func(l int64) int64 { return l * s * w }) }
		assert.Equal(t, gcd(s, 32), gpu.Wavefronts(of(4), all, 4, false), s)
		assert.Equal(t, 2*gcd(s, 16), gpu.Wavefronts(of(8), all, 8, false), s)
		assert.Equal(t, 4*gcd(s, 8), gpu.Wavefronts(of(16), all, 16, false), s)
		assert.EqualValues(t, gcd(s, 8), gpu.ConflictDegree(of(16), all, 16, true), s)
	}
}

func TestUniformWideLoads(t *testing.T) {
	same := lanes(func(int64) int64 { return 48 })
	assert.Equal(t, 2, gpu.Wavefronts(same, all, 16, false))
	assert.Equal(t, 4, gpu.Wavefronts(same, all, 16, true))
	assert.Equal(t, 1, gpu.Wavefronts(same, all, 8, false))
	assert.Equal(t, 2, gpu.Wavefronts(same, all, 8, true))
	assert.EqualValues(t, 1, gpu.ConflictDegree(same, all, 16, false))
}

func TestPicture(t *testing.T) {
	p := gpu.Picture(column(32, 128, 4, 5), all&^1, 4)
	assert.EqualValues(t, -1, p.Bank[0])
	assert.EqualValues(t, 5, p.Bank[31])
	assert.Equal(t, 31, p.Words[5])
	assert.Equal(t, 0, p.Words[4])
	assert.Equal(t, all&^1, p.Pass)
}

// access draws a warp access: strided, tiled, random or mixed lanes.
func access(t *rapid.T) (addr [32]int64, active uint32, width int) {
	width = rapid.SampledFrom([]int{1, 2, 4, 8, 16}).Draw(t, "width")
	w := int64(width)
	active = rapid.OneOf(rapid.Just(all), rapid.Uint32()).Draw(t, "active")
	base := rapid.Int64Range(-100, 100).Draw(t, "base") * w
	stride := rapid.Int64Range(-40, 40).Draw(t, "stride") * w
	wide := rapid.Int64Range(1, 32).Draw(t, "wide")
	pitch := rapid.Int64Range(0, 200).Draw(t, "pitch") * w
	noise := rapid.SampledFrom([]int64{0, 0, 3, 1000}).Draw(t, "noise")
	for l := range addr {
		n := int64(l)
		addr[l] = base + n%wide*stride + n/wide*pitch + rapid.Int64Range(0, noise).Draw(t, "jitter")*w
	}
	return addr, active, width
}

// TestAgainstSets compares with sets of bytes and words, written down as the model's page states them.
func TestAgainstSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		addr, active, width := access(t)
		sectors := map[int64]bool{}
		for l, a := range addr {
			for b := range int64(width) {
				if active>>l&1 != 0 {
					sectors[(a+b)>>5] = true
				}
			}
		}
		got := gpu.Sectors(&addr, active, width)
		assert.Equal(t, len(sectors), got)
		settled := gpu.SettledSectors(&addr, active, width)
		assert.LessOrEqual(t, settled, got)
		assert.LessOrEqual(t, min(1, got), settled)

		per := map[int]int{1: 32, 2: 32, 4: 32, 8: 16, 16: 8}[width]
		want := 0
		for first := 0; first < 32; first += per {
			banks := map[int64]map[int64]bool{}
			most := 0
			for l := first; l < first+per; l++ {
				for b := range int64(width) {
					if active>>l&1 == 0 {
						continue
					}
					word := (addr[l] + b) >> 2
					bank := word & 31
					if banks[bank] == nil {
						banks[bank] = map[int64]bool{}
					}
					banks[bank][word] = true
					most = max(most, len(banks[bank]))
				}
			}
			want += most
		}
		assert.Equal(t, want, gpu.Wavefronts(&addr, active, width, true))
		load := gpu.Wavefronts(&addr, active, width, false)
		assert.LessOrEqual(t, load, want)
		assert.LessOrEqual(t, gpu.IdealWavefronts(load, active, width), load)
		if width <= 4 {
			assert.Equal(t, want, load)
		}
	})
}

// TestSettledIgnoresShift: for one contiguous run the settled count is that of the run at a boundary, wherever it starts.
func TestSettledIgnoresShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 32).Draw(t, "lanes")
		shift := rapid.Int64Range(-64, 64).Draw(t, "shift") * 4
		addr := lanes(func(l int64) int64 { return 4*l + shift })
		active := uint32(1<<n - 1)
		assert.Equal(t, (4*bits.OnesCount32(active)+31)/32, gpu.SettledSectors(addr, active, 4))
	})
}

func TestNoAllocations(t *testing.T) {
	scattered := lanes(func(l int64) int64 { return l * 7919 % 4096 * 4 })
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		gpu.GlobalCost(scattered, all, 4)
		gpu.SettledSectors(scattered, all, 4)
		gpu.Wavefronts(scattered, all, 16, false)
		gpu.Wavefronts(scattered, all, 4, true)
		gpu.Picture(scattered, all, 4)
	}))
}

func TestTargets(t *testing.T) {
	for _, name := range []string{"sm_90", "compute_90", "sm_90a"} {
		target, ok := gpu.TargetByName(name)
		assert.True(t, ok, name)
		assert.Equal(t, "sm_90", target.Name)
		assert.Equal(t, 900, target.Arch())
		assert.Equal(t, 227*1024, target.SharedOptIn)
	}
	_, ok := gpu.TargetByName("sm_60")
	assert.False(t, ok)
	assert.Contains(t, gpu.TargetNames(), gpu.DefaultTarget)
	hopper, _ := gpu.TargetByName("sm_90")
	assert.Equal(t, 8, hopper.ResidentBlocks(256, 0))
	assert.Equal(t, 4, hopper.ResidentBlocks(256, 48*1024))
	assert.Equal(t, 0, hopper.ResidentBlocks(2048, 0))
	assert.Equal(t, 0, hopper.ResidentBlocks(32, 228*1024))
	for _, name := range gpu.TargetNames() {
		target, _ := gpu.TargetByName(name)
		assert.LessOrEqual(t, target.SharedOptIn+target.SharedReserve, target.SharedSM, name)
		assert.LessOrEqual(t, target.SharedSM, target.UnifiedL1, name)
	}
}

func BenchmarkCosts(b *testing.B) {
	row := lanes(func(l int64) int64 { return 4 * l })
	for b.Loop() {
		gpu.GlobalCost(row, all, 4)
		gpu.Wavefronts(row, all, 4, false)
	}
}
