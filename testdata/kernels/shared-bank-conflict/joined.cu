// Reads that the compiler joins to 16 bytes a lane: four passes of eight lanes are needed, so 8 wavefronts are a 2-way conflict.
#include <cuda_runtime.h>

#define BK 8
#define BN 128
#define TN 8

// Lanes are 32 bytes apart, lane 16 is at lane 0's place again: lanes 0 and 4 of a pass meet in a bank.
__global__ void columns_of_eight(float *out, const float *in) {
    __shared__ float tile[BK * BN];
    for (int i = threadIdx.x; i < BK * BN; i += 256) tile[i] = in[blockIdx.x * BK * BN + i];
    __syncthreads();
    int column = threadIdx.x % (BN / TN);
    float sum[TN] = {};
    for (int k = 0; k < BK; ++k)
        for (int i = 0; i < TN; ++i) sum[i] += tile[k * BN + column * TN + i]; // want shared-bank-conflict "2-way bank conflict .8 wavefronts, ideal 4.: lanes read tile 32 bytes apart, the same places for each 16 lanes"
    float all = 0;
    for (int i = 0; i < TN; ++i) all += sum[i];
    out[blockIdx.x * 256 + threadIdx.x] = all;
}

// Two rows of the tile a warp, and the lanes of a row side by side in every second lane: 2048 bytes apart is the same bank.
__global__ void alternate_rows(float *out, const float *in) {
    __shared__ float tile[2 * 512];
    int r = threadIdx.x % 2, c = threadIdx.x / 2;
    tile[r * 512 + c] = in[blockIdx.x * 256 + threadIdx.x]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes write tile in 2 rows 2048 bytes apart"
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x];
}

void run(float *out, const float *in) {
    columns_of_eight<<<64, 256>>>(out, in);
    alternate_rows<<<64, 256>>>(out, in);
}
