// Bytes and halves on blocks of every width, and bits packed into words.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "suite.cuh"

__global__ void bytes16(unsigned char *out, const unsigned char *in, int pitch) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void halves16(__half *out, const __half *in, int pitch) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[x * pitch + y] = in[y * pitch + x];
}

__global__ void brain_floats(__nv_bfloat16 *out, const __nv_bfloat16 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

__global__ void bit_of_word(unsigned char *out, const unsigned *bits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (bits[i / 32] >> (i % 32)) & 1;
}

__global__ void nibbles(unsigned char *out, const unsigned char *packed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char pair = packed[i >> 1];
    out[i] = (i & 1) ? pair >> 4 : pair & 15;
}

__global__ void half_pairs(__half2 *out, const __half *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 v = *reinterpret_cast<const __half2 *>(&in[4 * i]);
    out[i] = __hadd2(v, v);
}

__global__ void dequantise(float *out, const signed char *q, const float *scales, int group) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = scales[i / group];
    out[i] = s * q[i];
}

int main() {
    unsigned char *a = device<unsigned char>(1 << 18), *b = device<unsigned char>(1 << 18);
    bytes16<<<dim3(8, 8), dim3(16, 16)>>>(b, a, 128);
    halves16<<<dim3(8, 8), dim3(16, 16)>>>((__half *)b, (__half *)a, 128);
    brain_floats<<<16, 128>>>((__nv_bfloat16 *)b, (__nv_bfloat16 *)a, 2048);
    bit_of_word<<<16, 256>>>(b, (unsigned *)a);
    nibbles<<<16, 256>>>(b, a);
    half_pairs<<<16, 128>>>((__half2 *)b, (__half *)a);
    dequantise<<<16, 128>>>((float *)b, (signed char *)a, (float *)b + 32768, 16);
    cudaDeviceSynchronize();
}
