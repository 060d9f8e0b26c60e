// A vector loaded from a pointer that was moved by three elements. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void load(float *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = reinterpret_cast<const float4 *>(data + 3)[t];
    out[t] = v.x + v.y + v.z + v.w;
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<float>(size_t(kCount) * 4 + 8);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        want[i] = in[4 * i + 3] + in[4 * i + 4] + in[4 * i + 5] + in[4 * i + 6];
    }
    float *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    float *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("load");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        load<<<kCount / 256, 256>>>(d_out, d_in);
    }
    clock.stop();
    compare("load", to_host(d_out, want.size()), want, 0);
    return result();
}
