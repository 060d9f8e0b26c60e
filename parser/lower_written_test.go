//go:build cgo

package parser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

const copyMacro = "#define COPY(name, T) __global__ void name(T *out) { out[0] = 1; }\n"

func copied(name, typ string) string {
	return "(func __global__ " + name + " void (params (out (ptr " + typ + "))) (block (= (index out 0) 1)))"
}

func TestMacrosThatWriteDeclarations(t *testing.T) {
	for _, r := range []row{
		{copyMacro + "COPY(a, char)\n", copied("a", "char")},
		{copyMacro + "COPY(a, char);\nint x;", copied("a", "char") + " (var x int)"},
		{copyMacro + "COPY(a, long long) COPY(b, float2)\nCOPY(c, int)", copied("a", "long long") + " " + copied("b", "float2") + " " + copied("c", "int")},
		{copyMacro + "namespace n { COPY(a, char) }", "(namespace n " + copied("a", "char") + ")"},
		{copyMacro + "#define TWO(n) COPY(n##_a, int) COPY(n##_b, int)\nTWO(k)", copied("k_a", "int") + " " + copied("k_b", "int")},
		{copyMacro + "#define ALL COPY(a, int)\nALL\nint x;", copied("a", "int") + " (var x int)"},
		{"#define K(n) __global__ void k##n() { f(#n); }\nK(3)", `(func __global__ k3 void (params) (block (call f "3")))`},
		{"#define F(n) float n(float x) { return x; }\n__host__ __device__ F(g)\nvoid h();",
			"(func __device__ __host__ g float (params (x float)) (block (return x))) (func h void (params))"},
		{"#define F(n) float n(float x) { return x; }\nstatic __device__ F(g);\nvoid h();",
			"(func __device__ static g float (params (x float)) (block (return x))) (func h void (params))"},
		{"#define F(...) extern \"C\" __global__ void k(__VA_ARGS__) { }\nF(int a, int b)", "(func __global__ k void (params (a int) (b int)) (block))"},
		{"#define S(t, n) template <> struct A<t> { t n; }\nS(int, i);", "(struct (template) A (<> int) (members (var i int)))"},
		{"#define I(t) template __global__ void k<t>(t *);\nI(float)", "(instance (func __global__ k (<> float) void (params ((ptr float)))))"},
		{"#define D(n) __device__ double n\nD(a) = 0.5;\nD(b)[4];\nD(c), *d;\nD(e);",
			"(var a double 0.5 __device__) (var b (array double 4) __device__) (var c double __device__) (var d (ptr double) __device__) (var e double __device__)"},
		{"#define M(t, n) t n; t get_##n() const { return n; }\nstruct A { M(int, a) M(float, b); };",
			"(struct A (members (var a int) (func get_a int (params) (block (return a))) (var b float) (func get_b float (params) (block (return b)))))"},
		{"#define V(n) int n;\nV(a)\n#undef V\n#define V(n) float n;\nV(b)\n#undef V\n", "(var a int) (var b float)"},
		{"#define N 4\n#define SELF(x) int x; int SELF;\nSELF(a)\n", "(var a int) (var SELF int)"},
		{"typedef float real;\n#define F(n) float n(real y) { return (real) - y; }\nF(g)",
			"(alias real float) (func g float (params (y real)) (block (return (cast real (- y)))))"},
		{"#define K(n, T) __global__ void n##_k(T *p)\nK(a, float) { p[0] = 1; }\n__device__ K(b, int) { }",
			"(func __global__ a_k void (params (p (ptr float))) (block (= (index p 0) 1))) (func __global__ __device__ b_k void (params (p (ptr int))) (block))"},
		{"#define D(n) double n\nvoid f() { D(a) = 0.5; D(b); g(c) = 1; }", `(func f void (params) (block (decl (var a double 0.5)) (call D b) (= (call g c) 1)))`},
		// What is no declaration, or cannot be read, is as before.
		{"#define REG(x) reg(x)\nREG(3);", `(macro REG (args "3"))`},
		{"#define BAD(n) int n = ;\nBAD(a)", `(macro BAD (args "a"))`},
		{"#define NIL(n)\nNIL(a)\nint x;", `(macro NIL (args "a")) (var x int)`},
		{copyMacro + "COPY(a)\nint x;", `(macro COPY (args "a")) (var x int)`},
		{"#define T(n) int\nT(a) x = 3;", "(var x T 3)"},
		{copyMacro + "#undef COPY\nCOPY(a, int)\nint x;", `(macro COPY (args "a" "int")) (var x int)`},
	} {
		f := parsed(t, r.src)
		var got []string
		for _, d := range f.Decls {
			got = append(got, dump(d))
		}
		assert.Equal(t, r.want, strings.Join(got, " "), r.src)
		assert.Empty(t, f.Problems, r.src)
	}
}

