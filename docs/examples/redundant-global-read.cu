__global__ void product(float *c, const float *a, const float *b, int n) {
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

void run(float *c, const float *a, const float *b) { product<<<dim3(64, 64), dim3(16, 16)>>>(c, a, b, 1024); }
