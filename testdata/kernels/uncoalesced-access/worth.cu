// What a finding says beside its number: its cause, what helps, how much it matters.
#include <cuda_runtime.h>

// Red and black: the lanes that take part stay 8 bytes apart wherever they stand in the warp, so that it is the data that has to be split.
__global__ void red_black(float *u, int width) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if ((x + y) % 2 == 0)
        u[y * 4096 + x] *= 0.5f; // want uncoalesced-access "4 sectors per request, ideal 2: lanes read u 8 bytes apart"
}

// A loop by four and what is left for the last lane: nothing is known of the few that get there.
__global__ void remainder_of_four(float *out, const float *in, const float *weight, int n) {
    float s = 0.0f;
    int step = blockDim.x * blockDim.y, i = 4 * (threadIdx.x + threadIdx.y * blockDim.x);
    for (; i + 3 < n; i += 4 * step)
        for (int k = 0; k < 4; k++)
            s += in[i + k]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes read in 16 bytes apart"
    for (; i < n; ++i)
        s += weight[i];
    out[blockIdx.x * step + threadIdx.y * blockDim.x + threadIdx.x] = s;
}

// The search is what takes the time, not the one store behind it.
__global__ void rare_store(int *found, const float *x, int n, int rows, int width) {
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
        int last = -1;
        for (int k = 0; k < n; k++)
            if (x[k] > 1.0f) last = k;
        found[r * width] = last; // want uncoalesced-access "32 sectors per request, ideal 4: lanes write found 400 bytes apart"
    }
}

// A block of one column: the lanes run along y, 8 bytes apart. A wider block would not bring them together.
__global__ void column_of_pairs(float *out, const float *in) {
    int p = blockIdx.x * 32 + threadIdx.y;
    out[p] = in[2 * p]; // want uncoalesced-access "8 sectors per request, ideal 4"
}

// Fine: where a search ends is not known, which is no reason to call the index bad.
__device__ int seek(const float *x, float least) {
    for (int i = 0; i < 200; i++)
        if (x[i] > least) return i;
    return 0;
}

__global__ void searched(float *out, const float *x, const float *table) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = table[seek(x, out[t])];
}

// Each thread copies a row of 768 elements: a warp can share each row, but the rows cannot be dealt out element by element.
__global__ void row_each(float *out, const float *in, const int *row) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = in + row[t] * 768;
    for (int k = 0; k < 768; k++)
        out[t * 768 + k] = // want uncoalesced-access "32 sectors per request, ideal 4: lanes write out 3072 bytes apart"
            from[k]; // want uncoalesced-access "up to 32 sectors per request, ideal 4: lanes read in at an index from memory, row\[t\]"
}

// One lane of each row takes part: a wider block would not bring them together.
__global__ void first_of_each_row(float *out, float v) {
    for (int k = 0; k < 4; k++)
        if (threadIdx.x == 0)
            out[blockIdx.x * 64 + threadIdx.y * 8 + k] = v; // want uncoalesced-access "8 sectors per request, ideal 1: lanes write out 32 bytes apart"
}

void run(float *out, float *in, int *index, float *u, int n) {
    red_black<<<dim3(128, 512), dim3(32, 8)>>>(u, 4096);
    remainder_of_four<<<64, dim3(32, 4)>>>(out, in, u, n);
    rare_store<<<64, 128>>>(index, in, 4096, 1 << 20, 100);
    column_of_pairs<<<1000, dim3(1, 32)>>>(out, in);
    searched<<<64, 128>>>(out, in, u);
    first_of_each_row<<<64, dim3(4, 8)>>>(out, 1.0f);
    row_each<<<64, 128>>>(out, in, index);
}
