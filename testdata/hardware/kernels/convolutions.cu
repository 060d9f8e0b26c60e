// Convolutions with the filter in constant memory.
#include "suite.cuh"

#define R 3

__constant__ float taps[2 * R + 1];
__constant__ float mask[5][5];

__global__ void along_rows(float *out, const float *in, int width) {
    __shared__ float s[4][32 + 2 * R];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    s[threadIdx.y][threadIdx.x + R] = in[y * width + x];
    if (threadIdx.x < R) {
        s[threadIdx.y][threadIdx.x] = x >= R ? in[y * width + x - R] : 0.0f;
        s[threadIdx.y][threadIdx.x + 32 + R] = x + 32 < width ? in[y * width + x + 32] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = -R; k <= R; k++) sum += taps[R + k] * s[threadIdx.y][threadIdx.x + R + k];
    out[y * width + x] = sum;
}

__global__ void along_columns(float *out, const float *in, int width, int height) {
    __shared__ float s[16][16 + 2 * R + 1];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y0 = blockIdx.y * 16 - R;
    for (int j = threadIdx.y; j < 16 + 2 * R; j += 16) {
        int y = y0 + j;
        s[threadIdx.x][j] = (y >= 0 && y < height) ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) sum += taps[k] * s[threadIdx.x][threadIdx.y + k];
    out[(blockIdx.y * 16 + threadIdx.y) * width + x] = sum;
}

__global__ void direct(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            int xx = x + dx, yy = y + dy;
            if (xx >= 0 && xx < width && yy >= 0 && yy < height) sum += mask[dy + 2][dx + 2] * in[yy * width + xx];
        }
    }
    out[y * width + x] = sum;
}

__global__ void channels_first(float *out, const float *in, const float *weights, int c, int h, int w) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, k = blockIdx.z;
    float sum = 0.0f;
#pragma unroll 1
    for (int ci = 0; ci < c; ci++) {
        float wk = weights[k * c + ci];
        sum += wk * in[(ci * h + y) * w + x];
    }
    out[(k * h + y) * w + x] = sum;
}

__global__ void channels_last(float *out, const float *in, int c, int w) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
    float sum = 0.0f;
#pragma unroll 1
    for (int ci = 0; ci < c; ci++) sum += in[(y * w + x) * c + ci];
    out[y * w + x] = sum;
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18), *w = device<float>(1 << 12);
    along_rows<<<dim3(4, 16), dim3(32, 4)>>>(b, a, 128);
    along_columns<<<dim3(8, 4), dim3(16, 16)>>>(b, a, 128, 64);
    direct<<<dim3(4, 8), dim3(32, 8)>>>(b, a, 128, 64);
    channels_first<<<dim3(4, 4, 6), dim3(8, 8)>>>(b, a, w, 6, 32, 32);
    channels_last<<<dim3(4, 32), 32>>>(b, a, 10, 128);
    cudaDeviceSynchronize();
}
