// Histograms: the bin is data, the counters around it are not.
#include "suite.cuh"

__global__ void shared_bins(unsigned *bins, const unsigned char *in, int n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned char v = in[i];
        atomicAdd(&s[v], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__global__ void private_bins(unsigned *out, const unsigned char *in, int per_thread) {
    __shared__ unsigned char s[16 * 64];
    for (int b = 0; b < 16; b++) s[b * 64 + threadIdx.x] = 0;
    for (int k = 0; k < per_thread; k++) {
        int v = in[k * 64 + threadIdx.x] >> 4;
        s[v * 64 + threadIdx.x]++;
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned sum = 0;
#pragma unroll 1
        for (int k = 0; k < 64; k++) sum += s[threadIdx.x * 64 + k];
        out[blockIdx.x * 16 + threadIdx.x] = sum;
    }
}

__global__ void global_bins(int *bins, const float *in, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int b = (int)(in[i] * scale);
    atomicAdd(bins + b, 1);
}

int main() {
    unsigned char *bytes = filled<unsigned char>(1 << 16, [](size_t i) { return (i * 2654435761u >> 11) & 255; });
    float *x = filled<float>(1 << 14, [](size_t i) { return (i * 37 % 101) / 101.0f; });
    unsigned *bins = device<unsigned>(1 << 12);
    shared_bins<<<16, 256>>>(bins, bytes, 1 << 16);
    private_bins<<<4, 64>>>(bins, bytes, 20);
    global_bins<<<16, 256>>>((int *)bins, x, 64.0f);
    cudaDeviceSynchronize();
}
