// switch, while, do-while, break and continue.
#include "suite.cuh"

__global__ void by_mode(float *out, const float *in, int mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (mode) {
    case 0:
        out[i] = in[i];
        break;
    case 1:
        out[i] = in[4 * i];
        break;
    default:
        out[i] = 0.0f;
    }
}

__global__ void by_lane(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0.0f;
    switch (threadIdx.x & 3) {
    case 0:
        v = in[i];
        break;
    case 1:
        v = in[i + 4096];
        break;
    case 2:
        v = in[2 * i];
        break;
    }
    out[i] = v;
}

__global__ void halving(float *out, const float *in, int n) {
    int t = threadIdx.x;
    int s = n;
    float sum = 0.0f;
#pragma unroll 1
    while (s >= 32) {
        sum += in[t * s];
        s >>= 1;
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void do_while(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    do {
        sum += in[i];
        i += 4096;
    } while (i < n);
    out[i & 4095] = sum;
}

__global__ void skipping(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (k == 3) continue;
        if (k * 64 > 700) break;
        sum += in[t + k * 4096];
    }
    out[t] = sum;
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    by_mode<<<16, 256>>>(b, a, 1);
    by_lane<<<16, 256>>>(b, a);
    halving<<<8, 128>>>(b, a, 512);
    do_while<<<16, 256>>>(b, a, 20000);
    skipping<<<16, 256>>>(b, a, 40);
    cudaDeviceSynchronize();
}
