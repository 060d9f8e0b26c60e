// Images: interleaved and planar channels, flips, down-sampling, integral rows.
#include "suite.cuh"

__global__ void grey(unsigned char *out, const unsigned char *rgb, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int at = y * width + x;
        unsigned char r = rgb[3 * at];
        unsigned char g = rgb[3 * at + 1];
        unsigned char b = rgb[3 * at + 2];
        out[at] = (unsigned char)(0.3f * r + 0.6f * g + 0.1f * b);
    }
}

__global__ void planes(float *out, const uchar3 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uchar3 p = in[i];
    out[i] = p.x;
    out[n + i] = p.y;
    out[2 * n + i] = p.z;
}

__global__ void mirror(uchar4 *out, const uchar4 *in, int width) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * width + width - 1 - x] = in[y * width + x];
}

__global__ void quarter_turn(unsigned short *out, const unsigned short *in, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[x * height + height - 1 - y] = in[y * width + x];
}

__global__ void halve(float *out, const float *in, int width) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float *p = in + 2 * y * 2 * width + 2 * x;
    float a = p[0];
    float b = p[2 * width];
    out[y * width + x] = 0.5f * (a + b);
}

__global__ void column_sums(int *out, const unsigned char *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int y = 0; y < height; y++) sum += in[y * width + x];
    out[x] = sum;
}

int main() {
    unsigned char *a = device<unsigned char>(1 << 18), *b = device<unsigned char>(1 << 18);
    grey<<<dim3(7, 7), dim3(16, 16)>>>(b, a, 100, 100);
    planes<<<16, 128>>>((float *)b, (uchar3 *)a, 2048);
    mirror<<<dim3(8, 8), dim3(16, 16)>>>((uchar4 *)b, (uchar4 *)a, 128);
    quarter_turn<<<dim3(4, 8), dim3(32, 8)>>>((unsigned short *)b, (unsigned short *)a, 128, 64);
    halve<<<dim3(4, 8), dim3(16, 8)>>>((float *)b, (float *)a, 64);
    column_sums<<<4, 64>>>((int *)b, a, 256, 50);
    cudaDeviceSynchronize();
}
