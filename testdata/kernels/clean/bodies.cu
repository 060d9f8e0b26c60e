// Bodies that attract each other, with positions as float4: each lane loads its vector whole, tiles of positions are read as
// broadcasts. Uniform branches, a uniform table and early returns are fine too.
#include <cuda_runtime.h>

#define BLOCK 128

__constant__ float softening[4];

struct alignas(16) Force {
    float x, y, z, pad;
};

__device__ Force pull(Force f, float4 a, float4 b, float soft) {
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
    float w = b.w * inv * inv * inv;
    f.x += dx * w;
    f.y += dy * w;
    f.z += dz * w;
    return f;
}

__global__ void __launch_bounds__(BLOCK) attract(Force *forces, const float4 *__restrict__ bodies, int n, int mode) {
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 mine = bodies[min(i, n - 1)];
    Force f = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int first = 0; first < n; first += BLOCK) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) f = pull(f, mine, tile[k], softening[mode & 3]);
        __syncthreads();
    }
    if (i >= n) return;
    forces[i] = f;
}

// What looks like a struct field is a parameter of the kernel: uniform, no memory traffic of the warp.
struct Settings {
    float dt;
    int steps;
    float damping;
};

__global__ void drift(float4 *bodies, const Force *forces, Settings settings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 b = bodies[i];
    Force f = forces[i];
    for (int s = 0; s < settings.steps; s++) {
        b.x += f.x * settings.dt * settings.damping;
        b.y += f.y * settings.dt * settings.damping;
        b.z += f.z * settings.dt * settings.damping;
    }
    bodies[i] = b;
}

void run_bodies(Force *forces, float4 *bodies, int n, int mode) {
    int blocks = (n + BLOCK - 1) / BLOCK;
    attract<<<blocks, BLOCK>>>(forces, bodies, n, mode);
    Settings settings = {0.01f, 4, 0.99f};
    drift<<<blocks, BLOCK>>>(bodies, forces, settings, n);
}
