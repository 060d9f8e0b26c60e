// Several names for one array, choices between arrays, arrays of pointers.
#include "suite.cuh"

__global__ void chosen_pointer(float *out, const float *a, const float *b, int which) {
    const float *src = which ? a : b;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = src[2 * i];
}

__global__ void ping_pong(float *a, float *b, int steps) {
    int i = threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; s++) {
        float v = a[i * 2];
        b[i] = v;
        float *t = a;
        a = b;
        b = t;
        __syncthreads();
    }
}

__global__ void shared_alias(float *out, const float *in) {
    __shared__ float tile[32][33];
    float *flat = &tile[0][0];
    float *row = tile[threadIdx.y];
    int t = threadIdx.y * 32 + threadIdx.x;
    flat[t] = in[t];
    __syncthreads();
    float v = row[threadIdx.x];
    float w = (*(tile + threadIdx.x))[threadIdx.y];
    out[t] = v + w;
}

__global__ void many_arrays(float *const *arrays, int n) {
    float *mine = arrays[blockIdx.y];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) mine[i] = 1.0f;
}

__global__ void reinterpret(unsigned *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned *words = reinterpret_cast<const unsigned *>(in);
    out[i] = words[2 * i + 1];
}

__global__ void multi_dimensional(float (*out)[64], const float (*in)[64]) {
    int x = threadIdx.x, y = blockIdx.x;
    out[y][x] = in[x][y];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    chosen_pointer<<<16, 128>>>(b, a, a + 4096, 1);
    ping_pong<<<1, 256>>>(a, b, 4);
    shared_alias<<<1, dim3(32, 32)>>>(b, a);
    float **arrays = filled<float *>(4, [&](size_t i) { return b + i * 4096; });
    many_arrays<<<dim3(4, 4), 256>>>(arrays, 1000);
    reinterpret<<<16, 128>>>((unsigned *)b, (double *)a);
    multi_dimensional<<<64, 64>>>((float(*)[64])b, (const float(*)[64])a);
    cudaDeviceSynchronize();
}
