package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

const kernelText = "__global__ void k(float *out, const float *in, int n) {\n\tout[threadIdx.x] = in[n * threadIdx.x]; // 行\n}\n"

// strided is a finding with everything on it.
func strided() diag.Diagnostic {
	after := addresses(func(l int64) int64 { return 4 * l })
	return diag.Diagnostic{
		Rule:        "uncoalesced-access",
		Severity:    diag.Warning,
		Confidence:  diag.Likely,
		Message:     "32 sectors per request, ideal 4: lanes read in 4*n bytes apart",
		Place:       at(kernelText, "in[n * threadIdx.x]"),
		Subject:     diag.Subject{Kernel: "k", Array: "in", Space: "global", Op: "load", Index: "n*threadIdx.x", Stride: "4*n", Block: [3]int64{64, 4, 1}, BlockFrom: "launch", LaunchLine: 9},
		Cost:        &diag.Cost{Unit: diag.Sectors, Actual: 32, Ideal: 4},
		Cause:       "strided",
		Assumptions: []string{"n is large"},
		Metric:      "memory_l2_theoretical_sectors_global",
		Help:        "store in by columns",
		Related:     []diag.Related{{Place: at(kernelText, "out[threadIdx.x]"), Message: "written here"}},
		Picture:     &diag.Picture{Width: 4, Active: allLanes, Before: addresses(func(l int64) int64 { return 4004 * l }), After: &after, Remedy: "by columns"},
		UsefulShare: 0.125,
	}
}

func TestFindings(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Findings(&out, []diag.Diagnostic{strided()}, Style{}))
	assert.Equal(t, `k.cu:2:21: warning: 32 sectors per request, ideal 4: lanes read in 4*n bytes apart [uncoalesced-access]
 2 │     out[threadIdx.x] = in[n * threadIdx.x]; // 行
   │                        ^^^^^^^^^^^^^^^^^^^
   = kernel k, block 64x4 (launch at line 9), stride 4*n bytes
   = to confirm: memory_l2_theoretical_sectors_global, 32 per request (ideal 4)
   = assumed: n is large
   = k.cu:2:2: written here
   help: store in by columns
   one warp now: 32 sectors of 32 bytes, 128 of 1024 bytes used
      [0·······]⋯[·1······]⋯[··2·····]⋯[···3····]⋯[····4···]⋯[·····5··]
      [······6·]⋯[·······7]⋯[8·······]⋯[·9······]⋯[··a·····]⋯[···b····] +20 more
   by columns: 4 sectors of 32 bytes, 128 of 128 bytes used
      [01234567][89abcdef][ghijklmn][opqrstuv]

Pictures: 0-9 and a-v are the 32 lanes of one warp, * stands for several.
Each [box] is a sector of 32 bytes; · is fetched and not used.
`, out.String())

	out.Reset()
	require.NoError(t, Findings(&out, []diag.Diagnostic{strided()}, Style{ASCII: true}))
	for _, c := range out.Bytes() {
		require.Less(t, c, byte(0x80))
	}

	out.Reset()
	require.NoError(t, Findings(&out, nil, Style{}))
	assert.Empty(t, out.String())
}

// TestColor: what is coloured reads the same without the colours.
func TestColor(t *testing.T) {
	var plain, colored bytes.Buffer
	require.NoError(t, Findings(&plain, []diag.Diagnostic{strided()}, Style{}))
	require.NoError(t, Findings(&colored, []diag.Diagnostic{strided()}, Style{Color: true}))
	assert.Contains(t, colored.String(), "\x1b[")
	assert.Equal(t, plain.String(), regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored.String(), ""))
}

func TestManyRelatedPlaces(t *testing.T) {
	d := strided()
	d.Related = nil
	for i := range 30 {
		d.Related = append(d.Related, diag.Related{Place: at(kernelText, "out"), Message: fmt.Sprint("site ", i)})
	}
	text := strings.Join(findingLines(&d, Style{}), "\n")
	assert.Contains(t, text, "site 7\n")
	assert.NotContains(t, text, "site 8\n")
	assert.Contains(t, text, "and 22 more places")
}

