// Vectors and structs of which only some members are used: the compiler loads those.
#include "suite.cuh"

__global__ void first_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.x;
}

__global__ void last_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.w;
}

__global__ void first_two_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.x + v.y;
}

__global__ void middle_two_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.y + v.z;
}

__global__ void outer_two_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.x + v.w;
}

__global__ void three_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.x + v.y + v.z;
}

__global__ void last_three_of_four(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    out[t] = v.y + v.z + v.w;
}

__global__ void one_of_two(float *out, const float2 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = in[t];
    out[t] = v.y;
}

__global__ void one_of_two_doubles(double *out, const double2 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    double2 v = in[t];
    out[t] = v.x;
}

__global__ void through_ldg(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = __ldg(in + t);
    out[t] = v.x;
}

__global__ void through_cast(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = *reinterpret_cast<const float4 *>(in + 4 * t);
    out[t] = v.z;
}

__global__ void direct_member(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t].z;
}

struct alignas(8) Pair { int key; float value; };

__global__ void one_field(float *out, const Pair *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Pair p = in[t];
    out[t] = p.value;
}

struct Plain { float a, b, c; };

__global__ void two_fields(float *out, const Plain *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Plain p = in[t];
    out[t] = p.a + p.c;
}

__device__ float length2(float4 v) { return v.x * v.x + v.y * v.y; }

__global__ void by_value(float *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = length2(in[t]);
}

__global__ void from_shared(float *out, const float4 *in) {
    __shared__ float4 s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float4 v = s[(t + 1) & 255];
    out[t] = v.x + v.w;
}

__global__ void one_from_shared(float *out, const float4 *in) {
    __shared__ float4 s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float4 v = s[(t + 1) & 255];
    out[t] = v.y;
}

__global__ void in_a_loop(float *out, const float4 *in, int n) {
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        float4 v = in[j * 256 + t];
        sum += v.x * v.y;
    }
    out[t] = sum;
}

__global__ void low_bytes(int *out, const uchar4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    uchar4 v = in[t];
    out[t] = v.x + v.z;
}

__global__ void passed_on(float4 *out, const float4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[t];
    v.w = 1.0f;
    out[t] = v;
}

int main() {
    float *a = device<float>(1 << 15), *b = device<float>(1 << 15);
    float4 *v = (float4 *)a;
    first_of_four<<<4, 256>>>(b, v);
    last_of_four<<<4, 256>>>(b, v);
    first_two_of_four<<<4, 256>>>(b, v);
    middle_two_of_four<<<4, 256>>>(b, v);
    outer_two_of_four<<<4, 256>>>(b, v);
    three_of_four<<<4, 256>>>(b, v);
    last_three_of_four<<<4, 256>>>(b, v);
    one_of_two<<<4, 256>>>(b, (float2 *)a);
    one_of_two_doubles<<<4, 256>>>((double *)b, (double2 *)a);
    through_ldg<<<4, 256>>>(b, v);
    through_cast<<<4, 256>>>(b, a);
    direct_member<<<4, 256>>>(b, v);
    one_field<<<4, 256>>>(b, (Pair *)a);
    two_fields<<<4, 256>>>(b, (Plain *)a);
    by_value<<<4, 256>>>(b, v);
    from_shared<<<1, 256>>>(b, v);
    one_from_shared<<<1, 256>>>(b, v);
    in_a_loop<<<1, 256>>>(b, v, 8);
    low_bytes<<<4, 256>>>((int *)b, (uchar4 *)a);
    passed_on<<<4, 256>>>((float4 *)b, v);
    cudaDeviceSynchronize();
}
