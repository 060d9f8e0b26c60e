//go:build cgo

package parser

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// row is a piece of source and the dump of what it is lowered to.
type row struct{ src, want string }

// frame is what the rows stand in: the names that they use.
const frame = "typedef float real; int g(int); struct Foo;\n" +
	"template <typename T, typename... Args> __global__ void f(int n, int i, float *a, float *p, int x, int y, Args... args) {\n"

func parsed(t *testing.T, text string) *ast.File {
	t.Helper()
	f, err := Parse(source.NewFile("a.cu", []byte(text)), Options{})
	require.NoError(t, err)
	return f
}

// function is the function of that name in the file.
func function(t *testing.T, f *ast.File, name string) *ast.FuncDecl {
	t.Helper()
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name == name {
			return fd
		}
	}
	require.Fail(t, "no function "+name)
	return nil
}

// returned parses an expression in the frame.
func returned(t *testing.T, text string) (string, []ast.Problem) {
	t.Helper()
	f := parsed(t, frame+"return "+text+"; }")
	body := function(t, f, "f").Body.List
	require.Len(t, body, 1, text)
	r, ok := body[0].(*ast.Return)
	require.True(t, ok, text)
	return ast.Dump(r.X), f.Problems
}

func TestExpressions(t *testing.T) {
	for _, r := range []row{
		{`(float *)p`, `(cast (ptr float) p)`},
		{`((float4 *)p)[i].x`, `(. (index (paren (cast (ptr float4) p)) i) x)`},
		{`*(float4 *)(p + i)`, `(* (cast (ptr float4) (paren (+ p i))))`},
		{`(unsigned)x`, `(cast unsigned int x)`},
		{`(unsigned char)x`, `(cast unsigned char x)`},
		{`(T *)p`, `(cast (ptr T) p)`},
		{`reinterpret_cast<const float4 *>(p)[i]`, `(index (reinterpret_cast (ptr (const float4)) p) i)`},
		{`static_cast<T>(x)`, `(static_cast T x)`},
		{`(const T)x`, `(cast (const T) x)`},
		{`(std::size_t)x`, `(cast std::size_t x)`},
		{`(size_t)n * x`, `(* (cast size_t n) x)`},
		{`(T)x`, `(cast T x)`},
		{`alignof(double)`, `(alignof double)`},
		{`float4{1, 2, 3, 4}`, `(construct{} float4 1 2 3 4)`},
		{`make_float4(1, 2)`, `(call make_float4 1 2)`},
		{`float4(x)`, `(construct float4 x)`},
		{`int()`, `(construct int)`},
		{`T{}`, `(construct{} T)`},
		{`dim3(x)`, `(construct dim3 x)`},
		{`(float4){1, 2}`, `(construct{} float4 1 2)`},
		{`a[i][x]`, `(index (index a i) x)`},
		{`(*a)[i]`, `(index (paren (* a)) i)`},
		{`s->q[i].z`, `(. (index (-> s q) i) z)`},
		{`*p++`, `(* (post++ p))`},
		{`(*p)++`, `(post++ (paren (* p)))`},
		{`++*p`, `(++ (* p))`},
		{`&a[i]`, `(& (index a i))`},
		{`-x`, `(- x)`},
		{`~x`, `(~ x)`},
		{`- -x`, `(- (- x))`},
		{`x = y = z`, `(= x (= y z))`},
		{`x <<= 1`, `(<<= x 1)`},
		{`a ? b : c ? d : e`, `(? a b (? c d e))`},
		{`a ?: b`, `(? a a b)`},
		{`(a, b)`, `(paren (, a b))`},
		{`T::value`, `T::value`},
		{`std::numeric_limits<float>::max()`, `(call std::numeric_limits<float>::max)`},
		{`A<4>::B<int>::c`, `A<4>::B<int>::c`},
		{`obj.template get<0>()`, `(call (. obj get<0>))`},
		{`foo<T, 3>(x)`, `(call foo<T,3> x)`},
		{`foo<sizeof(T) / 4>(x)`, `(call foo<(/ (sizeof T) 4)> x)`},
		{`foo<(N > 3)>(x)`, `(call foo<(paren (> N 3))> x)`},
		{`foo<n, Foo<int>, float*, const int>(x)`, `(call foo<n,Foo<int>,(ptr float),(const int)> x)`},
		{`::foo(x)`, `(call foo x)`},
		{`new float[n]`, `(new float (len n))`},
		{`new float[n][4]`, `(new (array float 4) (len n))`},
		{`new Foo(1, 2)`, `(new Foo 1 2)`},
		{`delete[] p`, `(delete p)`},
		{`x and y`, `(&& x y)`},
		{`not x`, `(! x)`},
		{`g(args...)`, `(call g (... args))`},
		{`(args + ...)`, `(fold + args _)`},
		{`(... && args)`, `(fold && _ args)`},
		{`(0 + ... + args)`, `(fold + 0 args)`},
		{`[&](int i) { return i; }(3)`, `(call (lambda (captures &) (params (i int)) (block (return i))) 3)`},
		{`[=, &x, this] { return x; }`, `(lambda (captures = &x this) (params) (block (return x)))`},
		{`[](auto v) -> float { return v; }`, `(lambda (captures) (params (v auto)) (-> float) (block (return v)))`},
		{`x * y`, `(* x y)`},
		{`x - y`, `(- x y)`},
		{`a / b * c`, `(* (/ a b) c)`},
		{`1.5f`, `1.5f`},
		{`1e-3`, `0.001`},
		{`0x1.8p3f`, `12f`},
		{`0x1F`, `31`},
		{`0b101`, `5`},
		{`017`, `15`},
		{`0`, `0`},
		{`1'000'000`, `1000000`},
		{`10ull`, `10ull`},
		{`10LU`, `10ul`},
		{`18446744073709551616`, `(overflow 18446744073709551615)`},
		{`'a'`, `(char 97)`},
		{`'\n'`, `(char 10)`},
		{`'\x41'`, `(char 65)`},
		{`'\''`, `(char 39)`},
		{`L'x'`, `(char 120)`},
		{`"a\tb"`, `"a\tb"`},
		{`"a" "b" "c"`, `"abc"`},
		{`R"(x\n)"`, `"x\\n"`},
		{`true`, `true`},
		{`nullptr`, `nullptr`},
		{`NULL`, `nullptr`},
		{`.5`, `0.5`},
		{`5.`, `5.0`},
		{`1.0e10L`, `1e+10`},
		{`x % n == 0 && (n) > 3`, `(&& (== (% x n) 0) (> (paren n) 3))`},
		{`f(i)(x)`, `(call (call f i) x)`},
		{`i++ + ++i`, `(+ (post++ i) (++ i))`},
		{`__ldg(&p[i])`, `(call __ldg (& (index p i)))`},
		{`u8"x"`, `"x"`},
		{`typeid(x)`, `(call typeid x)`},
		{`n * (x) - 1`, `(- (* n (paren x)) 1)`},
		{`(double)x / y`, `(/ (cast double x) y)`},
		{`(double)(x) / y`, `(/ (cast double (paren x)) y)`},
		{`(int)floor((double)n)`, `(cast int (call floor (cast double n)))`},
		{`(char)'a' - 1`, `(- (cast char (char 97)) 1)`},
		{`dynamic_cast<Foo &>(x)`, `(dynamic_cast (ref Foo) x)`},
		{`const_cast<T *>(p)`, `(const_cast (ptr T) p)`},
		{`co.sync()`, `(call (. co sync))`},
		{`this->x[i]`, `(index (-> this x) i)`},
		{`(T(*)[4])p`, `(cast (ptr (array T 4)) p)`},
		{`(float (*)[N])p`, `(cast (ptr (array float N)) p)`},
		{`reinterpret_cast<float (&)[4]>(x)`, `(reinterpret_cast (ref (array float 4)) x)`},
		{`min<int>(x, y)`, `(call min<int> x y)`},
		{`std::min(x, y)`, `(call std::min x y)`},
		{`noexcept(x)`, `(call noexcept x)`},
		{`offsetof(Foo, x)`, `(call offsetof Foo x)`},
	} {
		got, problems := returned(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.Empty(t, problems, r.src)
	}
}

// The grammar has no rule for these.
func TestExpressionsBeyondTheGrammar(t *testing.T) {
	for _, r := range []row{
		{"a[(i = j + 1, i)]", "(index a (paren (, (= i (+ j 1)) i)))"},
		{"(a = 1, b += f(a, 2), c) + 1", "(+ (paren (, (, (= a 1) (+= b (call f a 2))) c)) 1)"},
		{"-(a = (b = 1, b), a)", "(- (paren (, (= a (paren (, (= b 1) b))) a)))"},
		{"({ int q = g(); q; })", "(paren (call (lambda (captures &) (params) (block (decl (var q int (call g))) (return q)))))"},
		{"f(({ a; }) + 2)", "(call f (+ (paren (call (lambda (captures &) (params) (block (return a))))) 2))"},
		{"({ int q = (a = 1, b); ({ q += 1; q; }); })",
			"(paren (call (lambda (captures &) (params) (block (decl (var q int (paren (, (= a 1) b)))) (return (paren (call (lambda (captures &) (params) (block (+= q 1) (return q))))))))))"},
		{"({ if (x) y = 1; })", "(paren (call (lambda (captures &) (params) (block (if x (= y 1))))))"},
		{"0.5_hf + 0x1F_k", `(+ (call operator""_hf 0.5) (call operator""_k 31))`},
		{`"abc"s`, `"abc"`},
		{`"abc"_x`, `(call operator""_x "abc")`},
	} {
		got, problems := returned(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.Empty(t, problems, r.src)
		x, ok := Expr(r.src, place)
		if assert.True(t, ok, r.src) {
			assert.Equal(t, r.want, dump(x), r.src)
		}
	}
}

func TestHiddenExpressionsHaveTheirPlaces(t *testing.T) {
	f := parsed(t, "void f() { x = a[(i = j, i)] + ({ g(y); z; }); (a = 1, b = 2); }")
	spansNest(t, f)
	var got []string
	ast.Inspect(f.Decls[0], func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Paren, *ast.Lambda, *ast.Return, *ast.Assign:
			got = append(got, f.Source.Slice(n.Pos()))
		}
		return true
	})
	assert.Equal(t, []string{"x = a[(i = j, i)] + ({ g(y); z; })", "(i = j, i)", "i = j", "({ g(y); z; })", "{ g(y); z; }", "z;", "(a = 1, b = 2)", "a = 1", "b = 2"}, got)
}

