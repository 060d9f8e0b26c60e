// Transpositions without a tile: one side goes down the columns.
#include "proof.cuh"

__global__ void flip(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

__global__ void flip_early(double *out, const double *in, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int from = y * width + x;
    const int to = x * height + y;
    out[to] = 2.0 * in[from];
}

__global__ void flip_sixteen(float *out, const float *in, int side) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[x * side + y] = in[y * side + x];
}

__global__ void flip_oblong(int *out, const int *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        out[x * height + y] = in[y * width + x] + 1;
    }
}

__global__ void flip_reading(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = in[x * width + y];
}

#define TILE 32
#define STEP 8

__global__ void flip_in_steps(float *out, const float *in, int side) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int from = x + side * y;
    int to = y + side * x;
    for (int i = 0; i < TILE; i += STEP) {
        out[to + i] = in[from + i * side];
    }
}

// Not a multiple of the blocks, so that the edges are seen; a multiple of 8, so that rows begin at sectors.
const int kWidth = PICK(264, 6136);
const int kHeight = PICK(520, 6152);

template <typename T>
static std::vector<T> transposed(const std::vector<T> &in, int width, int height) {
    std::vector<T> out(in.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) out[size_t(x) * height + y] = in[size_t(y) * width + x];
    return out;
}

static void run_floats() {
    auto in = numbers<float>(size_t(kWidth) * kHeight);
    auto want = transposed(in, kWidth, kHeight);
    float *d_in = to_device(in), *d_out = to_device(in);
    dim3 block(32, 32);
    dim3 grid((kWidth + 31) / 32, (kHeight + 31) / 32);
    Clock clock("flip");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        flip<<<grid, block>>>(d_out, d_in, kWidth, kHeight);
    }
    clock.stop();
    compare("flip", to_host(d_out, in.size()), want, 0);
    Clock reading("flip_reading");
    for (int run = 0; run < RUNS; run++) {
        reading.launch(run);
        flip_reading<<<dim3((kHeight + 31) / 32, (kWidth + 31) / 32), block>>>(d_out, d_in, kWidth, kHeight);
    }
    reading.stop();
    compare("flip_reading", to_host(d_out, in.size()), want, 0);
}

static void run_doubles() {
    auto in = numbers<double>(size_t(kWidth) * kHeight);
    auto want = transposed(in, kWidth, kHeight);
    for (auto &v : want) v *= 2.0;
    double *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("flip_early");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        flip_early<<<dim3((kWidth + 31) / 32, (kHeight + 31) / 32), dim3(32, 32)>>>(d_out, d_in, kWidth, kHeight);
    }
    clock.stop();
    compare("flip_early", to_host(d_out, in.size()), want, 0);
}

static void run_sixteen() {
    const int side = PICK(256, 6144);
    auto in = numbers<float>(size_t(side) * side);
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("flip_sixteen");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        flip_sixteen<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("flip_sixteen", to_host(d_out, in.size()), transposed(in, side, side), 0);
    Clock steps("flip_in_steps");
    for (int run = 0; run < RUNS; run++) {
        steps.launch(run);
        flip_in_steps<<<dim3(side / TILE, side / TILE), dim3(TILE, STEP)>>>(d_out, d_in, side);
    }
    steps.stop();
    compare("flip_in_steps", to_host(d_out, in.size()), transposed(in, side, side), 0);
}

static void run_oblong() {
    auto in = numbers<int>(size_t(kWidth) * kHeight);
    auto want = transposed(in, kWidth, kHeight);
    for (auto &v : want) v++;
    int *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("flip_oblong");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        flip_oblong<<<dim3((kWidth + 31) / 32, (kHeight + 7) / 8), dim3(32, 8)>>>(d_out, d_in, kWidth, kHeight);
    }
    clock.stop();
    compare("flip_oblong", to_host(d_out, in.size()), want, 0);
}

int main() {
    run_floats();
    run_doubles();
    run_sixteen();
    run_oblong();
    return result();
}
