__global__ void copy(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void run(int n) {
    float *aligned_copy_of_in, *out;
    cudaMalloc(&aligned_copy_of_in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    copy<<<n / 256, 256>>>(out, aligned_copy_of_in, n);
}
