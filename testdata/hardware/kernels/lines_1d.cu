// One-dimensional blocks: the index is a multiple of the thread's number plus something.
#include <cuda_runtime.h>

__global__ void copy(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void reverse(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

__global__ void shifted(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + 1];
}

__global__ void even_elements(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[2 * i];
}

__global__ void third_elements(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[3 * i] = in[i];
}

__global__ void strided(float *out, const float *in, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i * stride];
}

__global__ void broadcast(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[blockIdx.x];
}

int main() {
    const int n = 1 << 14;
    float *in, *out;
    cudaMalloc(&in, 64 * n * sizeof(float));
    cudaMalloc(&out, 64 * n * sizeof(float));
    cudaMemset(in, 0, 64 * n * sizeof(float));
    copy<<<n / 256, 256>>>(out, in, n);
    reverse<<<n / 256, 256>>>(out, in, n);
    shifted<<<n / 256, 256>>>(out, in, n);
    even_elements<<<n / 256, 256>>>(out, in, n);
    third_elements<<<n / 256, 256>>>(out, in, n);
    strided<<<n / 256, 256>>>(out, in, n, 17);
    broadcast<<<n / 256, 256>>>(out, in);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
