package cudalint

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/gpu"
)

// extraVector is one line of calibration-extra.jsonl. Offsets of inactive lanes, and of lanes that give ldmatrix no address, are null.
type extraVector struct {
	Space       string   `json:"space"`
	Op          string   `json:"op"`
	Width       int      `json:"width"`
	Instruction string   `json:"instruction"`
	Name        string   `json:"name"`
	Offsets     []*int64 `json:"offset_bytes"`
	Other       []*int64 `json:"other_bytes"` // the other side of a copy
	Sectors     int      `json:"sectors"`
	Wavefronts  int      `json:"wavefronts"`
	Ideal       int      `json:"ideal"`
}

func lanes(offsets []*int64) (addr [32]int64, active uint32) {
	for l, o := range offsets {
		if o != nil {
			addr[l] = *o
			active |= 1 << l
		}
	}
	return addr, active
}

// lanesPerBank is what shared atomics take: per pass the busiest bank's lanes, those of one word counted each. Asynchronous copies take
// the same, per pass on the side that takes more: the addresses in global memory count as if they were banks.
func lanesPerBank(active uint32, width int, sides ...[32]int64) int {
	pass := 32 / max(width/4, 1)
	total := 0
	for first := 0; first < 32; first += pass {
		busiest := 0
		for _, addr := range sides {
			var banks [32]int
			for l := first; l < first+pass; l++ {
				for w := int64(0); active>>l&1 == 1 && w < int64(width); w += 4 {
					banks[(addr[l]+w)/4%32]++
				}
			}
			for _, n := range banks {
				busiest = max(busiest, n)
			}
		}
		total += busiest
	}
	return total
}

// bypassed is what a copy of 16 bytes past L1 requests: distinct pairs of a global sector and a 32-byte block of shared memory, the two
// halves swapped or not. ok is false where lanes write one address.
func bypassed(v *extraVector) (sectors int, ok bool) {
	type move struct {
		sector, block int64
		swapped       bool
	}
	moves, targets := map[move]bool{}, map[int64]bool{}
	for l, from := range v.Offsets {
		if from == nil {
			continue
		}
		to := *v.Other[l]
		if targets[to] {
			return 0, false
		}
		targets[to] = true
		moves[move{*from / 32, to / 32, (*from^to)&16 != 0}] = true
	}
	return len(moves), true
}

// expect is what the rules say of a vector; ok is false where there is none.
func expect(v *extraVector) (actual, ideal int, ok bool) {
	addr, active := lanes(v.Offsets)
	past := v.Instruction == "cp.async.cg"
	if v.Space == "global" {
		if past {
			actual, ok = bypassed(v)
			return actual, gpu.IdealSectors(actual, active, v.Width), ok
		}
		actual = gpu.Sectors(&addr, active, v.Width)
		return actual, gpu.IdealSectors(actual, active, v.Width), true
	}
	switch {
	case past:
		return 0, 0, false
	case v.Op == "copy":
		from, _ := lanes(v.Other)
		actual = lanesPerBank(active, v.Width, addr, from)
	case v.Op == "atomic" && !strings.HasSuffix(v.Instruction, "of 1"):
		actual = lanesPerBank(active, v.Width, addr)
	default:
		actual = gpu.Wavefronts(&addr, active, v.Width, v.Op != "load" || strings.HasPrefix(v.Instruction, "ldmatrix"))
	}
	ideal = gpu.IdealWavefronts(actual, active, v.Width)
	if strings.Contains(v.Instruction, ".cas.") {
		actual, ideal = 2*actual, 2*ideal // read and write
	}
	return actual, ideal, true
}

// TestCalibrationExtra holds the rules for atomics, asynchronous copies, matrix loads, wide inline assembly and narrow blocks against
// the readings. The shared side of copies past L1 follows none. Of the wide loads two with scattered lanes disagree, of the kind that
// the model of merged passes leaves open.
func TestCalibrationExtra(t *testing.T) {
	f, err := os.Open("testdata/hardware/calibration-extra.jsonl")
	require.NoError(t, err)
	defer f.Close()
	known := map[string]bool{"ld.shared.v4 even same": true, "ld.shared.v4 randmask0": true}
	checked, without := 0, 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		v := new(extraVector)
		require.NoError(t, json.Unmarshal(lines.Bytes(), v))
		require.Len(t, v.Offsets, 32)
		actual, ideal, ok := expect(v)
		if !ok {
			without++
			continue
		}
		checked++
		read, said := []int{v.Sectors + v.Wavefronts, v.Ideal}, []int{actual, ideal}
		if known[v.Instruction+" "+v.Name] {
			assert.NotEqual(t, read, said, "%s %s is no exception any more", v.Instruction, v.Name)
			continue
		}
		assert.Equal(t, read, said, "%s %s %d, %s side", v.Instruction, v.Name, v.Width, v.Space)
	}
	require.NoError(t, lines.Err())
	t.Logf("%d vectors follow the rules, %d have none", checked, without)
	assert.Greater(t, checked, 2200)
}
