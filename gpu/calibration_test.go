package gpu_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/gpu"
)

// vector is one line of a calibration file: a single memory instruction and what an H200 took for it.
type vector struct {
	Space       string   `json:"space"`
	Op          string   `json:"op"`
	Width       int      `json:"width"`
	Instruction string   `json:"instruction"` // calibration-extra.jsonl only
	Name        string   `json:"name"`
	Offsets     []*int64 `json:"offset_bytes"` // null is an inactive lane
	Others      []*int64 `json:"other_bytes"`  // of a copy: the other side
	Sectors     int      `json:"sectors"`
	Wavefronts  int      `json:"wavefronts"`
	Ideal       int      `json:"ideal"`
}

func (v *vector) lanes() (addr [32]int64, active uint32) {
	for l, o := range v.Offsets {
		if o != nil {
			addr[l] = *o
			active |= 1 << l
		}
	}
	return addr, active
}

func (v *vector) other() (addr [32]int64) {
	for l, o := range v.Others {
		if o != nil {
			addr[l] = *o
		}
	}
	return addr
}

func (v *vector) id() string {
	return fmt.Sprintf("%s %s %d %s", v.Space, v.Op, v.Width, v.Name)
}

func calibration(t *testing.T, file string) []vector {
	t.Helper()
	f, err := os.Open("../testdata/hardware/" + file)
	require.NoError(t, err)
	defer f.Close()
	var all []vector
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var v vector
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		require.Len(t, v.Offsets, 32)
		all = append(all, v)
	}
	require.NoError(t, lines.Err())
	return all
}

// TestCalibration holds the model against the hardware. The vectors in exceptions are known to disagree: one that starts to agree
// fails the test as much as a new one that does not.
func TestCalibration(t *testing.T) {
	exceptions := map[string]bool{
		"shared load 16 set quarterdiag":         true,
		"shared load 16 set quarterdiag compact": true,
		"shared load 16 seq mask2":               true,
	}
	all := calibration(t, "calibration.jsonl")
	require.Len(t, all, 1510)
	exact := 0
	for _, v := range all {
		addr, active := v.lanes()
		want := [2]int{v.Sectors, v.Ideal}
		var got [2]int
		if v.Space == "global" {
			got[0] = gpu.Sectors(&addr, active, v.Width)
			got[1] = gpu.IdealSectors(got[0], active, v.Width)
		} else {
			want[0] = v.Wavefronts
			got[0] = gpu.Wavefronts(&addr, active, v.Width, v.Op == "store")
			got[1] = gpu.IdealWavefronts(got[0], active, v.Width)
		}
		if exceptions[v.id()] {
			assert.NotEqual(t, want, got, "%s is no exception any more", v.id())
			continue
		}
		if assert.Equal(t, want, got, v.id()) {
			exact++
		}
	}
	assert.Equal(t, 1507, exact)
}
