// Two-dimensional blocks, rows along x and rows along y.
#include <cuda_runtime.h>

__global__ void rows(float *out, const float *in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        out[row * width + col] = in[row * width + col];
    }
}

__global__ void columns(float *out, const float *in, int width, int height) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        out[row * width + col] = in[row * width + col];
    }
}

__global__ void rows16(double *out, const double *in, int pitch) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    out[y * pitch + x] = 2.0 * in[y * pitch + x];
}

__global__ void columns16(float *out, const float *in, int pitch) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    out[x * pitch + y] = in[x * pitch + y];
}

int main() {
    const int width = 256, height = 128;
    float *a, *b;
    double *c, *d;
    cudaMalloc(&a, width * width * sizeof(float));
    cudaMalloc(&b, width * width * sizeof(float));
    cudaMalloc(&c, width * width * sizeof(double));
    cudaMalloc(&d, width * width * sizeof(double));
    dim3 block(32, 8);
    rows<<<dim3(width / 32, height / 8), block>>>(b, a, width, height);
    columns<<<dim3(height / 32, width / 8), block>>>(b, a, width, height);
    dim3 square(16, 16);
    rows16<<<dim3(width / 16, height / 16), square>>>(d, c, width);
    columns16<<<dim3(width / 16, height / 16), square>>>(b, a, width);
    cudaDeviceSynchronize();
}
