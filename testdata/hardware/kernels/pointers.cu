// Pointers that are moved: once, or step by step in a loop.
#include "suite.cuh"

__global__ void stepped(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = in + x;
    float sum = 0.0f;
#pragma unroll 1
    for (int y = 0; y < height; y++, p += width) sum += *p;
    out[x] = sum;
}

__global__ void own_row(float *out, const float *in, int width) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = &in[y * width];
    const float *end = p + width;
    float sum = 0.0f;
#pragma unroll 1
    while (p != end) sum += *p++;
    out[y] = sum;
}

__global__ void backwards(float *out, const float *in, int n) {
    const float *p = in + n - threadIdx.x;
    float *q = out + blockIdx.x * 256;
    q += threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
        *q = p[-1];
        p -= blockDim.x;
        q += 2048;
    }
}

__global__ void both_moved(float *c, const float *a, const float *b, int n) {
    a += blockIdx.x * n;
    b += threadIdx.x;
    c += blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        sum += a[k] * b[0];
        b += 128;
    }
    *c = sum;
}

__global__ void jumping(double *out, const double *in) {
    const double *p = in + 2 * threadIdx.x + blockIdx.x * 512;
    double v = *p;
    p = p + 1;
    double w = *(p + 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v - w;
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18), *c = device<float>(1 << 18);
    stepped<<<4, 256>>>(b, a, 1024, 20);
    own_row<<<8, 128>>>(b, a, 60);
    backwards<<<8, 256>>>(b, a, 4096);
    both_moved<<<16, 128>>>(c, a, b, 64);
    jumping<<<16, 256>>>((double *)b, (double *)a);
    cudaDeviceSynchronize();
}
