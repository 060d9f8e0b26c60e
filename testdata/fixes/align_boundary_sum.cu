// A sum over vectors from a pointer that is one element past a boundary. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void total(int *sum, const int *in, size_t n) {
    int s = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int2 v = reinterpret_cast<const int2 *>(in + 1)[i];
        s += v.x + v.y;
    }
    atomicAdd(sum, s);
}

const int kVectors = PICK((1 << 15) + 1, (1 << 24) + 1);

int main() {
    auto in = numbers<int>(size_t(kVectors) * 2 + 1);
    std::vector<int> want(1);
    for (size_t i = 0; i < size_t(kVectors) * 2; i++) want[0] += in[i + 1];
    int *d_in, *d_sum;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_sum, sizeof(int)));
    Clock clock("total");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        CHECK(cudaMemsetAsync(d_sum, 0, sizeof(int)));
        total<<<PICK(16, 1056), 256>>>(d_sum, d_in, kVectors);
    }
    clock.stop();
    compare("total", to_host(d_sum, 1), want, 0);
    return result();
}
