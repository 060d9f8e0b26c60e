// Sums, softmax, histogram and prefix sums in the forms that are fine: the working lanes stay together, partial results stay side by
// side, one lane writes a block's result.
#include <cuda_runtime.h>

#define BLOCK 256
#define FULL 0xffffffffu

__device__ __forceinline__ float warp_sum(float v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(FULL, v, d);
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float warps[BLOCK / 32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0) warps[warp] = v;
    __syncthreads();
    v = threadIdx.x < BLOCK / 32 ? warps[lane] : 0.0f;
    if (warp == 0) v = warp_sum(v);
    return v;
}

// Vectors first, the tail by single elements.
__global__ void total(float *sums, const float *__restrict__ in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int step = blockDim.x * gridDim.x;
    const float4 *wide = reinterpret_cast<const float4 *>(in);
    float s = 0.0f;
    for (int i = t; i < n / 4; i += step) {
        float4 v = wide[i];
        s += v.x + v.y + v.z + v.w;
    }
    for (int i = n / 4 * 4 + t; i < n; i += step) s += in[i];
    s = block_sum(s);
    if (threadIdx.x == 0) sums[blockIdx.x] = s;
}

__global__ void total_sequential(float *sums, const float *in, int n) {
    extern __shared__ float part[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
    float mine = i < n ? in[i] : 0.0f;
    if (i + blockDim.x < n) mine += in[i + blockDim.x];
    part[tid] = mine;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) part[tid] = mine = mine + part[tid + s];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

// One row a block: the lanes run along the row.
__global__ void softmax_rows(float *out, const float *in, int cols) {
    __shared__ float shared_sum;
    const float *row = in + (size_t)blockIdx.x * cols;
    float *to = out + (size_t)blockIdx.x * cols;
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += expf(row[c]); // want scalar-copy "lanes read in 4"
    s = block_sum(s);
    if (threadIdx.x == 0) shared_sum = s;
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = expf(row[c]) / shared_sum; // want scalar-copy "lanes read in and write out"
}

// One row a warp: each warp's lanes run along its row.
__global__ void row_sums_by_warp(float *sums, const float *m, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float s = 0.0f;
    for (int c = lane; c < cols; c += 32) s += m[row * cols + c];
    s = warp_sum(s);
    if (lane == 0) sums[row] = s;
}

__global__ void histogram(unsigned *counts, const unsigned char *in, int n) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

__global__ void prefix_sum(float *out, const float *in) {
    __shared__ float line[BLOCK];
    int t = threadIdx.x;
    line[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        float left = t >= d ? line[t - d] : 0.0f;
        __syncthreads();
        line[t] += left;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = line[t];
}

void run_reductions(float *out, const float *in, int rows, int cols) {
    int n = rows * cols;
    total<<<128, BLOCK>>>(out, in, n);
    total_sequential<<<n / (2 * BLOCK), BLOCK, BLOCK * sizeof(float)>>>(out, in, n);
    softmax_rows<<<rows, BLOCK>>>(out, in, cols);
    row_sums_by_warp<<<(rows * 32 + BLOCK - 1) / BLOCK, BLOCK>>>(out, in, rows, cols);
    histogram<<<64, 256>>>((unsigned *)out, (const unsigned char *)in, n);
    prefix_sum<<<n / BLOCK, BLOCK>>>(out, in);
}
