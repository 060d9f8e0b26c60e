// Guards on the block, the warp and the edges of a matrix that the blocks do not divide.
#include "suite.cuh"

__global__ void ragged(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i];
}

__global__ void ragged_matrix(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

__global__ void first_block(float *out, const float *in) {
    if (blockIdx.x == 0) {
        out[threadIdx.x] = in[threadIdx.x * 2];
    } else {
        out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
    }
}

__global__ void odd_blocks(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x & 1) out[i] = in[4 * i];
}

__global__ void second_warp(float *out, const float *in) {
    int warp = threadIdx.x >> 5;
    if (warp == 1) out[blockIdx.x * 32 + (threadIdx.x & 31)] = in[threadIdx.x];
}

__global__ void inner_cells(float *out, const float *in, int n) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
        out[y * n + x] = in[y * n + x];
    }
}

__global__ void capped(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i < n ? i : n - 1;
    out[i] = in[at];
}

int main() {
    float *a = device<float>(1 << 17), *b = device<float>(1 << 17);
    ragged<<<(10001 + 255) / 256, 256>>>(b, a, 10001);
    ragged_matrix<<<dim3((100 + 15) / 16, (60 + 15) / 16), dim3(16, 16)>>>(b, a, 100, 60);
    first_block<<<16, 256>>>(b, a);
    odd_blocks<<<16, 256>>>(b, a);
    second_warp<<<16, 256>>>(b, a);
    inner_cells<<<dim3(8, 8), dim3(16, 16)>>>(b, a, 128);
    capped<<<16, 256>>>(b, a, 3000);
    cudaDeviceSynchronize();
}
