// A longer program: a wave on a grid with absorbing edges, steps in turns, energies, snapshots.
#include "suite.cuh"

constexpr int kTile = 16;
constexpr int kHalo = 2;

struct Field {
    float *now, *before;
    int nx, ny, pitch;
    __device__ int at(int x, int y) const { return y * pitch + x; }
    __device__ bool inside(int x, int y) const { return x >= kHalo && y >= kHalo && x < nx - kHalo && y < ny - kHalo; }
};

__global__ void advance(Field f, const float *speed, float dt) {
    __shared__ float s[kTile + 2 * kHalo][kTile + 2 * kHalo];
    int x0 = blockIdx.x * kTile - kHalo, y0 = blockIdx.y * kTile - kHalo;
#pragma unroll 1
    for (int k = threadIdx.y * kTile + threadIdx.x; k < (kTile + 2 * kHalo) * (kTile + 2 * kHalo); k += kTile * kTile) {
        int lx = k % (kTile + 2 * kHalo), ly = k / (kTile + 2 * kHalo);
        int gx = min(max(x0 + lx, 0), f.nx - 1), gy = min(max(y0 + ly, 0), f.ny - 1);
        s[ly][lx] = f.now[f.at(gx, gy)];
    }
    __syncthreads();
    int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    if (!f.inside(x, y)) return;
    int lx = threadIdx.x + kHalo, ly = threadIdx.y + kHalo;
    float lap = -5.0f * s[ly][lx];
#pragma unroll
    for (int r = 1; r <= kHalo; r++) {
        float w = r == 1 ? 1.33f : -0.08f;
        lap += w * s[ly][lx - r];
        lap += w * s[ly][lx + r];
        lap += w * s[ly - r][lx];
        lap += w * s[ly + r][lx];
    }
    float c = speed[f.at(x, y)];
    f.before[f.at(x, y)] = 2.0f * s[ly][lx] - f.before[f.at(x, y)] + c * c * dt * lap;
}

__global__ void absorb_left(Field f, float damping) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= f.ny) return;
#pragma unroll 1
    for (int x = 0; x < kHalo; x++) f.now[f.at(x, y)] *= damping;
}

__global__ void absorb_top(Field f, float damping) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= f.nx) return;
#pragma unroll 1
    for (int y = 0; y < kHalo; y++) f.now[f.at(x, y)] *= damping;
}

__global__ void energy(float *partial, Field f) {
    __shared__ float s[256];
    float sum = 0.0f;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < f.nx * f.ny; i += gridDim.x * blockDim.x) {
        float v = f.now[f.at(i % f.nx, i / f.nx)];
        sum += v * v;
    }
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

__global__ void snapshot(unsigned char *image, Field f, int every) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int w = f.nx / every;
    if (x < w && y < f.ny / every) {
        float v = f.now[f.at(x * every, y * every)];
        image[y * w + x] = (unsigned char)(127.5f + 127.5f * v);
    }
}

int main() {
    const int nx = 120, ny = 72, pitch = 128;
    Field f = {device<float>(pitch * ny), device<float>(pitch * ny), nx, ny, pitch};
    float *speed = device<float>(pitch * ny), *partial = device<float>(64);
    unsigned char *image = device<unsigned char>(nx * ny);
    dim3 block(kTile, kTile), grid((nx + kTile - 1) / kTile, (ny + kTile - 1) / kTile);
    for (int step = 0; step < 2; step++) {
        advance<<<grid, block>>>(f, speed, 0.1f);
        absorb_left<<<(ny + 63) / 64, 64>>>(f, 0.9f);
        absorb_top<<<(nx + 63) / 64, 64>>>(f, 0.9f);
        std::swap(f.now, f.before);
    }
    energy<<<4, 256>>>(partial, f);
    snapshot<<<dim3(2, 3), dim3(32, 8)>>>(image, f, 3);
    cudaDeviceSynchronize();
}
