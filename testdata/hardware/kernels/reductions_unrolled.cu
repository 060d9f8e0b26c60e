// A reduction whose tree is written out for its block size, and others that go through volatile pointers and functions.
#include "suite.cuh"

__device__ void last_warp(volatile float *s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void through_volatile(float *out, const float *in) {
    __shared__ float s[192];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t] + in[blockIdx.x * 256 + t + 128];
    s[t / 2 + 128] = 0.0f;
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) last_warp(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

template <int BLOCK>
__global__ void written_out(int *out, const int *in, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x) sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (BLOCK >= 512) {
        if (t < 256) s[t] = sum = sum + s[t + 256];
        __syncthreads();
    }
    if (BLOCK >= 256) {
        if (t < 128) s[t] = sum = sum + s[t + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (t < 64) s[t] = sum = sum + s[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        if (BLOCK >= 64) sum += s[t + 32];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    }
    if (t == 0) out[blockIdx.x] = sum;
}

__global__ void two_values(float2 *out, const float *in) {
    __shared__ float low[128], high[128];
    int t = threadIdx.x;
    float v = in[blockIdx.x * 128 + t];
    low[t] = v;
    high[t] = v;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (t < half) {
            low[t] = fminf(low[t], low[t + half]);
            high[t] = fmaxf(high[t], high[t + half]);
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = make_float2(low[0], high[0]);
}

__global__ void columns_of_tile(float *out, const float *in, int width) {
    __shared__ float s[8][33];
    int x = threadIdx.x, y = threadIdx.y;
    float v = 0.0f;
#pragma unroll 1
    for (int r = y; r < 64; r += 8) v += in[r * width + blockIdx.x * 32 + x];
    s[y][x] = v;
    __syncthreads();
    if (y == 0) {
        float sum = 0.0f;
#pragma unroll 1
        for (int k = 0; k < 8; k++) sum += s[k][x];
        out[blockIdx.x * 32 + x] = sum;
    }
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    through_volatile<<<16, 128>>>(b, a);
    written_out<256><<<8, 256>>>((int *)b, (int *)a, 9000);
    two_values<<<16, 128>>>((float2 *)b, a);
    columns_of_tile<<<4, dim3(32, 8)>>>(b, a, 128);
    cudaDeviceSynchronize();
}
