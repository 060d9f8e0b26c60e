// Streams through arrays, one element of each lane at a time.
__global__ void axpy(float *z, const float *x, const float *y, float a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        z[i] = a * x[i] + y[i]; // want scalar-copy "^4 requests for 4 elements of each lane, ideal 1: lanes read x and y and write z 4 bytes at a time$"
}

// Rows, one for each block: two loops.
__global__ void centred(float *out, const float *in, int n) {
    __shared__ float s[256];
    const float *row = in + blockIdx.x * n;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += row[i]; // want scalar-copy "lanes read in 4 bytes at a time"
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    const float mean = s[0] / n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const int at = blockIdx.x * n + i;
        out[at] = in[at] - mean; // want scalar-copy "lanes read in and write out 4 bytes at a time"
    }
}

// Bytes in, floats out.
__global__ void widened(float *out, const unsigned char *in, float scale, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = scale * in[i]; // want scalar-copy "lanes read in and write out 1 byte at a time"
}

void run(float *z, float *x, float *y, unsigned char *bytes, int n, int rows) {
    axpy<<<1024, 256>>>(z, x, y, 2.0f, n);
    centred<<<rows, 256>>>(z, x, n);
    widened<<<1024, 256>>>(z, bytes, 0.5f, n);
}
