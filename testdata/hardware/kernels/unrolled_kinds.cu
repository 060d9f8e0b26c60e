// What the compiler joins in unrolled loops: shared memory of the launch, narrow elements, rows of an odd length.
#include "suite.cuh"

__global__ void dynamic_rows(float *out, const float *in) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        s[t * 4 + j] = in[j * 256 + t];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        sum += s[((t + 1) & 255) * 4 + j];
    }
    out[t] = sum;
}

__global__ void dynamic_pair(float *out, const float *in) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 256] = in[t + 256];
    __syncthreads();
    float a = s[2 * t];
    float b = s[2 * t + 1];
    out[t] = a * b;
}

__global__ void shorts_of_four(short *out, const short *in) {
    __shared__ short s[1024];
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        s[t * 4 + j] = in[j * 256 + t];
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += s[((t + 1) & 255) * 4 + j];
    }
    out[t] = sum;
}

__global__ void doubles_of_four(double *out, const double *in) {
    __shared__ double s[1024];
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        s[t * 4 + j] = in[j * 256 + t];
    }
    __syncthreads();
    double sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += s[((t + 1) & 255) * 4 + j];
    }
    out[t] = sum;
}

__global__ void odd_rows(float *out, const float *in) {
    __shared__ float s[4][133];
    int t = threadIdx.x;
    for (int i = t; i < 4 * 133; i += 32) {
        s[i / 133][i % 133] = in[i];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 8; i++) {
            sum = sum * 2.0f + s[k][(t & 15) * 8 + i];
        }
    }
    out[t] = sum;
}

__global__ void pair_of_bytes(unsigned char *out, const unsigned char *in) {
    __shared__ unsigned char s[512];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 256] = in[t + 256];
    __syncthreads();
    int a = s[2 * t];
    int b = s[2 * t + 1];
    out[t] = a * b;
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    dynamic_rows<<<1, 256, 4096>>>(b, a);
    dynamic_pair<<<1, 256, 2048>>>(b, a);
    shorts_of_four<<<1, 256>>>((short *)b, (short *)a);
    doubles_of_four<<<1, 256>>>((double *)b, (double *)a);
    odd_rows<<<1, 32>>>(b, a);
    pair_of_bytes<<<1, 256>>>((unsigned char *)b, (unsigned char *)a);
    cudaDeviceSynchronize();
}
