// Tiles of every element type, written by rows and read by columns.
#include <cuda_fp16.h>

#include "suite.cuh"

__global__ void doubles(double *out, const double *in) {
    __shared__ double tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void doubles_padded(double *out, const double *in) {
    __shared__ double tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void chars(char *out, const char *in) {
    __shared__ char tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void chars_padded(char *out, const char *in) {
    __shared__ char tile[32][36];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void halves(__half *out, const __half *in) {
    __shared__ __half tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void halves_padded(__half *out, const __half *in) {
    __shared__ __half tile[32][34];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void half2s(__half2 *out, const __half2 *in) {
    __shared__ __half2 tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void float2s(float2 *out, const float2 *in) {
    __shared__ float2 tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void quads_own_row(float4 *out, const float4 *in) {
    __shared__ float4 rows[64][8];
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++) rows[t][k] = in[k * 64 + t];
    __syncthreads();
    for (int k = 0; k < 8; k++) out[k * 64 + t] = rows[63 - t][k];
}

__global__ void quads_side_by_side(float4 *out, const float4 *in) {
    __shared__ float4 row[128];
    int t = threadIdx.x;
    row[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    out[blockIdx.x * 128 + t] = row[t ^ 1];
}

__global__ void shorts(short *out, const short *in) {
    __shared__ short buf[512];
    int t = threadIdx.x;
    buf[2 * t] = in[t];
    buf[2 * t + 1] = in[t + 256];
    __syncthreads();
    out[t] = buf[t];
}

int main() {
    double *a = device<double>(1 << 14), *b = device<double>(1 << 14);
    dim3 block(32, 32);
    doubles<<<1, block>>>(b, a);
    doubles_padded<<<1, block>>>(b, a);
    chars<<<1, block>>>((char *)b, (char *)a);
    chars_padded<<<1, block>>>((char *)b, (char *)a);
    halves<<<1, block>>>((__half *)b, (__half *)a);
    halves_padded<<<1, block>>>((__half *)b, (__half *)a);
    half2s<<<1, block>>>((__half2 *)b, (__half2 *)a);
    float2s<<<1, block>>>((float2 *)b, (float2 *)a);
    quads_own_row<<<1, 64>>>((float4 *)b, (float4 *)a);
    quads_side_by_side<<<4, 128>>>((float4 *)b, (float4 *)a);
    shorts<<<1, 256>>>((short *)b, (short *)a);
    cudaDeviceSynchronize();
}
