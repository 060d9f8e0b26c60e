// cudalint: assume(n % 32 == 0)
__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[blockIdx.y * n + i] *= 2;
}

void run(float *a, int n) {
    scale<<<dim3(4, 9), 256>>>(a, n);
}
