// Guards that depend on the lane: only some lanes of the warp take part.
#include "suite.cuh"

__global__ void first_half(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    if (lane < 16) out[i] = in[i];
}

__global__ void even_lanes(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0) out[i] = in[i];
}

__global__ void every_fourth(double *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x & 3) == 0) out[i] = in[i];
}

__global__ void middle(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % warpSize;
    if (lane >= 8 && lane < 24) out[i] = in[i];
}

__global__ void edges(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    if (lane < 4 || lane > 27) out[i * 2] = in[i];
}

__global__ void leader(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0) out[i / 32] = in[i];
}

__global__ void either(float *out, const float *in, const float *other) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v;
    if (threadIdx.x & 1) {
        v = in[i];
    } else {
        v = other[2 * i];
    }
    out[i] = v;
}

__global__ void in_turn(float *out, const float *in) {
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane == 31) return;
    float v = in[i + 1];
    if (lane < 20) {
        if (lane > 4) out[i] = v;
    }
}

int main() {
    const int n = 1 << 13;
    float *a = device<float>(4 * n), *b = device<float>(4 * n), *c = device<float>(4 * n);
    first_half<<<n / 256, 256>>>(b, a);
    even_lanes<<<n / 256, 256>>>(b, a);
    every_fourth<<<n / 256, 256>>>((double *)b, (double *)a);
    middle<<<n / 256, 256>>>(b, a);
    edges<<<n / 256, 256>>>(b, a);
    leader<<<n / 256, 256>>>(b, a);
    either<<<n / 256, 256>>>(b, a, c);
    in_turn<<<n / 256, 256>>>(b, a);
    cudaDeviceSynchronize();
}
