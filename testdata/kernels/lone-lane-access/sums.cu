// Loops of one lane.

__global__ void first_lane(float *out, const float *in, int n) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 == 0) {
        float sum = 0;
        for (int j = 0; j < n; j++) sum += in[warp * n + j]; // want lone-lane-access "1 of 32 lanes works: it alone reads in in a loop, 4 of each 32 bytes a request"
        out[warp] = sum;
    }
}

__global__ void first_thread(double *out, const double *in, int n) {
    if (threadIdx.x == 0)
        for (int j = 0; j < n; j++) out[blockIdx.x * n + j] = in[j]; // want lone-lane-access "it alone reads in" lone-lane-access "it alone writes out in a loop, 8 of each 32 bytes a request"
}

// Fine: the lanes take turns.
__global__ void all_lanes(float *out, const float *in, int n) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = lane; j < n; j += 32) sum += in[warp * n + j];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) out[warp] = sum;
}

// Fine: all lanes work in the loop, and one of them keeps what came out.
__global__ void one_stores(float *out, const float *in, int n) {
    for (int j = 0; j < n; j++) {
        float v = in[j * 32 + threadIdx.x % 32];
        for (int s = 16; s > 0; s >>= 1) v += __shfl_down_sync(~0u, v, s);
        if (threadIdx.x == 0) out[blockIdx.x * n + j] = v;
    }
}

// Fine: one write for each block.
__global__ void one_write(float *out, const float *in) {
    if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}

// Fine: one lane waits for a flag.
__global__ void waits(volatile int *flag, float *out) {
    if (threadIdx.x == 0)
        while (flag[blockIdx.x] == 0) {
        }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Fine: the loop is in shared memory.
__global__ void in_shared(float *out, const float *in) {
    __shared__ float part[256];
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int j = 0; j < 256; j++) sum += part[j];
        out[blockIdx.x] = sum;
    }
}

// Fine: where the next element lies is read from this one, so that no other lane can go ahead.
__global__ void follows(float *out, const int *parents, const float *x, int steps, int width) {
    if (threadIdx.x == 0) {
        int at = 0;
        for (int i = 0; i < steps; i++) {
            at = parents[i * width + at];
            out[blockIdx.x] += x[at];
        }
    }
}

void run(float *a, double *d, int *n) {
    follows<<<1024, 256>>>(a, n, a, 4096, 64);
    first_lane<<<1024, 256>>>(a, a, 4096);
    first_thread<<<1024, 256>>>(d, d, 4096);
    all_lanes<<<1024, 256>>>(a, a, 4096);
    one_stores<<<1024, 256>>>(a, a, 4096);
    one_write<<<1024, 256>>>(a, a);
    waits<<<1024, 256>>>(n, a);
    in_shared<<<1024, 256>>>(a, a);
}
