// Only the lanes that execute an access count, and only the sectors that they touch.
#include <cuda_runtime.h>

// Half a warp works: 16 sectors for 64 bytes.
__global__ void half_warp_strided(float *out, const float *in) {
    int lane = threadIdx.x % 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane < 16) {
        float v = in[t * 8]; // want uncoalesced-access "16 sectors per request, ideal 2: lanes read in 32 bytes apart"
        out[t] = v;
    }
}

// Every second lane works: the 4 sectors of the warp, of which half the bytes are asked for.
__global__ void even_lanes(float *sums, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0.0f;
    if (t % 2 == 0) v = in[t]; // want uncoalesced-access "4 sectors per request, ideal 2"
    sums[t] = v;
}

// Fine: the 16 lanes that work are neighbours: 2 sectors for 64 bytes.
__global__ void half_warp_dense(float *out, const float *in) {
    int lane = threadIdx.x & 31;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane < 16) out[t] = in[t];
}

// Fine: one lane asks for 4 bytes and gets one sector; there is nothing to coalesce.
__global__ void lone_lane(float *out, const float *in) {
    if (threadIdx.x == 0) out[blockIdx.x * 100] = in[blockIdx.x * 100];
}

// Fine: all lanes read one address: one sector, ideal one.
__global__ void broadcast(float *out, const float *in, int k) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[k] + in[blockIdx.x];
}

// Fine: pairs of lanes share an element; 64 bytes are 2 sectors.
__global__ void pairs_share(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t / 2];
}

// Fine: the order of the lanes within their sectors is free.
__global__ void reversed_and_swapped(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t ^ 5] = in[n - 1 - t];
}

// Fine: one element off costs one sector more, not a pattern of its own: 5 against 4.
__global__ void one_element_off(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t + 1 < n) out[t] = in[t + 1] - in[t];
}

// Fine: division and remainder by the width give back the index.
__global__ void split_and_joined(float *out, const float *in, int width) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / width, col = t % width;
    out[row * width + col] = in[row * width + col];
}

// Fine: 16 different floats at most, however the data says: 2 sectors.
__global__ void small_table(float *out, const float *table, const int *pick) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = table[pick[t] & 15];
}

__constant__ float weights[256];

// Fine for this rule: constant memory has no sectors.
__global__ void constant_table(float *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = weights[(threadIdx.x * 8) % 256];
}

// Updates count like reads and writes.
__global__ void spread_counters(int *counters) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counters[t * 8], 1); // want uncoalesced-access "32 sectors per request, ideal 4: lanes update counters 32 bytes apart"
}

// Fine: one counter per lane, side by side.
__global__ void dense_counters(int *counters) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counters[t], 1);
}

// The index comes from memory and has no bound: said once for the kernel.
__global__ void unbounded_gather(float *out, const float *values, const int *pick, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = values[pick[t]]; // want uncoalesced-access "values"
}

void launch_lanes(float *out, float *in, int *ints, int n) {
    half_warp_strided<<<64, 256>>>(out, in);
    even_lanes<<<64, 256>>>(out, in);
    half_warp_dense<<<64, 256>>>(out, in);
    lone_lane<<<64, 256>>>(out, in);
    broadcast<<<64, 256>>>(out, in, 3);
    pairs_share<<<64, 256>>>(out, in);
    reversed_and_swapped<<<64, 256>>>(out, in, n);
    one_element_off<<<64, 256>>>(out, in, n);
    split_and_joined<<<64, 256>>>(out, in, n);
    small_table<<<64, 256>>>(out, in, ints);
    constant_table<<<64, 256>>>(out);
    spread_counters<<<64, 256>>>(ints);
    dense_counters<<<64, 256>>>(ints);
    unbounded_gather<<<64, 256>>>(out, in, ints, n);
}
