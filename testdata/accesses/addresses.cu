// Pointers as numbers: vectors where all arrays are aligned, single elements behind them or in their place.
__global__ void both(float *z, const float *x, int n) {
    const int vectors = reinterpret_cast<size_t>(z) % 16 == 0 && (size_t)x % 16 == 0 ? n / 4 : 0;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < vectors; i += gridDim.x * blockDim.x)
        reinterpret_cast<float4 *>(z)[i] = reinterpret_cast<const float4 *>(x)[i]; //= load x 16/16; store z 16/16
    for (int i = 4 * vectors + t; i < n; i += gridDim.x * blockDim.x)
        z[i] = x[i]; //= load x 1/1; store z 1/1
}

__global__ void off(float *z, const float *x, int n) {
    const int vectors = ((size_t)z & 15) == 0 && ((size_t)x & 15) == 0 ? n / 4 : 0;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < vectors; i += gridDim.x * blockDim.x)
        reinterpret_cast<float4 *>(z)[i] = reinterpret_cast<const float4 *>(x)[i]; //= load x unknown: i < 0 holds in no lane; store z unknown: i < 0 holds in no lane
    for (int i = 4 * vectors + t; i < n; i += gridDim.x * blockDim.x)
        z[i] = x[i]; //= load x 5/4; store z 4/4
}

__global__ void rows(float *out, const float *in, int n) {
    const float *row = in + blockIdx.x * n;
    if ((size_t)row % 16 == 0)
        out[blockIdx.x * blockDim.x + threadIdx.x] = reinterpret_cast<const float4 *>(row)[threadIdx.x].x; //= load in 16.5/4; store out 4/4
}

int main() {
    float *x, *z;
    cudaMalloc(&x, 1 << 20);
    cudaMalloc(&z, 1 << 20);
    both<<<16, 256>>>(z, x, 65539);
    off<<<16, 256>>>(z, x + 1, 65536);
    rows<<<64, 128>>>(z, x, 1028);
    return 0;
}
