__global__ void scale(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *base = data + 3;
    int head = (4 - 3 % 4) % 4;                             // scalar head, then aligned vectors, then a scalar tail
    float4 v = reinterpret_cast<float4 *>(base + head)[i];
    reinterpret_cast<float4 *>(data)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

void run() {
    float *data;
    cudaMalloc(&data, 1 << 20);
    scale<<<63, 256>>>(data);
}
