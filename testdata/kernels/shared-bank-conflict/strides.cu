// One-dimensional arrays: the degree is what the stride in words shares with 32.
#include <cuda_runtime.h>

// gcd(2, 32) = 2
__global__ void by_two(float *out, const float *in) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 512 + t];
    s[t + 256] = in[blockIdx.x * 512 + 256 + t];
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[2 * t]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes read s 8 bytes apart"
}

// Fine: gcd(3, 32) = 1; odd strides meet every bank once.
__global__ void by_three(float *out, const float *in) {
    __shared__ float s[768];
    int t = threadIdx.x;
    for (int k = t; k < 768; k += 256) s[k] = in[blockIdx.x * 768 + k];
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[3 * t];
}

// gcd(8, 32) = 8
__global__ void store_by_eight(float *out, const float *in) {
    __shared__ float s[2048];
    int t = threadIdx.x;
    s[t * 8] = in[blockIdx.x * 256 + t]; // want shared-bank-conflict "8-way bank conflict .8 wavefronts, ideal 1.: lanes write s 32 bytes apart"
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// The launch binds the step to 4.
__global__ void by_argument(float *out, const float *in, int step) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    for (int k = t; k < 1024; k += 256) s[k] = in[blockIdx.x * 1024 + k];
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t * step]; // want shared-bank-conflict "4-way bank conflict .4 wavefronts, ideal 1.: lanes read s 16 bytes apart"
}

// Eight lanes that work meet in one bank.
__global__ void eight_lanes(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    if (t % 32 < 8) out[blockIdx.x * 64 + t / 32 * 8 + t % 32] = s[t % 32 * 32]; // want shared-bank-conflict "8-way bank conflict .8 wavefronts, ideal 1."
}

// Fine: sixteen lanes two words apart still meet sixteen different banks.
__global__ void sixteen_lanes(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    if (t % 32 < 16) out[blockIdx.x * 128 + t / 32 * 16 + t % 32] = s[t % 32 * 2];
}

// Fine: one word for all lanes is a broadcast.
__global__ void broadcasts(float *out, const float *in, int k) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    float sum = s[0] + s[k] + s[t / 32 * 32];
    out[blockIdx.x * 256 + t] = sum;
}

// Fine: lanes in the same word never conflict, be it two lanes or four.
__global__ void shared_words(float *out, const float *in) {
    __shared__ float s[256];
    __shared__ unsigned char bytes[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    bytes[t] = (unsigned char)t;
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t & ~1] + s[t / 4] + bytes[255 - t];
}

// Fine: wherever the data sends the lanes, nothing is known of the banks.
__global__ void tallies(int *out, const unsigned char *in) {
    __shared__ int tally[256];
    int t = threadIdx.x;
    tally[t] = 0;
    __syncthreads();
    atomicAdd(&tally[in[blockIdx.x * 256 + t]], 1);
    __syncthreads();
    out[blockIdx.x * 256 + t] = tally[t];
}

struct Pair {
    float key, value;
};

struct Triple {
    float x, y, z;
};

struct Quad {
    float x, y, z, w;
};

// A field of an array of 16-byte structs is every fourth word.
__global__ void quads(float *out, const float *in) {
    __shared__ Quad q[256];
    int t = threadIdx.x;
    q[t].x = in[blockIdx.x * 256 + t]; // want shared-bank-conflict "4-way bank conflict .4 wavefronts, ideal 1.: lanes write q 16 bytes apart"
    __syncthreads();
    out[blockIdx.x * 256 + t] = q[blockIdx.x & 255].x;
}

__global__ void pairs(float *out, const float *in) {
    __shared__ Pair pair[256];
    int t = threadIdx.x;
    pair[t].value = in[blockIdx.x * 256 + t]; // want shared-bank-conflict "2-way bank conflict .2 wavefronts, ideal 1.: lanes write pair 8 bytes apart"
    __syncthreads();
    out[blockIdx.x * 256 + t] = pair[blockIdx.x & 255].value;
}

// Fine: three words are an odd stride.
__global__ void triples(float *out, const float *in) {
    __shared__ Triple v[256];
    int t = threadIdx.x;
    v[t].y = in[blockIdx.x * 256 + t];
    __syncthreads();
    out[blockIdx.x * 256 + t] = v[255 - t].y;
}

void launch_strides(float *out, const float *in, int k) {
    by_two<<<64, 256>>>(out, in);
    by_three<<<64, 256>>>(out, in);
    store_by_eight<<<64, 256>>>(out, in);
    by_argument<<<64, 256>>>(out, in, 4);
    eight_lanes<<<64, 256>>>(out, in);
    sixteen_lanes<<<64, 256>>>(out, in);
    broadcasts<<<64, 256>>>(out, in, k);
    shared_words<<<64, 256>>>(out, in);
    tallies<<<64, 256>>>((int *)out, (const unsigned char *)in);
    quads<<<64, 256>>>(out, in);
    pairs<<<64, 256>>>(out, in);
    triples<<<64, 256>>>(out, in);
}
