// A linear id taken apart by division and remainder, shift and mask.
#include "suite.cuh"

__global__ void by_constant(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / 24, col = i % 24;
    out[i] = in[row * 32 + col];
}

__global__ void by_parameter(float *out, const float *in, int w, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = i / w;
    int x = i - y * w;
    out[i] = in[x * pitch + y];
}

__global__ void by_shift(float *out, const float *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = i >> 4, x = i & 15;
    out[(y << 5) | x] = in[(x << 5) + y];
}

__global__ void three_levels(float *out, const float *in, int c, int h, int w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i % w;
    int y = (i / w) % h;
    int k = i / (w * h);
    out[(y * w + x) * c + k] = in[i];
}

__global__ void permute(float *out, const float *in, int4 dims) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rest = i;
    int d3 = rest % dims.w;
    rest /= dims.w;
    int d2 = rest % dims.z;
    rest /= dims.z;
    int d1 = rest % dims.y;
    int d0 = rest / dims.y;
    out[((d0 * dims.z + d2) * dims.y + d1) * dims.w + d3] = in[i];
}

__global__ void by_magic(float *out, const float *in, unsigned magic, unsigned shift, int pitch) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned q = __umulhi(i, magic) >> shift;
    unsigned r = i - q * 10u;
    out[i] = in[q * pitch + r];
}

__global__ void mod_of_block(float *out, const float *in, int n) {
    int t = threadIdx.x;
    int b = blockIdx.x % 4, c = blockIdx.x / 4;
    out[blockIdx.x * blockDim.x + t] = in[(c * 4 + b) * n + (t * 5) % n];
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    by_constant<<<24, 128>>>(b, a);
    by_parameter<<<16, 128>>>(b, a, 48, 56);
    by_shift<<<32, 128>>>(b, a);
    three_levels<<<24, 128>>>(b, a, 3, 32, 32);
    permute<<<24, 256>>>(b, a, make_int4(4, 12, 8, 16));
    by_magic<<<16, 128>>>(b, a, 3435973837u, 3, 16);
    mod_of_block<<<16, 64>>>(b, a, 48);
    cudaDeviceSynchronize();
}
