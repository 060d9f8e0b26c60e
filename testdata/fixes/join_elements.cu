// Lanes that use two or four neighbouring elements, one at a time.
#include "proof.cuh"

__global__ void luminance(float *out, const float *pixels) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = 2.0f * pixels[4 * t] + 4.0f * pixels[4 * t + 1] + pixels[4 * t + 2] - pixels[4 * t + 3];
}

__global__ void pairs(int *sum, const int *in, int n) {
    int s = 0;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2; i < n; i += gridDim.x * blockDim.x * 2) s += in[i] ^ in[i + 1];
    atomicAdd(sum, s);
}

__global__ void paint(unsigned char *out, const float *grey, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const int at = 4 * (y * w + x);
    const float v = grey[y * w + x];
    out[at] = v;
    out[at + 1] = v + 1.0f;
    out[at + 2] = v + 2.0f;
    out[at + 3] = 255;
}

__global__ void norms(double *out, const double *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const double *mine = in + t * 2;
    out[t] = mine[0] * mine[0] + mine[1] * mine[1];
}

__global__ void spread(int *out, const int *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[t];
    out[2 * t] = v;
    out[2 * t + 1] = -v;
}

const int kThreads = PICK(1 << 14, 1 << 24);

static void run_luminance() {
    auto in = numbers<float>(4 * size_t(kThreads));
    std::vector<float> want(kThreads);
    for (size_t t = 0; t < want.size(); t++) want[t] = 2.0f * in[4 * t] + 4.0f * in[4 * t + 1] + in[4 * t + 2] - in[4 * t + 3];
    float *d_in = to_device(in), *d_out = to_device(std::vector<float>(kThreads));
    Clock clock("luminance");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        luminance<<<PICK(64, 65536), 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("luminance", to_host(d_out, want.size()), want, 0);
}

static void run_pairs() {
    auto in = numbers<int>(2 * size_t(kThreads));
    std::vector<int> want(1);
    for (size_t t = 0; t < size_t(kThreads); t++) want[0] += in[2 * t] ^ in[2 * t + 1];
    int *d_in = to_device(in), *d_sum = to_device(std::vector<int>(1));
    Clock clock("pairs");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        CHECK(cudaMemsetAsync(d_sum, 0, sizeof(int)));
        pairs<<<PICK(16, 2048), 256>>>(d_sum, d_in, 2 * kThreads);
    }
    clock.stop();
    compare("pairs", to_host(d_sum, 1), want, 0);
}

static void run_paint() {
    auto grey = numbers<float>(kThreads);
    std::vector<unsigned char> want(4 * size_t(kThreads));
    for (size_t t = 0; t < grey.size(); t++) {
        for (int k = 0; k < 3; k++) want[4 * t + k] = (unsigned char)(grey[t] + k);
        want[4 * t + 3] = 255;
    }
    float *d_grey = to_device(grey);
    unsigned char *d_out = to_device(std::vector<unsigned char>(want.size()));
    Clock clock("paint");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        paint<<<dim3(4, PICK(16, 16384)), 256>>>(d_out, d_grey, 1024);
    }
    clock.stop();
    compare("paint", to_host(d_out, want.size()), want, 0);
}

static void run_norms() {
    auto in = numbers<double>(2 * size_t(kThreads));
    std::vector<double> want(kThreads);
    for (size_t t = 0; t < want.size(); t++) want[t] = in[2 * t] * in[2 * t] + in[2 * t + 1] * in[2 * t + 1];
    double *d_in = to_device(in), *d_out = to_device(std::vector<double>(kThreads));
    Clock clock("norms");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        norms<<<PICK(64, 65536), 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("norms", to_host(d_out, want.size()), want, 0);
}

static void run_spread() {
    auto in = numbers<int>(kThreads);
    std::vector<int> want(2 * size_t(kThreads));
    for (size_t t = 0; t < in.size(); t++) want[2 * t] = in[t], want[2 * t + 1] = -in[t];
    int *d_in = to_device(in), *d_out = to_device(std::vector<int>(want.size()));
    Clock clock("spread");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        spread<<<PICK(64, 65536), 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("spread", to_host(d_out, want.size()), want, 0);
}

int main() {
    run_luminance();
    run_pairs();
    run_paint();
    run_norms();
    run_spread();
    return result();
}
