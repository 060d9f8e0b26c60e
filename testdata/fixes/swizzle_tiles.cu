// Tiles that are written along rows and read down columns, in blocks of several shapes.
#include "proof.cuh"

__global__ void transpose16(float *out, const float *in, int side) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * side + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * side + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose32(float *out, const float *in, int side) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * side + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose32by8(int *out, const int *in, int side) {
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_doubles(double *out, const double *in, int side) {
    __shared__ double tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 16) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 16) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Each warp brings 32 rows of 32 numbers in side by side; then each lane takes the greatest of a row.
__global__ void row_greatest(float *out, const float *in, int columns) {
    __shared__ float rows[32][32];
    int lane = threadIdx.x;
    for (int r = 0; r < 32; r++) rows[r][lane] = in[(blockIdx.x * 32 + r) * 32 + lane];
    __syncthreads();
    float s = 0.0f;
    for (int c = 0; c < columns; c++) s = fmaxf(s, rows[lane][c]);
    out[blockIdx.x * 32 + lane] = s;
}

template <typename T>
static std::vector<T> transposed(const std::vector<T> &in, int side) {
    std::vector<T> out(in.size());
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) out[size_t(x) * side + y] = in[size_t(y) * side + x];
    return out;
}

static void run_floats() {
    const int side = PICK(256, 6144);
    auto in = numbers<float>(size_t(side) * side);
    auto want = transposed(in, side);
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock16("transpose16");
    for (int run = 0; run < RUNS; run++) {
        clock16.launch(run);
        transpose16<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(d_out, d_in, side);
    }
    clock16.stop();
    compare("transpose16", to_host(d_out, in.size()), want, 0);
    Clock clock32("transpose32");
    for (int run = 0; run < RUNS; run++) {
        clock32.launch(run);
        transpose32<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(d_out, d_in, side);
    }
    clock32.stop();
    compare("transpose32", to_host(d_out, in.size()), want, 0);
}

static void run_ints() {
    const int side = PICK(256, 6144);
    auto in = numbers<int>(size_t(side) * side);
    int *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("transpose32by8");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        transpose32by8<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("transpose32by8", to_host(d_out, in.size()), transposed(in, side), 0);
}

static void run_doubles() {
    const int side = PICK(256, 4096);
    auto in = numbers<double>(size_t(side) * side);
    double *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("transpose_doubles");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        transpose_doubles<<<dim3(side / 32, side / 32), dim3(32, 16)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("transpose_doubles", to_host(d_out, in.size()), transposed(in, side), 0);
}

static void run_rows() {
    const int rows = PICK(1 << 12, 1 << 20);
    auto in = numbers<float>(size_t(rows) * 32);
    std::vector<float> want(rows);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < 32; c++) want[r] = std::fmax(want[r], in[size_t(r) * 32 + c]);
    float *d_in = to_device(in), *d_out = to_device(want);
    Clock clock("row_greatest");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        row_greatest<<<rows / 32, 32>>>(d_out, d_in, 32);
    }
    clock.stop();
    compare("row_greatest", to_host(d_out, rows), want, 0);
}

int main() {
    run_floats();
    run_ints();
    run_doubles();
    run_rows();
    return result();
}
