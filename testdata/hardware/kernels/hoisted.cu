// Loads that stay the same in a loop: the compiler makes them once, ahead of it, where nothing may change the value.
#include "suite.cuh"

// Nothing is written in the loop.
__global__ void quiet_loop(float *out, const float *in, int n) {
    __shared__ float a[256];
    __shared__ float b[64];
    int t = threadIdx.x;
    a[t] = in[t];
    if (t < 64) b[t] = in[t];
    __syncthreads();
    float sum = 0.0f;
    int at = (t * 2) & 255;
    sum += in[t + 512];
    for (int j = 0; j < n; j++) {
        float u = a[at];
        float w = b[j];
        sum = sum * u + w;
    }
    out[t] = sum;
}

// A barrier in the loop: others may write.
__global__ void barrier_loop(float *out, const float *in, int n) {
    __shared__ float a[256];
    __shared__ float b[64];
    int t = threadIdx.x;
    a[t] = in[t];
    if (t < 64) b[t] = in[t];
    __syncthreads();
    float sum = 0.0f;
    int at = (t * 2) & 255;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float u = a[at];
        float w = b[j];
        sum = sum * u + w;
        __syncthreads();
    }
    out[t] = sum;
}

// Another array is written: a declared one cannot be the same.
__global__ void other_written(float *out, const float *in, int n) {
    __shared__ float a[256];
    __shared__ float b[64 * 64];
    int t = threadIdx.x;
    a[t] = in[t];
    __syncthreads();
    int at = (t * 2) & 255;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float u = a[at];
        b[j * 64 + (t & 63)] = u * j;
    }
    __syncthreads();
    out[t] = b[t];
}

// Pointers: the store may change what is loaded.
__global__ void may_alias(float *out, const float *in, const float *scale, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float u = scale[t * 8];
        out[j * 1024 + t] = u * in[j * 1024 + t];
    }
}

// With restrict it may not.
__global__ void restricted(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ scale, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float u = scale[t * 8];
        out[j * 1024 + t] = u * in[j * 1024 + t];
    }
}

// Nothing is stored in the loop, so the pointers need no restrict.
__global__ void only_loads(float *out, const float *in, const float *scale, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float u = scale[t * 8];
        sum = sum * u + in[j * 1024 + t];
    }
    out[t] = sum;
}

// The sum is kept in memory: its load is the value stored in the iteration before.
__global__ void sum_in_memory(float *sums, const float *a, const float *x, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < 1024)
        for (int j = 0; j < n; j++)
            sums[t * 8] += a[t + j * 1024] * x[j];
}

__global__ void sum_split(float *sums, const float *a, const float *x, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; j++) {
        float was =
            sums[t * 8];
        float u =
            a[t + j * 1024];
        float w =
            x[j];
        sums[t * 8] =
            was + u * w;
    }
}

// The same with restrict: one load and one store for the loop.
__global__ void sum_restricted(float *__restrict__ sums, const float *__restrict__ a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; j++) {
        sums[t * 8] += a[t + j * 1024];
    }
}

// And in shared memory, where the operands cannot be the same array.
__global__ void sum_shared(float *out, const float *in, int n) {
    __shared__ float sums[512];
    __shared__ float b[256];
    int t = threadIdx.x;
    sums[2 * t] = in[t];
    b[t] = in[t];
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float w = b[j];
        sums[2 * t] += w;
    }
    __syncthreads();
    out[t] = sums[t];
}

// Under a condition within the loop.
__global__ void conditional(float *out, const float *in, int n) {
    __shared__ float a[256];
    int t = threadIdx.x;
    a[t] = in[t];
    __syncthreads();
    float sum = in[t + 512];
    int at = (t * 2) & 255;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (sum > j) {
            sum += a[at];
        }
        sum *= 1.5f;
    }
    out[t] = sum;
}

// Two loops: the load leaves both.
__global__ void two_loops(float *out, const float *in, int n) {
    __shared__ float a[256];
    __shared__ float b[64];
    int t = threadIdx.x;
    a[t] = in[t];
    if (t < 64) b[t] = in[t];
    __syncthreads();
    float sum = 0.0f;
    int at = (t * 2) & 255;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        float v =
            b[i];
#pragma unroll 1
        for (int j = 0; j < n; j++) {
            float u =
                a[at];
            float w =
                b[j];
            sum = sum * u + w + v;
        }
    }
    out[t] = sum;
}

// The inner one goes through the lanes' rows; what the outer one fixes is loaded once an outer iteration.
struct alignas(16) Body { float x, y, z, m; };

__global__ void bodies(float *out, const Body *in, int n) {
    __shared__ Body mine[100];
    __shared__ Body theirs[100];
    int t = threadIdx.x;
    for (int i = t; i < 100; i += 64) {
        mine[i] = in[i];
        theirs[i] = in[i + 100];
    }
    __syncthreads();
    for (int i = t; i < 100; i += 64) {
        float f = 0.0f;
        for (int j = 0; j < n; j++) {
            f += mine[i].x * theirs[j].x + mine[i].y * theirs[j].y + mine[i].z * theirs[j].z + mine[i].m * theirs[j].m;
        }
        out[i] = f;
    }
}

// while, with the pointer stepped.
__global__ void stepped(float *out, const float *in, const float *scale, int n) {
    int t = threadIdx.x;
    const float *p = in + t;
    float sum = 0.0f;
    int left = n;
    while (left > 0) {
        sum = sum * scale[t * 4] + *p;
        p += 256;
        left--;
    }
    out[t] = sum;
}

// The condition reads memory.
__global__ void bound_in_memory(float *out, const float *in, const int *bounds) {
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int j = 0;
         j < bounds[t * 4];
         j++) {
        sum += in[j * 256 + t];
    }
    out[t] = sum;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16), *c = device<float>(1 << 16);
    quiet_loop<<<1, 256>>>(b, a, 40);
    barrier_loop<<<1, 256>>>(b, a, 40);
    other_written<<<1, 256>>>(b, a, 40);
    may_alias<<<4, 256>>>(b, a, c, 12);
    restricted<<<4, 256>>>(b, a, c, 12);
    only_loads<<<4, 256>>>(b, a, c, 12);
    sum_in_memory<<<4, 256>>>(b, a, c, 12);
    sum_split<<<4, 256>>>(b, a, c, 12);
    sum_restricted<<<4, 256>>>(b, a, 12);
    sum_shared<<<1, 256>>>(b, a, 40);
    float *e = filled<float>(1 << 12, [](size_t i) { return (float)(i % 7) * 10.0f; });
    conditional<<<1, 256>>>(b, e, 40);
    two_loops<<<1, 256>>>(b, a, 20);
    bodies<<<1, 64>>>(b, (Body *)a, 100);
    stepped<<<1, 256>>>(b, a, c, 20);
    int *bounds = filled<int>(1 << 12, [](size_t) { return 9; });
    bound_in_memory<<<1, 256>>>(b, a, bounds);
    cudaDeviceSynchronize();
}
