// A vector stored to a pointer that was moved by two elements. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void store(int *data, const int *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int first = in[t];
    int4 v = make_int4(first, first + 1, first + 2, first + 3);
    ((int4 *)(data + 2))[t] = v;
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<int>(size_t(kCount) * 4 + 8);
    std::vector<int> want(size_t(kCount) * 4 + 8);
    for (int i = 0; i < kCount; i++) {
        for (int k = 0; k < 4; k++) want[4 * i + 2 + k] = in[i] + k;
    }
    int *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    int *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(int)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(int)));
    Clock clock("store");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        store<<<kCount / 256, 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("store", to_host(d_out, want.size()), want, 0);
    return result();
}
