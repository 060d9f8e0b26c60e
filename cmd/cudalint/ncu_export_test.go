package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stubModule stands for Nsight Compute's Python module: one launch of one kernel. Its functions are those that the module has in 2025.3,
// with what they do for metrics that are missing, have no instances or hold text.
const stubModule = `
class Ids:
    def __init__(self, ids): self.ids = ids
    def as_uint64(self, i): return self.ids[i]

class Metric:
    def __init__(self, value=None, instances=None): self.value, self.instances = value, instances
    def has_correlation_ids(self): return self.instances is not None
    def correlation_ids(self): return Ids([pc for pc, _ in self.instances])
    def num_instances(self): return len(self.instances)
    def as_uint64(self, i=None):
        v = self.value if i is None else self.instances[i][1]
        if isinstance(v, str): raise RuntimeError("holds text")
        return int(v)
    def as_double(self): return float(self.value)

class Source:
    def __init__(self, file, line): self.file, self.at = file, line
    def file_name(self): return self.file
    def line(self): return self.at

SASS = {16: "LDC R1, c[0x0][0x28]", 32: "@P0 LDG.E R2, desc[UR4][R2.64]", 48: "STG.E desc[UR4][R4.64], R2", 64: "FADD R2, R2, R3", 80: "LDL R7, [R1]",
        96: "LDS R5, [R6]", 112: "EXIT", 128: "LDG.E R9, desc[UR4][R8.64]"}
LINES = {32: 3, 48: 3, 64: 3, 96: 3}

def each(**counts): return Metric(instances=[(int(pc[1:]), n) for pc, n in counts.items()])

class Action:
    metrics = {
        "launch__block_dim_x": Metric(256), "launch__block_dim_y": Metric(1), "launch__block_dim_z": Metric(1),
        "launch__grid_dim_x": Metric(64), "launch__grid_dim_y": Metric(1), "launch__grid_dim_z": Metric(1),
        "l1tex__t_sector_hit_rate.pct": Metric(12.5), "lts__t_sector_hit_rate.pct": Metric(50), "gpu__time_duration.sum": Metric(4200),
        "inst_executed": each(_16=512, _32=512, _48=512, _64=512, _80=512, _96=512, _112=512, _128=512),
        "thread_inst_executed_true": each(_32=16384, _48=16384, _96=16384),
        "memory_l2_theoretical_sectors_global": each(_32=16384, _48=2048),
        "memory_l2_theoretical_sectors_global_ideal": each(_32=2048, _48=2048),
        "memory_l1_wavefronts_shared": each(_96=1024),
        "memory_l1_wavefronts_shared_ideal": each(_96=512),
        "memory_access_size_type": Metric(instances=[(32, 32), (48, 32), (96, "32")]),
        "sm__warps_active.avg.pct_of_peak_sustained_active": Metric(75),
    }
    def name(self): return "walk"
    def metric_names(self): return list(self.metrics)
    def metric_by_name(self, name): return self.metrics[name]
    def sass_by_pc(self, pc): return SASS[pc]
    def source_info(self, pc): return Source("/build/walk.cu", LINES[pc]) if pc in LINES else None

class Range:
    def num_actions(self): return 1
    def action_by_idx(self, i): return Action()

class Report:
    def num_ranges(self): return 1
    def range_by_idx(self, i): return Range()

def load_report(path):
    if path != "app.ncu-rep": raise RuntimeError("no report " + path)
    return Report()
`

// TestExport runs integrations/ncu_export.py on such a module, and confirm on what it writes.
func TestExport(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	script, err := filepath.Abs(filepath.Join(top, "integrations", "ncu_export.py"))
	require.NoError(t, err)
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.Mkdir("module", 0o755))
	require.NoError(t, os.WriteFile("module/ncu_report.py", []byte(stubModule), 0o644))
	export := func(args ...string) (string, error) {
		cmd := exec.Command(python, append([]string{script}, args...)...)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(dir, "module"), "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.Output()
		return string(out), err
	}
	out, err := export("app.ncu-rep")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4, "a launch, two accesses to global memory, one to shared: neither constants nor local memory, nor what has no line")
	var launch, load, shared map[string]any
	for i, to := range map[int]*map[string]any{0: &launch, 1: &load, 3: &shared} {
		require.NoError(t, json.Unmarshal([]byte(lines[i]), to))
	}
	assert.Equal(t, map[string]any{
		"launch": true, "kernel": "walk", "block": []any{256.0, 1.0, 1.0}, "grid": []any{64.0, 1.0, 1.0}, "l1_hit_percent": 12.5, "l2_hit_percent": 50.0,
		"occupancy_percent": 75.0, "microseconds": 4.2,
	}, launch)
	assert.Equal(t, map[string]any{
		"kernel": "walk", "file": "/build/walk.cu", "line": 3.0, "sass": "LDG.E", "requests": 512.0, "threads": 16384.0, "bits": 32.0, "sectors": 16384.0, "sectors_ideal": 2048.0,
	}, load)
	assert.Equal(t, []any{"LDS", 1024.0, 512.0}, []any{shared["sass"], shared["wavefronts"], shared["wavefronts_ideal"]})
	assert.NotContains(t, shared, "bits", "a metric that holds text is left out")

	require.NoError(t, os.WriteFile("app.jsonl", []byte(out), 0o644))
	require.NoError(t, os.WriteFile("walk.cu", []byte(`__global__ void walk(float *o, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * 8];
}
void run(float *o, const float *a) { walk<<<64, 256>>>(o, a); }
`), 0o644))
	var stdout, stderr bytes.Buffer
	assert.Equal(t, exitFindings, run([]string{"confirm", "--no-cache", "--ncu", "app.jsonl", "walk.cu"}, nil, &stdout, &stderr), stderr.String())
	assert.Contains(t, stdout.String(), "measured 32 per request, ideal 4: confirmed")

	_, err = export()
	assert.Error(t, err, "without a report it says how it is called")
	_, err = export("other.ncu-rep")
	assert.Error(t, err)
	require.NoError(t, os.Remove("module/ncu_report.py"))
	installed, err := filepath.Glob("/opt/nvidia/nsight-compute/*/extras/python")
	require.NoError(t, err)
	if _, err = export("app.ncu-rep"); assert.Error(t, err) && len(installed) == 0 {
		var failed *exec.ExitError
		require.ErrorAs(t, err, &failed)
		assert.Contains(t, string(failed.Stderr), "set PYTHONPATH to extras/python of Nsight Compute")
	}
}
