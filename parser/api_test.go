//go:build cgo

package parser

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

func TestErrorsStayLocal(t *testing.T) {
	for _, c := range []struct{ src, want, kernel string }{
		{ // the statement alone is bad
			"__global__ void k(float *a) { a[0] = 1; a[1] = 2 3; a[2] = 3; }",
			"(func __global__ k void (params (a (ptr float))) (block (= (index a 0) 1) (bad-stmt (= (index a 1) 2)) (= (index a 2) 3)))", "k",
		},
		{ // the other kernel is whole
			"__global__ void k(float *a) { a[0 = 1; }\n__global__ void ok(float *a) { a[1] = 2; }",
			"(func __global__ ok void (params (a (ptr float))) (block (= (index a 1) 2)))", "k",
		},
		{ // the end of the file is missing
			"__global__ void k(float *a) { a[0] = 1; { a[1] = 2;",
			"(= (index a 0) 1)", "",
		},
		{"struct S { int a; ?? int b; };", "(struct S (members (var a int) (bad-decl) (var b int)))", ""},
		{"} __global__ void k(float *a) { a[0] = 3; } }", "(func __global__ k void (params (a (ptr float))) (block (= (index a 0) 3)))", ""},
		{"void f(int x) { if (x { x = 1; } x = 2; }", "(= x 2)", ""},
	} {
		f := parsed(t, c.src)
		var got []string
		for _, d := range f.Decls {
			got = append(got, dump(d))
		}
		assert.Contains(t, strings.Join(got, " "), c.want, c.src)
		require.NotEmpty(t, f.Problems, c.src)
		kernels := map[string]bool{}
		for _, p := range f.Problems {
			kernels[p.Kernel] = true
		}
		assert.True(t, kernels[c.kernel], "%s: %v", c.src, kernels)
	}
}

func TestProblemsSayWhat(t *testing.T) {
	f := parsed(t, "void f() { int x = 1 }")
	require.Len(t, f.Problems, 1)
	assert.Equal(t, "missing `;`", f.Problems[0].Message)
	f = parsed(t, "void f() { x = 3 4; }")
	require.Len(t, f.Problems, 1)
	assert.Equal(t, "cannot read `4`", f.Problems[0].Message)
	assert.Equal(t, "4", f.Source.Slice(f.Problems[0].Span))
}

func TestDeepNestingIsRefused(t *testing.T) {
	deep := strings.Repeat("(", maxBrackets+1) + "1" + strings.Repeat(")", maxBrackets+1)
	f := parsed(t, "int x = "+deep+";")
	require.Len(t, f.Problems, 1)
	assert.Equal(t, "brackets nested too deeply", f.Problems[0].Message)

	f = parsed(t, "int x = "+strings.Repeat("1 + ", 2*maxDepth)+"1; int y;")
	require.NotEmpty(t, f.Problems)
	assert.Equal(t, "nested too deeply", f.Problems[0].Message)
	assert.Equal(t, "(var y int)", dump(f.Decls[len(f.Decls)-1]))
}

func TestFilesWithoutEndAreRefused(t *testing.T) {
	const mb = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, mb/len(s)) }
	for _, text := range []string{repeat("17, "), repeat("17, ") + ";", "void f() { x = " + repeat("a<") + "; }", repeat("a<"), repeat("A b ")} {
		f := parsed(t, text)
		require.Len(t, f.Problems, 1, text[:20])
		assert.Equal(t, "more than 64 KB without a semicolon or a brace", f.Problems[0].Message)
		assert.Zero(t, f.Bytes)
	}
	assert.Empty(t, parsed(t, "int x[] = {"+strings.Repeat("17, ", maxEndless)+"};").Problems)
	assert.Empty(t, parsed(t, "int x;\n"+strings.Repeat("REGISTER(a)\n", maxEndless/8)+"int y;").Problems)
	_, ok := Expr(strings.Repeat("a<", maxEndless), place)
	assert.False(t, ok)
}

func TestEmptyAndOddFiles(t *testing.T) {
	for _, text := range []string{"", "\n", ";", "\x00\xff\xfe", "\xef\xbb\xbfint x;\r\n", "#define A", "\"", "/*", "{", ")"} {
		f := parsed(t, text)
		assert.LessOrEqual(t, f.Bytes, len(text))
	}
}

