// Indices out of memory. Only some of them can be bounded from the text.
#include "suite.cuh"

__global__ void gather(float *out, const float *in, const int *index) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = index[i];
    out[i] = in[at];
}

__global__ void scatter(float *out, const float *in, const int *index) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = index[i];
    out[at] = in[i];
}

__global__ void lookup(float *out, const unsigned char *codes, const float *table) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char code = codes[i];
    out[i] = table[code & 7];
}

__global__ void row_gather(float *out, const float *in, const int *rows, int width) {
    int row = rows[blockIdx.x];
    int x = threadIdx.x;
    out[blockIdx.x * width + x] = in[row * width + x];
}

__global__ void embedding(float *out, const float *table, const int *tokens, int dim) {
    int token = tokens[blockIdx.x * blockDim.y + threadIdx.y];
    const float *row = table + token * dim;
#pragma unroll 1
    for (int d = threadIdx.x; d < dim; d += blockDim.x) out[(blockIdx.x * blockDim.y + threadIdx.y) * dim + d] = row[d];
}

int main() {
    const int n = 1 << 13;
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    int *index = filled<int>(n, [](size_t i) { return (int)(i * 40503 % 8192); });
    int *rows = filled<int>(n, [](size_t i) { return (int)(i * 7 % 64); });
    unsigned char *codes = filled<unsigned char>(n, [](size_t i) { return (i * 40503 >> 3) & 255; });
    gather<<<n / 256, 256>>>(b, a, index);
    scatter<<<n / 256, 256>>>(b, a, index);
    lookup<<<n / 256, 256>>>(b, codes, a);
    row_gather<<<32, 128>>>(b, a, rows, 128);
    embedding<<<16, dim3(32, 4)>>>(b, a, rows, 96);
    cudaDeviceSynchronize();
}
