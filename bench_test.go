package cudalint

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// unitOf is a translation unit of one text.
func unitOf(b *testing.B, text string) *sema.Unit {
	b.Helper()
	tree, err := parser.Parse(source.NewFile("bench.cu", []byte(text)), parser.Options{})
	require.NoError(b, err)
	return &sema.Unit{Root: tree}
}

// BenchmarkStages runs each stage on its own over the rules' fixtures.
func BenchmarkStages(b *testing.B) {
	paths, err := filepath.Glob("testdata/kernels/*/*.cu")
	require.NoError(b, err)
	require.NotEmpty(b, paths)
	var texts []string
	bytes := 0
	for _, p := range paths {
		text, err := os.ReadFile(p)
		require.NoError(b, err)
		texts = append(texts, string(text))
		bytes += len(text)
	}
	var units []*sema.Unit
	var models []*sema.Model
	var results []*lint.Result
	for _, text := range texts {
		u := unitOf(b, text)
		units = append(units, u)
		models = append(models, sema.Analyze(u, nil))
		results = append(results, lint.Judge(u, nil, lint.Options{}))
	}
	all := lint.Merge(results...)
	stage := func(name string, run func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
	stage("parse", func() {
		for _, text := range texts {
			unitOf(b, text)
		}
	})
	stage("launches", func() {
		for _, u := range units {
			sema.Launches(u.Edited(u.Root, nil, false))
		}
	})
	stage("analyze", func() {
		for _, u := range units {
			sema.Analyze(u, nil)
		}
	})
	stage("rules", func() {
		for _, m := range models {
			for _, r := range rules.All() {
				r.Check(m, func(string) bool { return true })
			}
		}
	})
	stage("judge", func() {
		for _, u := range units {
			lint.Judge(u, nil, lint.Options{})
		}
	})
	stage("report", func() { require.NoError(b, report.WriteAccesses(io.Discard, all)) })
}

// step is a kernel with its launch.
const step = `
__global__ void step%[1]d(float *out, const float *in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k %% 2] * %[1]d;
}
void run%[1]d(float *out, const float *in, int n) { step%[1]d<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(out, in, n); }
`

// BenchmarkGrowth tells the time for a byte as a file grows; it should stay what it is.
func BenchmarkGrowth(b *testing.B) {
	for times := 1; times <= 64; times *= 4 {
		var text strings.Builder
		for i := range 4 * times {
			fmt.Fprintf(&text, step, i)
		}
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) { benchmarkText(b, text.String()) })
	}
}

// BenchmarkDepth judges what could take long though it is short.
func BenchmarkDepth(b *testing.B) {
	var calls, loops, wide strings.Builder
	calls.WriteString("__device__ float f0(const float *p, int i) { return p[i]; }\n")
	for i := 1; i <= 50; i++ {
		fmt.Fprintf(&calls, "__device__ float f%d(const float *p, int i) { return f%d(p, i + %d) * 2.0f; }\n", i, i-1, i)
	}
	calls.WriteString("__global__ void k(float *out, const float *in) { out[threadIdx.x] = f50(in, threadIdx.x); }\n")
	loops.WriteString("__global__ void k(float *out, const float *in, int n) {\n  float sum = 0;\n")
	for i := range 8 {
		fmt.Fprintf(&loops, "  for (int i%[1]d = 0; i%[1]d < n; i%[1]d++) {\n    sum += in[threadIdx.x + i%[1]d * n];\n", i)
	}
	loops.WriteString(strings.Repeat("  }\n", 8) + "  out[threadIdx.x] = sum;\n}\n")
	wide.WriteString("__global__ void k(float *out, const float *in, int n) {\n  int t = threadIdx.x;\n")
	for i := range 500 {
		fmt.Fprintf(&wide, "  out[t + %d * n] = in[t * %d + n];\n", i, i%7+1)
	}
	wide.WriteString("}\nvoid run(float *out, const float *in) {\n")
	for i := range 50 {
		fmt.Fprintf(&wide, "  k<<<%d, 256>>>(out, in, %d);\n", i+1, 1024*(i+1))
	}
	wide.WriteString("}\n")
	for _, lines := range []int{125, 250, 500, 1000} {
		long := longKernel(lines)
		b.Run(fmt.Sprintf("%d lines, no launch", lines), func(b *testing.B) { benchmarkText(b, long) })
		b.Run(fmt.Sprintf("%d lines", lines), func(b *testing.B) {
			benchmarkText(b, long+"void run(float *a, const float *b, int n) { k<<<64, 256>>>(a, b, n); }\n")
		})
	}
	b.Run("50 calls within each other", func(b *testing.B) { benchmarkText(b, calls.String()) })
	b.Run("8 loops within each other", func(b *testing.B) { benchmarkText(b, loops.String()) })
	b.Run("1000 accesses, 50 launches", func(b *testing.B) { benchmarkText(b, wide.String()) })
}

// longKernel is a kernel of so many lines, every other of which accesses memory.
func longKernel(lines int) string {
	var k strings.Builder
	k.WriteString("__global__ void k(float *a, const float *b, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    float s = 0;\n")
	for j := range lines - 5 {
		switch j % 4 {
		case 0:
			fmt.Fprintf(&k, "    if (i + %d < n) s += b[i * %d + %d];\n", j%7, 1+j%5, j)
		case 1:
			fmt.Fprintf(&k, "    s = s * 1.5f + %d;\n", j)
		case 2:
			fmt.Fprintf(&k, "    int t%d = i + %d;\n", j, j)
		case 3:
			fmt.Fprintf(&k, "    a[t%d] = s;\n", j-1)
		}
	}
	k.WriteString("    a[i] = s;\n}\n")
	return k.String()
}

// benchmarkText parses and judges a text.
func benchmarkText(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		lint.Judge(unitOf(b, text), nil, lint.Options{})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
}
