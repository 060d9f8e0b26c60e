// Indices that look random and are known all the same: congruential steps, multiplicative hashes, bit tricks.
#include "suite.cuh"

__global__ void congruential(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * 1103515245u + 12345u) & 1023u];
}

__global__ void multiplicative(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = i * 2654435761u;
    out[i] = in[h >> 22];
}

__global__ void xorshift(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = i + 1;
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
    out[i] = in[h % 2048];
}

__global__ void counted_bits(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[__popc(i) * 32];
}

__global__ void leading(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int level = 31 - __clz(i + 1);
    out[i] = in[level * 64 + __ffs(i + 1)];
}

__global__ void rounded(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int up = (i + 3) / 4 * 4;
    int down = i & ~15;
    float a = in[up];
    float b = in[down | 1];
    out[i] = a - b;
}

__global__ void absolute(float *out, const float *in) {
    int t = threadIdx.x;
    int d = abs(t - 20);
    out[blockIdx.x * blockDim.x + t] = in[d * 3];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    congruential<<<8, 128>>>(b, a);
    multiplicative<<<8, 128>>>(b, a);
    xorshift<<<8, 128>>>(b, a);
    counted_bits<<<8, 128>>>(b, a);
    leading<<<8, 128>>>(b, a);
    rounded<<<8, 128>>>(b, a);
    absolute<<<8, 128>>>(b, a);
    cudaDeviceSynchronize();
}
