// Unsigned arithmetic, 64-bit and mixed indices, negative strides.
#include <cstddef>
#include <cstdint>

#include "suite.cuh"

__global__ void wrapped(float *out, const float *in) {
    unsigned t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = in[(t - 1u) & 255u];
}

__global__ void from_the_end(float *out, const float *in) {
    unsigned i = blockDim.x - 1 - threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + i];
}

__global__ void long_index(double *out, const double *in, size_t pitch) {
    size_t row = blockIdx.x;
    size_t col = (size_t)blockIdx.y * blockDim.x + threadIdx.x;
    size_t at = row * pitch + col;
    out[at] = in[at * 2];
}

__global__ void mixed(float *out, const float *in, int64_t pitch) {
    int64_t y = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[y * pitch + x] = in[(int)(x * pitch + y)];
}

__global__ void short_ids(float *out, const float *in) {
    unsigned short t = threadIdx.x;
    short k = (short)(t * 3 - 4);
    out[blockIdx.x * blockDim.x + t] = in[k + 8];
}

__global__ void negative(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int step = -2;
    out[n - t] = in[2 * n + step * t];
}

__global__ void backward_loop(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = n - 1; k >= 0; --k) sum += in[k * 100 + t];
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void distance(int *out, const int *in, ptrdiff_t d) {
    ptrdiff_t i = threadIdx.x + (ptrdiff_t)blockIdx.x * blockDim.x;
    out[i] = in[i * d + 4096];
}

__global__ void signed_mod(float *out, const float *in) {
    int t = threadIdx.x;
    int k = (t - 16) % 8;
    out[blockIdx.x * blockDim.x + t] = in[k * 32 + 512 + t / 8];
}

int main() {
    float *a = device<float>(1 << 17), *b = device<float>(1 << 17);
    wrapped<<<16, 256>>>(b, a);
    from_the_end<<<16, 96>>>(b, a);
    long_index<<<dim3(16, 2), 128>>>((double *)b, (double *)a, 260);
    mixed<<<dim3(4, 16), dim3(32, 8)>>>(b, a, 136);
    short_ids<<<16, 128>>>(b, a);
    negative<<<16, 256>>>(b, a, 4096);
    backward_loop<<<4, 96>>>(b, a, 40);
    distance<<<8, 128>>>((int *)b, (int *)a, -3);
    signed_mod<<<4, 128>>>(b, a);
    cudaDeviceSynchronize();
}
