// Tiled products: 16x16, 32x32 and with the tile as a template argument.
#include "suite.cuh"

#define SIDE 16

// The walk over the tiles is a walk of two offsets, one along a row of a, one down the columns of b.
__global__ void tiles16(float *c, float *a, float *b, int inner, int cols) {
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int first = inner * SIDE * blockIdx.y;
    float sum = 0.0f;
    for (int p = first, q = SIDE * blockIdx.x; p < first + inner; p += SIDE, q += SIDE * cols) {
        __shared__ float left[SIDE][SIDE];
        __shared__ float right[SIDE][SIDE];
        left[ty][tx] = a[p + inner * ty + tx];
        right[ty][tx] = b[q + cols * ty + tx];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < SIDE; ++k) {
            float x = left[ty][k];
            float y = right[k][tx];
            sum += x * y;
        }
        __syncthreads();
    }
    c[(blockIdx.y * SIDE + ty) * cols + blockIdx.x * SIDE + tx] = sum;
}

template <int T>
__global__ void tiles(float *c, const float *a, const float *b, int n) {
    __shared__ float as[T][T];
    __shared__ float bs[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;
    for (int m = 0; m < n / T; ++m) {
        as[threadIdx.y][threadIdx.x] = a[row * n + (m * T + threadIdx.x)];
        bs[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; ++k) {
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void b_by_columns(float *c, const float *a, const float *b, int n) {
    __shared__ float as[16][16];
    __shared__ float bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int m = 0; m < n; m += 16) {
        as[ty][tx] = a[row * n + m + tx];
        bs[tx][ty] = b[col * n + m + ty];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 16; ++k) {
            float x = as[ty][k];
            float y = bs[tx][k];
            sum += x * y;
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void ragged_tiles(double *c, const double *a, const double *b, int n) {
    __shared__ double as[8][8];
    __shared__ double bs[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
    double sum = 0.0;
    for (int m = 0; m < (n + 7) / 8; m++) {
        if (row < n && m * 8 + tx < n)
            as[ty][tx] = a[row * n + m * 8 + tx];
        else
            as[ty][tx] = 0.0;
        if (col < n && m * 8 + ty < n)
            bs[ty][tx] = b[(m * 8 + ty) * n + col];
        else
            bs[ty][tx] = 0.0;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 8; k++) {
            double x = as[ty][k];
            double y = bs[k][tx];
            sum += x * y;
        }
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}

int main() {
    float *a = device<float>(1 << 15), *b = device<float>(1 << 15), *c = device<float>(1 << 15);
    tiles16<<<dim3(6, 4), dim3(16, 16)>>>(c, a, b, 80, 96);
    tiles<32><<<dim3(3, 3), dim3(32, 32)>>>(c, a, b, 96);
    b_by_columns<<<dim3(6, 6), dim3(16, 16)>>>(c, a, b, 96);
    ragged_tiles<<<dim3(5, 5), dim3(8, 8)>>>((double *)c, (double *)a, (double *)b, 36);
    cudaDeviceSynchronize();
}
