// Values from other lanes, votes and counts as indices.
#include "suite.cuh"

__global__ void from_lane(float *out, const float *in, const int *start) {
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0;
    if (lane == 0) s = start[i / 32];
    s = __shfl_sync(0xffffffffu, s, 0);
    out[i] = in[s + lane];
}

__global__ void rotated(float *out, const float *in) {
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = __shfl_sync(0xffffffffu, lane * 2, (lane + 1) & 31);
    out[i] = in[other];
}

__global__ void compact(int *out, const int *in) {
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    unsigned keep = __ballot_sync(0xffffffffu, v & 1);
    if (v & 1) out[(i - lane) + __popc(keep & ((1u << lane) - 1))] = v;
}

__global__ void by_lane_id(float *out, const float *in) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[lane * 4];
}

__global__ void row_sums(float *out, const float *in, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) sum += in[row * cols + c];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) out[row] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    int *start = filled<int>(1 << 12, [](size_t i) { return (int)(i * 48); });
    int *bits = filled<int>(1 << 12, [](size_t i) { return (int)(i * 2654435761u >> 9); });
    from_lane<<<4, 256>>>(b, a, start);
    rotated<<<16, 256>>>(b, a);
    compact<<<16, 256>>>((int *)b, bits);
    by_lane_id<<<16, 128>>>(b, a);
    row_sums<<<16, dim3(32, 4)>>>(b, a, 200);
    cudaDeviceSynchronize();
}
