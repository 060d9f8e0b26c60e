//go:build cgo

package parser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// FuzzParse: any text is read; every node and every problem stands within it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"__global__ void k(float *p, int n) { int i = threadIdx.x; if (i < n >> 1) p[i] = p[i + 1]; }\nint main() { k<<<1, dim3(32, 8)>>>(0, 3); }",
		"template <typename T, int N> struct A { T x[N]; __device__ T &at(int i) { return x[i]; } };",
		"#define F(a, b) ((a) < (b) ? (a) : (b))\nvoid g() { f(F(t.x < 1, g.x >= 2) > (3), x<y>>1); }",
		"void f() { switch (x) { case 1: do { a<b>(c); } while (0); default: break; } asm volatile(\"\" : \"=r\"(x)); }",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := parser.Parse(source.NewFile("a.cu", text), parser.Options{})
		if !assert.NoError(t, err) {
			return
		}
		within := func(s source.Span, what any) {
			assert.True(t, s.Start >= 0 && s.Start <= s.End && int(s.End) <= len(text), "%T at %v of %d bytes", what, s, len(text))
		}
		for _, p := range file.Problems {
			within(p.Span, p)
			assert.NotEmpty(t, p.Message)
		}
		for _, d := range file.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				if n != nil {
					within(n.Pos(), n)
				}
				return true
			})
		}
	})
}
