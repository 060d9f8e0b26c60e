// Loops over vectors that leave the last elements out.

__global__ void grid_stride(float *out, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i]; // want vector-tail "up to 3 elements of in left out: it goes over n / 4 vectors, and nothing looks at the rest"
}

__global__ void one_each(int *out, const int *in, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, pairs = (rows * columns) >> 1;
    if (i >= pairs) return;
    const int2 v = ((const int2 *)in)[i]; // want vector-tail "up to 1 element of in left out: it goes over rows \* columns / 2 vectors"
    ((int2 *)out)[i] = make_int2(v.y, v.x);
}

__global__ void typed(float4 *out, const float4 *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) out[i] = in[i]; // want vector-tail "it goes over n / 4 vectors"
}

// Fine: the bound counts vectors, and whoever calls it has to think of the rest.
__global__ void counted(float4 *out, const float4 *in, int vectors) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < vectors) out[i] = in[i];
}

// Fine: the rest is gone over one by one.
__global__ void with_rest(float *out, const float *in, int n, int done) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for (int i = t; i < n / 4; i += all) ((float4 *)out)[i] = ((const float4 *)in)[i];
    if (t < n - done) out[done + t] = in[done + t];
}

// Fine: rounded up, so nothing is left out.
__global__ void rounded_up(float4 *out, const float4 *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 3) / 4) out[i] = in[i];
}

// Fine: half of the threads work; no vectors.
__global__ void halves(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) out[i] += in[i + n / 2];
}

// Fine: the launch tells that there are 4096.
__global__ void told(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) ((float4 *)out)[i] = ((const float4 *)in)[i];
}

void run(float *f, int *k, float4 *v, int n) {
    grid_stride<<<64, 256>>>(f, f, n);
    one_each<<<64, 256>>>(k, k, n, n);
    typed<<<64, 256>>>(v, v, n);
    counted<<<64, 256>>>(v, v, n);
    with_rest<<<64, 256>>>(f, f, n, 0);
    rounded_up<<<64, 256>>>(v, v, n);
    halves<<<64, 256>>>(f, f, n);
    told<<<4, 256>>>(f, f, 4096);
}
