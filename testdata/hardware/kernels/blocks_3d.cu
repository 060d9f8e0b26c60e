// Three-dimensional blocks over a volume.
#include "suite.cuh"

__global__ void volume(float *out, const float *in, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
}

__global__ void volume_turned(float *out, const float *in, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    out[x + nx * (y + ny * z)] = in[z + nz * (y + ny * x)];
}

__global__ void cubes(double *out, const double *in, int n) {
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    int z = blockIdx.z * 4 + threadIdx.z;
    size_t at = (size_t)z * n * n + (size_t)y * n + x;
    out[at] = in[at];
}

__global__ void planes(float *out, const float *in, int n) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[blockIdx.x * 128 + t] = in[threadIdx.z * n + threadIdx.y * 64 + threadIdx.x];
}

int main() {
    const int n = 64;
    float *a = device<float>(2 * n * n * n), *b = device<float>(2 * n * n * n);
    volume<<<dim3(n / 8, n / 8, n / 4), dim3(8, 8, 4)>>>(b, a, n, n);
    volume_turned<<<dim3(n / 32, n / 4, n / 2), dim3(32, 4, 2)>>>(b, a, n, n, n);
    cubes<<<dim3(n / 4, n / 4, n / 4), dim3(4, 4, 4)>>>((double *)b, (double *)a, n);
    planes<<<16, dim3(4, 4, 8)>>>(b, a, n * n);
    cudaDeviceSynchronize();
}
