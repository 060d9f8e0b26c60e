// Tree reductions, from bad to good.
#include "suite.cuh"

__global__ void modulo(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0) {
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void scaled(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int at = 2 * step * t;
        if (at < 256) {
            float v = s[at + step];
            s[at] += v;
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void sequential(float *out, const float *in) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned int step = blockDim.x / 2; step > 0; step >>= 1) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void first_add(float *out, const float *in) {
    __shared__ float s[128];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    s[t] = in[i] + in[i + 128];
    __syncthreads();
    for (int step = 64; step > 32; step >>= 1) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t < 32) {
        float v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
        if (t == 0) out[blockIdx.x] = v;
    }
}

__global__ void by_warps(float *out, const float *in, int n) {
    __shared__ float partial[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = 0.0f;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
        for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
        if (lane == 0) out[blockIdx.x] = v;
    }
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    modulo<<<16, 256>>>(b, a);
    scaled<<<16, 256>>>(b, a);
    sequential<<<16, 256, 256 * sizeof(float)>>>(b, a);
    first_add<<<16, 128>>>(b, a);
    by_warps<<<4, 256>>>(b, a, 5000);
    cudaDeviceSynchronize();
}
