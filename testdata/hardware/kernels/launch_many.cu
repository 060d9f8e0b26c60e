// One kernel launched more than once. The readings are of the first launch.
#include "suite.cuh"

__global__ void any_stride(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

__global__ void any_shape(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void step(float *data, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = (i / half) * 2 * half + i % half;
    float a = data[at];
    float b = data[at + half];
    data[at] = a + b;
    data[at + half] = a - b;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    any_stride<<<16, 128>>>(b, a, 4);
    any_stride<<<16, 128>>>(b, a, 1);
    any_shape<<<dim3(16, 16), dim3(8, 8)>>>(b, a, 128);
    any_shape<<<dim3(4, 16), dim3(32, 8)>>>(b, a, 128);
    for (int half = 1; half <= 64; half *= 2) step<<<8, 256>>>(a, half);
    cudaDeviceSynchronize();
}
