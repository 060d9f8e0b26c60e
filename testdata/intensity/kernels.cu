// Kernels whose operations and bytes Nsight Compute counted on an H200 (readings.jsonl). The estimate is held against them.
#include <cstdio>

__global__ void copy(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void saxpy(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

// Double precision, a grid-stride loop.
__global__ void triad(double *a, const double *b, const double *c, double s, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = b[i] + s * c[i];
}

__global__ void stencil(float *out, const float *in, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < nx - 1 && y < ny - 1) {
        int i = y * nx + x;
        out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]);
    }
}

__global__ void naiveProduct(float *c, const float *a, const float *b, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

template <int T>
__global__ void tiledProduct(float *c, const float *a, const float *b, int n) {
    __shared__ float as[T][T], bs[T][T];
    int col = blockIdx.x * T + threadIdx.x;
    int row = blockIdx.y * T + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n / T; t++) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void reduction(float *out, const float *in, int n) {
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__device__ float3 pull(float3 at, float4 p, float3 f) {
    float dx = p.x - at.x, dy = p.y - at.y, dz = p.z - at.z;
    float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inv = rsqrtf(d2);
    float s = p.w * inv * inv * inv;
    f.x += dx * s;
    f.y += dy * s;
    f.z += dz * s;
    return f;
}

__global__ void bodies(float4 *force, const float4 *pos, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = pos[i];
    float3 at = make_float3(me.x, me.y, me.z), f = make_float3(0, 0, 0);
    for (int t = 0; t < n; t += 256) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            f = pull(at, tile[j], f);
        __syncthreads();
    }
    force[i] = make_float4(f.x, f.y, f.z, 0);
}

__global__ void polynomial(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 1;
    for (int k = 0; k < 64; k++)
        sum = sum * v + 0.5f;
    y[i] = sum;
}

// One warp for each row.
__global__ void rowProduct(float *y, const float *m, const float *x, int rows, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0;
    for (int j = threadIdx.x; j < cols; j += 32)
        sum += m[row * cols + j] * x[j];
    for (int s = 16; s > 0; s >>= 1)
        sum += __shfl_down_sync(~0u, sum, s);
    if (threadIdx.x == 0) y[row] = sum;
}

struct Particle { float x, y, z, vx, vy, vz, mass, charge; };

__global__ void moveAll(Particle *p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

int main() {
    const int n = 1 << 20, side = 256;
    float *f, *g, *h;
    double *d, *e, *q;
    cudaMalloc(&f, n * 32);
    cudaMalloc(&g, n * 32);
    cudaMalloc(&h, n * 32);
    cudaMemset(f, 0, n * 32);
    cudaMemset(g, 0, n * 32);
    cudaMemset(h, 0, n * 32);
    d = (double *)f, e = (double *)g, q = (double *)h;
    copy<<<n / 256, 256>>>(f, g, n);
    saxpy<<<n / 256, 256>>>(f, g, 2.0f, n);
    triad<<<512, 256>>>(d, e, q, 3.0, n);
    stencil<<<dim3(1024 / 32, 1024 / 8), dim3(32, 8)>>>(f, g, 1024, 1024);
    naiveProduct<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(f, g, h, side);
    tiledProduct<8><<<dim3(side / 8, side / 8), dim3(8, 8)>>>(f, g, h, side);
    tiledProduct<16><<<dim3(side / 16, side / 16), dim3(16, 16)>>>(f, g, h, side);
    tiledProduct<32><<<dim3(side / 32, side / 32), dim3(32, 32)>>>(f, g, h, side);
    reduction<<<256, 256>>>(f, g, n);
    bodies<<<4096 / 256, 256>>>((float4 *)f, (const float4 *)g, 4096);
    polynomial<<<n / 256, 256>>>(f, g, n);
    rowProduct<<<1024 / 8, dim3(32, 8)>>>(f, g, h, 1024, 1024);
    moveAll<<<n / 8 / 256, 256>>>((Particle *)f, 0.1f, n / 8);
    cudaError_t err = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(err));
    return err != cudaSuccess;
}
