// Device functions, three deep, with pointers and indices as arguments.
#include "suite.cuh"

__device__ int flat(int row, int col, int pitch) { return row * pitch + col; }

__device__ float fetch(const float *m, int row, int col, int pitch) {
    return m[flat(row, col, pitch)];
}

__device__ float fetch_clamped(const float *m, int row, int col, int pitch, int rows) {
    int r = row < rows ? row : rows - 1;
    return fetch(m, r, col, pitch);
}

__device__ void put(float *m, int at, float v) { m[at] = v; }

__device__ __forceinline__ void put_twice(float *m, int at, float v) {
    put(m, at, v);
    put(m, at + 65536, v);
}

__device__ __noinline__ float heavy(const float *p, int i) {
    float v = p[i];
    return v > 0.5f ? sqrtf(v) : v * v;
}

__global__ void three_deep(float *out, const float *in, int pitch, int rows) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float v = fetch_clamped(in, row, col, pitch, rows);
    put_twice(out, flat(row, col, pitch), v);
}

__device__ void add_row(float *acc, const float *m, int row, int pitch, int count) {
#pragma unroll 1
    for (int k = 0; k < count; k++) *acc += m[row * pitch + k];
}

__global__ void sum_rows(float *out, const float *in, int pitch) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0.0f;
    add_row(&acc, in, row, pitch, 24);
    out[row] = acc;
}

__global__ void called(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = heavy(in, 2 * i);
}

__device__ int2 cell_of(int t, int width) {
    int2 c;
    c.x = t % width;
    c.y = t / width;
    return c;
}

__global__ void through_struct(float *out, const float *in, int width, int pitch) {
    int2 c = cell_of(blockIdx.x * blockDim.x + threadIdx.x, width);
    out[c.y * pitch + c.x] = in[c.x * pitch + c.y];
}

__device__ void locate(int *row, int &col) {
    *row = blockIdx.y * blockDim.y + threadIdx.y;
    col = blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void out_parameters(float *out, const float *in, int pitch) {
    int row, col;
    locate(&row, col);
    out[row * pitch + col] = in[col * pitch + row];
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    three_deep<<<dim3(4, 16), dim3(32, 8)>>>(b, a, 144, 100);
    sum_rows<<<8, 128>>>(b, a, 24);
    called<<<16, 256>>>(b, a);
    through_struct<<<32, 128>>>(b, a, 64, 72);
    out_parameters<<<dim3(8, 8), dim3(16, 16)>>>(b, a, 160);
    cudaDeviceSynchronize();
}
