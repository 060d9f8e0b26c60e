// 16 x 16 tiles under 16 x 16 blocks: a warp holds two rows of the block, so that a pad of one is no cure.
#include <cuda_runtime.h>

#define S 16

// A column: eight lanes meet in each bank.
__global__ void pitch_16(float *out, const float *in, int width) {
    __shared__ float tile[S][S];
    int at = (blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[at];
    __syncthreads();
    out[at] = tile[threadIdx.x][threadIdx.y]; // want shared-bank-conflict "8-way bank conflict .8 wavefronts, ideal 1.: lanes read tile 64 bytes apart"
}

// With 17 words a row both directions take 2; the row comes first in the text.
__global__ void pitch_17(float *out, const float *in, int width) {
    __shared__ float tile[S][S + 1];
    int at = (blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[at]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes write tile"
    __syncthreads();
    out[at] = tile[threadIdx.x][threadIdx.y];
}

// With 18 words a row the column is free of conflicts, the row is not.
__global__ void pitch_18(float *out, const float *in, int width) {
    __shared__ float tile[S][S + 2];
    int at = (blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[at]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes write tile"
    __syncthreads();
    out[at] = tile[threadIdx.x][threadIdx.y];
}

// Fine: the swizzle gives 1 and 1 without a byte more.
__global__ void swizzled_16(float *out, const float *in, int width) {
    __shared__ float tile[S][S];
    int at = (blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x;
    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[at];
    __syncthreads();
    out[at] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// Fine: rows only; two rows of 16 words fill the 32 banks.
__global__ void rows_16(float *out, const float *in, int width) {
    __shared__ float tile[S][S];
    int at = (blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[at];
    __syncthreads();
    out[at] = tile[threadIdx.y][S - 1 - threadIdx.x];
}

// A product of tiles: the left operand is a broadcast along a row, the right one a row; fine.
__global__ void product(float *c, const float *a, const float *b, int n) {
    __shared__ float left[S][S], right[S][S];
    int row = blockIdx.y * S + threadIdx.y, col = blockIdx.x * S + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < n / S; t++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + t * S + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(t * S + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < S; k++) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// The product with the right operand kept by columns: eight rows meet in each of two banks.
__global__ void product_with_columns(float *c, const float *a, const float *bt, int n) {
    __shared__ float left[S][S], right[S][S];
    int row = blockIdx.y * S + threadIdx.y, col = blockIdx.x * S + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < n / S; t++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + t * S + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = bt[(blockIdx.x * S + threadIdx.y) * n + t * S + threadIdx.x];
        __syncthreads();
#pragma unroll 1 // unrolled, the compiler would load four at once: another pattern
        for (int k = 0; k < S; k++)
            sum += left[threadIdx.y][k] * right[threadIdx.x][k]; // want shared-bank-conflict "8-way bank conflict .8 wavefronts, ideal 1.: lanes read right 64 bytes apart"
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// Four rows of an 8-wide block on a pitch of 32 words begin in the same bank.
__global__ void eight_wide(float *out, const float *in) {
    __shared__ float wide[8][32];
    int at = (blockIdx.x * 8 + threadIdx.y) * 8 + threadIdx.x;
    wide[threadIdx.y][threadIdx.x] = in[at]; // want shared-bank-conflict "4-way bank conflict .4 wavefronts, ideal 1.: lanes write wide"
    __syncthreads();
    out[at] = wide[threadIdx.y][threadIdx.x];
}

void launch_small(float *out, const float *a, const float *b, int n) {
    dim3 block(S, S), grid(n / S, n / S);
    pitch_16<<<grid, block>>>(out, a, n);
    pitch_17<<<grid, block>>>(out, a, n);
    pitch_18<<<grid, block>>>(out, a, n);
    swizzled_16<<<grid, block>>>(out, a, n);
    rows_16<<<grid, block>>>(out, a, n);
    product<<<grid, block>>>(out, a, b, n);
    product_with_columns<<<grid, block>>>(out, a, b, n);
    eight_wide<<<n, dim3(8, 8)>>>(out, a);
}
