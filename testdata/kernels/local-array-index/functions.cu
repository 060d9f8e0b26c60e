// Arrays of a thread in the functions that a kernel calls, and those that it gives to them.
#include <cuda_runtime.h>

// How far it goes comes from memory at the call.
template <int N>
__device__ void insert(float (&best)[N], float v, int at) {
    for (int i = 0; i < at; i++)
        best[i] += v; // want local-array-index "every use of best_of goes to local memory, not to registers: the index i is not known"
}

__device__ void fill(float *a, const int *order) {
    for (int i = 0; i < 16; i++) a[order[i]] += i; // want local-array-index "every use of filled goes to local memory"
}

// Fine: a loop of constant length, which the compiler unrolls.
__device__ void count(float *a) {
    for (int i = 0; i < 16; i++) a[i] = i;
}

// Fine: read at one place that is not known, among which the compiler chooses.
__device__ float choose(const float *in, int t) {
    float own[16];
    for (int i = 0; i < 16; i++) own[i] = in[i];
    return own[t & 15];
}

// Fine: the same with an index that the call tells.
__device__ float third(const float *in, int t) {
    float own[16];
    for (int i = 0; i < 16; i++) own[i] = in[i];
    return own[t & 15];
}

// Fine: a table that nothing writes, given to a function that does not write either.
__device__ float look_up(const float *table, int i) { return table[i]; }

__global__ void kernel(float *out, const float *in, const int *order) {
    const float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float filled[16], counted[16], best_of[8];
    int t = threadIdx.x;
    fill(filled, order);
    count(counted);
    for (int j = 0; j < 8; j++) best_of[j] = in[t + j];
    insert(best_of, in[t], order[t]);
    out[t] = filled[3] + counted[4] + best_of[2] + choose(in, t) + third(in, 3) + look_up(table, t & 7);
}

// Fine: what no kernel calls is not judged.
__device__ float alone(const float *in) {
    float own[16];
    for (int i = 0; i < 16; i++) own[i] = in[i];
    return own[threadIdx.x & 15];
}

void run(float *out, const float *in, const int *order) { kernel<<<9, 256>>>(out, in, order); }
