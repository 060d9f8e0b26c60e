// Fine: the host says that nothing is left.
#include <cassert>

__global__ void scale(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        const float4 v = ((const float4 *)in)[i];
        ((float4 *)out)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
}

void run(float *f, int n) {
    assert(n % 4 == 0);
    scale<<<n / 1024, 256>>>(f, f, n);
}
