// Loops over single elements that the threads of the grid, or of a block, take turns on, with lengths that are no multiple of a vector.
#include "proof.cuh"

__global__ void axpy(float *z, const float *x, const float *y, float a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        z[i] = a * x[i] + y[i];
}

// Rows, one for each block: of four only one begins where a vector may.
__global__ void centre(float *out, const float *in, int n) {
    __shared__ float part[256];
    const float *row = in + size_t(blockIdx.x) * n;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += row[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    const float all = part[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const size_t at = size_t(blockIdx.x) * n + i;
        out[at] = in[at] * n - all;
    }
}

__global__ void widen(float *out, const unsigned char *in, float f, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = f * in[i] + i % 4;
}

__global__ void greater(int *c, const int *a, const int *b, size_t n) {
    for (size_t i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) c[i] = max(a[i], b[i]);
}

__global__ void total(int *sum, const int *in, int n) {
    int s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    atomicAdd(sum, s);
}

__global__ void copy(unsigned int *to, const unsigned int *from, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i];
}

const int kElements = PICK((1 << 16) + 3, (1 << 25) + 3);

static void run_axpy() {
    auto x = numbers<float>(kElements), y = x;
    auto want = x;
    for (size_t i = 0; i < x.size(); i++) want[i] = 2.0f * x[i] + y[i];
    float *d_x = to_device(x), *d_y = to_device(y), *d_z = to_device(x);
    Clock clock("axpy");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        axpy<<<PICK(16, 1056), 256>>>(d_z, d_x, d_y, 2.0f, kElements);
    }
    clock.stop();
    compare("axpy", to_host(d_z, x.size()), want, 0);
}

static void run_rows() {
    const int rows = PICK(16, 8192), n = PICK(4099, 4096 + 1);
    auto in = numbers<float>(size_t(rows) * n);
    auto want = in;
    for (int r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (int i = 0; i < n; i++) sum += in[size_t(r) * n + i];
        for (int i = 0; i < n; i++) want[size_t(r) * n + i] = in[size_t(r) * n + i] * n - sum;
    }
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("centre");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        centre<<<PICK(16, 8192), 256>>>(d_out, d_in, PICK(4099, 4096 + 1));
    }
    clock.stop();
    compare("centre", to_host(d_out, in.size()), want, 0);
}

static void run_widen() {
    auto in = numbers<unsigned char>(kElements);
    std::vector<float> want(kElements);
    for (int i = 0; i < kElements; i++) want[i] = 0.5f * in[i] + i % 4;
    unsigned char *d_in = to_device(in);
    float *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("widen");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        widen<<<PICK(16, 1056), 256>>>(d_out, d_in, 0.5f, kElements);
    }
    clock.stop();
    compare("widen", to_host(d_out, want.size()), want, 0);
}

static void run_ints() {
    auto a = numbers<int>(kElements), b = a;
    std::reverse(b.begin(), b.end());
    auto want = a;
    for (size_t i = 0; i < a.size(); i++) want[i] = std::max(a[i], b[i]);
    int *d_a = to_device(a), *d_b = to_device(b), *d_c = to_device(a);
    Clock clock("greater");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        greater<<<PICK(16, 1056), 256>>>(d_c, d_a, d_b, kElements);
    }
    clock.stop();
    compare("greater", to_host(d_c, a.size()), want, 0);

    std::vector<int> sum(1);
    for (int v : a) sum[0] += v;
    int *d_sum = to_device(std::vector<int>(1));
    Clock adding("total");
    for (int run = 0; run < RUNS; run++) {
        adding.launch(run);
        CHECK(cudaMemsetAsync(d_sum, 0, sizeof(int)));
        total<<<PICK(16, 1056), 256>>>(d_sum, d_a, kElements);
    }
    adding.stop();
    compare("total", to_host(d_sum, 1), sum, 0);
}

static void run_copy() {
    auto in = numbers<unsigned int>(kElements);
    unsigned int *d_in = to_device(in), *d_out = to_device(std::vector<unsigned int>(kElements));
    Clock clock("copy");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        copy<<<PICK(16, 1056), 256>>>(d_out, d_in, kElements);
    }
    clock.stop();
    compare("copy", to_host(d_out, in.size()), in, 0);
}

int main() {
    run_axpy();
    run_rows();
    run_widen();
    run_ints();
    run_copy();
    return result();
}
