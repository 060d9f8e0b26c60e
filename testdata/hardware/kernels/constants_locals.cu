// Constant arrays and local arrays beside global ones, and textures: only the global accesses count.
#include "suite.cuh"

__constant__ int offsets[4] = {0, 512, 1024, 1536};
__constant__ float weights[16];
__device__ float table[256];
__device__ float grid_data[64][48];
__device__ int counter;

__global__ void constant_offsets(float *out, const float *in, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[offsets[k & 3] + i] * weights[k];
}

__global__ void local_ring(float *out, const float *in, int n) {
    float ring[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 8; k++) ring[k] = in[i + k * 4096];
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        int at = (k * 3 + threadIdx.x) & 7;
        sum += ring[at];
        ring[(at + 1) & 7] = sum;
    }
    out[i] = sum;
}

__global__ void device_arrays(float *out, int k) {
    int t = threadIdx.x;
    float v = table[t * 2];
    float w = grid_data[t / 2][k];
    out[blockIdx.x * blockDim.x + t] = v + w;
}

__global__ void device_scalar(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = counter;
    out[base + i] = i;
}

__global__ void sampled(float *out, cudaTextureObject_t tex, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = tex1Dfetch<float>(tex, (i * 7) & 1023);
    out[i] = v + in[3 * i];
}

__global__ void direction_table(float *out, const float *in, int width) {
    const int dx[4] = {1, -1, 0, 0};
    const int dy[4] = {0, 0, 1, -1};
    int x = threadIdx.x + 1, y = blockIdx.x + 1;
    float sum = 0.0f;
#pragma unroll
    for (int d = 0; d < 4; d++) sum += in[(y + dy[d]) * width + x + dx[d]];
    out[y * width + x] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    constant_offsets<<<16, 256>>>(b, a, 2);
    local_ring<<<16, 256>>>(b, a, 12);
    device_arrays<<<4, 128>>>(b, 5);
    device_scalar<<<4, 128>>>((int *)b);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = a;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 1024 * sizeof(float);
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &resource, &how, nullptr);
    sampled<<<16, 256>>>(b, tex, a);
    direction_table<<<30, 96>>>(b, a, 100);
    cudaDeviceSynchronize();
}
