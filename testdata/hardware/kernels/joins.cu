// Values that two branches agree or disagree on, flags, and indices built up step by step.
#include "suite.cuh"

__global__ void both_sides(float *out, const float *in, int flip) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at;
    if (flip)
        at = 4095 - i;
    else
        at = i;
    out[i] = in[at];
}

__global__ void by_parity(float *out, const float *in) {
    int t = threadIdx.x;
    int at = t;
    if (t & 1) at += 1024;
    out[blockIdx.x * blockDim.x + t] = in[at];
}

__global__ void three_cases(float *out, const float *in) {
    int t = threadIdx.x & 31;
    int at = t < 8 ? t * 8 : t < 16 ? t + 512 : 1024;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[at];
}

__global__ void built_up(float *out, const float *in, int pitch) {
    int at = blockIdx.y;
    at *= blockDim.y;
    at += threadIdx.y;
    at *= pitch;
    at += blockIdx.x * blockDim.x;
    at += threadIdx.x;
    out[at] = in[at];
}

__global__ void same_in_the_end(float *out, const float *in, int mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = 2;
    if (mode > 3) stride = 1 + 1;
    float v = in[i * stride];
    if (mode == 7) v += 1.0f;
    out[i] = v;
}

__global__ void clamped(float *out, const float *in, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int left = max(x - 3, 0);
    int right = min(x + 3, width - 1);
    float a = in[left];
    float b = in[right];
    out[x] = a + b;
}

__global__ void wrapped(float *out, const float *in, int width) {
    int x = threadIdx.x;
    int before = (x == 0) ? width - 1 : x - 1;
    int after = (x + 1) % width;
    float a = in[blockIdx.x * width + before];
    float b = in[blockIdx.x * width + after];
    out[blockIdx.x * width + x] = a - b;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    both_sides<<<16, 256>>>(b, a, 1);
    by_parity<<<16, 256>>>(b, a);
    three_cases<<<16, 128>>>(b, a);
    built_up<<<dim3(8, 8), dim3(16, 16)>>>(b, a, 144);
    same_in_the_end<<<16, 256>>>(b, a, 5);
    clamped<<<16, 128>>>(b, a, 2048);
    wrapped<<<16, 96>>>(b, a, 96);
    cudaDeviceSynchronize();
}
