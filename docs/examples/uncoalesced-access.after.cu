__global__ void column_sums(float *out, const float *m, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < rows; row++)
        sum += m[row * cols + col];        // lanes side by side: 4 sectors
    out[col] = sum;
}

void run(float *out, const float *m, int rows, int cols) { column_sums<<<64, 256>>>(out, m, rows, cols); }
