// Loads, stores and matrix loads in inline assembly, with their usual wrappers.
#include <cuda_fp16.h>

#include <cstdint>

#include "suite.cuh"

__device__ __forceinline__ float4 ld_global_nc(const float4 *p) {
    float4 v;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    return v;
}

__device__ __forceinline__ void st_global_cs(float *p, float v) {
    asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(p), "f"(v) : "memory");
}

__device__ __forceinline__ uint32_t smem_address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__device__ __forceinline__ void st_shared_v2(uint32_t at, float x, float y) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(at), "f"(x), "f"(y));
}

__device__ __forceinline__ void ldmatrix_x4(uint32_t *r, const void *p) {
    uint32_t at = smem_address(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}

#define LDMATRIX_X2(R0, R1, addr) asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(R0), "=r"(R1) : "r"(addr))

__global__ void wide_loads(float *out, const float4 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = ld_global_nc(in + i);
    st_global_cs(out + 2 * i, v.x + v.y + v.z + v.w);
}

__global__ void pairs_in_shared(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    st_shared_v2(smem_address(&s[2 * t]), in[t], in[t + 128]);
    __syncthreads();
    out[t] = s[2 * t];
}

template <int PITCH>
__device__ void matrices(uint32_t *out, const __half *in) {
    __shared__ __align__(16) __half s[32 * PITCH];
    int t = threadIdx.x;
    for (int k = t; k < 32 * PITCH; k += 32) s[k] = in[k];
    __syncthreads();
    uint32_t r[4];
    ldmatrix_x4(r, &s[(t % 16) * PITCH + (t / 16) * 8]);
    out[t] = r[0] ^ r[1] ^ r[2] ^ r[3];
}

__global__ void matrices64(uint32_t *out, const __half *in) { matrices<64>(out, in); }

__global__ void matrices72(uint32_t *out, const __half *in) { matrices<72>(out, in); }

__global__ void two_matrices(uint32_t *out, const __half *in) {
    __shared__ __align__(16) __half s[16][40];
    int t = threadIdx.x;
    for (int k = 0; k < 16; k++) s[k][t] = in[k * 32 + t];
    __syncthreads();
    uint32_t a, b;
    uint32_t at = smem_address(&s[t % 16][0]);
    LDMATRIX_X2(a, b, at);
    out[t] = a + b;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    wide_loads<<<16, 128>>>(b, (float4 *)a);
    pairs_in_shared<<<1, 128>>>(b, a);
    matrices64<<<1, 32>>>((uint32_t *)b, (__half *)a);
    matrices72<<<1, 32>>>((uint32_t *)b, (__half *)a);
    two_matrices<<<1, 32>>>((uint32_t *)b, (__half *)a);
    cudaDeviceSynchronize();
}
