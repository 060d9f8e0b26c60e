// cudalint: assume(n % 32 == 0)
__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[blockIdx.y * n + i] *= 2;
}

void run(float *a) {
    scale<<<dim3(4, 9), 256>>>(a, 1000);           // 1000 is no multiple of 32
}
