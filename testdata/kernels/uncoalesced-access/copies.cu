// Copies of 16 bytes past L1. They move pieces of 32 bytes: the two sides have to agree in where a row starts within 32 bytes.
#include <cuda_runtime.h>

__device__ void copy16(void *to, const void *from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from));
}

// Rows of 32 bytes in global memory, of 48 in shared memory: every second one changes halves.
__global__ void padded_rows(float *out, const float *in) {
    __shared__ __align__(128) float rows[64 * 12];
    int row = threadIdx.x / 2, half = threadIdx.x % 2;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(rows + row * 12 + half * 4)), // want uncoalesced-access "24 sectors per request, ideal 16: copies from in change their place within 32 bytes on the way to shared memory" shared-bank-conflict "wavefronts.*ideal 4"
                 "l"(in + blockIdx.x * 512 + row * 8 + half * 4));
    asm volatile("cp.async.wait_all;\n");
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = rows[threadIdx.x];
}

// Fine: both sides have rows of 32 bytes.
__global__ void plain_rows(float *out, const float *in) {
    __shared__ __align__(128) float rows[64 * 8];
    int row = threadIdx.x / 2, half = threadIdx.x % 2;
    copy16(rows + row * 8 + half * 4, in + blockIdx.x * 512 + row * 8 + half * 4);
    asm volatile("cp.async.wait_all;\n");
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = rows[threadIdx.x];
}

void copies(float *out, const float *in) {
    padded_rows<<<64, 128>>>(out, in);
    plain_rows<<<64, 128>>>(out, in);
}
