// Walking a row-major matrix along rows and along columns.
#include <cuda_runtime.h>

// Fine: the lanes stand in one row, side by side.
__global__ void scale_along_rows(float *m, int rows, int cols, float f) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y;
    if (r < rows && c < cols) m[r * cols + c] *= f;
}

// Each lane stands in a row of its own.
__global__ void scale_along_columns(float *m, int rows, int cols, float f) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y;
    if (r < rows && c < cols) m[r * cols + c] *= f; // want uncoalesced-access "32 sectors per request, ideal 4"
}

// One row per thread: neighbouring lanes are a whole row apart in every step of the loop.
__global__ void sum_rows(float *sums, const float *m, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0.0f;
    for (int c = 0; c < cols; c++)
        s += m[r * cols + c]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read m"
    sums[r] = s;
}

// Fine: one column per thread; in each step of the loop the lanes read one stretch of one row.
__global__ void sum_columns(float *sums, const float *m, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float s = 0.0f;
    for (int r = 0; r < rows; r++) s += m[r * cols + c];
    sums[c] = s;
}

#define PITCH 1024

// x and y are swapped: 16 rows with two neighbours each under a 16 x 16 block.
__global__ void swapped_square(float *out, const float *m) {
    int row = blockIdx.x * 16 + threadIdx.x;
    int col = blockIdx.y * 16 + threadIdx.y;
    float v = m[row * PITCH + col]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes read m 4096 bytes apart"
    out[(blockIdx.y * 16 + threadIdx.y) * PITCH + blockIdx.x * 16 + threadIdx.x] = v;
}

// Fine: two half-rows of 64 bytes, each from a sector's start, are 4 sectors.
__global__ void straight_square(float *out, const float *m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    out[row * PITCH + col] = m[row * PITCH + col];
}

// Fine: eight lanes a row fill a sector; four rows are 4 sectors.
__global__ void small_square(float *out, const float *m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    out[row * PITCH + col] = m[row * PITCH + col];
}

// Four lanes a row fill half a sector.
__global__ void narrow_block(float *out, const float *m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float v = m[row * PITCH + col]; // want uncoalesced-access "8 sectors per request, ideal 4"
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.y * 4 + threadIdx.x] = v;
}

void launch_walks(float *out, float *m, int rows, int cols) {
    scale_along_rows<<<dim3((cols + 255) / 256, rows), 256>>>(m, rows, cols, 2.0f);
    scale_along_columns<<<dim3((rows + 255) / 256, cols), 256>>>(m, rows, cols, 2.0f);
    sum_rows<<<(rows + 127) / 128, 128>>>(out, m, rows, cols);
    sum_columns<<<(cols + 127) / 128, 128>>>(out, m, rows, cols);
    dim3 square(16, 16);
    dim3 grid(PITCH / 16, PITCH / 16);
    swapped_square<<<grid, square>>>(out, m);
    straight_square<<<grid, square>>>(out, m);
    small_square<<<dim3(PITCH / 8, PITCH / 8), dim3(8, 8)>>>(out, m);
    narrow_block<<<dim3(PITCH / 4, PITCH / 16), dim3(4, 16)>>>(out, m);
}