func TestLambdasOfLaunches(t *testing.T) {
	f := parsed(t, "void f() { for_each<<<g, b>>>(n, [=] __device__ (int i) { out[i] = in[i]; }); }")
	var l *ast.Lambda
	ast.Inspect(f.Decls[0], func(n ast.Node) bool {
		if x, ok := n.(*ast.Lambda); ok {
			l = x
		}
		return true
	})
	require.NotNil(t, l)
	assert.True(t, l.Quals.Has(ast.Device))
	assert.Equal(t, "(block (= (index out i) (index in i)))", dump(l.Body))
	assert.Equal(t, "[=] __device__ (int i) { out[i] = in[i]; }", f.Source.Slice(l.Pos()))
	assert.Equal(t, "out[i] = in[i]", f.Source.Slice(l.Body.List[0].(*ast.ExprStmt).X.Pos()))
}

func TestExpressionsThatCannotBeRead(t *testing.T) {
	for _, r := range []row{
		{"x.*y", "(bad-expr x)"},
		{"(x +) * p[i]", "(* (paren (bad-expr x)) (index p i))"},
		{"p[i] + f(, a[n])", "(+ (index p i) (bad-expr f (index a n)))"},
	} {
		got, problems := returned(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.NotEmpty(t, problems, r.src)
	}
}
