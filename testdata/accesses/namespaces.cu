// Kernels and functions of one name and one signature in several namespaces. A launch goes to the one that its name means where it stands.
__device__ int at(int t) { return t; }

namespace p {
__device__ int at(int t) { return 2 * t; }
__global__ void k(float *a) { a[at(threadIdx.x)] = 1; } //= store a 8/4
__global__ void both(float *a) { a[threadIdx.x + 2 * threadIdx.y] = 1; } //= store a 4/4
} // namespace p

namespace q {
__device__ int at(int t) { return 3 * t; }
__global__ void k(float *a) { a[at(threadIdx.x)] = 1; } //= store a 12/4
namespace deep {
__global__ void k(float *a) { a[q::at(threadIdx.x) + at(0)] = 1; } //= store a 6/2
__global__ void own(float *a) { a[::at(threadIdx.x)] = 1; } //= store a 2/2
void run(float *a) {
    k<<<1, 16>>>(a);   // q::deep::k
    q::k<<<1, 32>>>(a);
    own<<<1, 16>>>(a);
}
} // namespace deep
} // namespace q

__global__ void k(float *a) { a[at(threadIdx.x) * 4] = 1; } //= store a 2/1
__global__ void r(float *a) { a[threadIdx.x] = 1; } //= store a 1/1

namespace w {
__global__ void one(float *a) { a[threadIdx.x] = 1; } //= store a 1/1
} // namespace w
namespace v {
__global__ void one(float *a) { a[threadIdx.x] = 1; } //= store a 2/2
__global__ void two(float *a) { a[threadIdx.x] = 1; } //= store a 3/3
} // namespace v
namespace u {
__global__ void two(float *a) { a[threadIdx.x] = 1; } //= store a 4/4
} // namespace u
using namespace w;

void host(float *a) {
    p::k<<<1, 32>>>(a);
    k<<<1, 4>>>(a); // the global one
    r<<<1, 4>>>(a);
    one<<<1, 8>>>(a); // w::one
    v::one<<<1, 16>>>(a);
    {
        using v::two;
        two<<<1, 24>>>(a);
    }
    auto kernel = u::two;
    kernel<<<1, 32>>>(a);
    void *args[] = {&a};
    cudaLaunchKernel((void *)p::both, 1, 32, args, 0, 0);
}

namespace x {
__global__ void both(float *a) { a[threadIdx.x] = 1; } //= store a 1/1
void run(float *a) { both<<<1, 8>>>(a); }
} // namespace x
