// Elementwise work: one element per thread, grid-stride loops, vectors, tails. Every line is fine: the lanes of each request are
// neighbours, and the vectors begin at multiples of 16 bytes.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                             \
    do {                                             \
        cudaError_t status = (call);                 \
        if (status != cudaSuccess) return status;    \
    } while (0)

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_grid_stride(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * __ldg(&x[i]) + y[i]; // want scalar-copy "lanes read x and y and write y"
}

// Four elements per thread in one access; the last n % 4 elements one by one.
__global__ void scale_by_vectors(float *data, int n, float f) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int vectors = n / 4;
    float4 *wide = reinterpret_cast<float4 *>(data);
    if (t < vectors) {
        float4 v = wide[t];
        v.x *= f, v.y *= f, v.z *= f, v.w *= f;
        wide[t] = v;
    }
    int rest = vectors * 4 + t;
    if (rest < n) data[rest] *= f;
}

// Several elements per thread, a block's width apart.
template <int PER_THREAD>
__global__ void square_several(float *out, const float *in) {
    int first = blockIdx.x * blockDim.x * PER_THREAD + threadIdx.x;
#pragma unroll
    for (int k = 0; k < PER_THREAD; k++) {
        float v = in[first + k * blockDim.x];
        out[first + k * blockDim.x] = v * v;
    }
}

__global__ void to_half(__half2 *out, const float2 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __float22half2_rn(in[i]);
}

// An image of 4-byte pixels: each pixel is one access.
__global__ void to_grey(unsigned char *grey, const uchar4 *pixels, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 p = pixels[y * width + x];
    grey[y * width + x] = (unsigned char)((p.x * 77 + p.y * 151 + p.z * 28) >> 8);
}

// Rows of a pitched allocation.
__global__ void clear_rows(char *base, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x < width && y < height) {
        float *row = (float *)(base + y * pitch);
        row[x] = 0.0f;
    }
}

struct Arrays {
    float *x, *y, *z;
};

__global__ void advance(Arrays pos, Arrays vel, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pos.x[i] += vel.x[i] * dt;
        pos.y[i] += vel.y[i] * dt;
        pos.z[i] += vel.z[i] * dt;
    }
}

cudaError_t run_elementwise(int n, float a, int width, int height) {
    float *x, *y;
    CUDA_CHECK(cudaMalloc(&x, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc((void **)&y, n * sizeof(float)));
    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    saxpy<<<blocks, threads>>>(n, a, x, y);
    saxpy_grid_stride<<<80, threads>>>(n, a, x, y);
    scale_by_vectors<<<blocks, threads>>>(y, n, a);
    square_several<4><<<n / (threads * 4), threads>>>(y, x);
    to_half<<<blocks / 2, threads>>>((__half2 *)y, (const float2 *)x, n / 2);
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    to_grey<<<grid, block>>>((unsigned char *)y, (const uchar4 *)x, width, height);
    clear_rows<<<dim3((width + 127) / 128, height), 128>>>((char *)y, 512, width, height);
    Arrays pos = {x, x, x}, vel = {y, y, y};
    advance<<<blocks, threads>>>(pos, vel, 0.1f, n);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
    return cudaGetLastError();
}
