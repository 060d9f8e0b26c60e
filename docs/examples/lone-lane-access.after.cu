__global__ void row_sums(float *out, const float *in, int n) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = lane; j < n; j += 32) sum += in[warp * n + j];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) out[warp] = sum;
}

void run(float *out, const float *in) { row_sums<<<512, 256>>>(out, in, 4096); }
