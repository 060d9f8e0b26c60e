//go:build cgo

package parser

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The trees of these are clean and wrong without what is known of the names: n, i, x, y are variables, a and p pointers, real, T
// and Foo types, g a function.
func TestMendedExpressions(t *testing.T) {
	for _, r := range []row{
		{`(n) - x * y`, `(- (paren n) (* x y))`},
		{`!(n) - x`, `(- (! (paren n)) x)`},
		{`(float)(n) - x`, `(- (cast float (paren n)) x)`},
		{`(n) -1`, `(- (paren n) 1)`},
		{`(n) -1 * 2`, `(- (paren n) (* 1 2))`},
		{`(T)-1`, `(cast T (- 1))`},
		{`(T)(x) * 3`, `(* (cast T (paren x)) 3)`},
		{`(T)-x * 3`, `(* (cast T (- x)) 3)`},
		{`x + (T)-i * 2`, `(+ x (* (cast T (- i)) 2))`},
		{`a[(N) - 1]`, `(index a (- (paren N) 1))`},
		{`(n) && x == y`, `(&& (paren n) (== x y))`},
		{`(n)&&x / y || i`, `(|| (&& (paren n) (/ x y)) i)`},
		{`(T)&x`, `(cast T (& x))`},
		{`(a[i]) & x * y`, `(& (paren (index a i)) (* x y))`},
		{`(a[i][n]) - x * y`, `(- (paren (index (index a i) n)) (* x y))`},
		{`(g(x)) * y + i`, `(+ (* (paren (call g x)) y) i)`},
		{`(g(x, y)) & i == n`, `(& (paren (call g x y)) (== i n))`},
		{`(float(x)) - y * n`, `(- (paren (functional-cast float x)) (* y n))`},
		{`(float (*)[4])&x`, `(cast (ptr (array float 4)) (& x))`},
		{`(n) & 1 ? 2 : 3`, `(? (& (paren n) 1) 2 3)`},
		{`(n) + (x) * 2`, `(+ (paren n) (* (paren x) 2))`},
		{`(n) * (x) + (i)`, `(+ (* (paren n) (paren x)) (paren i))`},
		{`(n) * (x) * (i) - (n)`, `(- (* (* (paren n) (paren x)) (paren i)) (paren n))`},
		{`n && (x < 20 && y >= 4)`, `(&& n (paren (&& (< x 20) (>= y 4))))`},
		{`(p.x < n && p.y >= 0 && x < 3)`, `(paren (&& (&& (< (. p x) n) (>= (. p y) 0)) (< x 3)))`},
		{`n && ((int)x < 70 && 0 >= y)`, `(&& n (paren (&& (< (cast int x) 70) (>= 0 y))))`},
		{`(*a < 70 && i >= y)`, `(paren (&& (< (* a) 70) (>= i y)))`},
		{`(-x < 7 && i >= 3 || n)`, `(paren (|| (&& (< (- x) 7) (>= i 3)) n))`},
		{`i < g<8>(x)`, `(< i (call g<8> x))`},
		{`x > 2 && i < g<8>(x, y) && n`, `(&& (&& (> x 2) (< i (call g<8> x y))) n)`},
		{`i < g<8, 4>(x)`, `(< i (call g<8,4> x))`},
		{`i < g<8, real>(x)`, `(< i (call g<8,real> x))`},
		{`i + 1 < g<8>(x) || y > 1`, `(|| (< (+ i 1) (call g<8> x)) (> y 1))`},
		{`s.x < ns::g<sizeof(int)>(x)`, `(< (. s x) (call ns::g<(sizeof int)> x))`},
		{`g(p.x < n ? y : s.x, g(x, y), p.y >= 39 ? n : x)`, `(call g (? (< (. p x) n) y (. s x)) (call g x y) (? (>= (. p y) 39) n x))`},
		{`(i < n ? x : y >= 25)`, `(paren (? (< i n) x (>= y 25)))`},
		{`x * y < 136 && 1 >> 1 <= 7`, `(&& (< (* x y) 136) (<= (>> 1 1) 7))`},
		{`n + x * y < 8 >> 1`, `(< (+ n (* x y)) (>> 8 1))`},
		{`i < n >> 1`, `(< i (>> n 1))`},
		{`i < n >> 1 && x > 3`, `(&& (< i (>> n 1)) (> x 3))`},
		{`i < x & p.y >> 2`, `(& (< i x) (>> (. p y) 2))`},
		{`i < x + 3 >> 2 ? n : g(7)`, `(? (< i (>> (+ x 3) 2)) n (call g 7))`},
		{`i < a[3] >> 1`, `(< i (>> (index a 3) 1))`},
		{`i<4>>1`, `(< i (>> 4 1))`},
		{`p.x < 1 >> n`, `(< (. p x) (>> 1 n))`},
		{`i < 3 ? x : g<8>(0, 1)`, `(? (< i 3) x (call g<8> 0 1))`},
		{`i < 3 ? x : g<8>(0) + 1`, `(? (< i 3) x (+ (call g<8> 0) 1))`},
		{`i < 3 ? 4 : x > (2) ? 5 : 6`, `(? (< i 3) 4 (? (> x (paren 2)) 5 6))`},
		{`n && i < 3 ? x : y >> 3`, `(? (&& n (< i 3)) x (>> y 3))`},
		{`x + (i < 3 ? x : y + 1 >> 3)`, `(+ x (paren (? (< i 3) x (>> (+ y 1) 3))))`},
		{`i < 3 ? n : x == 1 ? 2 : y >> 3`, `(? (< i 3) n (? (== x 1) 2 (>> y 3)))`},
		{`g(i < 4, x >> 1)`, `(call g (< i 4) (>> x 1))`},
		{`g(p.x < 4, p.y >= 2)`, `(call g (< (. p x) 4) (>= (. p y) 2))`},
		{`g(p.x < 4, p.y >= 2 && n > 3)`, `(call g (< (. p x) 4) (&& (>= (. p y) 2) (> n 3)))`},
		{`g(p->x < i ? 1 : n, a[0] >= 2, 3)`, `(call g (? (< (-> p x) i) 1 n) (>= (index a 0) 2) 3)`},
		{`g(p.x < 4, p.y > (2))`, `(call g (< (. p x) 4) (> (. p y) (paren 2)))`},
		{`a < b && c > d`, `(&& (< a b) (> c d))`},
		{`i < n && j > (m)`, `(&& (< i n) (> j (paren m)))`},
		{`a < x && i > (n) || e`, `(|| (&& (< a x) (> i (paren n))) e)`},
		{`a < x && i > (n) + 1`, `(&& (< a x) (> i (+ (paren n) 1)))`},
		{`s.x < n && i > (x) || e`, `(|| (&& (< (. s x) n) (> i (paren x))) e)`},
		{`blockIdx.x < n && i > (x)[0]`, `(&& (< (. blockIdx x) n) (> i (index (paren x) 0)))`},
		{`i < n > (3)`, `(> (< i n) (paren 3))`},
		{`g(a < b, c > (d))`, `(call g (< a b) (> c (paren d)))`},
		{`g(i < n, c > (d))`, `(call g (< i n) (> c (paren d)))`},
		{`(real)(x)`, `(cast real (paren x))`},
		{`(Foo<int>)(x)`, `(cast Foo<int> (paren x))`},
		{`(T)(x)[i]`, `(cast T (index (paren x) i))`},
		{`(T)(x).y`, `(cast T (. (paren x) y))`},
		{`(T)(x)++`, `(cast T (post++ (paren x)))`},
		{`(g)(x)`, `(call (paren g) x)`},
		{`(ceil)(x)`, `(call (paren ceil) x)`},
		{`(unk)(x)`, `(cast unk (paren x))`},
		{`(unk)(x, y)`, `(call (paren unk) x y)`},
		{`sizeof(T) * n`, `(* (sizeof T) n)`},
		{`sizeof(float)`, `(sizeof float)`},
		{`sizeof(a[0])`, `(sizeof-expr (paren (index a 0)))`},
		{`sizeof x`, `(sizeof-expr x)`},
		{`sizeof(N)`, `(sizeof-expr N)`},
		{`sizeof(real)`, `(sizeof real)`},
		{`T()`, `(construct T)`},
		{`T(x)`, `(functional-cast T x)`},
		{`(n) > x`, `(> (paren n) x)`},
		{`(n) == x`, `(== (paren n) x)`},
		{`(n) * p[i] + x`, `(+ (* (paren n) (index p i)) x)`},
		{`x - (n) - x`, `(- (- x (paren n)) x)`},
		{`x * (n) - x`, `(- (* x (paren n)) x)`},
		{`-(n) * x`, `(* (- (paren n)) x)`},
		{`*(p) + x`, `(+ (* (paren p)) x)`},
		{`(p)[i] - x`, `(- (index (paren p) i) x)`},
		{`(n)(x)`, `(call (paren n) x)`},
	} {
		got, problems := returned(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.Empty(t, problems, r.src)
	}
}

func TestMendedStatements(t *testing.T) {
	for _, r := range []row{
		{`dim3 g(nx, ny);`, `(decl (var g dim3 (args nx ny)))`},
		{`dim3 g(n, 1);`, `(decl (var g dim3 (args n 1)))`},
		{`dim3 g(n * x, 1);`, `(decl (var g dim3 (args (* n x) 1)))`},
		{`dim3 g((n + 15) / 16, 1), b(16, 16);`, `(decl (var g dim3 (args (/ (paren (+ n 15)) 16) 1)) (var b dim3 (args 16 16)))`},
		{`dim3 g(ceil(n), x);`, `(decl (var g dim3 (args (call ceil n) x)))`},
		{`dim3 g(int(n), x);`, `(decl (var g dim3 (args (functional-cast int n) x)))`},
		{`dim3 g(n & x);`, `(decl (var g dim3 (args (& n x))))`},
		{`std::vector<float> v(n);`, `(decl (var v std::vector<float> (args n)))`},
		{`std::vector<float> v(n, x);`, `(decl (var v std::vector<float> (args n x)))`},
		{`Foo q(x);`, `(decl (var q Foo (args x)))`},
		{`float h(int a);`, `(decl (func h float (params (a int))))`},
		{`float h(int);`, `(decl (func h float (params (int))))`},
		{`float h(real);`, `(decl (func h float (params (real))))`},
		{`float h(Foo f, int);`, `(decl (func h float (params (f Foo) (int))))`},
		{`float h();`, `(decl (func h float (params)))`},
		{`if (n) FILE *q = h("x");`, `(if n (decl (var q (ptr FILE) (call h "x"))))`},
		{`dim3 g(WIDTH * HEIGHT);`, `(decl (var g dim3 (args (* WIDTH HEIGHT))))`},
		{`b * c;`, `(decl (var c (ptr b)))`},
		{`n * x;`, `(* n x)`},
		{`n & x;`, `(& n x)`},
		{`f(i) = 0;`, `(= (call f i) 0)`},
		{`g(i) = 3;`, `(= (call g i) 3)`},
		{`s.f(i) = 0;`, `(= (call (. s f) i) 0)`},
		{`float (*A)[N] = p;`, `(decl (var A (ptr (array float N)) p))`},
		{`float (*A)[N];`, `(decl (var A (ptr (array float N))))`},
		{`float (*A)[N][M] = (float (*)[N][M])p;`, `(decl (var A (ptr (array (array float M) N)) (cast (ptr (array (array float M) N)) p)))`},
		{`float (&A)[4] = *q;`, `(decl (var A (ref (array float 4)) (* q)))`},
		{`Foo (*A)[N] = p;`, `(decl (var A (ptr (array Foo N)) p))`},
		{`float (*fp)(int, float) = &g;`, `(decl (var fp (ptr (func-type float (params (int) (float)))) (& g)))`},
		{`float (*fp)(int);`, `(decl (var fp (ptr (func-type float (params (int))))))`},
		{`g(*p)[i] = 0;`, `(= (index (call g (* p)) i) 0)`},
		{`Foo(z);`, `(decl (var z Foo))`},
		{`g(z);`, `(call g z)`},
		{`real(z);`, `(decl (var z real))`},
		{`T x3(y), x4[3], *x5;`, `(decl (var x3 T (args y)) (var x4 (array T 3)) (var x5 (ptr T)))`},
		{`Foo<int> v3(n);`, `(decl (var v3 Foo<int> (args n)))`},
		{`Foo<int> v3(n), v4;`, `(decl (var v3 Foo<int> (args n)) (var v4 Foo<int>))`},
		{`int (*m)[4][4] = 0;`, `(decl (var m (ptr (array (array int 4) 4)) 0))`},
	} {
		got, problems := body(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.Empty(t, problems, r.src)
	}
}

func TestNamesAreScoped(t *testing.T) {
	got, _ := body(t, "{ typedef int i; (i) - x; { int i; (i) - x; } } (i) - x;")
	assert.Equal(t, "(block (decl (alias i int)) (cast i (- x)) (block (decl (var i int)) (- (paren i) x))) (- (paren i) x)", got)
}

func TestMacrosDecideWhatNamesAre(t *testing.T) {
	f := parsed(t, "#define REAL2 float\n#define size 16\n#define SIZE size\nvoid f() { (REAL2) - x; (size) - x; (SIZE) * x; (HEADER_SIZE) - x; (real_type) - x; }")
	want := "(block (cast REAL2 (- x)) (- (paren size) x) (* (paren SIZE) x) (- (paren HEADER_SIZE) x) (cast real_type (- x)))"
	assert.Equal(t, want, dump(function(t, f, "f").Body))
}

func TestMembersAreKnownInMethods(t *testing.T) {
	f := parsed(t, "struct S { int get(int x) { return (count) - x; } int put(int); int count; };\nint S::put(int x) { return (count) - x; }")
	assert.Equal(t, "(block (return (- (paren count) x)))", dump(function(t, f, "put").Body))
	assert.Contains(t, dump(f.Decls[0]), "(return (- (paren count) x))")
}
