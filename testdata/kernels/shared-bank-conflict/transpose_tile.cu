// Tiled transposes: a 32 x 32 tile plain, padded, swizzled.
#include <cuda_runtime.h>

#define EDGE 32
#define ROWS 8

// The column of a plain tile lies in one bank.
__global__ void turn_plain(float *out, const float *in, int width, int height) {
    __shared__ float tile[EDGE][EDGE];
    int x = blockIdx.x * EDGE + threadIdx.x;
    int y = blockIdx.y * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * EDGE + threadIdx.x;
    y = blockIdx.x * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; // want shared-bank-conflict "32-way bank conflict .32 wavefronts, ideal 1.: lanes read tile 128 bytes apart"
}

// Fine: with 33 words a row, each row begins one bank further on.
__global__ void turn_padded(float *out, const float *in, int width, int height) {
    __shared__ float tile[EDGE][EDGE + 1];
    int x = blockIdx.x * EDGE + threadIdx.x;
    int y = blockIdx.y * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * EDGE + threadIdx.x;
    y = blockIdx.x * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Fine: the column is turned by its row, so that the lanes of a column meet 32 different banks.
__global__ void turn_swizzled(float *out, const float *in, int width, int height) {
    __shared__ float tile[EDGE][EDGE];
    int x = blockIdx.x * EDGE + threadIdx.x;
    int y = blockIdx.y * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * EDGE + threadIdx.x;
    y = blockIdx.x * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];
}

// 34 words a row: every second row begins in the same bank as 16 rows before.
__global__ void turn_padded_by_two(float *out, const float *in, int width) {
    __shared__ float tile[EDGE][EDGE + 2];
    int x = blockIdx.x * EDGE + threadIdx.x;
    int y = blockIdx.y * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    for (int j = 0; j < EDGE; j += ROWS)
        out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes read tile 136 bytes apart"
}

// The same as a flat array: the write is the column here.
__global__ void turn_flat(float *out, const float *in, int width) {
    __shared__ float flat[EDGE * EDGE];
    int x = blockIdx.x * EDGE + threadIdx.x;
    int y = blockIdx.y * EDGE + threadIdx.y;
    for (int j = 0; j < EDGE; j += ROWS)
        flat[threadIdx.x * EDGE + threadIdx.y + j] = in[(y + j) * width + x]; // want shared-bank-conflict "32-way bank conflict .32 wavefronts, ideal 1.: lanes write flat 128 bytes apart"
    __syncthreads();
    for (int j = 0; j < EDGE; j += ROWS) out[(y + j) * width + x] = flat[(threadIdx.y + j) * EDGE + threadIdx.x];
}

// The tile's edge and pad come from the template's arguments.
template <int T, int PAD>
__global__ void turn_generic(float *out, const float *in, int width) {
    __shared__ float cell[T][T + PAD];
    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;
    cell[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    out[y * width + x] = cell[threadIdx.x][threadIdx.y]; // want shared-bank-conflict "32-way bank conflict .32 wavefronts, ideal 1.: lanes read cell 128 bytes apart"
}

// Fine: this one is instantiated with a pad of 1 only.
template <int T, int PAD>
__global__ void turn_generic_padded(float *out, const float *in, int width) {
    __shared__ float cell[T][T + PAD];
    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;
    cell[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    out[y * width + x] = cell[threadIdx.x][threadIdx.y];
}

void launch_turns(float *out, const float *in, int width, int height) {
    dim3 block(EDGE, ROWS);
    dim3 grid((width + EDGE - 1) / EDGE, (height + EDGE - 1) / EDGE);
    turn_plain<<<grid, block>>>(out, in, width, height);
    turn_padded<<<grid, block>>>(out, in, width, height);
    turn_swizzled<<<grid, block>>>(out, in, width, height);
    turn_padded_by_two<<<grid, block>>>(out, in, width);
    turn_flat<<<grid, block>>>(out, in, width);
    turn_generic<32, 0><<<grid, dim3(32, 32)>>>(out, in, width);
    turn_generic_padded<32, 1><<<grid, dim3(32, 32)>>>(out, in, width);
}
