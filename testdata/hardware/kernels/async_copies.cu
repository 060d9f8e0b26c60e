// Copies from global to shared memory that bypass the registers.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "suite.cuh"

namespace cg = cooperative_groups;

__device__ __forceinline__ void cp_async16(void *dst, const void *src) {
    unsigned to = (unsigned)__cvta_generic_to_shared(dst);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(src));
}

__device__ __forceinline__ void cp_async4(void *dst, const void *src) {
    unsigned to = (unsigned)__cvta_generic_to_shared(dst);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(to), "l"(src));
}

#define CP_WAIT() asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;\n" ::: "memory")

__global__ void sixteen(float *out, const float *in) {
    __shared__ float s[512];
    int t = threadIdx.x;
    cp_async16(&s[4 * t], in + blockIdx.x * 512 + 4 * t);
    CP_WAIT();
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[t];
}

__global__ void four_strided(float *out, const float *in, int stride) {
    __shared__ float s[256];
    int t = threadIdx.x;
    cp_async4(&s[2 * t], &in[blockIdx.x * 512 + t * stride]);
    CP_WAIT();
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[2 * t];
}

__global__ void pipelined(float *out, const float2 *in) {
    __shared__ float2 s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[blockIdx.x * 128 + t], sizeof(float2));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[127 - t].x;
}

__global__ void cooperative(float *out, const float *in) {
    __shared__ float s[128];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * 128, sizeof(float) * 128);
    cg::wait(block);
    int t = threadIdx.x;
    out[blockIdx.x * 128 + t] = s[t ^ 1];
}

__global__ void padded_rows(float *out, const float *in, int pitch) {
    __shared__ __align__(16) float tile[32][36];
    int t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        int row = (t + k * 128) / 8, chunk = (t + k * 128) % 8;
        cp_async16(&tile[row][chunk * 4], &in[row * pitch + chunk * 4]);
    }
    CP_WAIT();
    __syncthreads();
    int x = t % 32, y = t / 32;
    for (int k = 0; k < 32; k += 4) out[(y + k) * 32 + x] = tile[x][y + k];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    sixteen<<<16, 128>>>(b, a);
    four_strided<<<16, 128>>>(b, a, 3);
    pipelined<<<16, 128>>>(b, (float2 *)a);
    cooperative<<<16, 128>>>(b, a);
    padded_rows<<<1, 128>>>(b, a, 64);
    cudaDeviceSynchronize();
}
