// Words that are used by turns, and one word that all lanes update.
#include <cuda_runtime.h>

// Each thread sums up 64 counters of a byte, four at a time, and starts at a place of its own: lanes 16 apart meet in a bank.
__global__ void count_up(unsigned *out, const unsigned char *in) {
    __shared__ unsigned char counters[64 * 64];
    for (int i = 0; i < 64; i++) counters[i * 64 + threadIdx.x] = in[(blockIdx.x * 64 + i) * 64 + threadIdx.x];
    __syncthreads();
    unsigned sum = 0, at = 4 * (threadIdx.x & 15);
    for (int i = 0; i < 16; i++) {
        sum += counters[threadIdx.x * 64 + at]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes read counters 68 bytes apart in rows 1024 bytes apart"
        at = (at + 4) & 63;
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// A maximum is an instruction that takes lanes at one word one after the other.
__global__ void largest(int *out, const int *in) {
    __shared__ int most;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    atomicMax(&most, in[blockIdx.x * 256 + threadIdx.x]); // want shared-bank-conflict "32-way bank conflict .32 wavefronts, ideal 1.: lanes update most at one address"
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = most;
}

// Fine: each lane has a word of its own.
__global__ void maxima(int *out, const int *in) {
    __shared__ int most[256];
    most[threadIdx.x] = 0;
    atomicMax(&most[threadIdx.x], in[blockIdx.x * 256 + threadIdx.x]);
    out[blockIdx.x * 256 + threadIdx.x] = most[threadIdx.x];
}

void words(unsigned *sums, const unsigned char *bytes, int *out, const int *in) {
    count_up<<<64, 64>>>(sums, bytes);
    largest<<<64, 256>>>(out, in);
    maxima<<<64, 256>>>(out, in);
}
