// Indices and loops that are written as macros.
#include "suite.cuh"

#define IDX2C(i, j, ld) (((j) * (ld)) + (i))
#define AT(m, r, c) m[(r) * m##_pitch + (c)]
#define CUDA_KERNEL_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define LOAD4(p) (*(const float4 *)(p))

__global__ void column_major(float *out, const float *in, int ld) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    out[IDX2C(i, j, ld)] = in[IDX2C(j, i, ld)];
}

__global__ void named_pitch(float *a, const float *b, int a_pitch, int b_pitch) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    AT(a, r, c) = AT(b, c, r);
}

__global__ void loop_macro(float *out, const float *in, int n) {
    CUDA_KERNEL_LOOP(index, n) {
        int w = index % 40;
        int h = index / 40;
        out[index] = in[w * 64 + h];
    }
}

__global__ void quads(float *out, const float *in) {
    float4 v = LOAD4(in + 4 * GLOBAL_ID);
    out[GLOBAL_ID] = v.x + v.y + v.z + v.w;
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    column_major<<<dim3(4, 16), dim3(32, 8)>>>(b, a, 136);
    named_pitch<<<dim3(8, 8), dim3(16, 16)>>>(b, a, 136, 152);
    loop_macro<<<8, 128>>>(b, a, 2000);
    quads<<<16, 256>>>(b, a);
    cudaDeviceSynchronize();
}
