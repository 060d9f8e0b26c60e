package rules_test

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// adversary writes kernels whose accesses hang on unknown arguments n and m in every way that real code has, at thresholds that no
// choice of a few values meets. len is an unknown argument too, but one that only ends the grid.
type adversary struct{ *rand.Rand }

func (g adversary) pick(list ...string) string { return list[g.Intn(len(list))] }

func (g adversary) constant() string {
	return g.pick("1", "2", "3", "4", "5", "7", "8", "16", "31", "32", "33", "64", "100", "1000", "1024", "5000")
}

// uniform is a value that is the same for all lanes.
func (g adversary) uniform(depth int) string {
	if depth == 0 {
		return g.pick("n", "m", "n", "blockIdx.x", g.constant())
	}
	a, b := g.uniform(depth-1), g.uniform(depth-1)
	return g.pick(a, fmt.Sprintf("(%s + %s)", a, b), fmt.Sprintf("(%s * %s)", a, g.constant()), fmt.Sprintf("min(%s, %s)", a, g.constant()),
		fmt.Sprintf("(%s / %s)", a, g.constant()), fmt.Sprintf("(%s %% %s)", a, g.constant()), fmt.Sprintf("(%s & %s)", a, g.constant()),
		fmt.Sprintf("(%s ? %s : %s)", g.test(a), g.constant(), g.constant()))
}

func (g adversary) test(a string) string {
	return a + g.pick(" > ", " < ", " == ", " != ", " >= ") + g.constant()
}

// lane is a value that differs from lane to lane.
func (g adversary) lane(depth int) string {
	if depth == 0 {
		return g.pick("t", "i", "t * 2", "t * 3", "t * 33", "i * 2", "t % 16", "t / 4", "(t ^ 5)")
	}
	a := g.lane(depth - 1)
	u := g.uniform(g.Intn(2))
	return g.pick(a, fmt.Sprintf("(%s + %s)", a, u), fmt.Sprintf("(%s) * %s", a, u), fmt.Sprintf("(%s) %% (%s + 1)", a, u), fmt.Sprintf("(%s) / (%s + 1)", a, u),
		fmt.Sprintf("((%s) & %s)", a, u), fmt.Sprintf("((%s) ^ %s)", a, u), fmt.Sprintf("min(%s, %s)", a, u), fmt.Sprintf("(%s ? %s : %s)", g.test(u), a, g.lane(0)),
		fmt.Sprintf("(t < %s ? %s : %s)", u, a, g.lane(0)))
}

func (g adversary) access() string {
	x := g.lane(1 + g.Intn(2))
	return g.pick(fmt.Sprintf("a[%s] = v;", x), fmt.Sprintf("v += b[%s];", x), fmt.Sprintf("v += s[(%s) & 2047];", x), fmt.Sprintf("s[(%s) & 2047] = v;", x),
		fmt.Sprintf("p[%s].y = v;", x), fmt.Sprintf("v += d[%s];", x), fmt.Sprintf("v += ((const float2*)(b + %s))->x;", x),
		fmt.Sprintf("v += ((const float4*)(b + %s))[t].x;", g.uniform(2)), fmt.Sprintf("v += ((const float4*)(b + %s))[i].x;", g.uniform(1)))
}

func (g adversary) statement(depth int) string {
	if depth == 0 {
		return g.access()
	}
	inner := g.statement(depth - 1)
	u := g.uniform(g.Intn(2))
	return g.pick(inner, inner+" "+g.access(),
		fmt.Sprintf("if (i < len) { %s }", inner),
		fmt.Sprintf("if (%s) { %s } else { %s }", g.test(u), inner, g.access()),
		fmt.Sprintf("if (t < %s) { %s }", u, inner),
		fmt.Sprintf("if (t %% (%s + 1) == 0) { %s }", u, inner),
		fmt.Sprintf("for (int j = 0; j < %s; j++) { %s v += b[t * 2 + j]; }", u, inner),
		fmt.Sprintf("for (int j = 1; j < %s; j *= 2) { v += b[t * j]; %s }", u, inner),
		fmt.Sprintf("for (int j = t; j < %s; j += blockDim.x) { v += d[j * 2]; %s }", u, inner),
		fmt.Sprintf("for (int j = t * %s; j < len; j += %s) { a[j] = v; }", u, g.uniform(0)),
		fmt.Sprintf("{ int q = t; if (%s) q = t * 2; a[q * 2] = v; }", g.test(u)),
		fmt.Sprintf("{ int q = 0; while (q < %s) q += t + 1; a[q] = v; }", u))
}

