// Structs in shared memory: bodies, bins, nodes.
#include "suite.cuh"

struct Node12 {
    float x, y, z;
};

struct Bin8 {
    int count;
    float sum;
};

struct Entry20 {
    int key;
    float v[4];
};

struct Slot32 {
    float4 a;
    float b, c, d, e;
};

__global__ void nodes(float *out, const float *in) {
    __shared__ Node12 node[128];
    int t = threadIdx.x;
    node[t].x = in[t];
    node[t].z = in[t + 128];
    __syncthreads();
    float v = node[127 - t].x;
    float w = node[t].z;
    out[t] = v + w;
}

__global__ void bins(float *out, const float *in) {
    __shared__ Bin8 bin[128];
    int t = threadIdx.x;
    bin[t].count = t;
    bin[t].sum = in[t];
    __syncthreads();
    float s = bin[t ^ 5].sum;
    out[t] = s;
}

__global__ void entries(float *out, const float *in) {
    __shared__ Entry20 entry[128];
    int t = threadIdx.x;
    entry[t].key = t;
    entry[t].v[2] = in[t];
    __syncthreads();
    int k = entry[127 - t].key;
    float v = entry[t ^ 1].v[2];
    out[t] = k + v;
}

__global__ void slots(float *out, const float *in) {
    __shared__ Slot32 slot[64];
    int t = threadIdx.x;
    slot[t].a = make_float4(in[t], 0.0f, 1.0f, 2.0f);
    slot[t].c = in[t + 64];
    __syncthreads();
    float c = slot[63 - t].c;
    out[t] = c + slot[t ^ 1].a.x;
}

__global__ void bodies(float3 *acc, const float4 *body, int n) {
    __shared__ float4 tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float4 me = body[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int first = 0; first < n; first += 64) {
        tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 64; k++) {
            float4 other = tile[k];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float s = other.w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    acc[i] = make_float3(ax, ay, az);
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    nodes<<<1, 128>>>(b, a);
    bins<<<1, 128>>>(b, a);
    entries<<<1, 128>>>(b, a);
    slots<<<1, 64>>>(b, a);
    bodies<<<4, 64>>>((float3 *)b, (float4 *)a, 256);
    cudaDeviceSynchronize();
}
