// Particles: all fields of a struct read, some written; nested structs; arrays inside of structs.
#include "suite.cuh"

struct Vec {
    float x, y, z;
};

struct Particle {
    Vec pos;
    Vec vel;
    float mass;
};

struct Grid {
    int dims[3];
    float spacing;
};

__global__ void drift(Particle *p, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].pos.x += p[i].vel.x * dt;
    p[i].pos.y += p[i].vel.y * dt;
    p[i].pos.z += p[i].vel.z * dt;
}

__global__ void kick(Particle *particles, const Vec *force, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Particle &p = particles[i];
    float scale = dt / p.mass;
    p.vel.x += scale * force[i].x;
    p.vel.y += scale * force[i].y;
    p.vel.z += scale * force[i].z;
}

__global__ void stretch(Particle *particles, Grid grid) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Particle *p = particles + i;
    p->mass = grid.spacing * grid.dims[1];
    p->vel.y = grid.dims[2];
}

int main() {
    const int n = 1 << 12;
    Particle *p = device<Particle>(n);
    Vec *f = device<Vec>(n);
    drift<<<n / 256, 256>>>(p, n, 0.01f);
    kick<<<n / 256, 256>>>(p, f, 0.01f);
    Grid grid = {{4, 5, 6}, 0.5f};
    stretch<<<n / 256, 256>>>(p, grid);
    cudaDeviceSynchronize();
}
