// Elements of 1 to 16 bytes, side by side and with a stride. The kernels come out of a macro, each at the line of its use.
#include <cuda_fp16.h>

#include "suite.cuh"

#define COPY(name, T) __global__ void name(T *out, const T *in) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }
#define SPREAD(name, T, S) __global__ void name(T *out, const T *in) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i * S] = in[i * S + 1]; }

COPY(copy_char, char)
COPY(copy_short, short)
COPY(copy_half, __half)
COPY(copy_int, int)
COPY(copy_uchar4, uchar4)
COPY(copy_half2, __half2)
COPY(copy_long, long long)
COPY(copy_float2, float2)
COPY(copy_double, double)
COPY(copy_float4, float4)
COPY(copy_double2, double2)
COPY(copy_bool, bool)
SPREAD(spread_char, unsigned char, 2)
SPREAD(spread_char7, signed char, 7)
SPREAD(spread_short, unsigned short, 5)
SPREAD(spread_float, float, 6)
SPREAD(spread_double, double, 2)
SPREAD(spread_double3, double, 3)
SPREAD(spread_int4, int4, 2)

int main() {
    void *a = device<char>(1 << 20), *b = device<char>(1 << 20);
    const int blocks = 16, threads = 128;
    copy_char<<<blocks, threads>>>((char *)b, (char *)a);
    copy_short<<<blocks, threads>>>((short *)b, (short *)a);
    copy_half<<<blocks, threads>>>((__half *)b, (__half *)a);
    copy_int<<<blocks, threads>>>((int *)b, (int *)a);
    copy_uchar4<<<blocks, threads>>>((uchar4 *)b, (uchar4 *)a);
    copy_half2<<<blocks, threads>>>((__half2 *)b, (__half2 *)a);
    copy_long<<<blocks, threads>>>((long long *)b, (long long *)a);
    copy_float2<<<blocks, threads>>>((float2 *)b, (float2 *)a);
    copy_double<<<blocks, threads>>>((double *)b, (double *)a);
    copy_float4<<<blocks, threads>>>((float4 *)b, (float4 *)a);
    copy_double2<<<blocks, threads>>>((double2 *)b, (double2 *)a);
    copy_bool<<<blocks, threads>>>((bool *)b, (bool *)a);
    spread_char<<<blocks, threads>>>((unsigned char *)b, (unsigned char *)a);
    spread_char7<<<blocks, threads>>>((signed char *)b, (signed char *)a);
    spread_short<<<blocks, threads>>>((unsigned short *)b, (unsigned short *)a);
    spread_float<<<blocks, threads>>>((float *)b, (float *)a);
    spread_double<<<blocks, threads>>>((double *)b, (double *)a);
    spread_double3<<<blocks, threads>>>((double *)b, (double *)a);
    spread_int4<<<blocks, threads>>>((int4 *)b, (int4 *)a);
    cudaDeviceSynchronize();
}
