__global__ void scale(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *base = data + 3;                                 // 12 bytes past a 256-byte boundary
    float4 v = reinterpret_cast<float4 *>(base)[i];         // address is 12 modulo 16
    reinterpret_cast<float4 *>(data)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

void run() {
    float *data;
    cudaMalloc(&data, 1 << 20);
    scale<<<64, 256>>>(data);
}
