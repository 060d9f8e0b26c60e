// Which line an access in a function is counted at: the function's own, or that of the call.
#include "suite.cuh"

__device__ float pick(const float *p, int i) {
    return p[i];
}

__device__ void put(float *p, int i, float v) {
    p[i] = v;
}

__global__ void once(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v =
        pick(in, t);
    out[t] = v;
}

__global__ void twice(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v =
        pick(in, t);
    float w =
        pick(in, 2 * t);
    out[t] = v + w;
}

__global__ void thrice(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    put(out, t,
        pick(in, t));
    put(out, t + 4096,
        pick(in, 2 * t));
    put(out, t + 8192,
        pick(in, 4 * t));
}

__device__ float two_loads(const float *p, int i) {
    float a = p[i];
    float b = p[i + 4096];
    return a * b;
}

__global__ void two_once(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] =
        two_loads(in, t);
}

__global__ void two_twice(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v =
        two_loads(in, t);
    float w =
        two_loads(in, 2 * t);
    out[t] = v - w;
}

__device__ float row_sum(const float *p, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += p[i] * p[i];
    }
    return sum;
}

__global__ void rows(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] =
        row_sum(in + t * n, n);
}

__device__ float row_slow(const float *p, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        float a = sinf(p[i]);
        float b = powf(a, 20);
        sum += a * b;
    }
    return sum;
}

__global__ void rows_slow(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] =
        row_slow(in + t * n, n);
}

__device__ void order(float &a, float &b) {
    if (a > b) {
        float c = a;
        a = b;
        b = c;
    }
}

__global__ void by_reference(float *data) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = data[t];
    s[t + 256] = data[t + 256];
    __syncthreads();
    order(s[t],
          s[t + 256]);
    __syncthreads();
    data[t] = s[t];
    data[t + 256] = s[t + 256];
}

__global__ void by_reference_twice(float *data) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = data[t];
    s[t + 256] = data[t + 256];
    __syncthreads();
    order(s[t],
          s[t + 256]);
    __syncthreads();
    order(s[(t + 1) & 255],
          s[((t + 1) & 255) + 256]);
    __syncthreads();
    data[t] = s[t];
    data[t + 256] = s[t + 256];
}

__global__ void by_reference_loop(float *data, int n) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = data[t];
    s[t + 256] = data[t + 256];
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        __syncthreads();
        order(s[(t + k) & 255],
              s[((t + k) & 255) + 256]);
    }
    __syncthreads();
    data[t] = s[t];
    data[t + 256] = s[t + 256];
}

__device__ int scan_warp(int v, volatile int *s, int steps) {
    int t = threadIdx.x;
    int at = 2 * t - (t & 31);
    s[at] = 0;
    at += 32;
    s[at] = v;
    if (steps > 0) s[at] += s[at - 1];
    if (steps > 1) s[at] += s[at - 2];
    return s[at];
}

__global__ void scan_twice(int *out, const int *in) {
    __shared__ int s[512];
    int t = threadIdx.x;
    int v = in[t];
    v =
        scan_warp(v, s, 2);
    __syncthreads();
    v =
        scan_warp(v, s, 1);
    out[t] = v;
}

__device__ float inner(const float *p, int i) {
    return p[i];
}
__device__ float middle(const float *p, int i) {
    return inner(p, i) +
           inner(p, i + 4096);
}

__global__ void deep(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] =
        middle(in, t);
    out[t + 4096] =
        middle(in, 2 * t);
}

template <class T> __device__ T load_as(const T *p, int i) {
    return p[i];
}

__global__ void templates(float *out, const float *in, const double *d) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v =
        load_as(in, t);
    double w =
        load_as(d, t);
    out[t] = v + (float)w;
}

__device__ void convert(float *v, const float *p) {
    *v = *p * 2.0f;
}

__global__ void out_parameter(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v, w;
    convert(&v,
            &in[t]);
    convert(&w,
            &in[2 * t]);
    out[t] = v + w;
}

struct View {
    const float *p;
    int pitch;
    __device__ float at(int y, int x) const {
        return p[y * pitch + x];
    }
};

__global__ void member(float *out, View v) {
    int t = threadIdx.x;
    float a =
        v.at(blockIdx.x, t);
    float b =
        v.at(t, blockIdx.x);
    out[blockIdx.x * 256 + t] = a + b;
}

struct Vec { float x, y, z; };
__device__ Vec operator+(const Vec &a, const Vec &b) {
    Vec c;
    c.x = a.x + b.x;
    c.y = a.y + b.y;
    c.z = a.z + b.z;
    return c;
}

__global__ void operators(Vec *out, const Vec *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] =
        in[t] +
        in[t + 1024];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    once<<<4, 256>>>(b, a);
    twice<<<4, 256>>>(b, a);
    thrice<<<4, 256>>>(b, a);
    two_once<<<4, 256>>>(b, a);
    two_twice<<<4, 256>>>(b, a);
    rows<<<4, 256>>>(b, a, 16);
    rows_slow<<<4, 256>>>(b, a, 16);
    float *e = filled<float>(1 << 12, [](size_t i) { return (float)((i * 2654435761u >> 7) & 4095); });
    by_reference<<<1, 256>>>(e);
    by_reference_twice<<<1, 256>>>(e);
    by_reference_loop<<<1, 256>>>(e, 8);
    scan_twice<<<1, 256>>>((int *)b, (int *)a);
    deep<<<4, 256>>>(b, a);
    templates<<<4, 256>>>(b, a, (double *)a);
    out_parameter<<<4, 256>>>(b, a);
    View v = {a, 256};
    member<<<64, 256>>>(b, v);
    operators<<<4, 256>>>((Vec *)b, (Vec *)a);
    cudaDeviceSynchronize();
}