// kernel is a program but for the values of n and m.
func (g adversary) kernel() string {
	var body strings.Builder
	for range 1 + g.Intn(3) {
		fmt.Fprintf(&body, "  %s\n", g.statement(g.Intn(3)))
	}
	return fmt.Sprintf(`struct P { float x, y, z; };
__global__ void k(float* a, const float* b, const double* d, P* p, int n, int m, int len) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  float v = 0;
%s  if (i < len) a[i] = v;
}
void run(float* a, const float* b, const double* d, P* p, int n, int m, int len) { k<<<%s, %s>>>(a, b, d, p, `, body.String(), g.pick("64", "64", "m"), g.pick("256", "128", "32", "dim3(16, 16)"))
}

func modelOf(t *testing.T, text string) *sema.Model {
	f, err := parser.Parse(source.NewFile("k.cu", []byte(text)), parser.Options{})
	require.NoError(t, err)
	require.Empty(t, f.Problems, "%s", text)
	return sema.Analyze(&sema.Unit{Root: f}, nil)
}

// TestProvedHoldsForAllValues takes the findings that call themselves proved for a kernel with unknown arguments and judges the kernel
// again with these arguments known, for many values: then each access that is executed has to be as costly as was said, with as
// many lanes.
func TestProvedHoldsForAllValues(t *testing.T) {
	values := []int{1, 2, 3, 4, 5, 8, 9, 16, 31, 32, 33, 64, 99, 100, 101, 1000, 1001, 1024, 5000, 100_000}
	g := adversary{rand.New(rand.NewSource(11))}
	kernels, proved := 120, 0
	if testing.Short() {
		kernels = 20
	}
	for range kernels {
		text := g.kernel()
		var claims, off []*sema.Access
		m := modelOf(t, text+"n, m, len); }")
		for _, d := range rules.Check(m, nil) {
			if d.Confidence != diag.Proved || d.Cost != nil && d.Cost.Unit == "requests" {
				continue
			}
			for _, a := range m.Kernels[0].Runs[0].Accesses {
				switch {
				case diag.Place(a.Place) != d.Place || !a.Cost.Known:
				case d.Rule == "misaligned-vector-access":
					off = append(off, a)
				case d.Cost != nil && a.Cost.Actual == d.Cost.Actual && a.Cost.Ideal == d.Cost.Ideal:
					claims = append(claims, a)
				}
			}
		}
		if len(claims)+len(off) == 0 {
			continue
		}
		proved += len(claims) + len(off)
		for _, n := range values {
			concrete := modelOf(t, fmt.Sprintf("%s%d, %d, 1 << 20); }", text, n, values[g.Intn(len(values))]))
			for _, c := range off {
				for _, a := range concrete.Kernels[0].Runs[0].Accesses {
					if a.Place.Span == c.Place.Span && a.Op == c.Op && a.Width == c.Width && a.Cost.Requests > 0 {
						require.Equal(t, trace.AlwaysOff, a.Cost.Misaligned, "n = %d: %s in\n%s", n, c.Text, text)
					}
				}
			}
			for _, c := range claims {
				for _, a := range concrete.Kernels[0].Runs[0].Accesses {
					if a.Place.Span != c.Place.Span || a.Op != c.Op || a.Cost.Requests == 0 {
						continue
					}
					same := a.Cost.Known && a.Cost.Settled/a.Cost.Ideal > 0.98*c.Cost.Settled/c.Cost.Ideal && math.Abs(a.Cost.Lanes-c.Cost.Lanes) < 0.01
					if !assert.True(t, same, "n = %d: %s takes %v of %v with %v lanes, proved were %v of %v with %v, in\n%s", n, c.Text,
						a.Cost.Settled, a.Cost.Ideal, a.Cost.Lanes, c.Cost.Settled, c.Cost.Ideal, c.Cost.Lanes, text) {
						return
					}
				}
			}
		}
	}
	t.Logf("%d accesses of %d kernels are proved", proved, kernels)
	assert.Greater(t, proved, kernels/4)
}

