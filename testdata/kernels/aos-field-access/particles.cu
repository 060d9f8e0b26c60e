// Particles as an array of structs and as a struct of arrays.
#include <cuda_runtime.h>

struct Particle {
    float x, y, z;
    float vx, vy, vz;
};

struct ParticleArrays {
    float *x, *y, *z;
    float *vx, *vy, *vz;
};

// 32 lanes 24 bytes apart span 768 bytes: 24 sectors (6 lines of 128 bytes, not 32).
__global__ void heights(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[i].y; // want aos-field-access "24 sectors per request, ideal 4: lanes read Particle.y 24 bytes apart, 4 of 24 bytes used"
}

// Writing a field is no better than reading one.
__global__ void stop_falling(Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].vz = 0.0f; // want aos-field-access "24 sectors per request, ideal 4: lanes .* Particle.vz 24 bytes apart"
}

// Through a pointer to the thread's own element.
__global__ void heights_by_pointer(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Particle *mine = p + i;
    out[i] = mine->z; // want aos-field-access "24 sectors per request, ideal 4: lanes read Particle.z 24 bytes apart"
}

// Through a reference, in a grid-stride loop.
__global__ void heights_by_reference(float *out, const Particle *p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Particle &q = p[i];
        out[i] = q.x; // want aos-field-access "24 sectors per request, ideal 4: lanes read Particle.x 24 bytes apart"
    }
}

// Fine: each field is an array of its own, so that the lanes of a request are neighbours.
__global__ void heights_of_arrays(float *out, ParticleArrays p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p.y[i] + p.vy[i];
}

// Fine: all lanes read one particle; a struct's size does not matter to a broadcast.
__global__ void against_first(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[blockIdx.x].x;
}

// All six fields are read by the same lanes at once: the lines are fetched once, the requests are repeated.
__global__ void kinetic(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[i].x + p[i].y + p[i].z + p[i].vx + p[i].vy + p[i].vz; // want aos-field-access "24 sectors per request, ideal 4"
}

void launch_particles(float *out, Particle *p, ParticleArrays arrays, int n) {
    heights<<<(n + 255) / 256, 256>>>(out, p, n);
    stop_falling<<<(n + 255) / 256, 256>>>(p, n);
    heights_by_pointer<<<(n + 255) / 256, 256>>>(out, p, n);
    heights_by_reference<<<128, 256>>>(out, p, n);
    heights_of_arrays<<<(n + 255) / 256, 256>>>(out, arrays, n);
    against_first<<<(n + 255) / 256, 256>>>(out, p, n);
    kinetic<<<(n + 255) / 256, 256>>>(out, p, n);
}
