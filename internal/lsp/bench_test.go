package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
)

// benched is an environment variable: a file that is edited in the benchmark in the place of the one that is made up.
const benched = "CUDALINT_BENCH"

// editCount is an environment variable: how many edits TestManyEdits makes.
const editCount = "CUDALINT_EDITS"

// manyKernels is a file of at least so many lines: kernels of the usual kinds with the host code that launches them.
func manyKernels(lines int) string {
	var b strings.Builder
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		fmt.Fprintf(&b, `
// kernels of step %[1]d: a transpose, a stencil, a reduction
__global__ void transpose%[1]d(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) {
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  }
  __syncthreads();
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stencil%[1]d(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = -2; k <= 2; k++) {
    if (i + k >= 0 && i + k < n) {
      sum += in[i + k] * %[1]d;
    }
  }
  out[i] = sum;
}

__global__ void reduce%[1]d(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d) {
      s[threadIdx.x] += s[threadIdx.x + d];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[blockIdx.x] = s[0];
  }
}

void step%[1]d(float *a, float *b, int n) {
  transpose%[1]d<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, n);
  stencil%[1]d<<<(n + 255) / 256, 256>>>(a, b, n);
  reduce%[1]d<<<n / 256, 256>>>(a, b);
}
`, i)
	}
	return b.String()
}

// BenchmarkEditToDiagnostics types anywhere into a file of 2,000 lines, takes it back, and waits for the diagnostics of each version. It reports
// the time that 95 of 100 edits take no longer than, and how long a run of the command line's work over the file takes.
func BenchmarkEditToDiagnostics(b *testing.B) {
	text := manyKernels(2000)
	if path := os.Getenv(benched); path != "" {
		content, err := os.ReadFile(path)
		require.NoError(b, err)
		text = string(content)
	}
	dir := files(b, map[string]string{"big.cu": text})
	uri := fileURI(filepath.Join(dir, "big.cu"))
	ed := start(b, config.Command{})
	ed.begin(dir, capabilities("utf-16"), nil)
	ed.open(uri, text)
	ed.findings(uri, 1, nil)
	ed.until("$/progress", func(params json.RawMessage) bool { return strings.Contains(string(params), `"kind":"end"`) })
	content := newText([]byte(text))
	var took []time.Duration
	version := 1
	pieces := []string{"x", "i", "n", "a", "e", "t", "_", "1", "0", "2", " ", " ", "  ", ";", ".", "+", "*", "=", " + n", "int ", "()", "[]", "\n"} // editors close brackets
	var back *textRange                                                                                                                             // what takes the last edit back
	for b.Loop() {
		change := object{"text": ""}
		if back != nil {
			change["range"], back = *back, nil
		} else {
			at := content.position(rand.IntN(len(text)), utf16Units)
			line := at.Line
			piece := pieces[rand.IntN(len(pieces))]
			end := position{line, at.Character + uint32(len(piece))}
			if piece == "\n" {
				end = position{line + 1, 0}
			}
			change["range"], change["text"], back = textRange{at, at}, piece, &textRange{at, end}
		}
		ed.mu.Lock()
		ed.all = nil // what came before is not read again
		ed.mu.Unlock()
		began := time.Now()
		version++
		ed.change(uri, version, change)
		ed.findings(uri, version, nil)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	var whole []time.Duration
	for range 5 {
		began := time.Now()
		_, err := driver.Run(context.Background(), driver.Options{Paths: []string{dir}, Dir: dir, Settings: config.NewResolver(config.Command{}, nil)})
		require.NoError(b, err)
		whole = append(whole, time.Since(began))
	}
	slices.Sort(whole)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(whole[len(whole)/2].Microseconds())/1000, "run-ms")
	b.ReportMetric(float64(strings.Count(text, "\n")), "lines")
	ed.end()
}

// TestManyEdits makes many random edits, as an hour of typing does, and looks at what the server holds afterwards.
func TestManyEdits(t *testing.T) {
	edits := 1500
	if n, err := strconv.Atoi(os.Getenv(editCount)); err == nil {
		edits = n
	}
	dir := files(t, map[string]string{"t.cu": transpose, "k.cuh": "#define N 32\n"})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	before := runtime.NumGoroutine()
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), nil)
	content := newText([]byte(transpose))
	ed.open(uri, transpose)
	ed.findings(uri, 1, nil)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"x", " ", "\n", "{", "}", "(", "/*", "*/", "#include \"k.cuh\"\n", "#if 0\n", "#endif\n", "本", "🚀", "tile[0][1] = 2;", "<<<", ">>>", ""}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	step := func(version int) {
		i, k := random.IntN(len(content.bytes)+1), random.IntN(4)
		from, to := content.position(i, utf16Units), content.position(min(i+k, len(content.bytes)), utf16Units)
		c := contentChange{&textRange{from, to}, pieces[random.IntN(len(pieces))]}
		if len(content.bytes) > 4*len(transpose) || version%50 == 0 {
			c = contentChange{Text: transpose}
		}
		content = content.apply(c, utf16Units)
		change := object{"text": c.Text}
		if c.Range != nil {
			change["range"] = *c.Range
		}
		ed.change(uri, version, change)
		if version%10 == 0 {
			ed.findings(uri, version, nil)
			ed.request("textDocument/codeLens", whole(uri))
		}
		ed.mu.Lock()
		ed.all = ed.all[max(0, len(ed.all)-20):] // the client's own memory
		ed.mu.Unlock()
	}
	version := 1
	for range edits / 3 {
		version++
		step(version)
	}
	ed.findings(uri, version, nil)
	early, running := heap(), runtime.NumGoroutine()
	for range edits * 2 / 3 {
		version++
		step(version)
	}
	ed.findings(uri, version, nil)
	late := heap()
	t.Logf("heap %d KB after %d edits, %d KB after %d; %d goroutines", early>>10, edits/3, late>>10, edits, runtime.NumGoroutine())
	assert.Less(t, late, early+4<<20, "memory does not grow with the edits")
	assert.LessOrEqual(t, runtime.NumGoroutine(), running+4)
	ed.end()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, patience, 20*time.Millisecond, "none is left")
}
