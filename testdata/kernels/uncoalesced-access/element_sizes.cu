// The ideal follows from the bytes that the lanes ask for, so it differs with the element.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// 32 lanes 16 bytes apart are 512 bytes; 256 are asked for.
__global__ void doubles_by_two(double *out, const double *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[2 * t]; // want uncoalesced-access "16 sectors per request, ideal 8: lanes read in 16 bytes apart"
}

// Fine: 256 bytes in a row are 8 sectors, no fewer would do.
__global__ void doubles_in_a_row(double *out, const double *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t];
}

__global__ void halves_by_two(__half *out, const __half *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[2 * t]; // want uncoalesced-access "4 sectors per request, ideal 2: lanes read in 4 bytes apart"
}

__global__ void bytes_by_four(unsigned char *out, const unsigned char *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[4 * t]; // want uncoalesced-access "4 sectors per request, ideal 1: lanes read in 4 bytes apart"
}

// Fine: one byte per lane, 32 bytes in a row, one sector.
__global__ void bytes_in_a_row(unsigned char *out, const unsigned char *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t];
}

// Every second 16-byte vector: each lane has half a sector of its own.
__global__ void vectors_by_two(float4 *out, const float4 *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[2 * t]; // want uncoalesced-access "32 sectors per request, ideal 16: lanes read in 32 bytes apart"
}

// Fine: 16 bytes per lane in a row are 16 sectors; all 512 bytes are used.
__global__ void vectors_in_a_row(float4 *out, const float4 *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t];
}

void launch_sizes(void *out, const void *in, int n) {
    int grid = (n + 127) / 128;
    doubles_by_two<<<grid, 128>>>((double *)out, (const double *)in, n);
    doubles_in_a_row<<<grid, 128>>>((double *)out, (const double *)in, n);
    halves_by_two<<<grid, 128>>>((__half *)out, (const __half *)in, n);
    bytes_by_four<<<grid, 128>>>((unsigned char *)out, (const unsigned char *)in, n);
    bytes_in_a_row<<<grid, 128>>>((unsigned char *)out, (const unsigned char *)in, n);
    vectors_by_two<<<grid, 128>>>((float4 *)out, (const float4 *)in, n);
    vectors_in_a_row<<<grid, 128>>>((float4 *)out, (const float4 *)in, n);
}
