// Blocks that are higher than wide: neighbouring lanes are neighbours along y.
#include "suite.cuh"

__global__ void tall(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void pairs(float *out, const float *in, int pitch) {
    int x = blockIdx.x * 2 + threadIdx.x;
    int y = blockIdx.y * 128 + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void single_file(float *out, const float *in, int pitch) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    out[row] = in[row * pitch + blockIdx.x];
}

__global__ void along_y(float *out, const float *in) {
    int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void along_z(int *out, const int *in) {
    int i = blockIdx.x * blockDim.z + threadIdx.z;
    out[i] = in[4 * i];
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    tall<<<dim3(8, 4), dim3(4, 64)>>>(b, a, 96);
    pairs<<<dim3(8, 2), dim3(2, 128)>>>(b, a, 96);
    single_file<<<dim3(4, 4), dim3(1, 256)>>>(b, a, 48);
    along_y<<<16, dim3(4, 64)>>>(b, a);
    along_z<<<64, dim3(1, 1, 64)>>>((int *)b, (int *)a);
    cudaDeviceSynchronize();
}
