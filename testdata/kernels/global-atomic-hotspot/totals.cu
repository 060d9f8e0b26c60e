// Sums into one place.

__global__ void every_thread(float *total, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, in[i]); // want global-atomic-hotspot "32 lanes of every warp update one address, total"
}

__global__ void one_for_each_block(double *totals, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&totals[blockIdx.x], in[i]); // want global-atomic-hotspot "32 lanes of a warp update one address, totals"
}

// Fine: the warp adds up first and one lane makes the update.
__global__ void one_lane(float *total, const float *in) {
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int s = 16; s > 0; s >>= 1) v += __shfl_down_sync(~0u, v, s);
    if (threadIdx.x % 32 == 0) atomicAdd(total, v);
}

// Fine: integers of a warp are added up by the compiler.
__global__ void counted(int *total, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) atomicAdd(total, 1);
}

// Fine: each lane has a place of its own.
__global__ void spread(float *sums, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i], in[i]);
}

// Fine: shared memory is another matter.
__global__ void in_shared(float *out, const float *in) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Fine: how many lanes share a place rests on scale, which may be 1.
__global__ void scaled(float *sums, const float *in, int scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i / scale], in[i]);
}

// Fine: the same through a pointer that a loop moves.
__global__ void scaled_by_pointer(float *sums, const float *in, int scale, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *to = sums + i / scale * steps;
    for (int k = 0; k < steps; k++) {
        atomicAdd(to, in[i]);
        to += 1;
    }
}

// Rows of unknown length, but one for each warp.
__global__ void row_of_warp(float *sums, const float *in, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[threadIdx.x / 32 * pitch], in[i]); // want global-atomic-hotspot "32 lanes of every warp update one address"
}

void run(float *a, double *d, int *n, int scale) {
    scaled<<<1024, 256>>>(a, a, scale);
    scaled_by_pointer<<<1024, 256>>>(a, a, scale, scale);
    row_of_warp<<<1024, 256>>>(a, a, scale);
    every_thread<<<1024, 256>>>(a, a);
    one_for_each_block<<<1024, 256>>>(d, d);
    one_lane<<<1024, 256>>>(a, a);
    counted<<<1024, 256>>>(n, a);
    spread<<<1024, 256>>>(a, a);
    in_shared<<<1024, 256>>>(a, a);
}
