// Launches that are no triple chevrons, and some that hide them.
#include <cstdio>

#include "suite.cuh"

#define CHECK(call)                                                    \
    do {                                                               \
        cudaError_t e = (call);                                        \
        if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));   \
    } while (0)

#define LAUNCH(kernel, blocks, threads, ...)         \
    do {                                             \
        kernel<<<(blocks), (threads)>>>(__VA_ARGS__); \
        CHECK(cudaGetLastError());                   \
    } while (0)

__global__ void by_pointer(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

__global__ void by_macro(float *out, const float *in, int pitch) {
    int x = threadIdx.x, y = threadIdx.y;
    out[(blockIdx.x * blockDim.y + y) * pitch + x] = in[(blockIdx.x * blockDim.y + y) * pitch + x];
}

__global__ void by_variable(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * stride] = in[i];
}

template <void (*Kernel)(float *, const float *, int)>
void start(int blocks, int threads, float *out, const float *in, int stride) {
    Kernel<<<blocks, threads>>>(out, in, stride);
}

__global__ void by_template(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + 1];
}

__global__ void by_extended(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

__global__ void on_stream(double *out, const double *in) {
    extern __shared__ double s[];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[(t * 8) & 127];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    const float *in = a;
    int stride = 5;
    void *args[] = {&b, &in, &stride};
    CHECK(cudaLaunchKernel((const void *)by_pointer, dim3(16), dim3(128), args, 0, nullptr));
    LAUNCH(by_macro, 16, dim3(16, 8), b, a, 40);
    auto kernel = by_variable;
    kernel<<<16, 128>>>(b, a, 3);
    start<by_template>(16, 128, b, a, 2);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(16);
    config.blockDim = dim3(64);
    CHECK(cudaLaunchKernelEx(&config, by_extended, b, in, 7));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    on_stream<<<4, dim3(32, 4), 128 * sizeof(double), stream>>>((double *)b, (double *)a);
    CHECK(cudaDeviceSynchronize());
}
