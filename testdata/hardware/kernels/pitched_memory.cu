// Rows in bytes: pitched allocations and pointers that are moved as bytes.
#include <cstdint>

#include "suite.cuh"

__global__ void rows(float *out, size_t out_pitch, const float *in, size_t in_pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    const float *from = (const float *)((const char *)in + y * in_pitch);
    float *to = (float *)((char *)out + y * out_pitch);
    to[x] = from[x];
}

template <typename T>
__device__ T *row_of(T *base, int row, size_t pitch) {
    return reinterpret_cast<T *>(reinterpret_cast<char *>(base) + row * pitch);
}

__global__ void columns(double *out, double *in, size_t pitch) {
    int y = threadIdx.x;
    out[blockIdx.x * blockDim.x + y] = row_of(in, y, pitch)[blockIdx.x];
}

__global__ void byte_offsets(int *out, const unsigned char *blob) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char *record = blob + i * 24;
    int id = *(const int *)record;
    short kind = *(const short *)(record + 6);
    double value = *reinterpret_cast<const double *>(record + 8);
    out[i] = id + kind + (int)value;
}

__global__ void as_integer(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uintptr_t at = (uintptr_t)in + (uintptr_t)i * 8;
    out[i] = *(const float *)at;
}

int main() {
    char *a = device<char>(1 << 18), *b = device<char>(1 << 18);
    rows<<<dim3(4, 8), dim3(16, 8)>>>((float *)b, 512, (float *)a, 272);
    columns<<<16, 64>>>((double *)b, (double *)a, 136);
    byte_offsets<<<8, 128>>>((int *)b, (unsigned char *)a);
    as_integer<<<8, 128>>>((float *)b, (float *)a);
    cudaDeviceSynchronize();
}
