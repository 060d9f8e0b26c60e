// Loops over elements without a vector type of CUDA: a template's argument, half. The lengths are no multiple of a vector.
#include "proof.cuh"

#include <cuda_fp16.h>

__global__ void widened(float *out, const half *in, long long n) {
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (long long i = first; i < n; i += gridDim.x * blockDim.x) out[i] = __half2float(in[i]);
}

template <typename T>
__global__ void scaled(T *out, const T *in, float f, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f * float(in[i]);
}

// The greatest of each row; the value is carried by a variable of the kernel.
template <typename T>
__global__ void greatest(float *out, const T *in, int n) {
    __shared__ float part[256];
    in += size_t(blockIdx.x) * n;
    float most = -1.0f, value;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        value = static_cast<float>(in[i]);
        most = value > most ? value : most;
    }
    part[threadIdx.x] = most;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

#define WIDTH 4096 + 2

// Rows that a table names, turned round in shared memory.
template <typename T>
__global__ void turned(T *out, const T *in, const int *rows, int n) {
    __shared__ T line[WIDTH];
    const int row = rows[blockIdx.x];
    for (int i = threadIdx.x; i < WIDTH; i += blockDim.x) line[i] = __ldg(in + row * n + i);
    __syncthreads();
    for (int i = threadIdx.x; i < WIDTH; i += blockDim.x) out[size_t(blockIdx.x) * n + i] = line[(WIDTH) - 1 - i];
}

const int kElements = PICK((1 << 16) + 3, (1 << 25) + 3);

static std::vector<float> floats(const std::vector<half> &v) {
    std::vector<float> out(v.size());
    for (size_t i = 0; i < v.size(); i++) out[i] = __half2float(v[i]);
    return out;
}

static void run_maps() {
    auto in = numbers<half>(kElements);
    const auto want = floats(in);
    half *d_in = to_device(in), *d_half = to_device(in);
    float *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("widened");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        widened<<<PICK(16, 1056), 256>>>(d_out, d_in, kElements);
    }
    clock.stop();
    compare("widened", to_host(d_out, want.size()), want, 0);

    auto twice = want;
    for (float &x : twice) x *= 2;
    Clock scaling("scaled");
    for (int run = 0; run < RUNS; run++) {
        scaling.launch(run);
        scaled<half><<<PICK(16, 1056), 256>>>(d_half, d_in, 2.0f, kElements);
    }
    scaling.stop();
    compare("scaled", floats(to_host(d_half, in.size())), twice, 0);
}

static void run_greatest() {
    const int rows = PICK(16, 8192), n = PICK(4098, 4098);
    auto in = numbers<half>(size_t(rows) * n);
    for (int r = 0; r < rows; r++) in[size_t(r) * n + (r * 37) % n] = half(100.0f + r % 50);
    std::vector<float> want(rows);
    for (int r = 0; r < rows; r++) want[r] = 100.0f + r % 50;
    half *d_in = to_device(in);
    float *d_out = to_device(std::vector<float>(rows));
    Clock clock("greatest");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        greatest<half><<<PICK(16, 8192), 256>>>(d_out, d_in, PICK(4098, 4098));
    }
    clock.stop();
    compare("greatest", to_host(d_out, rows), want, 0);
}

static void run_turned() {
    const int rows = PICK(16, 8192), n = PICK(4104, 4104);
    auto in = numbers<float>(size_t(rows) * n);
    std::vector<int> which(rows);
    for (int r = 0; r < rows; r++) which[r] = (r * 7) % rows;
    std::vector<float> want(in.size());
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < (WIDTH); i++) want[size_t(r) * n + i] = in[size_t(which[r]) * n + (WIDTH) - 1 - i];
    float *d_in = to_device(in), *d_out = to_device(std::vector<float>(in.size()));
    int *d_which = to_device(which);
    Clock clock("turned");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        turned<<<PICK(16, 8192), 256>>>(d_out, d_in, d_which, PICK(4104, 4104));
    }
    clock.stop();
    compare("turned", to_host(d_out, in.size()), want, 0);
}

int main() {
    run_maps();
    run_greatest();
    run_turned();
    return result();
}
