// A pointer that is moved, cast and kept in a variable. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void moved(double *out, const double *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const double2 *wide = reinterpret_cast<const double2 *>(&data[5]);
    double2 v = wide[t];
    out[t] = v.x * v.y;
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<double>(size_t(kCount) * 4 + 8);
    std::vector<double> want(kCount);
    for (int i = 0; i < kCount; i++) {
        want[i] = in[2 * i + 5] * in[2 * i + 6];
    }
    double *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(double)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(double), cudaMemcpyHostToDevice));
    double *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(double)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(double)));
    Clock clock("moved");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        moved<<<kCount / 256, 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("moved", to_host(d_out, want.size()), want, 0);
    return result();
}
