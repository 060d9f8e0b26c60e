// Where the block's shape comes from: literals, macros, constants, dim3 variables, wrappers, nothing at all.
#include <cuda_runtime.h>

#define BLOCK_X 32
#define BLOCK_Y 4
constexpr int kWidth = 1 << 10;
enum { kStep = 16 };

// The same text is fine or not by its launch: 32-wide blocks read columns here ..
__global__ void by_macro_shape(float *out, const float *in) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    out[c * kWidth + r] = in[r * kWidth + c]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 4096 bytes apart"
}

// .. fine: and here a block is one thread wide, so that the lanes run along y, which is the contiguous one.
__global__ void by_tall_shape(float *out, const float *in) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    out[r * kWidth + c] = in[r * kWidth + c];
}

__global__ void by_enum_argument(float *out, const float *in, int step) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * step]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 64 bytes apart"
}

__global__ void by_computed_argument(float *out, const float *in, int step) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * step]; // want uncoalesced-access "24 sectors per request, ideal 4: lanes read in 24 bytes apart"
}

// No launch in sight; every likely shape agrees that this is costly. The numbers are those of 256 x 1.
__global__ void never_launched(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * 32]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 128 bytes apart"
}

// Fine: no launch in sight and contiguous under every likely shape.
__global__ void never_launched_dense(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t];
}

// Fine: dim3 by assignment of its parts; two rows of a 16-wide block, four sectors.
__global__ void by_parts(float *out, const float *in) {
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[y * kWidth + x] = in[y * kWidth + x];
}

void launch_shapes(float *out, const float *in) {
    dim3 block(BLOCK_X, BLOCK_Y), grid(kWidth / BLOCK_X, kWidth / BLOCK_Y);
    by_macro_shape<<<grid, block>>>(out, in);
    dim3 tall(1, 128);
    by_tall_shape<<<dim3(kWidth, kWidth / 128), tall>>>(out, in);
    by_enum_argument<<<256, 64, 0, 0>>>(out, in, kStep);
    const int half_step = 3;
    by_computed_argument<<<256, BLOCK_X * 4>>>(out, in, half_step * 2);
    dim3 parts;
    parts.x = 16;
    parts.y = 16;
    by_parts<<<dim3(kWidth / 16, kWidth / 16), parts>>>(out, in);
}
