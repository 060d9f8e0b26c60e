// Launches whose shapes and arguments take some host code to work out.
#include <algorithm>
#include <cmath>

#include "suite.cuh"

template <int BLOCK>
__global__ void sized(float *out, const float *in, int stride) {
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[(blockIdx.x * BLOCK + t) * stride];
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t];
}

__global__ void braces(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void shifted(float *out, const float *in, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * step];
}

template <typename T>
__global__ void deduced(T *out, const T *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[2 * i] = in[i];
}

__global__ void from_member(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * pitch + y] = in[y * pitch + x];
}

__global__ void doubled(float *data, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[(2 * i + 1) * offset] += data[2 * i * offset];
}

template <int BLOCK>
void run_sized(float *out, const float *in, int blocks) {
    sized<BLOCK><<<blocks, BLOCK>>>(out, in, 2);
}

class Filter {
public:
    explicit Filter(int side) : side_(side), pitch_(side + 8) {}
    void apply(float *out, const float *in) const {
        dim3 block(kX, kY);
        dim3 grid(side_ / kX, side_ / kY);
        from_member<<<grid, block>>>(out, in, pitch_);
    }

private:
    static const int kX = 16, kY = 4;
    int side_, pitch_;
};

static void choose(float *out, const float *in, int threads) {
    switch (threads) {
    case 64:
        run_sized<64>(out, in, 8);
        break;
    case 128:
        run_sized<128>(out, in, 8);
        break;
    }
}

int main(int argc, char **argv) {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    choose(b, a, 128);
    dim3 block = {8, 8};
    dim3 grid{8, 8, 1};
    braces<<<grid, block>>>(b, a, 100);
    int power = 1 << 3;
    shifted<<<std::max(4, 8), static_cast<unsigned>(power * 16)>>>(b, a, power - 1);
    deduced<<<8, 128>>>((double *)b, (const double *)a, 1000);
    Filter(64).apply(b, a);
    int offset = 1;
    while (offset < 4) offset *= 2;
    doubled<<<4, 128>>>(a, offset);
    cudaDeviceSynchronize();
    return argc > 9 ? argv[1][0] : 0;
}
