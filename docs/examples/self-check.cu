// The questions of docs/topics/self-check.md as kernels.
struct Body { float x, y, z, mass, vx, vy; }; // 24 bytes

__global__ void sectors(float *out, const float *in, const Body *bodies) {
    int t = blockIdx.x * 256 + threadIdx.x;
    float sum = in[t];        // 1a
    sum += in[t + 1];         // 1b
    sum += in[2 * t];         // 1c
    sum += in[32 * t];        // 1d
    sum += in[blockIdx.x];    // 1e
    sum += in[t ^ 5];         // 1f
    sum += bodies[t].mass;    // 1g
    out[t] = sum;
}

__global__ void wavefronts(float *out) {
    __shared__ float tile[32][32], padded[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = padded[y][x] = out[32 * y + x];
    __syncthreads();
    float sum = tile[y][x];   // 2a
    sum += tile[x][y];        // 2b
    sum += padded[x][y];      // 2c
    sum += tile[y][0];        // 2d
    sum += tile[x / 2][y];    // 2e
    sum += tile[x][y ^ x];    // 2f
    out[32 * y + x] = sum;
}

void run(float *out, const float *in, const Body *bodies) {
    sectors<<<64, 256>>>(out, in, bodies);
    wavefronts<<<1, dim3(32, 32)>>>(out);
}
