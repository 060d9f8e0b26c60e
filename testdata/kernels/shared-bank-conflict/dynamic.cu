// Shared memory whose size the launch gives, and arrays cut from it.
#include <cuda_runtime.h>

#define PITCH_PLAIN 32
#define PITCH_ODD 33
#define CELL(r, c, pitch) ((r) * (pitch) + (c))

__global__ void dynamic_column(float *out, const float *in) {
    extern __shared__ float pool[];
    int x = threadIdx.x, y = threadIdx.y;
    int at = (blockIdx.x * 32 + y) * 32 + x;
    pool[CELL(y, x, PITCH_PLAIN)] = in[at];
    __syncthreads();
    out[at] = pool[CELL(x, y, PITCH_PLAIN)]; // want shared-bank-conflict "32-way bank conflict .32 wavefronts, ideal 1.: lanes read pool 128 bytes apart"
}

// Fine: the macro's pitch is odd.
__global__ void dynamic_column_odd(float *out, const float *in) {
    extern __shared__ float pool[];
    int x = threadIdx.x, y = threadIdx.y;
    int at = (blockIdx.x * 32 + y) * 32 + x;
    pool[CELL(y, x, PITCH_ODD)] = in[at];
    __syncthreads();
    out[at] = pool[CELL(x, y, PITCH_ODD)];
}

// Two arrays in one pool: where the second begins makes no difference to its conflicts.
__global__ void two_arrays(float *out, const float *in) {
    extern __shared__ float pool[];
    float *first = pool;
    float *second = pool + blockDim.x;
    int t = threadIdx.x;
    int at = blockIdx.x * 128 + t;
    first[t] = in[at];
    second[4 * t] = in[at] * 2.0f; // want shared-bank-conflict "4-way bank conflict .4 wavefronts, ideal 1.: lanes write .* 16 bytes apart"
    __syncthreads();
    out[at] = first[127 - t] + second[t];
}

// Fine: rows through a pointer to the row.
__global__ void row_pointers(float *out, const float *in) {
    __shared__ float tile[32][32];
    float *row = tile[threadIdx.y];
    int at = (blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x;
    row[threadIdx.x] = in[at];
    __syncthreads();
    out[at] = row[threadIdx.x ^ 1];
}

void launch_dynamic(float *out, const float *in) {
    dim3 block(32, 32);
    dynamic_column<<<64, block, 32 * PITCH_PLAIN * sizeof(float)>>>(out, in);
    dynamic_column_odd<<<64, block, 32 * PITCH_ODD * sizeof(float)>>>(out, in);
    two_arrays<<<64, 128, 5 * 128 * sizeof(float)>>>(out, in);
    row_pointers<<<64, block>>>(out, in);
}
