// Warps with roles: some load, some compute; a warp per row.
#include "suite.cuh"

__global__ void producer_consumer(float *out, const float *in, int steps) {
    __shared__ float s[128];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < steps; k++) {
        if (warp == 0) {
#pragma unroll
            for (int j = 0; j < 4; j++) s[j * 32 + lane] = in[(k * 4 + j) * 32 + lane];
        }
        __syncthreads();
        if (warp > 0) sum += s[lane * 4];
        __syncthreads();
    }
    if (warp > 0) out[blockIdx.x * 96 + threadIdx.x - 32] = sum;
}

__global__ void warp_per_row(float *out, const float *in, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int c = lane; c < cols; c += 32) sum += in[row * cols + c];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) out[row] = sum;
}

__global__ void half_warps(float *out, const float *in, int pitch) {
    int half = threadIdx.x / 16, lane = threadIdx.x % 16;
    const float *row = in + (blockIdx.x * (blockDim.x / 16) + half) * pitch;
    out[(blockIdx.x * (blockDim.x / 16) + half) * 16 + lane] = row[lane] + row[lane + 16];
}

__global__ void leaders_only(int *flags, const int *state) {
    if (threadIdx.x == 0) {
        int v = state[blockIdx.x];
        flags[blockIdx.x * 32] = v + 1;
    }
}

__global__ void staged(float *out, const float *in) {
    __shared__ float a[64], b[64];
    int t = threadIdx.x;
    if (t < 64) {
        a[t] = in[blockIdx.x * 128 + t];
    } else {
        b[t - 64] = in[blockIdx.x * 128 + 191 - t];
    }
    __syncthreads();
    float v = a[t % 64];
    float w = b[t / 2];
    out[blockIdx.x * 128 + t] = v * w;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    producer_consumer<<<4, 128>>>(b, a, 8);
    warp_per_row<<<16, 256>>>(b, a, 100, 150);
    half_warps<<<16, 128>>>(b, a, 36);
    leaders_only<<<16, 64>>>((int *)b, (int *)a);
    staged<<<16, 128>>>(b, a);
    cudaDeviceSynchronize();
}
