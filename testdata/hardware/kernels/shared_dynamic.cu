// Dynamic shared memory: one array, a pitch as an argument, several arrays carved out of one.
#include "suite.cuh"

extern __shared__ float line[];

__global__ void rotate(float *out, const float *in) {
    int t = threadIdx.x;
    line[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = line[(t + 1) % blockDim.x];
}

__global__ void pitched(float *out, const float *in, int pitch) {
    extern __shared__ float tile[];
    int tx = threadIdx.x, ty = threadIdx.y;
    tile[ty * pitch + tx] = in[ty * 32 + tx];
    __syncthreads();
    out[ty * 32 + tx] = tile[tx * pitch + ty];
}

__global__ void carved(double *out, const double *in, int n) {
    extern __shared__ double pool[];
    double *sums = pool;
    float *weights = (float *)(pool + n);
    int *ids = (int *)&weights[n];
    int t = threadIdx.x;
    sums[t] = in[t];
    weights[t] = (float)in[t + n];
    ids[t] = (t * 7) % n;
    __syncthreads();
    double s = sums[n - 1 - t];
    float w = weights[(2 * t) % n];
    int id = ids[t];
    out[blockIdx.x * blockDim.x + t] = s * w + id;
}

__global__ void bytes_first(int *out, const int *in) {
    extern __shared__ unsigned char raw[];
    int *words = reinterpret_cast<int *>(raw);
    short *shorts = reinterpret_cast<short *>(raw + 256 * sizeof(int));
    int t = threadIdx.x;
    words[t] = in[t];
    shorts[t] = (short)in[t + 256];
    __syncthreads();
    int w = words[(4 * t) & 255];
    short s = shorts[(4 * t) & 255];
    out[blockIdx.x * 256 + t] = w + s;
}

template <typename T>
__global__ void typed(T *out, const T *in, int stride) {
    extern __shared__ char storage[];
    T *buf = (T *)storage;
    buf[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = buf[(threadIdx.x * stride) & 127];
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    rotate<<<16, 128, 128 * sizeof(float)>>>(b, a);
    pitched<<<1, dim3(32, 32), 32 * 33 * sizeof(float)>>>(b, a, 33);
    carved<<<8, 128, 128 * (sizeof(double) + sizeof(float) + sizeof(int))>>>((double *)b, (double *)a, 128);
    bytes_first<<<8, 256, 256 * 6>>>((int *)b, (int *)a);
    typed<double><<<8, 128, 128 * sizeof(double)>>>((double *)b, (double *)a, 2);
    cudaDeviceSynchronize();
}
