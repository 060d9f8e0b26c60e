// Grid-stride loops.
#include "suite.cuh"

__global__ void saxpy(int n, float a, const float *x, float *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        y[i] = a * x[i] + y[i];
    }
}

__global__ void gather_every_other(float *out, const float *in, int n) {
    int stride = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride)
        out[i] = in[2 * i] + in[2 * i + 1];
}

__global__ void over_rows(float *out, const float *in, int width, int height) {
#pragma unroll 1
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
#pragma unroll 1
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            out[y * width + x] = in[y * width + x];
        }
    }
}

__global__ void two_per_trip(double *out, const double *in, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + step < n; i += 2 * step) {
        double first = in[i];
        double second = in[i + step];
        out[i] = first;
        out[i + step] = second;
    }
}

int main() {
    const int n = 1 << 15;
    float *x = device<float>(2 * n), *y = device<float>(2 * n);
    saxpy<<<32, 256>>>(n, 2.0f, x, y);
    gather_every_other<<<32, 128>>>(y, x, n);
    over_rows<<<dim3(2, 4), dim3(16, 16)>>>(y, x, 128, 128);
    two_per_trip<<<8, 256>>>((double *)y, (double *)x, (size_t)n / 2);
    cudaDeviceSynchronize();
}