func TestFindingsJSON(t *testing.T) {
	var out bytes.Buffer
	r := &lint.Result{Findings: []diag.Diagnostic{strided(), {Rule: lint.SyntaxError, Place: at("x", "x")}}}
	require.NoError(t, writeFindings(&out, &Document{Tool: Tool{"cudalint", "v1"}, Result: r, Summary: Summarize(1, 0, r)}))
	var doc struct {
		Version  int
		Tool     Tool
		Findings []map[string]any
		Summary  Summary
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
	assert.Equal(t, 1, doc.Version)
	assert.Equal(t, Summary{Files: 1, Warnings: 1, Hints: 1}, doc.Summary)
	require.Len(t, doc.Findings, 2)
	f := doc.Findings[0]
	for field, want := range map[string]any{
		"rule": "uncoalesced-access", "severity": "warning", "confidence": "likely", "kernel": "k", "array": "in", "space": "global",
		"op": "load", "stride": "4*n", "block": []any{64.0, 4.0, 1.0}, "block_from": "launch", "launch_line": 9.0, "cause": "strided",
		"file": "k.cu", "line": 2.0, "column": 21.0, "end_line": 2.0, "end_column": 40.0, "byte_start": 76.0, "byte_end": 95.0,
		"utf16_column": 21.0, "utf16_end_column": 40.0, "useful_share": 0.125, "footprint": nil, "assumptions": []any{"n is large"},
		"cost": map[string]any{"unit": "sectors", "actual": 32.0, "ideal": 4.0}, "fixes": []any{},
	} {
		assert.Equal(t, want, f[field], field)
	}
	assert.Len(t, f["related"], 1)
	none := doc.Findings[1]
	for _, field := range []string{"cost", "array", "stride", "block", "metric", "weight"} {
		assert.Contains(t, none, field)
		assert.Nil(t, none[field], field)
	}
}

func TestAccessesJSON(t *testing.T) {
	a := lint.Access{
		Place: at(kernelText, "in[n * threadIdx.x]"), Calls: []diag.Place{at(kernelText, "threadIdx.x")}, Width: 4, Pattern: "strided", Basis: "assumed",
		Subject: diag.Subject{Kernel: "k", Array: "in", Space: "global", Op: "load", Stride: "128", Block: [3]int64{256, 1, 1}, BlockFrom: "assumed"},
		Numbers: lint.Numbers{Known: true, Lanes: 32, Actual: 32, Ideal: 4.00004, Footprint: math.Inf(1)},
	}
	shared, unknown := a, a
	shared.Subject.Space = "shared"
	unknown.Numbers, unknown.BlockedBy, unknown.Basis = lint.Numbers{}, "n", "unknown"
	var out bytes.Buffer
	require.NoError(t, WriteAccesses(&out, &lint.Result{Accesses: []lint.Access{a, shared, unknown}, Unread: []lint.Unread{{Place: at("x", "x"), Reason: "why"}}}))
	var doc struct {
		Version  int
		Accesses []map[string]any
		Unread   []map[string]any
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
	require.Len(t, doc.Accesses, 3)
	first := doc.Accesses[0]
	for field, want := range map[string]any{
		"file": "k.cu", "line": 2.0, "kernel": "k", "array": "in", "space": "global", "op": "load", "width": 4.0, "stride": 128.0, "index": nil,
		"block": []any{256.0, 1.0, 1.0}, "block_from": "assumed", "lanes": 32.0, "sectors": 32.0, "sectors_ideal": 4.0, "footprint": nil,
		"pattern": "strided", "basis": "assumed", "assumptions": []any{},
	} {
		assert.Equal(t, want, first[field], field)
	}
	assert.NotContains(t, first, "wavefronts")
	assert.NotContains(t, first, "blocked_by")
	assert.Len(t, first["called_from"], 1)
	assert.Equal(t, 32.0, doc.Accesses[1]["wavefronts"])
	assert.NotContains(t, doc.Accesses[1], "sectors")
	assert.Equal(t, "n", doc.Accesses[2]["blocked_by"])
	assert.Nil(t, doc.Accesses[2]["sectors"])
	assert.Equal(t, "why", doc.Unread[0]["reason"])
}

func TestSummary(t *testing.T) {
	s := Summary{Files: 2, Kernels: 1, Accesses: 10, Judged: 8, Unknown: 2, Unread: 1, Warnings: 2, Infos: 3, Errors: 1}
	assert.Equal(t, "1 error, 2 warnings, 3 info in 2 files, 1 kernel: 8 of 10 accesses judged; 2 accesses without a number, 1 place not read (--show-unknown lists them)", s.String())
	assert.Equal(t, "no findings in 1 file, 0 kernels: 0 of 0 accesses judged", Summary{Files: 1}.String())
}
