// Asynchronous copies past L1: a wavefront for each line that they come from, whatever the layout in shared memory.
#include <cuda_runtime.h>

#define COPY16(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from))

// Fine: two lanes for each row of 32 bytes. The rows of the matrix are 16 lines, those of the tile lie side by side.
__global__ void narrow_rows(float *out, const float *in, int n) {
    __shared__ float tile[128][8];
    int row = threadIdx.x / 2, column = threadIdx.x % 2 * 4;
    COPY16(&tile[row][column], &in[(blockIdx.x * 128 + row) * 1024 + column]);
    asm volatile("cp.async.wait_all;\n");
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8];
}

// Rows of one line each, but four bytes of every line of the tile are a pad: the halves of its sectors change places from row to row.
__global__ void padded_rows(float *out, const float *in, int n) {
    __shared__ __align__(16) float tile[32][36];
    int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
    COPY16(&tile[row][column], &in[(blockIdx.x * 32 + row) * 1024 + column]); // want uncoalesced-access "change their place" shared-bank-conflict "10.5 wavefronts per request, ideal 4: lanes copy from in in rows 4096 bytes apart to tile in rows 144 bytes apart"
    asm volatile("cp.async.wait_all;\n");
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x / 32][threadIdx.x % 32];
}

void run(float *out, const float *in) {
    narrow_rows<<<64, 256>>>(out, in, 8);
    padded_rows<<<64, 256>>>(out, in, 8);
}

// Rows of 64 bytes side by side, two a line, go to rows of 80 bytes, which begin anywhere in the lines of the tile. As a store that takes 8
// wavefronts, as a copy 15.
__global__ void rows_out_of_step(float *out, const float *in) {
    __shared__ __align__(128) float tile[64][20];
    int row = threadIdx.x / 4, column = threadIdx.x % 4 * 4;
    COPY16(&tile[row][column], &in[blockIdx.x * 1024 + row * 16 + column]); // want uncoalesced-access "change their place" shared-bank-conflict "15 wavefronts per request, ideal 4: lanes copy from in 16 bytes apart to tile in rows 80 bytes apart"
    asm volatile("cp.async.wait_all;\n");
    __syncthreads();
    for (int i = 0; i < 4; i++) out[blockIdx.x * 1024 + i * 256 + threadIdx.x] = tile[i * 16 + threadIdx.x / 16][threadIdx.x % 16];
}

void run_rows(float *out, const float *in) { rows_out_of_step<<<64, 256>>>(out, in); }
