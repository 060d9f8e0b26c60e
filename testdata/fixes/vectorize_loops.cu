// Grid-stride loops over single elements, with lengths that are no multiple of a vector.
#include "proof.cuh"

__global__ void axpy(float *z, const float *x, const float *y, float a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        z[i] = a * x[i] + y[i];
}

__global__ void halve(double *out, const double *in, int n) {
    const int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        out[i] = 0.5 * in[i];
    }
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

static void run_halve() {
    auto in = numbers<double>(kElements);
    auto want = in;
    for (auto &v : want) v *= 0.5;
    double *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("halve");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        halve<<<PICK(16, 1056), 256>>>(d_out, d_in, kElements);
    }
    clock.stop();
    compare("halve", to_host(d_out, in.size()), want, 0);
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
    run_halve();
    run_ints();
    run_copy();
    return result();
}
