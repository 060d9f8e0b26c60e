// Functors and lambdas as kernel arguments and inside of kernels.
#include "suite.cuh"

struct Transposed {
    int pitch;
    __device__ int operator()(int r, int c) const { return c * pitch + r; }
};

struct Rows {
    int pitch;
    __device__ int operator()(int r, int c) const { return r * pitch + c; }
};

template <typename Layout>
__global__ void fill_by_layout(float *out, Layout at, float v) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    out[at(r, c)] = v;
}

template <typename Src, typename Dst>
__global__ void relayout(float *out, const float *in, Dst dst, Src src) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    out[dst(r, c)] = in[src(r, c)];
}

struct Square {
    __device__ float operator()(float x) const { return x * x; }
};

template <typename F>
__global__ void transform(float *out, const float *in, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
}

template <typename F>
__global__ void for_each_index(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

__global__ void local_lambda(float *out, const float *in, int pitch) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    auto load = [&](int dr, int dc) { return in[(r + dr) * pitch + c + dc]; };
    auto store = [=](float v) { out[c * pitch + r] = v; };
    store(load(0, 0) - load(1, 0));
}

int main() {
    const int n = 1 << 13;
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    fill_by_layout<<<dim3(4, 16), dim3(32, 8)>>>(b, Transposed{136}, 1.0f);
    relayout<<<dim3(8, 8), dim3(16, 16)>>>(b, a, Rows{144}, Transposed{144});
    transform<<<n / 256, 256>>>(b, a, n, Square());
    for_each_index<<<n / 128, 128>>>(n, [=] __device__(int i) { b[3 * i] = a[i]; });
    local_lambda<<<dim3(4, 16), dim3(32, 8)>>>(b, a, 136);
    cudaDeviceSynchronize();
}
