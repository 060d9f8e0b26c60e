// Contiguous accesses off their boundary.
#include <cuda_runtime.h>

__global__ void copy(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i]; // want unaligned-base "5 sectors per request, ideal 4: lanes read in side by side, but from an address that is no multiple of 32"
}

__global__ void skip_first(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 3]; // want unaligned-base "5 sectors per request, ideal 4: lanes read in side by side"
}

// Fine: the middle of the stencil is aligned, its sides cannot be.
__global__ void stencil(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 7] + in[i + 8] + in[i + 9];
}

// Fine: a multiple of eight elements.
__global__ void eighth(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 8];
}

// Fine: where the array begins is not known.
__global__ void anywhere(float *out, const float *in, int from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + from];
}

void run(int from) {
    float *a, *b;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    copy<<<64, 256>>>(a, b + 1);
    skip_first<<<64, 256>>>(a, b);
    stencil<<<64, 256>>>(a, b);
    eighth<<<64, 256>>>(a, b);
    anywhere<<<64, 256>>>(a, b, from);
}
