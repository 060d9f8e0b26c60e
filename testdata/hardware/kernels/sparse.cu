// Sparse matrices: the row lengths and columns are data, the ELLPACK layout is not.
#include "suite.cuh"

__global__ void csr_scalar(float *y, const int *row_ptr, const int *cols, const float *vals, const float *x, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0.0f;
        int first = row_ptr[row];
        int last = row_ptr[row + 1];
#pragma unroll 1
        for (int k = first; k < last; k++) {
            float v = vals[k];
            sum += v * x[cols[k]];
        }
        y[row] = sum;
    }
}

__global__ void csr_vector(float *y, const int *row_ptr, const int *cols, const float *vals, const float *x, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row < rows) {
        float sum = 0.0f;
#pragma unroll 1
        for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += 32) sum += vals[k] * x[cols[k]];
        for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0) y[row] = sum;
    }
}

__global__ void ell(float *y, const int *cols, const float *vals, const float *x, int rows, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < width; k++) {
        float v = vals[k * rows + row];
        int c = cols[k * rows + row];
        sum += v * x[c];
    }
    y[row] = sum;
}

__global__ void ell_by_rows(float *y, const float *vals, int rows, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < width; k++) sum += vals[row * width + k];
    y[row] = sum;
}

__global__ void diagonals(double *y, const double *diag, const double *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
#pragma unroll 1
    for (int d = -2; d <= 2; d++) {
        int j = i + d * 16;
        if (j >= 0 && j < n) {
            double v = diag[(d + 2) * n + i];
            sum += v * x[j];
        }
    }
    y[i] = sum;
}

int main() {
    const int rows = 1024;
    int *row_ptr = filled<int>(rows + 1, [](size_t i) { return (int)(i * 9); });
    int *cols = filled<int>(16 * rows, [](size_t i) { return (int)(i * 40503 % 1024); });
    float *vals = device<float>(32 * rows), *x = device<float>(4 * rows), *y = device<float>(4 * rows);
    csr_scalar<<<4, 256>>>(y, row_ptr, cols, vals, x, rows);
    csr_vector<<<128, 256>>>(y, row_ptr, cols, vals, x, rows);
    ell<<<4, 256>>>(y, cols, vals, x, 1000, 12);
    ell_by_rows<<<4, 256>>>(y, vals, 1000, 12);
    diagonals<<<8, 128>>>((double *)y, (double *)vals, (double *)x, 1024);
    cudaDeviceSynchronize();
}
