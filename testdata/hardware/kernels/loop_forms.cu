// Loops in unusual forms.
#include "suite.cuh"

__global__ void endless(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
    int i = t;
#pragma unroll 1
    for (;;) {
        if (i >= n) break;
        sum += in[i];
        i += blockDim.x;
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void downward(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = n; i-- > 0;) sum += in[i * 128 + t];
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void two_counters(float *out, const float *a, const float *b, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = t, j = n - 1; j >= 0; i += 2 * blockDim.x, j -= 3) {
        float x = a[i];
        float y = b[j];
        sum += x * y;
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void lane_steps(float *out, const float *in, int n) {
    int lane = threadIdx.x & 31;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; i += lane + 1) sum += in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void left_early(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (k > t / 8) break;
        sum += in[k * 256 + t];
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void every_other_lane(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if ((t + k) & 1) continue;
        sum += in[k * 128 + t];
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void body_and_tail(float *out, const float *in, int n) {
    int t = threadIdx.x;
    const float4 *quads = reinterpret_cast<const float4 *>(in);
    float sum = 0.0f;
#pragma unroll 1
    for (int i = t; i < n / 4; i += blockDim.x) {
        float4 v = quads[i];
        sum += v.x + v.y + v.z + v.w;
    }
#pragma unroll 1
    for (int i = n / 4 * 4 + t; i < n; i += blockDim.x) sum += in[i];
    out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void squares(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 1; i * i < n; i++) sum += in[i * i * 64 + t];
    out[blockIdx.x * blockDim.x + t] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16), *c = device<float>(1 << 16);
    endless<<<4, 128>>>(b, a, 1000);
    downward<<<4, 128>>>(b, a, 12);
    two_counters<<<4, 96>>>(c, a, b, 40);
    lane_steps<<<4, 64>>>(b, a, 60);
    left_early<<<4, 128>>>(b, a, 10);
    every_other_lane<<<4, 128>>>(b, a, 9);
    body_and_tail<<<4, 128>>>(b, a, 2043);
    squares<<<4, 64>>>(b, a, 200);
    cudaDeviceSynchronize();
}
