// Columns of tiles of other element sizes. 8-byte lanes are served 16 at a time, 16-byte lanes 8 at a time.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define LANE threadIdx.x

// Two passes of 16 wavefronts.
__global__ void double_column(double *out, const double *in) {
    __shared__ double tile[32][32];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8)
        out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c]; // want shared-bank-conflict "16-way bank conflict .32 wavefronts, ideal 2.: lanes read tile 256 bytes apart"
}

// Fine: 33 doubles a row, two passes of one wavefront each.
__global__ void double_column_padded(double *out, const double *in) {
    __shared__ double tile[32][33];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8) out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c];
}

// 32 halves are 16 words: the rows begin in two banks.
__global__ void half_column(__half *out, const __half *in) {
    __shared__ __half tile[32][32];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8)
        out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c]; // want shared-bank-conflict "16-way bank conflict .16 wavefronts, ideal 1.: lanes read tile 64 bytes apart"
}

// Fine: 34 halves are 17 words, an odd number.
__global__ void half_column_padded(__half *out, const __half *in) {
    __shared__ __half tile[32][34];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8) out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c];
}

// 32 chars are 8 words: the rows begin in four banks.
__global__ void char_column(char *out, const char *in) {
    __shared__ char tile[32][32];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8)
        out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c]; // want shared-bank-conflict "8-way bank conflict .8 wavefronts, ideal 1.: lanes read tile 32 bytes apart"
}

// Fine: 36 chars are 9 words.
__global__ void char_column_padded(char *out, const char *in) {
    __shared__ char tile[32][36];
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][LANE] = in[(blockIdx.x * 32 + r) * 32 + LANE];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8) out[(blockIdx.x * 32 + c) * 32 + LANE] = tile[LANE][c];
}

// Eight lanes of a pass meet in the same four banks: four passes of 8.
__global__ void vector_rows(float4 *out, const float4 *in) {
    __shared__ float4 rows[32][8];
    rows[threadIdx.y * 4 + LANE / 8][LANE % 8] = in[blockIdx.x * 256 + threadIdx.y * 32 + LANE];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.y * 32 + LANE] = rows[LANE][threadIdx.y]; // want shared-bank-conflict "8-way bank conflict .32 wavefronts, ideal 4.: lanes read rows 128 bytes apart"
}

// Fine: 36 floats a row keep the vectors aligned and spread eight rows over all banks: 4 wavefronts for 512 bytes.
__global__ void vector_rows_padded(float4 *out, const float4 *in) {
    __shared__ float4 rows[32][9];
    rows[threadIdx.y * 4 + LANE / 8][LANE % 8] = in[blockIdx.x * 256 + threadIdx.y * 32 + LANE];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.y * 32 + LANE] = rows[LANE][threadIdx.y];
}

// Fine: a row of doubles fills the banks twice, one pass for each half of the warp.
__global__ void double_row(double *out, const double *in) {
    __shared__ double line[256];
    int t = threadIdx.y * 32 + LANE;
    line[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    out[blockIdx.x * 256 + t] = line[255 - t];
}

void launch_types(void *out, const void *in) {
    dim3 block(32, 8);
    double_column<<<64, block>>>((double *)out, (const double *)in);
    double_column_padded<<<64, block>>>((double *)out, (const double *)in);
    half_column<<<64, block>>>((__half *)out, (const __half *)in);
    half_column_padded<<<64, block>>>((__half *)out, (const __half *)in);
    char_column<<<64, block>>>((char *)out, (const char *)in);
    char_column_padded<<<64, block>>>((char *)out, (const char *)in);
    vector_rows<<<64, block>>>((float4 *)out, (const float4 *)in);
    vector_rows_padded<<<64, block>>>((float4 *)out, (const float4 *)in);
    double_row<<<64, block>>>((double *)out, (const double *)in);
}
