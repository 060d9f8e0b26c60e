// Sums of a block in shared memory: which lanes work in each step, and where.
#include <cuda_runtime.h>

#define THREADS 256

// Each step leaves half of the lanes of every warp idle that worked before; no bank conflicts.
__global__ void sum_modulo(float *sums, const float *in, int n) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) part[tid] += part[tid + s]; // want interleaved-reduction "of 32 lanes"
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

// The same with a mask in place of the remainder.
__global__ void sum_mask(float *sums, const float *in, int n) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s <<= 1) {
        if ((tid & (2 * s - 1)) == 0) part[tid] += part[tid + s]; // want interleaved-reduction "of 32 lanes"
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

// The same as a while loop with the doubled step in a variable of its own, for a maximum.
__global__ void max_while(float *maxima, const float *in, int n) {
    __shared__ float part[THREADS];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : -1e30f;
    __syncthreads();
    int half = 1;
    while (half < THREADS) {
        int whole = half + half;
        if (tid % whole == 0) part[tid] = fmaxf(part[tid], part[tid + half]); // want interleaved-reduction "of 32 lanes"
        half = whole;
        __syncthreads();
    }
    if (tid == 0) maxima[blockIdx.x] = part[0];
}

// Neighbouring lanes work, but two steps apart: no idle lanes between them, conflicts instead.
__global__ void sum_scaled_index(float *sums, const float *in, int n) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int at = 2 * s * tid;
        if (at < blockDim.x) part[at] += part[at + s]; // want interleaved-reduction "conflict"
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

// Dynamic shared memory, the step added to itself, the doubled step as a shift.
__global__ void sum_dynamic(double *sums, const double *in) {
    extern __shared__ double pool[];
    unsigned tid = threadIdx.x;
    pool[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d += d) {
        if (!(tid & ((d << 1) - 1))) pool[tid] = pool[tid] + pool[tid + d]; // want interleaved-reduction "of 32 lanes"
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = pool[0];
}

// Fine: the lanes that work are the first ones, side by side.
__global__ void sum_sequential(float *sums, const float *in, int n) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

// Fine: sequential down to one warp, shuffles from there.
__global__ void sum_shuffled(float *sums, const float *in, int n) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = THREADS / 2; s >= 32; s /= 2) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        float v = part[tid];
        for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(0xffffffffu, v, s);
        if (tid == 0) sums[blockIdx.x] = v;
    }
}

void launch_sums(float *out, const float *in, int n) {
    int blocks = (n + THREADS - 1) / THREADS;
    sum_modulo<<<blocks, THREADS>>>(out, in, n);
    sum_mask<<<blocks, THREADS>>>(out, in, n);
    max_while<<<blocks, THREADS>>>(out, in, n);
    sum_scaled_index<<<blocks, THREADS>>>(out, in, n);
    sum_dynamic<<<blocks, THREADS, THREADS * sizeof(double)>>>((double *)out, (const double *)in);
    sum_sequential<<<blocks, THREADS>>>(out, in, n);
    sum_shuffled<<<blocks, THREADS>>>(out, in, n);
}
