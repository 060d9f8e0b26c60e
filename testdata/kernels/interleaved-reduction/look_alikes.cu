// Doubling steps and even lanes that are no reductions.
#include <cuda_runtime.h>

#define N 256

// Fine: a running sum; the step doubles, but every lane from the step on works, and neighbours touch neighbours.
__global__ void running_sum(float *out, const float *in) {
    __shared__ float line[2][N];
    int t = threadIdx.x;
    int from = 0;
    line[0][t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int s = 1; s < N; s *= 2) {
        int to = 1 - from;
        line[to][t] = t >= s ? line[from][t] + line[from][t - s] : line[from][t];
        from = to;
        __syncthreads();
    }
    out[blockIdx.x * N + t] = line[from][t];
}

// Fine: a butterfly; every lane exchanges with the one that differs in one bit, and all of them end up with the sum.
__global__ void butterfly_sum(float *out, const float *in) {
    __shared__ float line[N];
    int t = threadIdx.x;
    line[t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int s = 1; s < N; s *= 2) {
        float other = line[t ^ s];
        __syncthreads();
        line[t] += other;
        __syncthreads();
    }
    out[blockIdx.x * N + t] = line[t];
}

// Fine: a bitonic sort; the lower lane of each pair swaps, which is the algorithm and not a way of adding up.
__global__ void bitonic_sort(float *data) {
    __shared__ float line[N];
    int t = threadIdx.x;
    line[t] = data[blockIdx.x * N + t];
    __syncthreads();
    for (int size = 2; size <= N; size *= 2) {
        for (int s = size / 2; s > 0; s /= 2) {
            int partner = t ^ s;
            if (partner > t) {
                bool up = (t & size) == 0;
                float a = line[t], b = line[partner];
                if ((a > b) == up) {
                    line[t] = b;
                    line[partner] = a;
                }
            }
            __syncthreads();
        }
    }
    data[blockIdx.x * N + t] = line[t];
}

// Fine: one pass over pairs, no loop; the even lanes add their right neighbour.
__global__ void add_neighbours(float *out, const float *in) {
    __shared__ float line[N];
    int t = threadIdx.x;
    line[t] = in[blockIdx.x * N + t];
    __syncthreads();
    if (t % 2 == 0) line[t] += line[t + 1];
    __syncthreads();
    out[blockIdx.x * N + t] = line[t];
}

// Fine: one lane in each 32 works on global memory; what it keeps in shared memory is one word a warp.
__global__ void warp_leaders(float *out, const float *in) {
    __shared__ float sums[N / 32];
    int t = threadIdx.x;
    float v = in[blockIdx.x * N + t];
    for (int s = 16; s > 0; s >>= 1) v += __shfl_xor_sync(0xffffffffu, v, s);
    if (t % 32 == 0) sums[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < N / 32 ? sums[t] : 0.0f;
        for (int s = 4; s > 0; s >>= 1) v += __shfl_down_sync(0xffffffffu, v, s);
        if (t == 0) out[blockIdx.x] = v;
    }
}

void launch_look_alikes(float *out, float *in, int blocks) {
    running_sum<<<blocks, N>>>(out, in);
    butterfly_sum<<<blocks, N>>>(out, in);
    bitonic_sort<<<blocks, N>>>(in);
    add_neighbours<<<blocks, N>>>(out, in);
    warp_leaders<<<blocks, N>>>(out, in);
}
