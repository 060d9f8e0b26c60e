// Bitonic sorts and odd-even steps.
#include "suite.cuh"

__global__ void bitonic_shared(int *data) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    for (unsigned k = 2; k <= 256; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            unsigned other = t ^ j;
            if (other > t) {
                int a = s[t];
                int b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
        }
    }
    __syncthreads();
    data[blockIdx.x * 256 + t] = s[t];
}

__global__ void bitonic_step(float *data, int j, int k) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned other = i ^ j;
    if (other > i) {
        float a = data[i];
        float b = data[other];
        data[i] = fminf(a, b);
        data[other] = fmaxf(a, b) + k;
    }
}

__global__ void half_cleaner(int *data, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = 2 * half * (i / half) + i % half;
    int a = data[at];
    int b = data[at + half];
    data[at] = min(a, b);
    data[at + half] = max(a, b);
}

__global__ void odd_even(int *data, int n, int phase) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = 2 * i + (phase & 1);
    if (at + 1 < n) {
        int a = data[at];
        int b = data[at + 1];
        data[at] = min(a, b);
        data[at + 1] = max(a, b);
    }
}

int main() {
    int *data = filled<int>(1 << 14, [](size_t i) { return (int)(i * 2654435761u >> 7) & 4095; });
    bitonic_step<<<16, 256>>>((float *)data, 8, 32);
    half_cleaner<<<16, 128>>>(data, 4);
    odd_even<<<16, 256>>>(data, 8191, 1);
    bitonic_shared<<<8, 256>>>(data);
    cudaDeviceSynchronize();
}
