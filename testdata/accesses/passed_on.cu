// Launches through a function that is given the kernel and passes its arguments on, and guards that compare with fractions.
#include <utility>

struct Shape {
    dim3 blocks, threads;
    size_t bytes;
    Shape(const dim3 &b, const dim3 &t, size_t n) : blocks(b), threads(t), bytes(n) {}
};

template <typename Kernel, typename... Args>
static void launch(Kernel kernel, const Shape &shape, Args &&...args) {
    kernel<<<shape.blocks, shape.threads, shape.bytes>>>(std::forward<Args>(args)...);
}

template <typename... Args>
static void launch_twice(Args... args) {
    launch(args...);
    launch(args...);
}

template <typename T>
__global__ void rows(T *out, const T *in, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    out[blockIdx.x * n + i] = in[blockIdx.x * 2 * n + 2 * i]; //= load in 8/4; store out 4/4
}

__global__ void stride(float *out, const float *in, int step) {
    out[threadIdx.x] = in[threadIdx.x * step]; //= load in 12/4; store out 4/4
}

__global__ void fractions(float *out, const float *in) {
    __shared__ float sums[32][4];
    sums[threadIdx.x % 32][threadIdx.x / 64] = in[threadIdx.x]; //= store sums 4/1; load in 4/4
    __syncthreads();
    if (threadIdx.x < blockDim.x / 32.f) out[threadIdx.x] = sums[threadIdx.x][0]; //= load sums 1/1; store out 1/1
    if (2.5f > threadIdx.x) out[threadIdx.x + 32] = in[threadIdx.x * 8]; //= load in 3/1; store out 1/1
}

template <typename T>
static void run(T *out, const T *in, int n) {
    const Shape shape = Shape(dim3(n, 4), dim3(1, 256), 0);
    launch(rows<T>, shape, out, in, n);
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 1 << 20);
    cudaMalloc(&out, 1 << 20);
    run(out, in, 1024);
    launch_twice(stride, Shape(9, 256, 0), out, in, 3);
    fractions<<<1, 256>>>(out, in);
}
