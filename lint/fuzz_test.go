//go:build cgo

package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// FuzzJudge: any text is judged; what is said of it stands within it, and no number is below what it cannot be.
func FuzzJudge(f *testing.F) {
	for _, seed := range []string{
		"__global__ void k(float *p) { __shared__ float t[32][32]; t[threadIdx.x][threadIdx.y] = p[2 * threadIdx.x]; } // cudalint:ignore\nint main() { k<<<1, dim3(32, 8)>>>(0); }",
		"// cudalint: block(16,16)\n__global__ void k(double *p, int n) {\n  // cudalint:ignore[bank-conflict] because\n  for (int s = 1; s < n; s *= 2) { if (threadIdx.x % (2 * s) == 0) p[s] += 1; } }",
		"struct P { float x, y, z; };\n__global__ void k(P *p) { p[threadIdx.x].x = 0; /* cudalint:off */ p[0] = p[1]; /* cudalint:on */ }",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4000 {
			return
		}
		file, err := parser.Parse(source.NewFile("a.cu", text), parser.Options{})
		if !assert.NoError(t, err) {
			return
		}
		r := lint.Judge(&sema.Unit{Root: file}, nil, lint.Options{Possible: true})
		within := func(s source.Span) {
			assert.True(t, s.Start >= 0 && s.Start <= s.End && int(s.End) <= len(text), "%v of %d bytes", s, len(text))
		}
		for _, d := range r.Findings {
			within(d.Place.Span)
			assert.NotEmpty(t, d.Message)
		}
		for _, a := range r.Accesses {
			within(a.Place.Span)
			if n := a.Numbers; n.Known {
				assert.True(t, n.Ideal > 0 && n.Actual >= n.Ideal-1e-9 && n.Lanes >= 1 && n.Lanes <= 32, "%+v", n)
			}
		}
		for _, u := range r.Unread {
			within(u.Place.Span)
			assert.NotEmpty(t, u.Reason)
		}
	})
}
