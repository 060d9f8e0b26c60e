// Sums of a block in shared memory, near elements first, with the step and the threads chosen in several ways.
#include "proof.cuh"

#define THREADS 256

__global__ void by_remainder(float *sums, const float *in) {
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

__global__ void by_mask(int *out, const int *in) {
    __shared__ int part[THREADS];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int stride = 1; stride < THREADS; stride <<= 1) {
        if ((tid & (2 * stride - 1)) == 0) part[tid] = max(part[tid], part[tid + stride]);
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

__global__ void by_index(float *sums, const float *in) {
    extern __shared__ float part[];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) part[index] += part[index + s];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

__global__ void by_twice_the_step(double *sums, const double *in) {
    __shared__ double part[THREADS];
    int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (int m = 2; m <= THREADS; m *= 2) {
        if (tid % m == 0) part[tid] += part[tid + m / 2];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.x] = part[0];
}

template <int BLOCK>
__global__ void by_while(float *sums, const float *in, int n) {
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    int s = 1;
    while (s < BLOCK) {
        if (!(tid % (s + s))) {
            part[tid] = part[tid] + part[tid + s];
        }
        __syncthreads();
        s += s;
    }
    if (tid == 0) sums[blockIdx.x] = part[tid];
}

const int kElements = PICK(1 << 16, 1 << 25);

template <typename T>
static std::vector<T> sums_of(const std::vector<T> &in, int block) {
    std::vector<T> out(in.size() / block);
    for (size_t i = 0; i < in.size(); i++) out[i / block] += in[i];
    return out;
}

static void run_floats() {
    auto in = numbers<float>(kElements);
    auto want = sums_of(in, THREADS);
    float *d_in = to_device(in), *d_out = to_device(want);
    Clock clock("by_remainder");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        by_remainder<<<kElements / THREADS, THREADS>>>(d_out, d_in);
    }
    clock.stop();
    compare("by_remainder", to_host(d_out, want.size()), want, 0);
    Clock index("by_index");
    for (int run = 0; run < RUNS; run++) {
        index.launch(run);
        by_index<<<kElements / THREADS, THREADS, THREADS * sizeof(float)>>>(d_out, d_in);
    }
    index.stop();
    compare("by_index", to_host(d_out, want.size()), want, 0);
    auto wide = sums_of(in, 512);
    Clock loop("by_while");
    for (int run = 0; run < RUNS; run++) {
        loop.launch(run);
        by_while<512><<<kElements / 512, 512>>>(d_out, d_in, kElements);
    }
    loop.stop();
    compare("by_while", to_host(d_out, wide.size()), wide, 0);
}

static void run_ints() {
    auto in = numbers<int>(kElements);
    std::vector<int> want(kElements / THREADS);
    for (size_t i = 0; i < in.size(); i++) want[i / THREADS] = std::max(want[i / THREADS], in[i]);
    int *d_in = to_device(in), *d_out = to_device(want);
    Clock clock("by_mask");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        by_mask<<<kElements / THREADS, THREADS>>>(d_out, d_in);
    }
    clock.stop();
    compare("by_mask", to_host(d_out, want.size()), want, 0);
}

// Thirds are rounded, so that the order of the additions shows.
static void run_doubles() {
    auto in = numbers<double>(kElements);
    for (auto &v : in) v /= 3.0;
    auto want = sums_of(in, THREADS);
    double *d_in = to_device(in), *d_out = to_device(want);
    Clock clock("by_twice_the_step");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        by_twice_the_step<<<kElements / THREADS, THREADS>>>(d_out, d_in);
    }
    clock.stop();
    compare("by_twice_the_step", to_host(d_out, want.size()), want, 1e-13);
}

int main() {
    run_floats();
    run_ints();
    run_doubles();
    return result();
}
