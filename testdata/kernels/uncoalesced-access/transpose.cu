// Transposes without staging: one side is contiguous, the other is not.
#include <cuda_runtime.h>

// The write is a column: each lane has a sector of its own.
__global__ void flip_naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes write out"
}

// The other way round: the read is the column.
__global__ void flip_reading_columns(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = in[x * width + y]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in"
}

constexpr int kSide = 2048;

// A warp of a 16-wide block holds two values of y: pairs of neighbours, 16 sectors.
__global__ void flip_square(float *out, const float *in) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * kSide + y] = in[y * kSide + x]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes write out 8192 bytes apart"
}

// The shape is told by the comment alone.
// cudalint: block(8,8)
__global__ void flip_in_eights(float *out, const float *in) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * kSide + y] = in[y * kSide + x]; // want uncoalesced-access "8 sectors per request, ideal 4: lanes write out 8192 bytes apart"
}

// Fine: what looks like a transposed index is a row again, because x comes from threadIdx.y.
__global__ void not_a_flip(float *out, const float *in) {
    int x = blockIdx.y * blockDim.y + threadIdx.y;
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    out[x * kSide + y] = in[x * kSide + y] + 1.0f;
}

void launch_flips(float *out, const float *in, int width, int height) {
    dim3 block(32, 8);
    dim3 grid((width + 31) / 32, (height + 7) / 8);
    flip_naive<<<grid, block>>>(out, in, width, height);
    flip_reading_columns<<<dim3((height + 31) / 32, (width + 7) / 8), block>>>(out, in, width, height);
    constexpr int edge = 16;
    flip_square<<<dim3(kSide / edge, kSide / edge), dim3(edge, edge)>>>(out, in);
    not_a_flip<<<dim3(kSide / edge, kSide / edge), dim3(edge, edge)>>>(out, in);
}
