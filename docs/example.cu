// A transpose through shared memory: both global accesses are coalesced, the tile is read down a column.
__global__ void transpose(float *out, const float *in, int width, int height) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, const float *in, int width, int height) {
    transpose<<<dim3(width / 32, height / 32), dim3(32, 32)>>>(out, in, width, height);
}
