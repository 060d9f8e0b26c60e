// Launches with much shared memory. Nothing here calls for the attribute.

__global__ void dynamic(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

__global__ void both(float *out) {
    __shared__ float fixed[8192];
    extern __shared__ float more[];
    fixed[threadIdx.x] = more[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = fixed[threadIdx.x] + more[threadIdx.x];
}

__global__ void huge(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}

// Fine: 32 KB.
__global__ void small(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}

// Fine: how much it is cannot be told.
__global__ void unknown(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}

void run(float *a, int bytes) {
    dynamic<<<64, 256, 64 * 1024>>>(a);  // want shared-memory-size "65536 bytes of shared memory a block: above 49152 the launch fails"
    both<<<64, 256, 32 * 1024>>>(a);     // want shared-memory-size "65536 bytes of shared memory a block"
    huge<<<64, 256, 256 * 1024>>>(a);    // want shared-memory-size "262144 bytes of shared memory a block, sm_90 grants at most 232448: the kernel cannot run"
    small<<<64, 256, 32 * 1024>>>(a);
    unknown<<<64, 256, bytes>>>(a);
}
