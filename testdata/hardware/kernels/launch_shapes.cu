// Launch shapes that the host works out: rounded-up quotients, minima, conditionals, fields, arguments of a function.
#include <algorithm>

#include "suite.cuh"

struct Config {
    dim3 block;
    int tiles;
};

constexpr int divUp(int a, int b) { return (a + b - 1) / b; }

__global__ void wide(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = in[y * w + x];
}

__global__ void capped_block(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i * 2];
}

__global__ void chosen(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[x * pitch + y];
}

__global__ void from_config(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void one_call_up(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

static void run_strided(float *out, const float *in, int n, int stride, int threads) {
    one_call_up<<<divUp(n, threads), threads>>>(out, in, stride);
}

int main() {
    const int w = 150, h = 70;
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    dim3 block(16, 8);
    dim3 grid((w + block.x - 1) / block.x, divUp(h, block.y));
    wide<<<grid, block>>>(b, a, w, h);

    int threads = std::min(1000, 192);
    capped_block<<<divUp(5000, threads), threads>>>(b, a, 5000);

    bool square = w > h;
    dim3 shape = square ? dim3(16, 16) : dim3(32, 8);
    chosen<<<dim3(8, 8), shape>>>(b, a, 136);

    Config config;
    config.block.x = 8;
    config.block.y = 16;
    config.tiles = 8;
    from_config<<<dim3(config.tiles, config.tiles / 2), config.block>>>(b, a, 80);

    run_strided(b, a, 2048, 6, 128);
    cudaDeviceSynchronize();
}
