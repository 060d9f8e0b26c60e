// Sizes that mask an index are powers of two, or one less.
#include <cuda_runtime.h>

// Lanes are 2048 bytes apart, whatever power of two the size is, as long as it is large.
__global__ void far_apart(float *out, const float *in, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * 512) & (size - 1)]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in far apart"
}

__global__ void in_steps(float *out, const float *in, int size, int repeat) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = i * 16;
    float sum = 0.0f;
    for (int k = 0; k < repeat; k++) {
        sum += in[s & (size - 1)]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in far apart"
        s = (s + 1) & (size - 1);
    }
    out[i] = sum;
}

// Fine: neighbours stay neighbours in a ring.
__global__ void ring(float *out, const float *in, int size, int mask, int from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i + from) & (size - 1)] + in[(i + 4 * from) & mask];
}

// A table that is looked up by a mask: four words to each lane.
__global__ void table(float *out, const float *in, unsigned mask) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(4 * i) & mask]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes read in"
}

void masked(float *out, const float *in, int size, int repeat, int from) {
    far_apart<<<64, 256>>>(out, in, size);
    in_steps<<<64, 256>>>(out, in, size, repeat);
    ring<<<64, 256>>>(out, in, size, size - 1, from);
    table<<<64, 256>>>(out, in, size - 1);
}
