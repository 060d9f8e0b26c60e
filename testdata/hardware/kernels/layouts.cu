// Memory in blocks: tiles of 4x4, channels in groups, packed triangles, interleaved complex numbers.
#include "suite.cuh"

__global__ void tiles_of_4x4(float *out, const float *in, int tiles_per_row) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int tile = (y / 4) * tiles_per_row + x / 4;
    out[tile * 16 + (y % 4) * 4 + x % 4] = in[y * tiles_per_row * 4 + x];
}

__global__ void grouped_channels(float *out, const float *in, int c, int hw) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = blockIdx.y;
    out[((k / 4) * hw + i) * 4 + k % 4] = in[k * hw + i];
}

__global__ void packed_triangle(float *out, const float *in) {
    int col = threadIdx.x, row = blockIdx.x;
    if (col <= row) out[row * (row + 1) / 2 + col] = in[row * 64 + col];
}

__global__ void packed_rows(float *out, const float *in, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) out[row] = in[row * (row + 1) / 2];
}

__global__ void magnitudes(float *out, const float *complex) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float re = complex[2 * i];
    float im = complex[2 * i + 1];
    out[i] = sqrtf(re * re + im * im);
}

__global__ void morton(float *out, const float *in) {
    unsigned x = threadIdx.x, y = threadIdx.y + blockIdx.x * 8;
    unsigned mx = x, my = y;
    mx = (mx | (mx << 4)) & 0x0f0f0f0fu;
    mx = (mx | (mx << 2)) & 0x33333333u;
    mx = (mx | (mx << 1)) & 0x55555555u;
    my = (my | (my << 4)) & 0x0f0f0f0fu;
    my = (my | (my << 2)) & 0x33333333u;
    my = (my | (my << 1)) & 0x55555555u;
    out[mx | (my << 1)] = in[y * 32 + x];
}

__global__ void skewed(float *out, const float *in, int pitch) {
    int x = threadIdx.x, y = blockIdx.x;
    out[y * pitch + (x + y) % 64] = in[y * pitch + (x * 3) % 64];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    tiles_of_4x4<<<dim3(4, 8), dim3(32, 4)>>>(b, a, 32);
    grouped_channels<<<dim3(8, 8), 128>>>(b, a, 8, 1024);
    packed_triangle<<<64, 64>>>(b, a);
    packed_rows<<<2, 128>>>(b, a, 200);
    magnitudes<<<16, 128>>>(b, a);
    morton<<<4, dim3(32, 8)>>>(b, a);
    skewed<<<32, 64>>>(b, a, 64);
    cudaDeviceSynchronize();
}
