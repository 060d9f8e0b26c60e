// XOR swizzles: right ones, wrong ones, and one for chunks of 16 bytes.
#include <cuda_fp16.h>

#include "suite.cuh"

__global__ void right(float *out, const float *in) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ y] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y ^ x];
}

__global__ void too_few_bits(float *out, const float *in) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ (y & 3)] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y ^ (x & 3)];
}

__global__ void shifted_bits(float *out, const float *in) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ (y >> 2)] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y ^ (x >> 2)];
}

__global__ void sixteen(float *out, const float *in) {
    __shared__ float tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ y] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = tile[x][y ^ x];
}

__global__ void rotated(float *out, const float *in) {
    __shared__ float tile[32 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y * 32 + ((x + y) & 31)] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x * 32 + ((y + x) % 32)];
}

__global__ void chunks(uint4 *out, const uint4 *in) {
    __shared__ uint4 rows[32 * 8];
    int t = threadIdx.x;
    int row = t / 8, chunk = t % 8;
    rows[row * 8 + (chunk ^ (row & 7))] = in[t];
    __syncthreads();
    int r = t % 32, c = t / 32;
    out[t] = rows[r * 8 + (c ^ (r & 7))];
}

__global__ void chunks_plain(uint4 *out, const uint4 *in) {
    __shared__ uint4 rows[32 * 8];
    int t = threadIdx.x;
    rows[t] = in[t];
    __syncthreads();
    int r = t % 32, c = t / 32;
    out[t] = rows[r * 8 + c];
}

__device__ __forceinline__ int swizzle(int row, int col) { return row * 64 + (col ^ ((row & 7) << 3)); }

__global__ void halves(__half *out, const __half *in) {
    __shared__ __half tile[64 * 64];
    for (int k = threadIdx.x; k < 64 * 64; k += 256) tile[swizzle(k / 64, k % 64)] = in[k];
    __syncthreads();
    for (int k = threadIdx.x; k < 64 * 64; k += 256) out[k] = tile[swizzle(k % 64, k / 64)];
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    dim3 block(32, 32);
    right<<<1, block>>>(b, a);
    too_few_bits<<<1, block>>>(b, a);
    shifted_bits<<<1, block>>>(b, a);
    sixteen<<<1, dim3(16, 16)>>>(b, a);
    rotated<<<1, block>>>(b, a);
    chunks<<<1, 256>>>((uint4 *)b, (uint4 *)a);
    chunks_plain<<<1, 256>>>((uint4 *)b, (uint4 *)a);
    halves<<<1, 256>>>((__half *)b, (__half *)a);
    cudaDeviceSynchronize();
}
