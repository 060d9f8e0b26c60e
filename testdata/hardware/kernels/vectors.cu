// float4, int4, double2 through casts, and the pixels of images.
#include <cuda_fp16.h>

#include "suite.cuh"

__global__ void as_float4(float *out, const float *in, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n) {
        float4 v = *reinterpret_cast<const float4 *>(in + i);
        v.x += 1.0f;
        *reinterpret_cast<float4 *>(&out[i]) = v;
    }
}

__global__ void as_double2(double *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double2 v = ((const double2 *)in)[i];
    ((double2 *)out)[i] = make_double2(v.y, v.x);
}

__global__ void as_float2_rows(float *out, const float *in, int pitch) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
    const float2 *row = (const float2 *)(in + y * pitch);
    float2 v = row[x];
    out[y * pitch + 2 * x] = v.x;
    out[y * pitch + 2 * x + 1] = v.y;
}

__global__ void eight_halves(float *out, const __half *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 raw = reinterpret_cast<const uint4 *>(in)[i];
    out[i] = (float)(raw.x ^ raw.w);
}

__global__ void luma(unsigned char *out, const uchar4 *pixels, int width) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    uchar4 p = pixels[y * width + x];
    out[y * width + x] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}

__global__ void every_third_quad(float4 *out, const float4 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[3 * i];
}

__global__ void component(float *out, const float4 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].y;
}

int main() {
    const int n = 1 << 14;
    float *a = device<float>(16 * n), *b = device<float>(16 * n);
    as_float4<<<n / 1024, 256>>>(b, a, n);
    as_double2<<<n / 256, 256>>>((double *)b, (double *)a);
    as_float2_rows<<<16, dim3(32, 8)>>>(b, a, 80);
    eight_halves<<<n / 256, 256>>>(b, (__half *)a);
    luma<<<dim3(8, 8), dim3(16, 16)>>>((unsigned char *)b, (uchar4 *)a, 128);
    every_third_quad<<<n / 256, 256>>>((float4 *)b, (float4 *)a);
    component<<<n / 256, 256>>>(b, (float4 *)a);
    cudaDeviceSynchronize();
}