func TestWhatMacrosWriteStandsAtTheUse(t *testing.T) {
	f := parsed(t, copyMacro+"int x;\nstatic COPY(a, char) int y;")
	require.Len(t, f.Decls, 3)
	k := f.Decls[1].(*ast.FuncDecl)
	assert.Equal(t, "COPY", k.Macro)
	ast.Inspect(k, func(n ast.Node) bool {
		assert.Equal(t, "static COPY(a, char)", f.Source.Slice(n.Pos()), "%T", n)
		return true
	})
	assert.True(t, k.Quals.Has(ast.Static|ast.Global))
	spansNest(t, f)
}

func TestMacrosOfHeadersWriteDeclarations(t *testing.T) {
	header := parsed(t, copyMacro+"#define GONE(n) int n;\n#undef GONE\n")
	f, err := Parse(source.NewFile("a.cu", []byte("COPY(a, char)\nGONE(b)\n")), Options{Macros: header.Macros})
	require.NoError(t, err)
	require.Len(t, f.Decls, 2)
	assert.Equal(t, copied("a", "char"), dump(f.Decls[0]))
	assert.Equal(t, `(macro GONE (args "b"))`, dump(f.Decls[1]))
}

func TestMacrosThatWriteTooMuch(t *testing.T) {
	var b strings.Builder
	b.WriteString("#define L0(x) int x##a; int x##b;\n")
	for i := 1; i < 40; i++ {
		n := strconv.Itoa(i - 1)
		b.WriteString("#define L" + strconv.Itoa(i) + "(x) L" + n + "(x##0) L" + n + "(x##1)\n")
	}
	b.WriteString("L39(v)\nint y;\nL0(w)\n")
	f := parsed(t, b.String())
	require.Len(t, f.Problems, 1)
	assert.Contains(t, f.Problems[0].Message, "macros write too much")
	assert.Equal(t, "L39(v)", f.Source.Slice(f.Problems[0].Span))
	assert.Equal(t, "(var y int)", dump(f.Decls[1]))
}

func TestExpand(t *testing.T) {
	defs := parsed(t, `#define ONE 1
#define ADD(a, b) ((a) + (b))
#define CAT(a, b) a##b
#define CAT2(a, b) CAT(a, b)
#define STR(x) #x
#define STR2(x) STR(x)
#define CALL(f, ...) f(0, ##__VA_ARGS__)
#define SELF SELF + ONE
#define FN() fn
#define __global__ no
`).Macros
	for _, r := range []row{
		{"ONE", "1"},
		{"ADD(ONE, 2)", "((1) + (2))"},
		{"ADD(ADD(1, 2), (3, 4))", "((((1) + (2))) + ((3, 4)))"},
		{"CAT(ONE, 2)", "ONE2"},
		{"CAT2(ONE, 2)", "12"},
		{`STR(a "b\n")`, `"a \"b\\n\""`},
		{"STR2(ONE)", `"1"`},
		{"CALL(f)", "f(0)"},
		{"CALL(f, 1, 2)", "f(0,1, 2)"},
		{"SELF", "SELF + 1"},
		{"FN() FN ADD", "fn FN ADD"},
		{"ADD(1)", "ADD(1)"},
		{"__global__ 'ONE' \"ONE\"", "__global__ 'ONE' \"ONE\""},
	} {
		left := 1 << 10
		e := expander{defs: newDefinitions(nil, newMacroTable(Options{Macros: defs}), Options{Macros: defs}), left: &left}
		got, ok := e.text(r.src, nil)
		assert.True(t, ok, r.src)
		assert.Equal(t, r.want, strings.NewReplacer("( ", "(", " )", ")", " ,", ",").Replace(strings.Join(strings.Fields(got), " ")), r.src)
	}
}
