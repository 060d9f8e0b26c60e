// Every thread works on a run of its own, or the block does so together.
#include "suite.cuh"

#define PER_THREAD 16

__global__ void own_chunk(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < PER_THREAD; j++) sum += in[t * PER_THREAD + j];
    out[t] = sum;
}

__global__ void striped(float *out, const float *in, int threads) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < PER_THREAD; j++) sum += in[j * threads + t];
    out[t] = sum;
}

__global__ void block_chunk(float *out, const float *in, int per_block) {
    float sum = 0.0f;
    for (int j = threadIdx.x; j < per_block; j += blockDim.x) sum += in[blockIdx.x * per_block + j];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void chunk_bounds(float *out, int n, int per_thread) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int first = t * per_thread;
    int last = min(first + per_thread, n);
#pragma unroll 1
    for (int i = first; i < last; ++i) out[i] = 1.0f;
}

__global__ void warp_chunk(float *out, const float *in) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float *mine = in + (blockIdx.x * 8 + warp) * 256;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < 8; j++) sum += mine[j * 32 + lane];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
    const int n = 1 << 17;
    float *in = device<float>(n), *out = device<float>(n);
    own_chunk<<<16, 256>>>(out, in);
    striped<<<16, 256>>>(out, in, 4096);
    block_chunk<<<16, 256>>>(out, in, 2000);
    chunk_bounds<<<16, 128>>>(out, 16 * 128 * 12, 12);
    warp_chunk<<<16, 256>>>(out, in);
    cudaDeviceSynchronize();
}
