// Transposes of a square and of an oblong matrix.
#include "suite.cuh"

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) out[x * height + y + j] = in[(y + j) * width + x];
}

__global__ void tiled(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void padded(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void in_one_dimension(double *out, const double *in, int n) {
    __shared__ double tile[16 * 17];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int bx = blockIdx.x % (n / 16), by = blockIdx.x / (n / 16);
    tile[ty * 17 + tx] = in[(by * 16 + ty) * n + bx * 16 + tx];
    __syncthreads();
    out[(bx * 16 + ty) * n + by * 16 + tx] = tile[tx * 17 + ty];
}

__global__ void store_transposed(float *out, const float *in, int n) {
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll 1
    for (int j = 0; j < 32; j += 8) tile[tx][ty + j] = in[(blockIdx.y * 32 + ty + j) * n + blockIdx.x * 32 + tx];
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 32; j += 8) out[(blockIdx.x * 32 + ty + j) * n + blockIdx.y * 32 + tx] = tile[ty + j][tx];
}

int main() {
    const int width = 256, height = 160;
    double *a = device<double>(1 << 16), *b = device<double>(1 << 16);
    dim3 grid(width / TILE_DIM, height / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    naive<<<grid, block>>>((float *)b, (float *)a, width, height);
    tiled<<<grid, block>>>((float *)b, (float *)a, width, height);
    padded<<<grid, block>>>((float *)b, (float *)a, width, height);
    in_one_dimension<<<64, 256>>>(b, a, 128);
    store_transposed<<<dim3(4, 4), block>>>((float *)b, (float *)a, 128);
    cudaDeviceSynchronize();
}
