package cudalint

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/lint"
)

const intensityDir = "testdata/intensity"

// intensityReading is what Nsight Compute counted for one launch.
type intensityReading struct {
	Kernel   string   `json:"kernel"`
	Block    [3]int64 `json:"block"`
	FLOP     float64  `json:"flop"`
	Distinct float64  `json:"distinct_bytes"` // bytes that the threads ask for, those of one address in a request once
	Sectors  float64  `json:"sector_bytes"`   // 32 bytes for each sector that the warps request
	Memory   float64  `json:"memory_bytes"`   // bytes that device memory moves
}

func intensityReadings(t *testing.T) []intensityReading {
	file, err := os.Open(intensityDir + "/readings.jsonl")
	require.NoError(t, err)
	defer file.Close()
	var out []intensityReading
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r intensityReading
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		out = append(out, r)
	}
	require.GreaterOrEqual(t, len(out), 10)
	return out
}

// intensityWithin is the share of a reading that an estimate may be off.
const intensityWithin = 0.20

// TestIntensity holds operations, bytes and their quotient, as reports show them, against what Nsight Compute counted on an H200.
func TestIntensity(t *testing.T) {
	out, err := driver.Run(context.Background(), driver.Options{Paths: []string{intensityDir + "/kernels.cu"}, Lint: lint.Options{Detail: true}})
	require.NoError(t, err)
	for _, r := range intensityReadings(t) {
		var found *lint.Execution
		for i, e := range out.Executions {
			if e.Kernel == r.Kernel && e.Block == r.Block {
				found = &out.Executions[i]
			}
		}
		if !assert.NotNil(t, found, "%s %v", r.Kernel, r.Block) {
			continue
		}
		in := found.Traffic()
		t.Logf("%-14s %v: FLOP %.4g of %.4g, bytes %.4g of %.4g, sector bytes %.4g of %.4g, intensity %.3f of %.3f", r.Kernel, r.Block,
			found.Work.Total(), r.FLOP, in.Distinct, r.Distinct, in.Sectors, r.Sectors, found.Work.Total()/in.Distinct, r.FLOP/r.Distinct)
		close := func(what string, got, want float64) {
			assert.LessOrEqual(t, math.Abs(got-want), intensityWithin*want, "%s of %s %v: %g, read %g", what, r.Kernel, r.Block, got, want)
		}
		close("FLOP", found.Work.Total(), r.FLOP)
		close("distinct bytes", in.Distinct, r.Distinct)
		close("bytes of the sectors", in.Sectors, r.Sectors)
		close("FLOP per byte", found.Work.Total()/in.Distinct, r.FLOP/r.Distinct)
		close("FLOP per byte of sectors", found.Work.Total()/in.Sectors, r.FLOP/r.Sectors)
	}
}
