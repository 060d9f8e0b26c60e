// A warp of an 8x8 block holds four rows of eight.
#include <cuda_fp16.h>

#include "suite.cuh"

template <typename T>
__device__ void copy_cell(T *out, const T *in, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void floats(float *out, const float *in, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void bytes(unsigned char *out, const unsigned char *in, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void halves(__half *out, const __half *in, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void quads(float4 *out, const float4 *in, int pitch) { copy_cell(out, in, pitch); }

__global__ void off_by_one(float *out, const float *in, int pitch) {
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x + 1];
}

int main() {
    const int pitch = 128;
    dim3 grid(pitch / 8, pitch / 8), block(8, 8);
    float *a = device<float>(4 * pitch * pitch + 8), *b = device<float>(4 * pitch * pitch + 8);
    floats<<<grid, block>>>(b, a, pitch);
    bytes<<<grid, block>>>((unsigned char *)b, (unsigned char *)a, pitch);
    halves<<<grid, block>>>((__half *)b, (__half *)a, pitch);
    quads<<<grid, block>>>((float4 *)b, (float4 *)a, pitch);
    off_by_one<<<grid, block>>>(b, a, pitch);
    cudaDeviceSynchronize();
}
