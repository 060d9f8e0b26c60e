// Butterflies: Walsh-Hadamard, radix-2 transforms, bit reversal.
#include "suite.cuh"

__global__ void walsh(float *data) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 512 + t];
    s[t + 256] = data[blockIdx.x * 512 + t + 256];
    for (int stride = 256; stride >= 1; stride >>= 1) {
        __syncthreads();
        int lo = t & (stride - 1);
        int at = 2 * t - lo;
        float a = s[at];
        float b = s[at + stride];
        s[at] = a + b;
        s[at + stride] = a - b;
    }
    __syncthreads();
    data[blockIdx.x * 512 + t] = s[t];
    data[blockIdx.x * 512 + t + 256] = s[t + 256];
}

__global__ void radix2(float2 *out, const float2 *in, int n) {
    __shared__ float2 s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 128] = in[t + 128];
    __syncthreads();
    for (int half = 1; half < n; half *= 2) {
        int group = t / half, pos = t % half;
        int a = group * half * 2 + pos;
        float2 u = s[a];
        float2 v = s[a + half];
        __syncthreads();
        s[a] = make_float2(u.x + v.x, u.y + v.y);
        s[a + half] = make_float2(u.x - v.x, u.y - v.y);
        __syncthreads();
    }
    out[t] = s[t];
    out[t + 128] = s[t + 128];
}

__global__ void bit_reversed(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = __brev(i) >> 20;
    out[i] = in[r];
}

__global__ void stages(float *data, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int half = n / 2; half >= 64; half /= 2) {
        int at = (t / half) * 2 * half + t % half;
        float a = data[at];
        float b = data[at + half];
        data[at] = a + b;
        data[at + half] = a - b;
    }
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    walsh<<<8, 256>>>(a);
    radix2<<<1, 128>>>((float2 *)b, (float2 *)a, 256);
    bit_reversed<<<16, 256>>>(b, a);
    stages<<<8, 256>>>(a, 4096);
    cudaDeviceSynchronize();
}
