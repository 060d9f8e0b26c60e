// Code under preprocessor conditions, chained conditions, loads in conditions, hints.
#include "suite.cuh"

#define BLOCK 16
#define USE_PADDING 1

__global__ void configured(float *out, const float *in, int pitch) {
#if USE_PADDING
    __shared__ float tile[BLOCK][BLOCK + 1];
#else
    __shared__ float tile[BLOCK][BLOCK];
#endif
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * pitch + x];
    __syncthreads();
#ifdef __CUDA_ARCH__
    out[y * pitch + x] = tile[x][y];
#else
    out[x * pitch + y] = tile[x][y];
#endif
}

__global__ void short_circuit(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i * 3] >= 0) out[i] = 1;
}

__global__ void chained(float *out, const float *in) {
    int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane < 4)
        out[i] = in[i * 8];
    else if (lane < 12)
        out[i] = in[i];
    else if (lane % 2)
        out[i] = in[i / 2];
}

__global__ void hints(float *out, const float *__restrict__ in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = __ldg(&in[2 * i]);
    float b = __ldcs(in + i + 4096);
    __stcs(&out[i], a + b);
}

__global__ void assumed(float *out, const float *in, int n) {
    const float *p = (const float *)__builtin_assume_aligned(in, 16);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (__builtin_expect(i < n, 1)) out[i] = p[4 * i];
}

__global__ void all_lanes_first(float *out, const float *in) {
    int t = threadIdx.x;
    if (t >= 96) return;
    int i = blockIdx.x * 96 + t;
    if (!(t & 16)) out[i] = in[i];
}

__global__ void nested_choice(float *out, const float *in, int mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int stride = mode == 0 ? 1 : mode == 1 ? 3 : 7;
    out[i] = in[i * stride];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    configured<<<1, dim3(16, 16)>>>(b, a, 40);
    short_circuit<<<8, 128>>>((int *)b, (int *)a, 1000);
    chained<<<8, 128>>>(b, a);
    hints<<<8, 128>>>(b, a);
    assumed<<<8, 128>>>(b, a, 1000);
    all_lanes_first<<<8, 128>>>(b, a);
    nested_choice<<<8, 128>>>(b, a, 1);
    cudaDeviceSynchronize();
}
