// Vectors that are changed component by component, between pointers one and five elements past a boundary. As it is, the kernel dies of a
// misaligned address.
#include "proof.cuh"

__global__ void scale(float *out, const float *in, float f, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *from = (const float4 *)(in + 1);
    for (int i = t; i < n; i += gridDim.x * blockDim.x) {
        float4 v = from[i];
        v.x = f * v.x;
        v.y = f * v.y;
        v.z = f * v.z;
        v.w = f * v.w;
        ((float4 *)(out + 5))[i] = v;
    }
}

const int kVectors = PICK((1 << 14) + 1, (1 << 23) + 1);

int main() {
    auto in = numbers<float>(size_t(kVectors) * 4 + 8);
    std::vector<float> want(in.size());
    for (int i = 0; i < kVectors * 4; i++) want[i + 5] = 3.0f * in[i + 1];
    want.resize(size_t(kVectors) * 4 + 5);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("scale");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        scale<<<PICK(16, 1056), 256>>>(d_out, d_in, 3.0f, kVectors);
    }
    clock.stop();
    compare("scale", to_host(d_out, want.size()), want, 0);
    return result();
}
