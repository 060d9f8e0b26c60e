// Fine: the attribute is set.
#include <cuda_runtime.h>

__global__ void dynamic(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}

void run(float *a) {
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    dynamic<<<64, 256, 64 * 1024>>>(a);
}
