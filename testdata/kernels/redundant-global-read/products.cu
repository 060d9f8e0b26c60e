// Products of matrices.

__global__ void naive(float *c, const float *a, const float *b, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col]; // want redundant-global-read "16 threads of the block read each element of a and 16 each of b: about 0.25 FLOP for each byte, 4 with tiles of 16x16"
    c[row * n + col] = sum;
}

// Fine: tiles in shared memory.
__global__ void tiled(float *c, const float *a, const float *b, int n) {
    __shared__ float as[16][16], bs[16][16];
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t * 16 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// Fine: a window moves along the row of each thread; nothing is shared by rows and columns.
__global__ void window(float *out, const float *in, const float *weight, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += in[y * n + x + k] * weight[k];
    out[y * n + x] = sum;
}

// Fine: one row of threads; there is no second axis to share with.
__global__ void vector_product(float *out, const float *m, const float *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += m[k * n + i] * v[k];
    out[i] = sum;
}

void run(float *c, const float *a, const float *b) {
    naive<<<dim3(64, 64), dim3(16, 16)>>>(c, a, b, 1024);
    tiled<<<dim3(64, 64), dim3(16, 16)>>>(c, a, b, 1024);
    window<<<dim3(32, 64), dim3(16, 16)>>>(c, a, b, 1024);
    vector_product<<<4, 256>>>(c, a, b, 1024);
}
