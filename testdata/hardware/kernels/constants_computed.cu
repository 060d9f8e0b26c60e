// Sizes from constexpr functions, enumerators, sizeof, default arguments and overloads.
#include "suite.cuh"

enum Layout { Dense = 1, Every = 3, Pitch = 40 };

enum class Step : int { One = 1, Five = 5 };

__host__ __device__ constexpr int square(int x) { return x * x; }

__host__ __device__ constexpr int log2of(int n) { return n <= 1 ? 0 : 1 + log2of(n / 2); }

struct Header {
    int magic, version;
    double scale;
};

static constexpr int kWords = sizeof(Header) / sizeof(int);

__device__ int index_of(int row, int col, int pitch = Pitch) { return row * pitch + col; }

__device__ int index_of(int i) { return i * static_cast<int>(Step::Five); }

__device__ float read(const float *p, int i) { return p[i]; }

__device__ double read(const double *p, int i) { return p[2 * i]; }

__global__ void enumerators(float *out, const float *in) {
    int t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = in[t * Every + Dense];
}

__global__ void skip_header(int *out, const char *file) {
    const int *words = (const int *)(file + sizeof(Header));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = words[i * kWords];
}

__global__ void squares(float *out, const float *in) {
    __shared__ float s[square(16)];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[(t << log2of(8)) % square(16)];
}

__global__ void defaults(float *out, const float *in) {
    int x = threadIdx.x, y = threadIdx.y;
    out[index_of(y, x)] = in[index_of(y * 16 + x)];
}

__global__ void overloads(float *out, const float *f, const double *d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = read(f, i);
    double w = read(d, i);
    out[i] = v + (float)w;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    enumerators<<<16, 128>>>(b, a);
    skip_header<<<16, 128>>>((int *)b, (char *)a);
    squares<<<16, 256>>>(b, a);
    defaults<<<1, dim3(16, 16)>>>(b, a);
    overloads<<<16, 128>>>(b, a, (double *)a);
    cudaDeviceSynchronize();
}
