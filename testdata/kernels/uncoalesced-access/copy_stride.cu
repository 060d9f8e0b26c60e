// Copies whose lanes read neighbouring elements, every second one, every third one and so on.
#include <cuda_runtime.h>

// Fine: 32 lanes times 4 bytes in a row are 4 sectors, which is the ideal.
__global__ void copy_dense(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

// 32 lanes 8 bytes apart span 256 bytes.
__global__ void copy_every_second(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i * 2]; // want uncoalesced-access "8 sectors per request, ideal 4: lanes read from 8 bytes apart"
}

// 32 lanes 12 bytes apart span 384 bytes.
__global__ void copy_every_third(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[3 * i]; // want uncoalesced-access "12 sectors per request, ideal 4: lanes read from 12 bytes apart"
}

// From 32 bytes on every lane has a sector of its own.
__global__ void spread_by_eight(float *to, const float *from, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    to[i << 3] = from[i]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes write to 32 bytes apart"
}

// The launch binds the step to 32.
__global__ void copy_by_step(float *to, const float *from, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        to[i] = from[i * step]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read from 128 bytes apart"
    }
}

// Fine: the only launch binds the step to 1, so the lanes are neighbours after all.
__global__ void copy_by_unit_step(float *to, const float *from, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i * step];
}

// Nothing is known of the step: the numbers are those of a large one.
__global__ void copy_by_any_step(float *to, const float *from, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i * step]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read from"
}

void launch_copies(float *to, const float *from, int n, int step) {
    copy_dense<<<(n + 255) / 256, 256>>>(to, from, n);
    copy_every_second<<<(n + 255) / 256, 256>>>(to, from, n);
    copy_every_third<<<(n + 255) / 256, 256>>>(to, from, n);
    spread_by_eight<<<(n + 255) / 256, 256>>>(to, from, n);
    copy_by_step<<<(n + 255) / 256, 256>>>(to, from, n, 32);
    copy_by_unit_step<<<(n + 255) / 256, 256>>>(to, from, n, 1);
    copy_by_any_step<<<(n + 255) / 256, 256>>>(to, from, n, step);
}
