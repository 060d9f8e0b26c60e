package gpu_test

import (
	"encoding/binary"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/gpu"
)

// request reads 32 addresses of a small memory, a mask and a width from bytes.
func request(data []byte, widthAt uint8) (addr [32]int64, active uint32, width int) {
	var padded [68]byte
	copy(padded[:], data)
	width = 1 << (widthAt % 5)
	for l := range addr {
		addr[l] = int64(binary.LittleEndian.Uint16(padded[2*l:])) &^ int64(width-1)
	}
	return addr, binary.LittleEndian.Uint32(padded[64:]) | 1, width
}

// FuzzRequest holds sectors and the wavefronts of stores against a count byte by byte.
func FuzzRequest(f *testing.F) {
	f.Add([]byte{0, 0, 4, 0, 8, 0, 12, 0}, uint8(2))
	f.Add([]byte("columns of a tile lie a pitch apart, and every lane asks for one of them."), uint8(4))
	f.Fuzz(func(t *testing.T, data []byte, widthAt uint8) {
		addr, active, width := request(data, widthAt)
		sectors := map[int64]bool{}
		for l := range addr {
			if active>>l&1 != 0 {
				for b := range int64(width) {
					sectors[(addr[l]+b)/32] = true
				}
			}
		}
		assert.Equal(t, len(sectors), gpu.Sectors(&addr, active, width))
		least := (bits.OnesCount32(active)*width + 31) / 32
		assert.Equal(t, min(len(sectors), least), gpu.IdealSectors(len(sectors), active, width))

		per := 32
		if width > 4 {
			per = 128 / width
		}
		want := 0
		for first := 0; first < 32; first += per {
			words := map[int64]map[int64]bool{}
			most := 0
			for l := first; l < first+per; l++ {
				if active>>l&1 == 0 {
					continue
				}
				for b := range int64(width) {
					word := (addr[l] + b) / 4
					if words[word%32] == nil {
						words[word%32] = map[int64]bool{}
					}
					words[word%32][word] = true
					most = max(most, len(words[word%32]))
				}
			}
			want += most
		}
		store := gpu.Wavefronts(&addr, active, width, true)
		assert.Equal(t, want, store)
		load := gpu.Wavefronts(&addr, active, width, false)
		assert.LessOrEqual(t, load, store, "loads merge passes, they add none")
		assert.Positive(t, load)
		assert.LessOrEqual(t, gpu.IdealWavefronts(store, active, width), store)
		shifted := addr
		for l := range shifted {
			shifted[l] -= 4096
		}
		assert.Equal(t, store, gpu.Wavefronts(&shifted, active, width, true), "a shift by whole rows of banks changes nothing")
		assert.Equal(t, len(sectors), gpu.Sectors(&shifted, active, width))
	})
}