// TestAssumptionsAreNamed: what a finding rests on is said, and then it is not proved.
func TestAssumptionsAreNamed(t *testing.T) {
	const parameters = "float* a, const float* b, const int* at, int n, int m, bool turned"
	for _, c := range []struct {
		name, body, launch string
		confidence         diag.Confidence
		assumptions        []string
	}{
		{"nothing", "a[i] = b[i * 32];", "64, 256", diag.Proved, nil},
		{"a shift", "a[i] = b[i * 32 + n * m];", "64, 256", diag.Proved, nil},
		{"the end of the grid", "if (i < n) a[i] = b[i * 32];", "n / 256, 256", diag.Proved, nil},
		{"a stride over the grid", "for (int j = i; j < n; j += gridDim.x * 256) a[j] = b[j * 32];", "m, 256", diag.Proved, nil},
		{"a row of the warp", "a[i] = b[threadIdx.y * n + threadIdx.x * 32];", "64, dim3(32, 8)", diag.Proved, nil},
		{"a pitch", "a[i] = b[i * n];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"a stride that is mostly 1", "a[i * n + m] = b[i];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"a choice", "int k = turned ? i : i * 32; a[i] = b[k];", "64, 256", diag.Likely, []string{"it rests on the value of turned"}},
		{"a threshold", "a[i] = b[n > 1000 ? i * 32 : i * 16];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"the number of lanes", "if (threadIdx.x < n) a[i] = b[i * 32];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"the length of a row", "for (int j = threadIdx.x; j < n; j += 256) a[j] += b[j * 32];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"the number of steps", "for (int s = 1; s < n; s *= 2) a[i] += b[threadIdx.x * s];", "64, 256", diag.Likely, []string{"it rests on the value of n"}},
		{"a mask", "a[i] = b[(i * 32) & (n - 1)];", "64, 256", diag.Likely, []string{"it rests on the value of n", "n is taken for a power of two"}},
		{"data", "if (at[i] > 0) a[i] = b[i * 32];", "64, 256", diag.Likely, []string{"taken as true in every lane: 0 < at[i]"}},
		{"a size that the host computes", "a[i] = b[i * 32];", "64, n", diag.Likely,
			[]string{"the launch of k does not tell its block's size: a block of 256 threads is assumed"}},
		{"no launch", "a[i] = b[i * 32];", "", diag.Likely, []string{"no launch of k is in sight: a block of 256 threads is assumed"}},
	} {
		text := fmt.Sprintf("__global__ void k(%s) {\n int i = blockIdx.x * blockDim.x + threadIdx.x;\n %s\n}\n", parameters, c.body)
		if c.launch != "" {
			text += fmt.Sprintf("void run(%s) { k<<<%s>>>(a, b, at, n, m, turned); }\n", parameters, c.launch)
		}
		var found []diag.Diagnostic
		for _, d := range rules.Check(modelOf(t, text), nil) {
			if d.Rule == "uncoalesced-access" {
				found = append(found, d)
			}
		}
		if assert.Len(t, found, 1, c.name) {
			assert.Equal(t, c.confidence, found[0].Confidence, c.name)
			assert.Equal(t, c.assumptions, found[0].Assumptions, c.name)
		}
	}
}
