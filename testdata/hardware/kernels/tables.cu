// Indices out of constant tables whose values stand in the text.
#include "suite.cuh"

__constant__ int starts[4] = {0, 3, 64, 640};
__constant__ int2 neighbours[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
__device__ const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};

__global__ void by_lane(float *out, const float *in) {
    int t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = in[starts[t & 3] + t];
}

__global__ void neighbour_sum(float *out, const float *in, int pitch) {
    int x = threadIdx.x + 1, y = blockIdx.x + 1;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 4; k++) sum += in[(y + neighbours[k].y) * pitch + x + neighbours[k].x];
    out[y * pitch + x] = sum;
}

__global__ void permuted(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i & ~7) + order[i & 7]];
}

__global__ void local_table(float *out, const float *in) {
    const int skip[4] = {0, 8, 16, 40};
    int t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = in[skip[t % 4] + t / 4];
}

__global__ void steps(float *out, const float *in) {
    constexpr int kSteps[3] = {1, 2, 5};
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 3; k++) sum += in[t * kSteps[k] + k * 4096];
    out[blockIdx.x * blockDim.x + t] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    by_lane<<<8, 128>>>(b, a);
    neighbour_sum<<<16, 64>>>(b, a, 72);
    permuted<<<8, 128>>>(b, a);
    local_table<<<8, 128>>>(b, a);
    steps<<<8, 128>>>(b, a);
    cudaDeviceSynchronize();
}
