// Sizes and types from template arguments.
#include "suite.cuh"

template <int TILE>
__global__ void flip_tile(float *out, const float *in, int pitch) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * pitch + x];
    __syncthreads();
    out[y * pitch + x] = tile[threadIdx.x][threadIdx.y];
}

template <typename T, int STRIDE>
__global__ void pick(T *out, const T *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * STRIDE];
}

template <bool ROWS>
__global__ void either_way(float *out, const float *in, int pitch) {
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y * blockDim.y + threadIdx.y;
    if constexpr (ROWS) {
        out[b * pitch + a] = in[b * pitch + a];
    } else {
        out[a * pitch + b] = in[a * pitch + b];
    }
}

template <typename T, int N>
struct Pack {
    T v[N];
};

template <typename T, int N>
__global__ void second_of_pack(T *out, const Pack<T, N> *packs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = packs[i].v[1];
}

template <int BLOCK, int ITEMS>
__global__ void blocked_items(int *out, const int *in) {
    int items[ITEMS];
    int base = blockIdx.x * BLOCK * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) items[k] = in[base + k * BLOCK + threadIdx.x];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) out[base + k * BLOCK + threadIdx.x] = items[ITEMS - 1 - k];
}

template <class T>
__device__ T pair_sum(const T *p, int i) {
    return p[2 * i] + p[2 * i + 1];
}

template <class T>
__global__ void pair_sums(T *out, const T *volatile_in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pair_sum<T>(volatile_in, i);
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    flip_tile<16><<<dim3(8, 8), dim3(16, 16)>>>(b, a, 128);
    pick<short, 3><<<16, 256>>>((short *)b, (short *)a);
    either_way<false><<<dim3(4, 16), dim3(32, 8)>>>(b, a, 128);
    second_of_pack<double, 3><<<16, 256>>>((double *)b, (Pack<double, 3> *)a);
    blocked_items<128, 4><<<16, 128>>>((int *)b, (int *)a);
    pair_sums<<<16, 256>>>((int *)b, (int *)a);
    cudaDeviceSynchronize();
}
