// Kernels and helpers of kernels_elsewhere.cu.
#pragma once

constexpr int kPitch = 20;

__device__ inline float load_cell(const float *p, int x, int y) {
    return p[x * kPitch + y];
}

__global__ void header_transpose(float *out, const float *in) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
    out[x * kPitch + y] = load_cell(in, x, y) + 1.0f;
}

template <typename T, int BLOCK>
__global__ void header_template(T *out, const T *in) {
    __shared__ T s[BLOCK * 2];
    int t = threadIdx.x;
    s[2 * t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[2 * (BLOCK - 1 - t)];
}
