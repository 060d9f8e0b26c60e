// The offset stands at the launch. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void doubled(float *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = *(const float4 *)(data + 4 * t);
    out[t] = 2.0f * (v.x + v.y + v.z + v.w);
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<float>(size_t(kCount) * 4 + 8);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        want[i] = 2.0f * (in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3] + in[4 * i + 4]);
    }
    float *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    float *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("doubled");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        doubled<<<kCount / 256, 256>>>(d_out, d_in + 1);
    }
    clock.stop();
    compare("doubled", to_host(d_out, want.size()), want, 0);
    return result();
}
