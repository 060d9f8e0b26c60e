package parser

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// maskText masks text and holds the mask to its promises: same length, line feeds in place, notes in order and in the file.
func maskText(t testing.TB, text string, o Options) *masked {
	t.Helper()
	m := mask(source.NewFile("x.cu", []byte(text)), o)
	require.Len(t, m.text, len(text))
	for i := range m.text {
		require.Equal(t, text[i] == '\n', m.text[i] == '\n', "line feed at %d", i)
	}
	last := int32(0)
	for _, n := range m.notes {
		require.True(t, last <= n.span.Start && n.span.Start <= n.span.End && int(n.span.End) <= len(text), "%+v", n)
		last = n.span.Start
	}
	return m
}

// squeeze folds blanks, so that a table can be read.
func squeeze(text []byte) string { return strings.Join(strings.Fields(string(text)), " ") }

// brief writes notes as kind:text, those without meaning left out.
func brief(m *masked) string {
	names := map[noteKind]string{wordNote: "word", launchNote: "launch", asmNote: "asm", unrollNote: "unroll",
		loopMacroNote: "loop", stmtMacroNote: "stmt", packNote: "pack"}
	var list []string
	for _, n := range m.notes {
		if n.kind == otherNote {
			continue
		}
		s := names[n.kind] + ":" + n.text
		if n.call {
			s += "(" + strings.Join(n.args, "|") + ")"
		}
		if n.hasBody {
			s += "+"
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

// shape is one construct: what the grammar gets to see, blanks folded, and the notes.
type shape struct {
	in, text, notes string
}

func checkShapes(t *testing.T, shapes []shape) {
	t.Helper()
	for _, s := range shapes {
		t.Run(s.in, func(t *testing.T) {
			m := maskText(t, s.in, Options{})
			assert.Equal(t, s.text, squeeze(m.text))
			assert.Equal(t, s.notes, brief(m))
			f, err := Parse(source.NewFile("x.cu", []byte(s.in)), Options{})
			if errors.Is(err, errNoGrammar) {
				t.Skip("no grammar in this build")
			}
			require.NoError(t, err)
			assert.Empty(t, f.Problems)
		})
	}
}

func TestMaskCUDA(t *testing.T) {
	checkShapes(t, []shape{
		{"__global__ void k(float *__restrict__ p) {}", "void k(float * p) {}", "word:__global__ word:__restrict__"},
		{"__global__ void __launch_bounds__(256, 2) k() {}", "void k() {}", "word:__global__ word:__launch_bounds__(256, 2)"},
		{"struct __align__(16) V { float x; };", "struct V { float x; };", "word:__align__(16)"},
		{"struct alignas(8) V { float x; };", "struct V { float x; };", "word:alignas(8)"},
		{"void f() { __shared__ alignas(16) float s[4]; }", "void f() { float s[4]; }", "word:__shared__ word:alignas(16)"},
		{"[[nodiscard]] int f();", "int f();", "word:[[nodiscard]]"},
		{"void f() { a[b[0]] = 1; }", "void f() { a[b[0]] = 1; }", ""},
		{"void f() { k<<<g, b>>>(p); }", "void f() { k( g, b )(p); }", "launch:"},
		{"void f() { k <<< dim3(1, 2), n >> 1, 0, s >>> (p); }", "void f() { k ( dim3(1, 2), n >> 1, 0, s ) (p); }", "launch:"},
		{"void f() { k<< <g, b>> >(p); }", "void f() { k( g, b )(p); }", "launch:"},
		{"void f() { ns::k<T, A<3>><<<g, b>>>(p); }", "void f() { ns::k<T, A<3>>( g, b )(p); }", "launch:"},
		{"void f() { k<<<g, f<A<B<int>>>(3), 1>>>(p); }", "void f() { k( g, f<A<B<int>>>(3), 1 )(p); }", "launch:"},
		{"void f() { CHECK((k<<<1, 2>>>(p))); }", "void f() { CHECK((k( 1, 2 )(p))); }", "launch:"},
		{"void f() { x = a << b; y = (c >> d) >> e; }", "void f() { x = a << b; y = (c >> d) >> e; }", ""},
		{"void f() { asm volatile(\"ld %0;\" : \"=f\"(x) : \"l\"(p)); y = 1; }", "void f() { ; y = 1; }",
			"asm:asm volatile(\"ld %0;\" : \"=f\"(x) : \"l\"(p));"},
		{"void f() { if (c) asm(\"trap;\"); else g(); }", "void f() { if (c) ; else g(); }", "asm:asm(\"trap;\");"},
		{"int f() asm(\"g\");", "int f() ;", ""},
		{"void f() { _Pragma(\"unroll 4\") for (;;) {} }", "void f() { for (;;) {} }", "unroll:4"},
		{"static __const__ int n = 3;", "static const int n = 3;", ""},
		{"auto f = [=] __device__ (int i) { return i; };", "auto f = [=] (int i) { return i; };", "word:__device__"},
	})
}

func TestMaskLaunchStartsAtItsNote(t *testing.T) {
	m := maskText(t, "void f() { k<<<g, b>>>(p); }", Options{})
	require.Len(t, m.notes, 1)
	assert.Equal(t, byte('('), m.text[m.notes[0].span.Start])
}

func TestMaskAttributeMacros(t *testing.T) {
	checkShapes(t, []shape{
		{"#define HD __host__ __device__\nHD int f();", "int f();", "word:__host__ word:__device__"},
		{"#define KERNEL extern \"C\" __global__ void\nKERNEL k() {}", "void k() {}", "word:extern \"C\" word:__global__"},
		{"#define K __global__ static void\nK f() {}", "f() {}", "word:__global__ word:static"},
		{"#define INLINE inline\nINLINE int f();", "inline int f();", ""},
		{"#define BOUNDS(n) __launch_bounds__(n, 2)\n__global__ void BOUNDS(N * 2) k() {}", "void k() {}",
			"word:__global__ word:__launch_bounds__(N * 2, 2)"},
		{"#define NOTHING\nNOTHING int f();", "int f();", ""},
		{"#define A __device__\n#define B A inline\nB int f();", "int f();", "word:__device__ word:inline"},
		{"#define A __device__\n#undef A\nint A;", "int A;", ""},
		{"#define KERN(name) __global__ void name\nKERN(f)(int n) {}", "void f (int n) {}", "word:__global__"},
		{"#define KERN(name, ...) __global__ void name(__VA_ARGS__)\nKERN(f, int n, float *p) {}", "void f( int n, float *p) {}", "word:__global__"},
		{"#define KERN(name, ...) __global__ void name(__VA_ARGS__)\nKERN(f) {}", "void f(){}", "word:__global__"},
		{"#define UNROLL _Pragma(\"unroll\")\nvoid f() { UNROLL for (;;) {} }", "void f() { for (;;) {} }", "unroll:"},
	})
	m := maskText(t, "KERNEL k() {}", Options{Macros: []*ast.Macro{{Name: "KERNEL", Body: "__global__ void"}}})
	assert.Equal(t, "void k() {}", squeeze(m.text))
	assert.Equal(t, "word:__global__", brief(m))
	m = maskText(t, "HD int f();", Options{Defines: map[string]string{"HD": "__device__"}})
	assert.Equal(t, "word:__device__", brief(m))
}

func TestMaskWords(t *testing.T) {
	checkShapes(t, []shape{
		{"MY_API T f(int);", "T f(int);", "word:MY_API"},
		{"MY_API static int_t f(int);", "static int_t f(int);", "word:MY_API"},
		{"void MY_CALL f(int n) {}", "void f(int n) {}", "word:MY_CALL"},
		{"MY_ATTR VkBool MY_CALL f(int n) {}", "VkBool f(int n) {}", "word:MY_ATTR word:MY_CALL"},
		{"void f(float *MY_RESTRICT p, int n) {}", "void f(float * p, int n) {}", "word:__restrict__"},
		{"void f() { float *MY_RESTRICT q = p; }", "void f() { float * q = p; }", "word:__restrict__"},
		{"void f(int n MORE) {}", "void f(int n ) {}", "word:MORE"},
		{"template <class T> T f(T x) { return x; }", "template <class T> T f(T x) { return x; }", ""},
		{"template <class T> const T N = f<T, 1>();", "template <class T> const T N = f<T, 1>();", ""},
		{"auto f = [=] MY_HD (int i) { return i; };", "auto f = [=] (int i) { return i; };", "word:MY_HD"},
		{"auto f = [] MY_HD (int i) -> A<B, C> { return g(i); };", "auto f = [] (int i) -> A<B, C> { return g(i); };", "word:MY_HD"},
		{"struct A { MY_HD ~A(); MY_HD operator float() const; MY_HD T operator[](int i); };",
			"struct A { ~A(); operator float() const; T operator[](int i); };", "word:MY_HD word:MY_HD word:MY_HD"},
		{"struct A { MY_HD A(int x) : a(x) {} int a; };", "struct A { A(int x) : a(x) {} int a; };", "word:MY_HD"},
		{"class MY_API A : public B {};", "class A : public B {};", "word:MY_API"},
		{"struct MY_ALIGN(8) A { int x; };", "struct A { int x; };", "word:MY_ALIGN(8)"},
		{"int f(int n) MY_NOEXCEPT { return n; }", "int f(int n) { return n; }", "word:MY_NOEXCEPT"},
		{"void MY_BOUNDS(T, 2) f(const T *p) {}", "void f(const T *p) {}", "word:MY_BOUNDS(T, 2)"},
		{"void f() { if (a < b && c > d) g(); }", "void f() { if (a < b && c > d) g(); }", ""},
		{"void f() { A b; A c(d); A *e = f; const A g = h; }", "void f() { A b; A c(d); A *e = f; const A g = h; }", ""},
		{"typedef struct MY_ALIGN(4) { int x; } A;", "typedef struct { int x; } A;", "word:MY_ALIGN(4)"},
		{"void f(MY_CONST T const x) {}", "void f( T const x) {}", "word:MY_CONST"},
		{"void f() { T constexpr n = 3; T const m = 4; }", "void f() { T constexpr n = 3; T const m = 4; }", ""},
		{"struct A : B<(N > 1)> { MY_HD A() : a(1) {} int a; };", "struct A : B<(N > 1)> { A() : a(1) {} int a; };", "word:MY_HD"},
		{"enum E { MY_A, MY_B };", "enum E { MY_A, MY_B };", ""},
	})
}

func TestMaskDeclarationMacros(t *testing.T) {
	checkShapes(t, []shape{
		{"REGISTER(x)\nint f();", "int f();", "stmt:REGISTER(x)"},
		{"STATIC_CHECK(N % 4 == 0, \"n\");\nint x;", "int x;", "stmt:STATIC_CHECK(N % 4 == 0|\"n\")"},
		{"CASE(a, 16x8x4) { f(); }", "CASE( ) { f(); }", ""},
		{"struct A { REG(f, { return 1; })\nint x; };", "struct A { int x; };", "stmt:REG(f|{ return 1; })"},
		{"extern MAKE(1, 2);\nint x;", "int x;", "stmt:MAKE(1|2)"},
		{"HAS_MEMBER(x)\ntemplate <int N> struct A : B { int y; };", "template <int N> struct A : B { int y; };", "stmt:HAS_MEMBER(x)"},
		{"MY_BOUNDS(256) void f() {}", "void f() {}", "word:MY_BOUNDS(256)"},
		{"TYPE(float) x = 3;", "TYPE x = 3;", ""},
		{"struct A { MARKER\npublic: int x; };", "struct A { public: int x; };", "stmt:MARKER"},
		{"A::A(int x) : y(x) {}", "A::A(int x) : y(x) {}", ""},
		{"main() { return 0; }", "main() { return 0; }", ""},
	})
}

func TestMaskStatementMacros(t *testing.T) {
	checkShapes(t, []shape{
		{"void f() { CHECK(p)\n x = 1; }", "void f() { ; x = 1; }", "stmt:CHECK(p)"},
		{"void f() { CHECK(p)\n const int x = 1; }", "void f() { ; const int x = 1; }", "stmt:CHECK(p)"},
		{"void f() { CHECK(p) }", "void f() { ; }", "stmt:CHECK(p)"},
		{"void f() { if (a) CHECK(p) else g(); }", "void f() { if (a) ; else g(); }", "stmt:CHECK(p)"},
		{"void f() { CHECK(p)\n *q = 1; }", "void f() { ; *q = 1; }", "stmt:CHECK(p)"},
		{"void f() { g(p) * h; }", "void f() { g(p) * h; }", ""},
		{"void f() { CHECK(p); g(x)[0] = 1; }", "void f() { CHECK(p); g(x)[0] = 1; }", ""},
		{"void f() { STEP STEP STEP\n x = 1; }", "void f() { ; ; ; x = 1; }", "stmt:STEP stmt:STEP stmt:STEP"},
		{"void f() { SET\n T *x = y; }", "void f() { ; T *x = y; }", "stmt:SET"},
		{"void f() { CHECK_LAST\n return; }", "void f() { ; return; }", "stmt:CHECK_LAST"},
		{"void f() { MY_UNROLL\n for (;;) {} }", "void f() { for (;;) {} }", "unroll:"},
		{"void f() { TYPE(float) x = 3; }", "void f() { TYPE x = 3; }", ""},
		{"void f() { ALIGNED(float4 v, 16); }", "void f() { ; }", "stmt:ALIGNED(float4 v|16)"},
		{"__global__ void k() { KERNEL_LOOP(i, n) { a[i] = 0; } }", "void k() { for (;; ) { a[i] = 0; } }",
			"word:__global__ loop:KERNEL_LOOP(i|n)"},
		{"#define OVER(i, n) for (int i = 0; i < (n); i++)\nvoid f() { OVER(i, 3) { g(); } }", "void f() { for (;; ) { g(); } }",
			"loop:OVER(i|3)"},
		{"void f() { DISPATCH(t) { g(); } }", "void f() { { g(); } }", "stmt:DISPATCH(t)+"},
		{"void f() { SWITCH(t, T, { g<T>(); }); }", "void f() { { g<T>(); } }", "stmt:SWITCH(t|T|{ g<T>(); })+"},
		{"void f() { SWITCH(t, T, g<T>();); }", "void f() { { g<T>();} }", "stmt:SWITCH(t|T|g<T>();)+"},
		{"void f() { SWITCH(t, T, g<T>(); h<T>()); }", "void f() { { g<T>(); h<T>();} }", "stmt:SWITCH(t|T|g<T>(); h<T>())+"},
		{"void f() { SWITCH(t, {SWITCH(u, { g(); })}); }", "void f() { { { g(); } } }", "stmt:SWITCH(t|{SWITCH(u, { g(); })})+ stmt:SWITCH(u|{ g(); })+"},
		{"void f() { SWITCH(t, { g(); }, { h(); }); }", "void f() { ; }", "stmt:SWITCH(t|{ g(); }|{ h(); })"},
		{"void f() { SWITCH(t, T, [&] { g<T>(); }); }", "void f() { SWITCH(t, T, [&] { g<T>(); }); }", ""},
	})
}

func TestMaskTypeArguments(t *testing.T) {
	checkShapes(t, []shape{
		{"void f() { READ(float, x); }", "void f() { READ(_loat, x); }", ""},
		{"void f() { x = va_arg(l, unsigned int); }", "void f() { x = va_arg(l, _nsigned ); }", ""},
		{"void f() { x = ALLOC(const char *, 3); }", "void f() { x = ALLOC(_onst , 3); }", ""},
		{"void f() { x = GET(A *, y); }", "void f() { x = GET(A , y); }", ""},
		{"void f() { x = GET(new, y); }", "void f() { x = GET(_ew, y); }", ""},
		{"void f() { if (typeid(T) == typeid(double)) g(); }", "void f() { if (typeid(T) == typeid(_ouble)) g(); }", ""},
		{"void f() { g(int(x), float(y)); std::function<int(int, int)> h; }",
			"void f() { g(int(x), float(y)); std::function<int(int, int)> h; }", ""},
		{"const char *s = TEXT(int x; int y;);", "const char *s = TEXT( );", ""},
	})
}

func TestMaskGaps(t *testing.T) {
	checkShapes(t, []shape{
		{"int f() { return 0; };", "int f() { return 0; }", ""},
		{"namespace a { };", "namespace a { }", ""},
		{"struct A { void f() {}; };", "struct A { void f() {} };", ""},
		{"auto f = [] { return 1; };", "auto f = [] { return 1; };", ""},
		{"int a[] = {1, 2};", "int a[] = {1, 2};", ""},
		{"template class Q<int>; int x;", "int x;", ""},
		{"extern template void f<int>(int); int x;", "int x;", ""},
		{"template void f<int>(int);", "template void f<int>(int);", ""},
		{"auto p = new T *[n];", "auto p = new T [n];", ""},
		{"auto p = new const float **[n];", "auto p = new float [n];", ""},
		{"auto p = new unsigned int[n];", "auto p = new unsigned int[n];", ""},
		{"void f() { x = typename A::B{}; }", "void f() { x = A::B{}; }", ""},
		{"void f() { g(typename A<T>::B()); }", "void f() { g( A<T>::B()); }", ""},
		{"template <class T> void f(typename T::B x);", "template <class T> void f(typename T::B x);", ""},
		{"void f() { x = decltype(y){}; z = decltype(y)(1); }", "void f() { x = DECLTYPE {}; z = DECLTYPE (1); }", ""},
		{"auto f() -> decltype(a + b) { return a + b; }", "auto f() -> decltype(a + b) { return a + b; }", ""},
		{"void f(int x = {}, A y = {1});", "void f(int x , A y );", ""},
		{"void f(int) = delete;", "void f(int) ;", ""},
		{"template <class T, T * = nullptr> void f();", "template <class T, T *_= nullptr> void f();", ""},
		{"template <class... T> void f(const T *... p);", "template <class... T> void f(const T ... p);", ""},
		{"enum : int { A, B };", "enum { A, B };", ""},
		{"struct A { int a = 0, b = 1; };", "struct A { int a , b = 1; };", ""},
		{"struct A { using T = B<int, 3>; };", "struct A { using T = B<int, 3>; };", ""},
		{"void f() { again: int x = 0; }", "void f() { again:;int x = 0; }", ""},
		{"void f() { auto g = [=] mutable { return 1; }; }", "void f() { auto g = [=] { return 1; }; }", ""},
		{"auto s = \"a\" PRIu64 \"b\";", "auto s = \"a\" \"b\";", ""},
		{"void f() { p(\"(\"ID\")\", X \"c\"); }", "void f() { p(\"(\" \")\", \"c\"); }", ""},
		{"auto s = \"v\"__TEXT(V)\"\\n\";", "auto s = \"v\" \"\\n\";", ""},
		{"void f() { x.template g(1); x.template g<1>(); }", "void f() { x. g(1); x.template g<1>(); }", ""},
		{"struct A { int a : 3, : 2; int : 1, b : 4; };", "struct A { int a : 3,_: 2; int_: 1, b : 4; };", ""},
		{"struct A : B { using typename B::T; };", "struct A : B { using B::T; };", ""},
		{"auto x = (unsigned(y) << 1);", "auto x = (uint (y) << 1);", ""},
		{"template <class T, typename F = int (*)(int)> struct A {};", "template <class T, typename F > struct A {};", ""},
		{"template <class T, class U = A<T>, class V = decltype(f())> struct A {};", "template <class T, class U = A<T>, class V = decltype(f())> struct A {};", ""},
		{"bool b = x.operator==(y);", "bool b = x.Operator__(y);", ""},
	})
}

// TestMaskSurvives feeds what is not C++ at all. Nothing is asked but the promises of maskText.
func TestMaskSurvives(t *testing.T) {
	nested := strings.Repeat("a(b[{", 20000)
	for _, text := range []string{
		"", "\n", "\r\n\r\n", "\\", "\\\n", "#", "#\n#", "/*", "//", "\"", "'", "R\"(", "R\"x(", "<<<", ">>>", "((((", "))))", "}}}}", "{{{{",
		"\x00\x01\x7f", "\xff\xfe\xfd", "\uFEFFint x;", "int \u00a0x;", "int\u200b y;", "#if\n#else\n#else\n#endif\n#endif",
		"#if 0\n", "#define", "#define 3", "#include", "#pragma", "asm", "asm(", "new", "template", "decltype", "operator", "extern template",
		"__launch_bounds__", "__launch_bounds__(", "a<<<", "a<<<b", "a<<<b>>>", "f(", "f(;", "A B C D E F G H", "[[", "[[]]", "x.operator",
		nested, strings.Repeat("}", 50000), strings.Repeat("<", 50000), strings.Repeat("a<", 50000), strings.Repeat("A ", 50000),
		strings.Repeat("#if X\n", 5000), strings.Repeat("f(g{", 20000), strings.Repeat("'", 50000), strings.Repeat("\\'", 50000),
		strings.Repeat("[](", 20000), strings.Repeat("M(a) ", 20000), strings.Repeat("\"a\" B ", 20000), strings.Repeat("a<<<b>>>", 20000),
		"#define A B\n#define B A\n#if A\n#endif\nA x;", "#define F(x) F(F(x))\n#if F(F(1))\n#endif\n",
		string(bytes.Repeat([]byte{0, 255, '"', '\n', '(', '#'}, 5000)),
	} {
		maskText(t, text, Options{})
		Includes(source.NewFile("x.cu", []byte(text)), Options{})
	}
}

func FuzzMask(f *testing.F) {
	for _, seed := range []string{
		"__global__ void k(float *p) { k<<<1, 2>>>(p); }", "#define A __device__\n#if A(1)\nA int f();\n#endif\n",
		"CHECK(x)\nSWITCH(t, T, { asm(\"a\"); }) LOOP(i, n) { }", "struct A { int a = 0, b; }; template class A<int>;", "R\"x()x\" 'a' 1'0 \\\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Add([]byte("{ (0\n=,)}"))
	f.Add([]byte("{ FOR(\nx) { } }"))
	f.Add([]byte("#define KERNEL(name)__inline nam#\nKERNEL      (0)"))
	f.Add([]byte("int operator\n\"\" _x(long);"))
	f.Add([]byte("#define KERNEL(name) __global__ static inline void name\nKERNEL\n\n\n\n\n\n\n\n(k)(int *p) { }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		maskText(t, string(text), Options{})
		Includes(source.NewFile("x.cu", text), Options{})
	})
}

func TestOutline(t *testing.T) {
	long := strings.Repeat("a = a + 1; ", 100)
	src := "int up(int a, int b) { return (a + b - 1) / b; }\nstruct S { int n; void grow(int a) { " + long + "} };\nvoid far(int a)\n{ " + long + "}\nint last = 3;\n"
	f, err := Parse(source.NewFile("h.h", []byte(src)), Options{Outline: true})
	require.NoError(t, err)
	assert.Empty(t, f.Problems)
	require.Len(t, f.Decls, 4)
	assert.Len(t, f.Decls[0].(*ast.FuncDecl).Body.List, 1, "a short body is kept")
	grow := f.Decls[1].(*ast.RecordDecl).Members[1].(*ast.FuncDecl)
	assert.Empty(t, grow.Body.List)
	far := f.Decls[2].(*ast.FuncDecl)
	assert.Empty(t, far.Body.List)
	assert.Equal(t, strings.Index(src, "int last"), int(far.Span.End)+1, "no byte moves")
	assert.Equal(t, "last", f.Decls[3].(*ast.VarDecl).Name)
	whole, err := Parse(source.NewFile("h.h", []byte(src)), Options{})
	require.NoError(t, err)
	assert.Len(t, whole.Decls[2].(*ast.FuncDecl).Body.List, 100)
}

func TestSkip(t *testing.T) {
	src := "#define N 4\n__global__ void a(int *p) {\n#define M 5\n  p[0] = ((;\n}\nnamespace n { __global__ void b(int *p) { p[1] = M; } }\n"
	brace := int32(strings.Index(src, "{"))
	f, err := Parse(source.NewFile("h.cu", []byte(src)), Options{Skip: func(at int32) bool { return at == brace }})
	require.NoError(t, err)
	assert.Empty(t, f.Problems, "what is left out is not told")
	require.Len(t, f.Decls, 2)
	assert.Empty(t, f.Decls[0].(*ast.FuncDecl).Body.List)
	b := f.Decls[1].(*ast.NamespaceDecl).Decls[0].(*ast.FuncDecl)
	assert.Len(t, b.Body.List, 1)
	assert.Equal(t, strings.Index(src, "b(int"), int(b.NameAt.Start), "no byte moves")
	assert.Len(t, f.Macros, 2, "macros are kept")
	whole, err := Parse(source.NewFile("h.cu", []byte(src)), Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, whole.Problems)
}
