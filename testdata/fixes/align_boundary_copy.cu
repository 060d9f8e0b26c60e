// A copy in vectors between pointers that are both three elements past a boundary. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void copy(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n / 4; i += gridDim.x * blockDim.x)
        reinterpret_cast<float4 *>(out + 3)[i] = reinterpret_cast<const float4 *>(in + 3)[i];
}

const int kCount = PICK((1 << 16) + 3, (1 << 25) + 3);

int main() {
    auto in = numbers<float>(size_t(kCount) + 8);
    std::vector<float> want(in.size());
    for (int i = 0; i < kCount / 4 * 4; i++) want[i + 3] = in[i + 3];
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("copy");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        copy<<<PICK(16, 1056), 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("copy", to_host(d_out, want.size()), want, 0);
    return result();
}
