__global__ void reduce(float *out, const float *in) {
    __shared__ float sdata[256];
    int tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

void run(float *out, const float *in) { reduce<<<4096, 256>>>(out, in); }
