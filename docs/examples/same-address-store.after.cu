__global__ void copy(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void block_sums(float *out, const float *in) {
    __shared__ float part[8];
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    for (int w = 1; threadIdx.x == 0 && w < 8; w++) sum += part[w];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void run(float *out, const float *in) {
    copy<<<4096, 256>>>(out, in);
    block_sums<<<4096, 256>>>(out, in);
}
