// Threads that each work through a chunk of neighbouring elements.
#include "proof.cuh"

#define CHUNK 16

__global__ void square(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < CHUNK; j++) {
        float v = in[t * CHUNK + j];
        out[t * CHUNK + j] = v * v;
    }
}

__global__ void clamp(int *out, const int *in, int n, int per_thread, int most) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int base = t * per_thread;
    for (int k = 0; k < per_thread; ++k) {
        int i = base + k;
        if (i >= n) break;
        int v = in[i];
        if (v > most) v = most;
        out[i] = v;
    }
}

__global__ void halve(double *out, const double *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int chunk = (n + threads - 1) / threads;
    for (int i = t * chunk; i < t * chunk + chunk && i < n; i++) {
        out[i] = 0.5 * in[i];
    }
}

__global__ void shift(float *out, const float *in, int n, int per_thread, float by) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int end = min(n, (t + 1) * per_thread);
    for (int i = t * per_thread; i < end; ++i) out[i] = in[i] + by;
}

__global__ void count_odd(int *count, const int *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, odd = 0;
    for (int j = 0; j < 8; j++) odd += in[t * 8 + j] & 1;
    atomicAdd(count, odd);
}

const int kElements = PICK(1 << 16, 1 << 25);

static void run_maps() {
    auto in = numbers<float>(kElements);
    auto squares = in, shifted = in;
    for (auto &v : squares) v *= v;
    for (auto &v : shifted) v += 2.0f;
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("square");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        square<<<kElements / (256 * CHUNK), 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("square", to_host(d_out, in.size()), squares, 0);
    const int rest = kElements - 100;
    for (size_t i = rest; i < shifted.size(); i++) shifted[i] = squares[i];
    Clock other("shift");
    for (int run = 0; run < RUNS; run++) {
        other.launch(run);
        shift<<<kElements / (256 * CHUNK), 256>>>(d_out, d_in, rest, CHUNK, 2.0f);
    }
    other.stop();
    compare("shift", to_host(d_out, in.size()), shifted, 0);
}

static void run_ints() {
    auto in = numbers<int>(kElements);
    auto want = in;
    const int rest = kElements - 100;
    for (int i = 0; i < rest; i++) want[i] = std::min(in[i], 7);
    int *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("clamp");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        clamp<<<kElements / (256 * 32), 256>>>(d_out, d_in, rest, 32, 7);
    }
    clock.stop();
    compare("clamp", to_host(d_out, in.size()), want, 0);

    std::vector<int> odd(1);
    for (int v : in) odd[0] += v & 1;
    int *d_count = to_device(std::vector<int>(1));
    Clock counting("count_odd");
    for (int run = 0; run < RUNS; run++) {
        counting.launch(run);
        count_odd<<<kElements / (256 * 8), 256>>>(d_count, d_in);
    }
    counting.stop();
    odd[0] *= RUNS;
    compare("count_odd", to_host(d_count, 1), odd, 0);
}

static void run_halve() {
    auto in = numbers<double>(kElements - 100);
    auto want = in;
    for (auto &v : want) v *= 0.5;
    double *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("halve");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        halve<<<kElements / (256 * CHUNK), 256>>>(d_out, d_in, kElements - 100);
    }
    clock.stop();
    compare("halve", to_host(d_out, in.size()), want, 0);
}

int main() {
    run_maps();
    run_ints();
    run_halve();
    return result();
}
