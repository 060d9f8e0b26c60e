// Nested loops whose bounds depend on the outer counter or on the lane.
#include "suite.cuh"

__global__ void triangle(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j <= i; j++) sum += in[j * n + i];
    out[i] = sum;
}

__global__ void triangle_rows(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = i; j < n; j++) sum += in[i * n + j];
    out[i] = sum;
}

__global__ void lane_trips(float *out, const float *in) {
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < lane / 4; k++) sum += in[k * 4096 + i];
    out[i] = sum;
}

__global__ void outer_bound(float *out, const float *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 1; i < n; i++) {
#pragma unroll 1
        for (int j = i; j < 2 * i; j += 2) sum += in[(i * 32 + j) * 128 + x];
    }
    out[x] = sum;
}

__global__ void window(float *out, const float *in, int width, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1);
    float sum = 0.0f;
#pragma unroll 1
    for (int dy = 0; dy < 3; dy++) {
#pragma unroll 1
        for (int xx = x0; xx <= x1; xx++) sum += in[(y + dy) * width + xx];
    }
    out[y * width + x] = sum;
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    triangle<<<2, 64>>>(b, a, 128);
    triangle_rows<<<2, 64>>>(b, a, 128);
    lane_trips<<<16, 128>>>(b, a);
    outer_bound<<<1, 128>>>(b, a, 8);
    window<<<dim3(3, 8), dim3(32, 4)>>>(b, a, 96, 2);
    cudaDeviceSynchronize();
}
