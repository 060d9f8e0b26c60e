// Shared memory that is declared as bytes and used as something wider: pads are counted in what the index counts.
#include <cuda_runtime.h>

extern __shared__ unsigned char raw[];

__global__ void floats_in_bytes(float *out, const float *in, int k) {
    float *rows = reinterpret_cast<float *>(raw);
    for (int i = 0; i < 32; i++) rows[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = rows[threadIdx.x * 32 + k]; // want shared-bank-conflict "32-way bank conflict"
}

void run(float *out, const float *in) { floats_in_bytes<<<64, 32, 4096>>>(out, in, 5); }
