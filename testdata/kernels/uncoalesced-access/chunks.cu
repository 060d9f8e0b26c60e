// Work split into one chunk per thread, against work that is dealt out lane by lane.
#include <cuda_runtime.h>

#define CHUNK 16

// Thread t owns elements 16 t to 16 t + 15: in each step the lanes are 64 bytes apart.
__global__ void sum_own_chunk(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < CHUNK; ++k)
        s += in[t * CHUNK + k]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 64 bytes apart"
    out[t] = s;
}

// The same through a pointer that moves.
__global__ void sum_own_chunk_by_pointer(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = in + t * CHUNK;
    float s = 0.0f;
    for (int k = 0; k < CHUNK; k++) {
        s += *p; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 64 bytes apart"
        p++;
    }
    out[t] = s;
}

// Fine: the same elements, dealt out in turn; in each step the lanes are neighbours.
__global__ void sum_in_turn(float *out, const float *in) {
    int t = threadIdx.x;
    const float *p = in + blockIdx.x * blockDim.x * CHUNK;
    float s = 0.0f;
    for (int k = 0; k < CHUNK; ++k) s += p[k * blockDim.x + t];
    out[blockIdx.x * blockDim.x + t] = s;
}

// Fine: a grid-stride loop begins at the thread's own index and steps over all threads.
__global__ void grid_stride(float *data, int n, float f) {
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) data[i] *= f; // want scalar-copy "lanes read data and write data"
}

// Looks like the loop above, but every thread begins at a chunk of its own.
__global__ void chunk_loop(float *data, int n, float f, int per_thread) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int end = min(n, (t + 1) * per_thread);
    for (int i = t * per_thread; i < end; i++) data[i] *= f; // want uncoalesced-access "32 sectors per request, ideal 4: lanes .* data"
}

void launch_chunks(float *out, float *in, int n, int per_thread) {
    const int threads = 256;
    int blocks = n / (threads * CHUNK);
    sum_own_chunk<<<blocks, threads>>>(out, in);
    sum_own_chunk_by_pointer<<<blocks, threads>>>(out, in);
    sum_in_turn<<<blocks, threads>>>(out, in);
    grid_stride<<<blocks, threads>>>(in, n, 0.5f);
    chunk_loop<<<blocks, threads>>>(in, n, 0.5f, per_thread);
}

// Rows of a matrix: element j belongs to x[j], so that turns cannot be taken and a warp has to share the row.
__global__ void product(float *out, const float *m, const float *x) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int j = 0; j < 4096; ++j) s += m[t * 4096 + j] * x[j]; // want uncoalesced-access "lanes read m 16384 bytes apart"
    out[t] = s;
}

// Each element of a thread's row rests on the one before it: threads cannot take turns.
__global__ void recurrence(float *x, const float *f) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 1; j < 1024; ++j) x[t * 1024 + j] -= f[j] * x[t * 1024 + j - 1]; // want uncoalesced-access "lanes .* x 4096 bytes apart"
}

// Dealt out in any way the total is the same: here the threads can take turns.
__global__ void total(float *sum, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < CHUNK; ++k) s += in[t * CHUNK + k]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 64 bytes apart"
    atomicAdd(sum, s); // want global-atomic-hotspot ""
}

void launch_rows(float *x, float *f) {
    recurrence<<<64, 256>>>(x, f);
    total<<<64, 256>>>(x, f);
}
