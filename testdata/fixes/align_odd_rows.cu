// Rows of a shared tile that are no multiple of the vector. As it is, the kernel dies of a misaligned address.
#include "proof.cuh"

__global__ void rows(float *out, const float *in) {
    __shared__ __align__(16) float tile[8][129];
    int t = threadIdx.x;
    for (int k = t; k < 128; k += 32) tile[threadIdx.y][k] = in[(blockIdx.x * 8 + threadIdx.y) * 128 + k];
    __syncthreads();
    float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.y][t * 4]);
    out[(blockIdx.x * 8 + threadIdx.y) * 32 + t] = v.x + v.y + v.z + v.w;
}

const int kCount = PICK(1 << 14, 1 << 23);

int main() {
    auto in = numbers<float>(size_t(kCount) * 4 + 8);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        want[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
    }
    float *d_in;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    float *d_out;
    CHECK(cudaMalloc(&d_out, want.size() * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, want.size() * sizeof(float)));
    Clock clock("rows");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        rows<<<kCount / 256, dim3(32, 8)>>>(d_out, d_in);
    }
    clock.stop();
    compare("rows", to_host(d_out, want.size()), want, 0);
    return result();
}
