// Tiles of doubles and of 16-bit numbers that are read down a column.
#include "proof.cuh"

__global__ void transpose_doubles(double *out, const double *in, int side) {
    __shared__ double tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_shorts(short *out, const short *in, int side) {
    __shared__ short tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
static std::vector<T> transposed(const std::vector<T> &in, int side) {
    std::vector<T> out(in.size());
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) out[size_t(x) * side + y] = in[size_t(y) * side + x];
    return out;
}

static void run_doubles() {
    const int side = PICK(256, 4096);
    auto in = numbers<double>(size_t(side) * side);
    double *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("transpose_doubles");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        transpose_doubles<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("transpose_doubles", to_host(d_out, in.size()), transposed(in, side), 0);
}

static void run_shorts() {
    const int side = PICK(256, 8192);
    auto in = numbers<short>(size_t(side) * side);
    short *d_in = to_device(in), *d_out = to_device(in);
    Clock clock("transpose_shorts");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        transpose_shorts<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(d_out, d_in, side);
    }
    clock.stop();
    compare("transpose_shorts", to_host(d_out, in.size()), transposed(in, side), 0);
}

int main() {
    run_doubles();
    run_shorts();
    return result();
}
