// Tiles done right: a padded transposition, a tiled product, a stencil with a halo. Nothing to flag: rows of tiles fill the banks,
// columns run over padded rows, and global memory is read and written along rows.
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void transpose(float *__restrict__ out, const float *__restrict__ in, int width, int height) {
    __shared__ float tile[kTile][kTile + 1];
    int x = blockIdx.x * kTile + threadIdx.x;
    int y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
    for (int j = 0; j < kTile; j += kRows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
    for (int j = 0; j < kTile; j += kRows)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <int T>
__global__ void multiply(float *c, const float *a, const float *b, int n) {
    __shared__ float as[T][T];
    __shared__ float bs[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;
    for (int k0 = 0; k0 < n; k0 += T) {
        as[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// Without tiles, but still nothing uncoalesced: one operand is a broadcast along the warp, the other a row.
__global__ void multiply_naive(float *c, const float *a, const float *b, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col]; // want redundant-global-read "16 threads of the block read each element of a and 16 each of b"
    c[row * n + col] = sum;
}

#define RADIUS 3
#define WIDTH 256

__global__ void smooth(float *out, const float *in, int n) {
    __shared__ float line[WIDTH + 2 * RADIUS];
    int t = threadIdx.x;
    int i = blockIdx.x * WIDTH + t;
    line[t + RADIUS] = i < n ? in[i] : 0.0f;
    if (t < RADIUS) {
        line[t] = i >= RADIUS ? in[i - RADIUS] : 0.0f;
        line[t + WIDTH + RADIUS] = i + WIDTH < n ? in[i + WIDTH] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += line[t + RADIUS + k];
    if (i < n) out[i] = sum / (2 * RADIUS + 1);
}

// A five-point stencil straight from global memory: neighbours above and below are a row away, for every lane alike.
__global__ void diffuse(float *out, const float *in, int width, int height, float c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = in[i] + c * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4.0f * in[i]);
}

void run_tiles(float *c, const float *a, const float *b, int n, int width, int height) {
    dim3 rows(kTile, kRows);
    transpose<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), rows>>>(c, a, width, height);
    multiply<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n);
    multiply<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(c, a, b, n);
    multiply_naive<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n);
    smooth<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(c, a, n);
    diffuse<<<dim3((width + 31) / 32, (height + 7) / 8), rows>>>(c, a, width, height, 0.2f);
}
