__global__ void axpy(float *z, const float *x, const float *y, float a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int vectors = n / 4;                              // x, y and z have to begin at multiples of 16 bytes
    for (int i = t; i < vectors; i += gridDim.x * blockDim.x) {
        const float4 x4 = reinterpret_cast<const float4 *>(x)[i], y4 = reinterpret_cast<const float4 *>(y)[i];
        reinterpret_cast<float4 *>(z)[i] = make_float4(a * x4.x + y4.x, a * x4.y + y4.y, a * x4.z + y4.z, a * x4.w + y4.w);
    }
    for (int i = 4 * vectors + t; i < n; i += gridDim.x * blockDim.x)   // the rest, up to 3 elements
        z[i] = a * x[i] + y[i];
}

void run(float *z, const float *x, const float *y, int n) { axpy<<<1056, 256>>>(z, x, y, 2, n); }
