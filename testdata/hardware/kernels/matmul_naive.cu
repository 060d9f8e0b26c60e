// Matrix products without tiles, with the ids the right way round and the wrong one.
#include "suite.cuh"

__global__ void right_way(float *c, const float *a, const float *b, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float x = a[row * n + k];
        float y = b[k * n + col];
        sum += x * y;
    }
    c[row * n + col] = sum;
}

__global__ void wrong_way(float *c, const float *a, const float *b, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float x = a[row * n + k];
        float y = b[k * n + col];
        sum += x * y;
    }
    c[row * n + col] = sum;
}

__global__ void b_transposed(double *c, const double *a, const double *b, int m, int n, int k) {
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (row < m && col < n) {
        double sum = 0.0;
#pragma unroll 1
        for (int i = 0; i < k; ++i) {
            double x = a[row * k + i];
            double y = b[col * k + i];
            sum += x * y;
        }
        c[row * n + col] = sum;
    }
}

__global__ void vector_product(float *y, const float *a, const float *x, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) {
        float sum = 0.0f;
#pragma unroll 1
        for (int j = 0; j < cols; j++) {
            float v = a[i * cols + j];
            sum += v * x[j];
        }
        y[i] = sum;
    }
}

__global__ void coalesced_1d(float *c, const float *a, const float *b, int n) {
    const int row = blockIdx.x * 32 + (threadIdx.x / 32);
    const int col = blockIdx.y * 32 + (threadIdx.x % 32);
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float x = a[row * n + k];
        float y = b[k * n + col];
        sum += x * y;
    }
    c[row * n + col] = sum;
}

int main() {
    double *a = device<double>(1 << 14), *b = device<double>(1 << 14), *c = device<double>(1 << 14);
    float *fa = (float *)a, *fb = (float *)b, *fc = (float *)c;
    right_way<<<dim3(7, 7), dim3(16, 16)>>>(fc, fa, fb, 100);
    wrong_way<<<dim3(3, 12), dim3(32, 8)>>>(fc, fa, fb, 96);
    b_transposed<<<dim3(4, 8), dim3(16, 8)>>>(c, a, b, 64, 64, 40);
    vector_product<<<4, 64>>>(fc, fa, fb, 200, 100);
    coalesced_1d<<<dim3(3, 3), 1024>>>(fc, fa, fb, 96);
    cudaDeviceSynchronize();
}
