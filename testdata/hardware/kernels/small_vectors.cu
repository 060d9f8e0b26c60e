// Vectors of three and their operators, structs returned by functions, arrays in arguments.
#include "suite.cuh"

__device__ float3 operator+(const float3 &a, const float3 &b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }

__device__ float3 operator*(float s, float3 v) { return make_float3(s * v.x, s * v.y, s * v.z); }

struct Bounds {
    int lo, hi;
};

struct Many {
    float *arrays[4];
    int strides[4];
};

struct Camera {
    float m[12];
    int width;
};

__device__ Bounds bounds_of(int t, int n) {
    Bounds b;
    b.lo = max(t - 2, 0);
    b.hi = min(t + 3, n);
    return b;
}

__global__ void triples(float3 *out, const float3 *a, const float3 *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + 0.5f * b[i];
}

__global__ void windows(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Bounds b = bounds_of(t, n);
    float sum = 0.0f;
#pragma unroll 1
    for (int i = b.lo; i < b.hi; i++) sum += in[i];
    out[t] = sum;
}

__global__ void array_of_arrays(Many m, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    m.arrays[1][i * 2] = 1.0f;
    m.arrays[which][i * m.strides[which]] = 2.0f;
}

__global__ void project(float *out, const float4 *points, Camera cam) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float4 p = points[y * cam.width + x];
    out[y * cam.width + x] = cam.m[0] * p.x + cam.m[1] * p.y + cam.m[2] * p.z + cam.m[3] * p.w;
}

__global__ void doubles3(double3 *out, const double3 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double3 v = in[i];
    out[i] = make_double3(v.z, v.y, v.x);
}

__global__ void alternating(float2 *out, const float2 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = in[i];
    float2 w = in[n - 1 - i];
    out[i] = make_float2(v.x + w.x, v.y - w.y);
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16), *c = device<float>(1 << 16);
    triples<<<8, 128>>>((float3 *)c, (float3 *)a, (float3 *)b);
    windows<<<8, 128>>>(b, a, 1024);
    Many m = {{a, b, c, a + 4096}, {1, 2, 3, 4}};
    array_of_arrays<<<8, 128>>>(m, 2);
    Camera cam = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, 72};
    project<<<dim3(4, 4), dim3(16, 16)>>>(b, (float4 *)a, cam);
    doubles3<<<8, 128>>>((double3 *)b, (double3 *)a);
    alternating<<<8, 128>>>((float2 *)b, (float2 *)a, 1024);
    cudaDeviceSynchronize();
}
