// Row and column taken from the wrong axes, in maps of matrices under square and oblong blocks.
#include "proof.cuh"

__global__ void scale(float *out, const float *in, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) out[row * cols + col] = 3.0f * in[row * cols + col];
}

__global__ void add(double *c, const double *a, const double *b, int cols) {
    int y = threadIdx.x + blockDim.x * blockIdx.x;
    int x = threadIdx.y + blockDim.y * blockIdx.y;
    c[y * cols + x] = a[y * cols + x] + b[y * cols + x];
}

__global__ void clear_edges(int *out, const int *in, int rows, int cols) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= rows || c >= cols) return;
    bool edge = r == 0 || c == 0 || r == rows - 1 || c == cols - 1;
    out[r * cols + c] = edge ? 0 : in[r * cols + c];
}

// c = a * b, naive.
__global__ void product(float *c, const float *a, const float *b, int side) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0.0f;
    for (int k = 0; k < side; k++) s += a[row * side + k] * b[k * side + col];
    c[row * side + col] = s;
}

__global__ void average(float *out, const float *in, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < rows - 1 && j > 0 && j < cols - 1)
        out[i * cols + j] = 0.25f * (in[(i - 1) * cols + j] + in[(i + 1) * cols + j] + in[i * cols + j - 1] + in[i * cols + j + 1]);
}

const int kRows = PICK(256, 4096);
const int kCols = PICK(512, 8192);

static void run_scale() {
    auto in = numbers<float>(size_t(kRows) * kCols);
    auto want = in;
    for (auto &v : want) v *= 3.0f;
    float *d_in = to_device(in), *d_out = to_device(in);
    dim3 block(16, 16);
    dim3 grid((kRows + block.x - 1) / block.x, (kCols + block.y - 1) / block.y);
    Clock clock("scale");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        scale<<<grid, block>>>(d_out, d_in, kRows, kCols);
    }
    clock.stop();
    compare("scale", to_host(d_out, in.size()), want, 0);
}

static void run_add() {
    const int rows = PICK(256, 4096), cols = PICK(512, 4096);
    auto a = numbers<double>(size_t(rows) * cols);
    auto want = a;
    for (auto &v : want) v += v;
    double *d_a = to_device(a), *d_c = to_device(a);
    Clock clock("add");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        add<<<dim3(rows / 32, cols / 8), dim3(32, 8)>>>(d_c, d_a, d_a, cols);
    }
    clock.stop();
    compare("add", to_host(d_c, a.size()), want, 0);
}

static void run_clear_edges() {
    auto in = numbers<int>(size_t(kRows) * kCols);
    auto want = in;
    for (int r = 0; r < kRows; r++)
        for (int c = 0; c < kCols; c++)
            if (r == 0 || c == 0 || r == kRows - 1 || c == kCols - 1) want[size_t(r) * kCols + c] = 0;
    int *d_in = to_device(in), *d_out = to_device(in);
    dim3 threads(8, 32);
    dim3 blocks(kRows / 8, kCols / 32);
    Clock clock("clear_edges");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        clear_edges<<<blocks, threads>>>(d_out, d_in, kRows, kCols);
    }
    clock.stop();
    compare("clear_edges", to_host(d_out, in.size()), want, 0);
}

static void run_product() {
    const int side = PICK(128, 1024);
    auto a = numbers<float>(size_t(side) * side), b = numbers<float>(size_t(side) * side);
    std::vector<float> want(a.size());
    for (int r = 0; r < side; r++)
        for (int k = 0; k < side; k++)
            for (int c = 0; c < side; c++) want[r * side + c] += a[r * side + k] * b[k * side + c];
    float *d_a = to_device(a), *d_b = to_device(b), *d_c = to_device(a);
    Clock clock("product");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        product<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(d_c, d_a, d_b, side);
    }
    clock.stop();
    compare("product", to_host(d_c, want.size()), want, 0);
}

static void run_average() {
    auto in = numbers<float>(size_t(kRows) * kCols);
    auto want = in;
    for (int i = 1; i < kRows - 1; i++)
        for (int j = 1; j < kCols - 1; j++) {
            size_t at = size_t(i) * kCols + j;
            want[at] = 0.25f * (in[at - kCols] + in[at + kCols] + in[at - 1] + in[at + 1]);
        }
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("average");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        average<<<dim3(kRows / 16, kCols / 16), dim3(16, 16)>>>(d_out, d_in, kRows, kCols);
    }
    clock.stop();
    compare("average", to_host(d_out, in.size()), want, 0);
}

int main() {
    run_scale();
    run_add();
    run_clear_edges();
    run_product();
    run_average();
    return result();
}
