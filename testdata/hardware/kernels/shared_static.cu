// Static shared memory, rows and columns, strides.
#include "suite.cuh"

__global__ void column32(float *out, const float *in) {
    __shared__ float tile[32][32];
    for (int j = threadIdx.y; j < 32; j += blockDim.y) tile[j][threadIdx.x] = in[j * 32 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += blockDim.y) out[j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}

__global__ void strides(float *out, int stride) {
    __shared__ float buf[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) buf[k] = k;
    __syncthreads();
    int t = threadIdx.x;
    float a = buf[(2 * t) & 1023];
    float b = buf[(3 * t) & 1023];
    float c = buf[(t * stride) & 1023];
    float d = buf[t / 2];
    out[blockIdx.x * blockDim.x + t] = a + b * c - d;
}

__global__ void uniform_reads(float *out, const float *in) {
    __shared__ float coeff[64];
    int t = threadIdx.x;
    if (t < 64) coeff[t] = in[t];
    __syncthreads();
    float v = in[64 + t];
    float r = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 64; k++) r = r * v + coeff[k];
    out[blockIdx.x * blockDim.x + t] = r;
}

__global__ void two_tiles(float *out, const float *in, int pitch) {
    __shared__ float a[16][16];
    __shared__ float b[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int at = (blockIdx.y * 16 + ty) * pitch + blockIdx.x * 16 + tx;
    a[tx][ty] = in[at];
    b[tx][ty] = in[at + 16 * pitch];
    __syncthreads();
    float v = a[ty][tx];
    float w = b[ty][tx];
    out[at] = v + w;
}

__global__ void scalar_flag(int *out, const int *in) {
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0) found = in[blockIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = found + t;
}

__global__ void reversed(int *out, const int *in) {
    __shared__ int buf[256];
    int t = threadIdx.x;
    buf[255 - t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    out[blockIdx.x * 256 + t] = buf[t];
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    column32<<<4, dim3(32, 8)>>>(b, a);
    strides<<<8, 128>>>(b, 12);
    uniform_reads<<<8, 128>>>(b, a);
    two_tiles<<<dim3(8, 7), dim3(16, 16)>>>(b, a, 128);
    scalar_flag<<<8, 64>>>((int *)b, (int *)a);
    reversed<<<8, 256>>>((int *)b, (int *)a);
    cudaDeviceSynchronize();
}
