// The lane maps of tensor cores and of warp tiles, written by hand.
#include <cuda_fp16.h>

#include "suite.cuh"

__global__ void load_fragment(float *out, const float *a, int ld) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row = lane / 4, col = lane % 4 * 2;
    const float *tile = a + warp * 16 * ld;
    float x = tile[row * ld + col];
    float y = tile[(row + 8) * ld + col];
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

__global__ void half_fragment(float *out, const __half *a, int ld) {
    int lane = threadIdx.x % 32;
    int group = lane >> 2, member = lane & 3;
    __half2 v = *reinterpret_cast<const __half2 *>(&a[group * ld + member * 2]);
    out[threadIdx.x] = __low2float(v) + __high2float(v);
}

__global__ void store_fragment(float *c, int ld) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int wm = warp / 2 * 32, wn = warp % 2 * 64;
#pragma unroll
    for (int i = 0; i < 2; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float2 v = make_float2(i, j);
            *reinterpret_cast<float2 *>(&c[(wm + i * 16 + lane / 4) * ld + wn + j * 16 + lane % 4 * 2]) = v;
        }
    }
}

__global__ void warp_tile(float *out, const float *in) {
    __shared__ float as[8 * 132];
    __shared__ float bs[8][128];
    int t = threadIdx.x;
    for (int k = t; k < 1024; k += 256) {
        as[(k % 8) * 132 + k / 8] = in[k];
        bs[k / 128][k % 128] = in[k + 1024];
    }
    __syncthreads();
    int lane = t % 32, warp = t / 32;
    int row = warp / 4 * 64 + lane / 8 * 4, col = warp % 4 * 32 + lane % 8 * 4;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 8; k++) {
        float4 x = *reinterpret_cast<const float4 *>(&as[k * 132 + row]);
        float4 y = *reinterpret_cast<const float4 *>(&bs[k][col]);
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    out[t] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    load_fragment<<<2, 128>>>(b, a, 64);
    half_fragment<<<1, 32>>>(b, (__half *)a, 72);
    store_fragment<<<1, 128>>>(b, 128);
    warp_tile<<<1, 256>>>(b, a);
    cudaDeviceSynchronize();
}