func TestSpans(t *testing.T) {
	const text = `#define MY_KERNEL __global__
template <int N>
MY_KERNEL void k(float *p) {
  __shared__ float tile[32][33], *q = p;
  asm volatile("mov %0, %1;" : "=r"(x) : "r"(p[1]));
  f(p[i], (float) 3);
}
`
	f := parsed(t, text)
	k := function(t, f, "k")
	at := func(n ast.Node) string { return f.Source.Slice(n.Pos()) }
	assert.Equal(t, "MY_KERNEL", k.Macro)
	assert.True(t, strings.HasPrefix(at(k), "template <int N>"))
	assert.Equal(t, "k", f.Source.Slice(k.NameAt))
	vars := k.Body.List[0].(*ast.DeclStmt).Decls
	tile, q := vars[0].(*ast.VarDecl), vars[1].(*ast.VarDecl)
	assert.Equal(t, "tile[32][33]", at(tile))
	assert.Equal(t, "*q = p", at(q))
	assert.Equal(t, "__shared__ float tile[32][33], *q = p;", f.Source.Slice(tile.Whole))
	assert.True(t, tile.First)
	assert.False(t, q.First)
	asm := k.Body.List[1].(*ast.Asm)
	assert.Equal(t, "p[1]", at(asm.Inputs[0].X))
	assert.True(t, strings.HasPrefix(at(asm), "asm volatile"))
	call := k.Body.List[2].(*ast.ExprStmt).X.(*ast.Call)
	require.Len(t, call.Raw, 2)
	assert.Equal(t, "p[i]", f.Source.Slice(call.Raw[0]))
	assert.Equal(t, "(float) 3", f.Source.Slice(call.Raw[1]))
}

// spansNest checks that every span lies in the file and in its parent's, save for types, which are written around the name, and
// for what stands in front of a loop.
func spansNest(t *testing.T, f *ast.File) {
	t.Helper()
	size := int32(len(f.Source.Text))
	var check func(parent ast.Node)
	check = func(parent ast.Node) {
		ast.Inspect(parent, func(n ast.Node) bool {
			if n == parent {
				return true
			}
			s := n.Pos()
			assert.True(t, 0 <= s.Start && s.Start <= s.End && s.End <= size, "%T %v", n, s)
			_, isType := n.(ast.Type)
			if _, inType := parent.(ast.Type); !isType && !inType {
				assert.True(t, parent.Pos().Covers(s), "%T %q in %T %q", n, f.Source.Slice(s), parent, f.Source.Slice(parent.Pos()))
			}
			check(n)
			return false
		})
	}
	for _, d := range f.Decls {
		check(d)
	}
}

func TestSpansNest(t *testing.T) {
	spansNest(t, parsed(t, `template <typename T> struct S { T v[4] = {1}; __device__ T get(int i) const { return v[i]; } };
extern "C" __global__ void __launch_bounds__(128) k(float *__restrict__ p, int n) {
  __shared__ float s[4][8];
  #pragma unroll 4
  for (int i = threadIdx.x, j = 0; i < n; i += 4) if (i < n && j > (n)) asm("x;"); else s[i][j] = (n) - p[i] * (T)(n)[0];
  while (n--) switch (n) { case 1: p[n] = 1; break; default: ; }
  float (*q)[8] = s; dim3 g(n, n * 2);
  auto f = [&](int a) { return a ? p[a] : S<float>{p[1], p[2]}.v[n]; };
  kk<1><<<g, dim3(1, 2)>>>(f(1), static_cast<int>(n), new float[n]);
  LOOP_MACRO_LOOP(i, n) { p[i] = 0; }
  CHECK(p)
  do { try { n = 1; } catch (int e) { throw e; } } while (a = b, n);
}`))
}

func TestParseIsSafeForConcurrentUse(t *testing.T) {
	texts := []string{frame + "a[i] = x; }", "int x = ;", "struct S { int a; };"}
	var want []string
	for _, s := range texts {
		want = append(want, dump(parsed(t, s).Decls[0]))
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				for i, s := range texts {
					f, err := Parse(source.NewFile("a.cu", []byte(s)), Options{})
					if assert.NoError(t, err) {
						assert.Equal(t, want[i], dump(f.Decls[0]))
					}
				}
			}
		})
	}
	wg.Wait()
}
