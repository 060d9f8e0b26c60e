// A vector that lies four bytes into a struct of twenty. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

struct Sample {
    float weight;
    float value[4];
};

__global__ void member(float *out, const Sample *samples) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = *reinterpret_cast<const float4 *>(samples[t].value);
    out[t] = samples[t].weight * (v.x + v.y + v.z + v.w);
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<float>(size_t(kCount) * 5);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) want[i] = in[5 * i] * (in[5 * i + 1] + in[5 * i + 2] + in[5 * i + 3] + in[5 * i + 4]);
    Sample *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    float *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    Clock clock("member");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        member<<<kCount / 256, 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("member", to_host(d_out, want.size()), want, 0);
    return result();
}
