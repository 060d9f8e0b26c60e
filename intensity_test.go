package cudalint

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
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

// intensityTitles name the launches as docs/report.md does, by kernel and threads of a block.
var intensityTitles = map[string]string{
	"copy 256": "copy", "saxpy 256": "saxpy", "triad 256": "triad, double", "stencil 256": "five-point stencil",
	"naiveProduct 256": "product without tiles, 16x16", "tiledProduct 64": "product, tiles of 8 (T/4 = 2)", "tiledProduct 256": "product, tiles of 16 (T/4 = 4)",
	"tiledProduct 1024": "product, tiles of 32 (T/4 = 8)", "reduction 256": "reduction", "bodies 256": "bodies", "polynomial 256": "polynomial",
	"rowProduct 256": "rows of a matrix", "moveAll 256": "particles, a struct of 32 bytes",
}

// TestReportPage holds the table of docs/report.md against what is worked out and what was read.
func TestReportPage(t *testing.T) {
	out, err := driver.Run(context.Background(), driver.Options{Paths: []string{intensityDir + "/kernels.cu"}, Lint: lint.Options{Detail: true}})
	require.NoError(t, err)
	const head = "| kernel | FLOP worked out | counted | FLOP per byte worked out | counted |\n|---|---:|---:|---:|---:|\n"
	table := ""
	for _, r := range intensityReadings(t) {
		title := intensityTitles[fmt.Sprintf("%s %d", r.Kernel, r.Block[0]*r.Block[1]*r.Block[2])]
		require.NotEmpty(t, title, "%s %v has a title", r.Kernel, r.Block)
		for i := range out.Executions {
			if e := &out.Executions[i]; e.Kernel == r.Kernel && e.Block == r.Block {
				work := e.Work.Total()
				table += fmt.Sprintf("| %s | %s | %s | %s | %s |\n", title, millions(work), millions(r.FLOP), quotient(work/e.Traffic().Sectors), quotient(r.FLOP/r.Sectors))
				break
			}
		}
	}
	const page = "docs/report.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), head)
	require.True(t, found, "%s has the table", page)
	_, behind, found := strings.Cut(rest, "\n\n")
	require.True(t, found)
	want := before + head + table + "\n" + behind
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(text), "%s is stale: go test . -run TestReportPage -update", page)
}

// millions is a count with four digits.
func millions(v float64) string {
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v/1e6, 'g', 4, 64) + " million"
}

// quotient is a number with three digits, at most three of them behind the point.
func quotient(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v < 1:
		return strconv.FormatFloat(v, 'f', 3, 64)
	case v < 10:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
