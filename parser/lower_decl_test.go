//go:build cgo

package parser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDeclarations(t *testing.T) {
	for _, r := range []row{
		{`template <> __global__ void k<float>(float *p) { }`, `(func (template) __global__ k (<> float) void (params (p (ptr float))) (block))`},
		{`template <typename T> template <typename U> void A<T>::g(U u) { x = u; }`, `(func (template T U) A::g void (params (u U)) (block (= x u)))`},
		{`template <typename T, int N = 4, class... R> struct S { T v[N]; };`, `(struct (template T (N int = 4) R...) S (members (var v (array T N))))`},
		{`template <> struct S<int, 3> { int q; };`, `(struct (template) S (<> int 3) (members (var q int)))`},
		{`template <typename T> struct S<T *> : B<T> { };`, `(struct (template T) S (<> (ptr T)) (base B<T>) (members))`},
		{`template <template <typename> class C, typename = void> struct TT;`, `(struct (template C (= void)) TT)`},
		{`template <typename T> using V = std::vector<T>;`, `(alias (template T) V std::vector<T>)`},
		{`template <typename T> constexpr T pi = T(3.14);`, `(var (template T) pi T (functional-cast T 3.14) constexpr)`},
		{`template <typename T> __device__ T sq(T a) { return a * a; }`, `(func (template T) __device__ sq T (params (a T)) (block (return (* a a))))`},
		{`template <typename T> auto f(T a) -> decltype(a) { return a; }`, `(func (template T) f (decltype a) (params (a T)) (block (return a)))`},
		{`template <class T, typename std::enable_if<true, int>::type = 0> void e(T);`, `(func (template T (std::enable_if<true,int>::type = 0)) e void (params (T)))`},
		{`template <int... I> void idx() { }`, `(func (template (I... int)) idx void (params) (block))`},
		{`template void k<float>(float *);`, `(instance (func k (<> float) void (params ((ptr float)))))`},
		{`template class S<int>;`, ``},
		{`extern template void k<int>(int *);`, ``},
		{`struct A;`, `(struct A)`},
		{`class B : public A, private virtual C<int> { public: B(); B(const B &) = delete; B &operator=(const B &o) { return *this; } virtual ~B() { } virtual void pv() = 0; bool operator<(const B &o) const; operator bool() const { return true; } static int s; mutable int m; friend class D; friend void fr(B &b) { } int bits : 3, more : 5, : 0; union { int u; float f; }; enum { E1 }; typedef int I; using J = int; template <typename T> void t(T x) { } private: int arr[4][5]; float *ptr; int a = 3, b; };`, `(class B (base A) (virtual-base C<int>) (members (func B _ (params)) (func B _ (params ((ref (const B))))) (func operator= (ref B) (params (o (ref (const B)))) (block (return (* this)))) (func virtual ~B _ (params) (block)) (func virtual pv void (params)) (func operator< bool (params (o (ref (const B))))) (func operator bool bool (params) (block (return true))) (var s int static) (var m int) (func fr void (params (b (ref B))) (block)) (var bits int (bits 3)) (var more int (bits 5)) (var "" int (bits 0)) (var "" (union (members (var u int) (var f float)))) (enum E1) (alias I int) (alias J int) (func (template T) t void (params (x T)) (block)) (var arr (array (array int 5) 4)) (var ptr (ptr float)) (var a int 3) (var b int)))`},
		{`B::B() : A(), m(3) { }`, `(func B::B _ (params) (init A) (init m 3) (block))`},
		{`B::~B() { }`, `(func B::~B _ (params) (block))`},
		{`B &B::operator=(const B &o) { m = o.m; return *this; }`, `(func B::operator= (ref B) (params (o (ref (const B)))) (block (= m (. o m)) (return (* this))))`},
		{`int B::s = 3;`, `(var B::s int 3)`},
		{`void B::pv() const noexcept { m = 1; }`, `(func B::pv void (params) (block (= m 1)))`},
		{`__device__ int A::dev(int x) { return x; }`, `(func __device__ A::dev int (params (x int)) (block (return x)))`},
		{`struct alignas(16) AL { float x; };`, `(struct AL (align 16) (members (var x float)))`},
		{`struct __align__(8) AL2 { float x, y; };`, `(struct AL2 (align 8) (members (var x float) (var y float)))`},
		{`typedef struct __align__(16) { float a, b, c, d; } quad;`, `(alias quad (struct (align 16) (members (var a float) (var b float) (var c float) (var d float))))`},
		{`typedef struct node { struct node *next; int v; } node_t, *node_p;`, `(struct node (members (var next (ptr node)) (var v int))) (alias node_t node) (alias node_p (ptr node))`},
		{`struct __attribute__((packed)) PK { char c; int i; };`, `(struct PK packed (members (var c char) (var i int)))`},
		{`struct PK2 { char c; int i; } __attribute__((packed));`, `(struct PK2 packed (members (var c char) (var i int)))`},
		{`enum Color { RED, GREEN = 3, BLUE };`, `(enum Color RED (GREEN 3) BLUE)`},
		{`enum class Mode : unsigned char { A, B };`, `(enum class Mode (: unsigned char) A B)`},
		{`__constant__ float coef[64] = {1.f};`, `(var coef (array float 64) (init-list 1f) __constant__)`},
		{`__device__ __managed__ int counter;`, `(var counter int __device__ __managed__)`},
		{`__device__ volatile int flag = 0;`, `(var flag (volatile int) 0 __device__ volatile)`},
		{`static __device__ float table[] = {1, 2};`, `(var table (array float _) (init-list 1 2) __device__ static)`},
		{`extern __device__ float other;`, `(var other float __device__ extern)`},
		{`const int N = 16, M = N * 2;`, `(var N (const int) 16 const) (var M (const int) (* N 2) const)`},
		{`static constexpr int BLK = 256;`, `(var BLK int 256 static constexpr)`},
		{`dim3 grid(N, M);`, `(var grid dim3 (args N M))`},
		{`dim3 grid2(4, 4);`, `(var grid2 dim3 (args 4 4))`},
		{`int proto(int a, float b[], char *c[4], void (*cb)(int), ...);`, `(func proto int (params (a int) (b (array float _)) (c (array (ptr char) 4)) (cb (ptr (func-type void (params (int))))) ...))`},
		{`float *ret_ptr(const float *const p);`, `(func ret_ptr (ptr float) (params (p (ptr (const float) const) const)))`},
		{`int (*ret_fp(int))(float);`, `(func ret_fp (ptr (func-type int (params (float)))) (params (int)))`},
		{`void (*fp)(int) = 0;`, `(var fp (ptr (func-type void (params (int)))) 0)`},
		{`int (*afp[3])(int);`, `(var afp (array (ptr (func-type int (params (int)))) 3))`},
		{`namespace a::b { int x; }`, `(namespace a::b (var x int))`},
		{`namespace { int y; }`, `(namespace (var y int))`},
		{`inline namespace v1 { void f(); }`, `(namespace v1 (func f void (params)))`},
		{`extern "C" __global__ void ck(int *p) { }`, `(func __global__ ck void (params (p (ptr int))) (block))`},
		{`extern "C" int cfun(void);`, `(func cfun int (params))`},
		{`using namespace std;`, `(using-namespace std)`},
		{`using std::min;`, `(using std::min)`},
		{`using T2 = float2;`, `(alias T2 float2)`},
		{`namespace cg = cooperative_groups;`, `(alias cg cooperative_groups)`},
		{`__global__ void __launch_bounds__(256) lb(int *p) { }`, `(func __global__ lb void (params (p (ptr int))) (launch-bounds 256) (block))`},
		{`__global__ __launch_bounds__(128, 4) void lb2(int *p) { }`, `(func __global__ lb2 void (params (p (ptr int))) (launch-bounds 128 4) (block))`},
		{`__launch_bounds__(TPB) __global__ void lb3(int *p);`, `(func __global__ lb3 void (params (p (ptr int))) (launch-bounds TPB))`},
		{`__global__ void __cluster_dims__(2, 1, 1) cl(const __grid_constant__ P p, float *__restrict__ q) { }`, `(func __global__ cl void (params (p (const P) __grid_constant__ const) (q (ptr float restrict) restrict)) (block))`},
		{`static inline __host__ __device__ int hd(int x) { return x; }`, `(func __device__ __host__ static inline hd int (params (x int)) (block (return x)))`},
		{`constexpr __device__ int cd(int x) { return x; }`, `(func __device__ constexpr cd int (params (x int)) (block (return x)))`},
		{`unsigned f(unsigned x);`, `(func f unsigned int (params (x unsigned int)))`},
		{`auto lam = [] __device__ (float x) { return x; };`, `(var lam auto (lambda (captures) __device__ (params (x float)) (block (return x))))`},
		{`static_assert(sizeof(int) == 4, "x");`, ``},
		{`int main(int argc, char **argv) { return 0; }`, `(func main int (params (argc int) (argv (ptr (ptr char)))) (block (return 0)))`},
		{`void g(T &&t, const T &u, T *const p, int (&arr)[4]);`, `(func g void (params (t (rref T)) (u (ref (const T))) (p (ptr T const) const) (arr (ref (array int 4)))))`},
		{`MACRO_DECL(foo, bar);`, `(macro MACRO_DECL (args "foo" "bar"))`},
		{`MACRO_DECL2(foo)`, `(macro MACRO_DECL2 (args "foo"))`},
		{`TEST(Suite, Name) { int x = 3; }`, `(macro TEST (args "Suite" "Name") (block (decl (var x int 3))))`},
		{`void f() try { x; } catch (...) { }`, `(func f void (params) (block (try (block x) (catch _ (block)))))`},
		{`int a[3], *b, **c = 0, d(3);`, `(var a (array int 3)) (var b (ptr int)) (var c (ptr (ptr int)) 0) (var d int (args 3))`},
		{`struct { int q; } anon;`, `(var anon (struct (members (var q int))))`},
		{`struct Named { int q; } n1, *n2;`, `(struct Named (members (var q int))) (var n1 Named) (var n2 (ptr Named))`},
		{`;`, ``},
		{`__device__ half operator""_hf(long double x);`, `(func __device__ operator""_hf half (params (x long double)))`},
		{`half operator "" _hf(const char *s);`, `(func operator""_hf half (params (s (ptr (const char)))))`},
		{`void operator delete(void *p);`, `(func operator delete void (params (p (ptr void))))`},
		{`__device__ float4 operator+(float4 a, float4 b) { return a; }`, `(func __device__ operator+ float4 (params (a float4) (b float4)) (block (return a)))`},
		{`__device__ inline void operator+=(float4 &a, const float4 &b) { a.x += b.x; }`, `(func __device__ inline operator+= void (params (a (ref float4)) (b (ref (const float4)))) (block (+= (. a x) (. b x))))`},
		{`float4 (operator*)(float4 a);`, `(func operator* float4 (params (a float4)))`},
		{`typedef float real, *real_p, real4[4];`, `(alias real float) (alias real_p (ptr float)) (alias real4 (array float 4))`},
		{`typedef void (*callback)(int, void *);`, `(alias callback (ptr (func-type void (params (int) ((ptr void))))))`},
		{`thread_local int tl;`, `(var tl int)`},
		{`int x asm("y");`, `(var x int)`},
		{`texture<float, 2> tex;`, `(var tex texture<float,2>)`},
		{`volatile __shared__ int sh;`, `(var sh (volatile int) __shared__ volatile)`},
		{`void f(const int n, const float *const __restrict__ a, float *__restrict__ const b);`, `(func f void (params (n (const int) const) (a (ptr (const float) const restrict) restrict const) (b (ptr float const restrict) restrict const)))`},
		{`#pragma pack(push, 1)
struct PP { char c; int i; };`, `(struct PP packed (pack 1) (members (var c char) (var i int)))`},
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
