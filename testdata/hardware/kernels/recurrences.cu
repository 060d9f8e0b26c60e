// Counters that are doubled, halved or shifted, and trees in arrays.
#include "suite.cuh"

__global__ void heap_levels(float *out, const float *tree, int levels) {
    int t = threadIdx.x;
    int at = 0;
    float sum = 0.0f;
#pragma unroll 1
    for (int l = 0; l < levels; l++) {
        sum += tree[at];
        at = 2 * at + 1 + ((t >> l) & 1);
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void doubling(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int s = 1; s < n; s *= 2) sum += in[t * s];
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void downward(float *out, const float *in) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int s = 32; s > 0; s >>= 1) sum += in[(t / s) * 64 + s];
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void running_index(float *out, const float *in, int n, int step) {
    int t = threadIdx.x;
    int at = t;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        sum += in[at];
        at += step + k;
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void gray_code(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ (i >> 1)];
}

__global__ void lane_powers(float *out, const float *in) {
    int lane = threadIdx.x & 31;
    int at = 1 << (lane / 4);
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[at * 2];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    heap_levels<<<4, 128>>>(b, a, 8);
    doubling<<<4, 128>>>(b, a, 256);
    downward<<<4, 128>>>(b, a);
    running_index<<<4, 96>>>(b, a, 12, 33);
    gray_code<<<16, 256>>>(b, a);
    lane_powers<<<4, 128>>>(b, a);
    cudaDeviceSynchronize();
}
