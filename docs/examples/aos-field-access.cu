struct Particle { float x, y, z, w; };

__global__ void positions(float *out, const Particle *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i].x;                      // 16 sectors, ideal 4: 4 of 16 bytes used
}

void run(float *out, const Particle *p) { positions<<<4096, 256>>>(out, p); }
