// Square tiles of floats that are read down a column: in a transposition, in sums of rows, in a matrix product.
#include "proof.cuh"

__global__ void transpose(float *out, const float *in, int side) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Each warp brings 32 rows of 32 numbers in side by side; then each lane adds up a row.
__global__ void row_sums(float *sums, const float *in) {
    __shared__ float rows[4][32][32];
    int lane = threadIdx.x, warp = threadIdx.y;
    int first = (blockIdx.x * 4 + warp) * 32;
    for (int r = 0; r < 32; r++) rows[warp][r][lane] = in[(first + r) * 32 + lane];
    __syncthreads();
    float s = 0.0f;
    for (int c = 0; c < 32; c++) s += rows[warp][lane][c];
    sums[first + lane] = s;
}

// c = a * b, where b is kept by columns.
__global__ void product(float *c, const float *a, const float *b, int side) {
    __shared__ float left[32][32];
    __shared__ float right[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < side; k += 32) {
        left[threadIdx.y][threadIdx.x] = a[row * side + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 32 + threadIdx.y) * side + k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float l = left[threadIdx.y][i];
            s += l * right[threadIdx.x][i];
        }
        __syncthreads();
    }
    c[row * side + col] = s;
}

static void run_transpose() {
    const int side = PICK(256, 6144);
    auto in = numbers<float>(size_t(side) * side);
    std::vector<float> want(in.size());
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) want[size_t(x) * side + y] = in[size_t(y) * side + x];
    float *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("transpose");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        transpose<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("transpose", to_host(d_out, in.size()), want, 0);
}

static void run_row_sums() {
    const int rows = PICK(1 << 12, 1 << 20);
    auto in = numbers<float>(size_t(rows) * 32);
    std::vector<float> want(rows);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < 32; c++) want[r] += in[size_t(r) * 32 + c];
    float *d_in = to_device(in), *d_out = to_device(want);
    Clock clock("row_sums");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        row_sums<<<rows / 128, dim3(32, 4)>>>(d_out, d_in);
    }
    clock.stop();
    compare("row_sums", to_host(d_out, rows), want, 0);
}

static void run_product() {
    const int side = PICK(128, 1024);
    auto a = numbers<float>(size_t(side) * side), b = numbers<float>(size_t(side) * side);
    std::vector<float> want(a.size());
    for (int r = 0; r < side; r++)
        for (int c = 0; c < side; c++) {
            float s = 0.0f;
            for (int k = 0; k < side; k++) s += a[r * side + k] * b[c * side + k];
            want[r * side + c] = s;
        }
    float *d_a = to_device(a), *d_b = to_device(b), *d_c = to_device(a);
    Clock clock("product");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        product<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(d_c, d_a, d_b, side);
    }
    clock.stop();
    compare("product", to_host(d_c, want.size()), want, 0);
}

int main() {
    run_transpose();
    run_row_sums();
    run_product();
    return result();
}
