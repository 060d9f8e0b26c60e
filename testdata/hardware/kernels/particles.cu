// A small particle code the way it grows: structs, cells, forces, a loop over neighbours.
#include "suite.cuh"

struct Atom {
    double x, y, z;
    float charge;
    int type;
};

struct Box {
    int first, count;
};

__global__ void charges(float *out, const Atom *atoms, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = atoms[i].charge;
}

__global__ void distances(double *out, const Atom *atoms, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = atoms[i].x;
    double sum = 0.0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        double dx = atoms[j].x - x;
        sum += dx * dx;
    }
    out[i] = sum;
}

__global__ void cell_forces(float4 *force, const float4 *pos, const Box *boxes, int per_box) {
    __shared__ float4 mine[32];
    int box = blockIdx.x;
    int t = threadIdx.x;
    int first = box * per_box;
    mine[t] = pos[first + t];
    __syncthreads();
    float4 f = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float4 me = mine[t];
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
        float d = mine[k].x - me.x;
        f.x += d;
    }
    force[first + t] = f;
}

__global__ void integrate(float *pos, float *vel, const float *acc, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int k = 0; k < 3; k++) {
            float v = vel[i * 3 + k];
            v += acc[i * 3 + k] * dt;
            vel[i * 3 + k] = v;
            pos[i * 3 + k] += v * dt;
        }
    }
}

__global__ void planar(float *pos, const float *vel, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
#pragma unroll
        for (int k = 0; k < 3; k++) pos[k * n + i] += vel[k * n + i] * dt;
    }
}

int main() {
    const int n = 1000;
    char *a = device<char>(1 << 18), *b = device<char>(1 << 18), *c = device<char>(1 << 18);
    charges<<<4, 256>>>((float *)b, (Atom *)a, n);
    distances<<<2, 64>>>((double *)b, (Atom *)a, 100);
    cell_forces<<<16, 32>>>((float4 *)b, (float4 *)a, (Box *)c, 32);
    integrate<<<4, 256>>>((float *)a, (float *)b, (float *)c, n, 0.1f);
    planar<<<4, 256>>>((float *)a, (float *)b, n, 0.1f);
    cudaDeviceSynchronize();
}
