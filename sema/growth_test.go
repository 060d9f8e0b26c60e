package sema_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// grown are programs of which a part is repeated n times.
var grown = []struct {
	name  string
	sizes []int
	text  func(n int) string
}{
	{"lines", []int{125, 250, 500, 1000}, func(n int) string {
		var b strings.Builder
		b.WriteString("__global__ void k(float *out, const float *in, int n) {\n    __shared__ float s[1024];\n    int t = threadIdx.x;\n")
		for i := range n / 2 {
			fmt.Fprintf(&b, "    float v%d = in[t * %d + n * %d] + s[t + %d];\n    if (v%d > 0.0f) out[t + %d] = v%d;\n", i, i%7+1, i, i%512, i, i*256, i)
		}
		return b.String() + "}\n"
	}},
	{"nested loops", []int{1, 2, 4, 8}, func(n int) string {
		var b strings.Builder
		b.WriteString("__global__ void k(float *out, const float *in, int n) {\n    int t = threadIdx.x;\n    float sum = 0.0f;\n")
		for i := range n {
			fmt.Fprintf(&b, "    for (int i%d = 0; i%d < n; i%d++) {\n        sum += in[t + i%d * n];\n", i, i, i, i)
		}
		b.WriteString(strings.Repeat("    }\n", n))
		return b.String() + "    out[threadIdx.x] = sum;\n}\n"
	}},
	{"loops side by side", []int{8, 16, 32, 64}, func(n int) string {
		var b strings.Builder
		b.WriteString("__global__ void k(float *out, const float *in, int n) {\n    __shared__ float s[4096];\n    int t = threadIdx.x;\n    float sum = 0.0f;\n")
		for i := range n {
			fmt.Fprintf(&b, "    for (int j = 0; j < 16; j++) {\n        sum += s[t * 16 + j] * in[j * n + t + %d];\n    }\n", i)
		}
		return b.String() + "    out[t] = sum;\n}\n"
	}},
	{"calls within calls", []int{4, 8, 16, 32}, func(n int) string {
		var b strings.Builder
		b.WriteString("__device__ float f0(const float *p, int i) { return p[i]; }\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "__device__ float f%d(const float *p, int i) { return f%d(p, i + %d) * 2.0f; }\n", i, i-1, i)
		}
		return b.String() + fmt.Sprintf("__global__ void k(float *out, const float *in) { out[threadIdx.x] = f%d(in, threadIdx.x); }\n", n)
	}},
	{"branches", []int{8, 16, 32, 64}, func(n int) string {
		var b strings.Builder
		b.WriteString("__global__ void k(float *out, const float *in, int n) {\n    int t = threadIdx.x;\n    float v = 0.0f;\n")
		for i := range n {
			fmt.Fprintf(&b, "    if (t %% %d == n) { v += in[t + %d]; out[t] = v; } else { v -= in[2 * t]; }\n", i+2, i)
		}
		return b.String() + "    out[t] = v;\n}\n"
	}},
}

func analyzed(tb testing.TB, text string) *sema.Model {
	f, err := parser.Parse(&source.File{Path: "k.cu", Text: []byte(text)}, parser.Options{})
	require.NoError(tb, err)
	return sema.Analyze(&sema.Unit{Root: f}, nil)
}

// processorTime is what the process has used so far, in seconds: unlike the clock it does not count what else runs.
func processorTime(tb testing.TB) float64 {
	var u syscall.Rusage
	require.NoError(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// BenchmarkGrowth shows how the time to judge a kernel grows with its size: about in proportion.
func BenchmarkGrowth(b *testing.B) {
	for _, g := range grown {
		for _, n := range g.sizes {
			text := g.text(n)
			b.Run(fmt.Sprintf("%s/%d", g.name, n), func(b *testing.B) {
				before := processorTime(b)
				for range b.N {
					require.NotEmpty(b, analyzed(b, text).Kernels)
				}
				b.ReportMetric((processorTime(b)-before)/float64(b.N)*1e3, "cpu-ms/op")
			})
		}
	}
}

// Every access of the grown programs is found and gets a number, so that the benchmark measures work that was done.
func TestGrown(t *testing.T) {
	for _, g := range grown {
		for _, n := range g.sizes {
			m := analyzed(t, g.text(n))
			require.Len(t, m.Kernels, 1)
			require.NotEmpty(t, m.Kernels[0].Runs)
			require.Empty(t, m.Unread)
			for _, a := range m.Kernels[0].Runs[0].Accesses {
				require.True(t, a.Cost.Known, "%s %d: %s blocked by %s", g.name, n, a.Text, a.Cost.Blocked)
			}
		}
	}
}

// A kernel beyond the bound of the walk says so: here a function of 400 lines is inlined 400 times.
func TestTooLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("__device__ float f(const float *p, int t) {\n    float sum = 0.0f;\n")
	b.WriteString(strings.Repeat("    sum += t;\n", 400))
	b.WriteString("    return p[t] + sum;\n}\n__global__ void k(float *out, const float *in) {\n    int t = threadIdx.x;\n    float sum = 0.0f;\n")
	b.WriteString(strings.Repeat("    sum += f(in, t);\n", 400))
	b.WriteString("    out[t] = sum;\n}\n")
	m := analyzed(t, b.String())
	require.Len(t, m.Unread, 1)
	require.Equal(t, "too large: walked no further than 600000 statements and expressions", m.Unread[0].Reason)
	require.Less(t, len(m.Kernels[0].Runs[0].Accesses), 400)
}

// TestManyShapes: launches with more block shapes than are judged are told, and the first are judged.
func TestManyShapes(t *testing.T) {
	text := "__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f(float *a) {\n"
	for i := range 20 {
		text += fmt.Sprintf("  k<<<1, %d>>>(a);\n", 32*(i+1))
	}
	m := analyzed(t, text+"}\n")
	require.Len(t, m.Kernels, 1)
	assert.Len(t, m.Kernels[0].Runs, 6)
	require.Len(t, m.Unread, 1)
	assert.Contains(t, m.Unread[0].Reason, "more than 6 block shapes")
	assert.Equal(t, "k<<<1, 224>>>(a)", m.Unread[0].Place.File.Slice(m.Unread[0].Place.Span))
}

// TestNestedLoops: loops within more loops than are walked are told.
func TestNestedLoops(t *testing.T) {
	text := "__global__ void k(float *a, int n) { "
	for i := range 200 {
		text += fmt.Sprintf("for (int j%d = 0; j%d < n; j%d++) ", i, i, i)
	}
	m := analyzed(t, text+"a[threadIdx.x] = 1; }\n")
	require.Len(t, m.Unread, 1)
	assert.Contains(t, m.Unread[0].Reason, "loops nested more than 128 deep")
}

// TestDeepStatements: what is nested deeper than the walk goes is told.
func TestDeepStatements(t *testing.T) {
	m := analyzed(t, "__global__ void k(float *a, int n) { a[0] = n"+strings.Repeat(" + n", 3500)+"; }\n")
	require.Len(t, m.Unread, 1)
	assert.Contains(t, m.Unread[0].Reason, "nested more than 3000 deep")
}
