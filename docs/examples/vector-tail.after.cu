__global__ void copy(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = t; i < n / 4; i += threads)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    for (int i = n / 4 * 4 + t; i < n; i += threads) out[i] = in[i];
}

void run(float *out, const float *in, int n) { copy<<<1056, 256>>>(out, in, n); }
