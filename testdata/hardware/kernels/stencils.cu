// Stencils in one, two and three dimensions, in global memory and in tiles with halos.
#include "suite.cuh"

#define RADIUS 4
#define BLOCK 128

__global__ void line(float *out, const float *in) {
    __shared__ float s[BLOCK + 2 * RADIUS];
    int g = blockIdx.x * BLOCK + threadIdx.x + RADIUS;
    int l = threadIdx.x + RADIUS;
    s[l] = in[g];
    if (threadIdx.x < RADIUS) {
        s[l - RADIUS] = in[g - RADIUS];
        s[l + BLOCK] = in[g + BLOCK];
    }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = -RADIUS; k <= RADIUS; k++) sum += s[l + k];
    out[g] = sum;
}

__global__ void five_points(float *out, const float *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    float c = in[y * n + x];
    float w = in[y * n + x - 1];
    float e = in[y * n + x + 1];
    float no = in[(y - 1) * n + x];
    float so = in[(y + 1) * n + x];
    out[y * n + x] = c + 0.25f * (w + e + no + so - 4.0f * c);
}

__global__ void tile18(float *out, const float *in, int pitch) {
    __shared__ float s[18][18];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    s[ty][tx] = in[y * pitch + x];
    if (threadIdx.x == 0) s[ty][0] = in[y * pitch + x - 1];
    if (threadIdx.x == 15) s[ty][17] = in[y * pitch + x + 1];
    if (threadIdx.y == 0) s[0][tx] = in[(y - 1) * pitch + x];
    if (threadIdx.y == 15) s[17][tx] = in[(y + 1) * pitch + x];
    __syncthreads();
    float up = s[ty - 1][tx];
    float down = s[ty + 1][tx];
    float left = s[ty][tx - 1];
    float right = s[ty][tx + 1];
    out[y * pitch + x] = up + down + left + right;
}

__global__ void halo_loop(float *out, const float *in, int pitch) {
    __shared__ float s[12][36];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
#pragma unroll 1
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * 36; i += 256) s[i / 36][i % 36] = in[(y0 + i / 36) * pitch + x0 + i % 36];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int dy = 0; dy < 5; dy++)
#pragma unroll 1
        for (int dx = 0; dx < 5; dx++) sum += s[threadIdx.y + dy][threadIdx.x + dx];
    out[(y0 + threadIdx.y + 2) * pitch + x0 + threadIdx.x + 2] = sum;
}

__global__ void seven_points(double *out, const double *in, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
    const int plane = nx * ny;
    int at = j * nx + i + plane;
#pragma unroll 1
    for (int k = 1; k < nz - 1; k++) {
        double b = in[at - plane];
        double t = in[at + plane];
        double n = in[at - nx];
        double s = in[at + nx];
        out[at] = b + t + n + s;
        at += plane;
    }
}

int main() {
    double *a = device<double>(1 << 18), *b = device<double>(1 << 18);
    float *x = (float *)a, *y = (float *)b;
    line<<<32, BLOCK>>>(y, x);
    five_points<<<dim3(4, 16), dim3(32, 8)>>>(y, x, 136);
    tile18<<<dim3(7, 7), dim3(16, 16)>>>(y, x, 128);
    halo_loop<<<dim3(3, 8), dim3(32, 8)>>>(y, x, 128);
    seven_points<<<dim3(4, 8), dim3(16, 8)>>>(b, a, 64, 64, 16);
    cudaDeviceSynchronize();
}
