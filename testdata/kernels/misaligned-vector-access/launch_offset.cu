// The offset stands at the launch: cudaMalloc aligns to 256 bytes, what is added to its pointer does not.
#include <cuda_runtime.h>

__global__ void double_it(float *data, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 4) {
        float4 v = reinterpret_cast<float4 *>(data)[t]; // want misaligned-vector-access "16-byte access to data at an address that is 4 modulo 16" vector-tail "up to 3 elements of data left out"
        data[t] = v.x + v.y + v.z + v.w;
    }
}

// Fine: this one is launched with the pointer as it came from cudaMalloc.
__global__ void halve_it(float *data, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 4) {
        float4 v = reinterpret_cast<float4 *>(data)[t]; // want vector-tail "up to 3 elements of data left out"
        data[t] = v.x + v.y + v.z + v.w;
    }
}

// Fine: no allocation in sight, but nothing that speaks against the alignment either.
__global__ void negate_it(float *data, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 4) {
        float4 v = reinterpret_cast<float4 *>(data)[t]; // want vector-tail "up to 3 elements of data left out"
        v.x = -v.x, v.y = -v.y, v.z = -v.z, v.w = -v.w;
        reinterpret_cast<float4 *>(data)[t] = v;
    }
}

void launch_with_offset(int n) {
    float *d_data;
    cudaMalloc(&d_data, n * sizeof(float));
    double_it<<<(n / 4 + 255) / 256, 256>>>(d_data + 1, n - 1);
    halve_it<<<(n / 4 + 255) / 256, 256>>>(d_data, n);
    halve_it<<<(n / 4 + 255) / 256, 256>>>(d_data + 64, n - 64);
    cudaFree(d_data);
}

void launch_elsewhere(float *data, int n) {
    negate_it<<<(n / 4 + 255) / 256, 256>>>(data, n);
}
