//go:build cgo

package parser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/ast"
)

func dump(n ast.Node) string { return ast.Dump(n) }

// body parses statements in the frame.
func body(t *testing.T, text string) (string, []ast.Problem) {
	t.Helper()
	f := parsed(t, frame+text+"\n}")
	s := dump(function(t, f, "f").Body)
	return strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(s, "(block"), ")"), " "), f.Problems
}

func TestStatements(t *testing.T) {
	for _, r := range []row{
		{`std::vector<int> v;`, `(decl (var v std::vector<int>))`},
		{`__shared__ float s[32][33];`, `(decl (var s (array (array float 33) 32) __shared__))`},
		{`__shared__ float (*sp)[33];`, `(decl (var sp (ptr (array float 33)) __shared__))`},
		{`extern __shared__ float4 s4[];`, `(decl (var s4 (array float4 _) __shared__ extern))`},
		{`extern __shared__ __align__(16) char raw[];`, `(decl (var raw (array char _) (align 16) __shared__ extern))`},
		{`__shared__ alignas(16) float s[4];`, `(decl (var s (array float 4) (align 16) __shared__))`},
		{`static const float *const __restrict__ p2 = p;`, `(decl (var p2 (ptr (const float) const restrict) p restrict static const))`},
		{`const float * __restrict__ p2 = p, *q2;`, `(decl (var p2 (ptr (const float) restrict) p restrict) (var q2 (ptr (const float))))`},
		{`float4 *p4 = reinterpret_cast<float4 *>(p);`, `(decl (var p4 (ptr float4) (reinterpret_cast (ptr float4) p)))`},
		{`volatile int *vp = 0;`, `(decl (var vp (ptr (volatile int)) 0))`},
		{`auto &r = p[i];`, `(decl (var r (ref auto) (index p i)))`},
		{`const auto v = p[i];`, `(decl (var v (const auto) (index p i) const))`},
		{`auto *q = p;`, `(decl (var q (ptr auto) p))`},
		{`decltype(n) m2 = 3;`, `(decl (var m2 (decltype n) 3))`},
		{`unsigned int u = 3u, w[2] = {1, 2};`, `(decl (var u unsigned int 3u) (var w (array unsigned int 2) (init-list 1 2)))`},
		{`unsigned long long int u;`, `(decl (var u unsigned long long))`},
		{`long double ld;`, `(decl (var ld long double))`},
		{`typename T::type y;`, `(decl (var y T::type))`},
		{`T::type y;`, `(decl (var y T::type))`},
		{`struct { int a; float b[2]; } loc;`, `(decl (var loc (struct (members (var a int) (var b (array float 2))))))`},
		{`enum { A1, B1 = 3 };`, `(decl (enum A1 (B1 3)))`},
		{`enum class E : int { X };`, `(decl (enum class E (: int) X))`},
		{`constexpr int K = 4;`, `(decl (var K int 4 constexpr))`},
		{`constexpr int arr[] = {1, 2, 3};`, `(decl (var arr (array int _) (init-list 1 2 3) constexpr))`},
		{`typedef float4 vec;`, `(decl (alias vec float4))`},
		{`using vec = float4;`, `(decl (alias vec float4))`},
		{`int x1{3};`, `(decl (var x1 int (init-list 3)))`},
		{`int x2 = {3};`, `(decl (var x2 int (init-list 3)))`},
		{`float4 v = make_float4(0.f, 0.f, 0.f, 0.f);`, `(decl (var v float4 (call make_float4 0f 0f 0f 0f)))`},
		{`auto [q1, q2] = g(x);`, `(decl (binding auto q1 q2 (call g x)))`},
		{`for (auto [k, v] : m) ;`, `(range-for (var "" auto) m (empty))`},
		{`for (int i = 0, j = 3; i < n && j > 0; i++, --j) p[i] = j;`, `(for (decl (var i int 0) (var j int 3)) (&& (< i n) (> j 0)) (, (post++ i) (-- j)) (= (index p i) j))`},
		{`for (i = 0; i < n; i += 2) { }`, `(for (= i 0) (< i n) (+= i 2) (block))`},
		{`for (float *q = p; q < p + n; q += 4) *q = 0;`, `(for (decl (var q (ptr float) p)) (< q (+ p n)) (+= q 4) (= (* q) 0))`},
		{`{ { } }`, `(block (empty))`},
		{`{{}} { { {} } } { if (n) {} }`, `(block (empty)) (block (block (empty))) (block (if n (block)))`},
		{`for (;;) { break; }`, `(for _ _ _ (block (break)))`},
		{`while (n > 0) n >>= 1;`, `(while (> n 0) (>>= n 1))`},
		{`while (int k = g(n)) { }`, `(block (decl (var k int (call g n))) (while (= k (call g n)) (block)))`},
		{`do { n--; } while (n);`, `(do (block (post-- n)) n)`},
		{`if (n) x = 1; else x = 2;`, `(if n (= x 1) (= x 2))`},
		{`if (i < n && x > (y)) return;`, `(if (&& (< i n) (> x (paren y))) (return))`},
		{`if constexpr (sizeof(T) == 4) { } else { }`, `(if constexpr (== (sizeof T) 4) (block) (block))`},
		{`if (auto k = g(x); k > 3) { }`, `(if (init (decl (var k auto (call g x)))) (> k 3) (block))`},
		{`switch (n) { case 0: case 1: x = 1; break; default: { x = 2; } }`, `(switch n (block (case 0) (case 1 (= x 1) (break)) (default (block (= x 2)))))`},
		{`goto end; end: ;`, `(goto end) (label end (empty))`},
		{`return;`, `(return)`},
		{`k<<<g, b>>>(p, n);`, `(launch k (config g b) p n)`},
		{`k<int, 4><<<dim3(1, 2), b, 16, stream>>>(p);`, `(launch k<int,4> (config (construct dim3 1 2) b 16 stream) p)`},
		{`ns::k<<<1, 2>>>();`, `(launch ns::k (config 1 2))`},
		{`(*fptr)<<<1, 2>>>(p);`, `(launch (paren (* fptr)) (config 1 2) p)`},
		{`#pragma unroll
for (int i = 0; i < 4; i++) ;`, `(for (unroll) (decl (var i int 0)) (< i 4) (post++ i) (empty))`},
		{`#pragma unroll (8)
for (int i = 0; i < 4; i++) ;`, `(for (unroll 8) (decl (var i int 0)) (< i 4) (post++ i) (empty))`},
		{`#pragma unroll N
while (n) n--;`, `(while (unroll N) n (post-- n))`},
		{`asm volatile("mov.u32 %0, %1;" : "=r"(x) : "r"(y));`, `(asm "mov.u32 %0, %1;" (out ("=r" x)) (in ("r" y)))`},
		{`asm("bar.sync 0;");`, `(asm "bar.sync 0;" (out) (in))`},
		{`asm volatile ("cp.async.ca.shared.global [%0], [%1], 16;\n" :: "r"(sa), "l"(&p[i]) : "memory");`, `(asm "cp.async.ca.shared.global [%0], [%1], 16;\n" (out) (in ("r" sa) ("l" (& (index p i)))))`},
		{`if (n) asm("x;" ::: "memory"); else n = 3;`, `(if n (asm "x;" (out) (in)) (= n 3))`},
		{`CHECK(cudaMalloc(&p, n))`, `(macro CHECK (args "cudaMalloc(&p, n)"))`},
		{`CUDA_KERNEL_LOOP(idx, n) p[idx] = 0; x = 1;`, `(macro-loop CUDA_KERNEL_LOOP (args "idx" "n") (= (index p idx) 0)) (= x 1)`},
		{`A_LOOP(j, n) A_LOOP(k, n) if (k) p[k] = j;`, `(macro-loop A_LOOP (args "j" "n") (macro-loop A_LOOP (args "k" "n") (if k (= (index p k) j))))`},
		{"CHECK_LOOP(x)\ny = 1;", `(macro CHECK_LOOP (args "x")) (= y 1)`},
		{`ALIGNED(real v, 16) = 0.5;`, `(decl (var v real 0.5))`},
		{`CUDA_KERNEL_LOOP(idx, n) { p[idx] = 0; }`, `(macro-loop CUDA_KERNEL_LOOP (args "idx" "n") (block (= (index p idx) 0)))`},
		{`DISPATCH(t, "x", [&] { g<T><<<1, 2>>>(p); });`, `(call DISPATCH t "x" (lambda (captures &) (params) (block (launch g<T> (config 1 2) p))))`},
		{`SWITCH(t, T, g<T>(x););`, `(macro SWITCH (args "t" "T" "g<T>(x);") (block (call g<T> x)))`},
		{`READ(float, x);`, `(call READ float x)`},
		{`va_arg(ap, int);`, `(call va_arg ap int)`},
		{`auto lam = [=] __device__ (int i) -> float { return p[i]; };`, `(decl (var lam auto (lambda (captures =) __device__ (params (i int)) (-> float) (block (return (index p i))))))`},
		{`try { g(x); } catch (...) { } `, `(try (block (call g x)) (catch _ (block)))`},
		{`throw std::runtime_error("x");`, `(throw (call std::runtime_error "x"))`},
		{`delete[] p;`, `(delete p)`},
		{`int *z = new int[n];`, `(decl (var z (ptr int) (new int (len n))))`},
		{`;`, `(empty)`},
		{`{ int q; { } }`, `(block (decl (var q int)) (block))`},
		{`label: x = 1;`, `(label label (= x 1))`},
		{`[[maybe_unused]] int q = 3;`, `(decl (var q int 3))`},
		{`__builtin_assume(n > 0);`, `(call __builtin_assume (> n 0))`},
		{`__syncthreads();`, `(call __syncthreads)`},
		{`cg::thread_block block = cg::this_thread_block();`, `(decl (var block cg::thread_block (call cg::this_thread_block)))`},
		{`auto tile = cg::tiled_partition<32>(block);`, `(decl (var tile auto (call cg::tiled_partition<32> block)))`},
		{`float tile[BM * BK], (*t2)[BK] = (float (*)[BK])tile;`, `(decl (var tile (array float (* BM BK))) (var t2 (ptr (array float BK)) (cast (ptr (array float BK)) tile)))`},
		{`const int i2 = threadIdx.x, j2 = blockIdx.x * blockDim.x + i2;`, `(decl (var i2 (const int) (. threadIdx x) const) (var j2 (const int) (+ (* (. blockIdx x) (. blockDim x)) i2) const))`},
		{`using namespace nvcuda;`, `(decl (using-namespace nvcuda))`},
		{`wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> af;`, `(decl (var af wmma::fragment<wmma::matrix_a,16,16,16,half,wmma::row_major>))`},
		{`register int ri = 3;`, `(decl (var ri int 3))`},
		{`Foo f1 = {.a = 1, .b[2] = 3};`, `(decl (var f1 Foo (init-list (= .a 1) (= .b[2] 3))))`},
		{`float *ptrs[4];`, `(decl (var ptrs (array (ptr float) 4)))`},
		{`float **pp;`, `(decl (var pp (ptr (ptr float))))`},
		{`int i = (n), j = (n) - 1;`, `(decl (var i int (paren n)) (var j int (- (paren n) 1)))`},
		{`extern int helper(int, float *);`, `(decl (func extern helper int (params (int) ((ptr float)))))`},
		{`__device__ float local_dev(int i);`, `(decl (func __device__ local_dev float (params (i int))))`},
		{`size_t n1 = (size_t)n * sizeof(float);`, `(decl (var n1 size_t (* (cast size_t n) (sizeof float))))`},
		{`T smem[N] __attribute__((aligned(16)));`, `(decl (var smem (array T N) (align 16)))`},
		{`union { float f; int i; } u2;`, `(decl (var u2 (union (members (var f float) (var i int)))))`},
		{`f(x), g(y);`, `(, (call f x) (call g y))`},
		{`*(p + i) = 3;`, `(= (* (paren (+ p i))) 3)`},
		{`(void)x;`, `(cast void x)`},
		{`x ? g(x) : g(y);`, `(? x (call g x) (call g y))`},
	} {
		got, problems := body(t, r.src)
		assert.Equal(t, r.want, got, r.src)
		assert.Empty(t, problems, r.src)
	}
}
