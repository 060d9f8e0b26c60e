extern __shared__ float tile[];

__global__ void work(float *a) {
    int t = threadIdx.x;
    for (int i = t; i < 16384; i += 256) tile[i] = a[i];
    __syncthreads();
    a[blockIdx.x * 256 + t] = tile[16383 - t];
}

void run(float *a, int grid) {
    work<<<grid, 256, 64 * 1024>>>(a);
}
