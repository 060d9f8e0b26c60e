// Arrays of structs of 24 to 64 bytes.
#include "suite.cuh"

struct Particle24 {
    float px, py, pz;
    float vx, vy, vz;
};

struct Body32 {
    double mass;
    float pos[3];
    float vel[3];
};

struct Record48 {
    float4 colour;
    float4 normal;
    float depth;
    int flags;
    double time;
};

struct Line64 {
    int header[4];
    double payload[5];
    short tail[4];
};

__global__ void move_x(Particle24 *p, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = p[i].vx;
    p[i].px = v * dt;
}

__global__ void body_y(float *out, const Body32 *bodies) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = bodies[i].pos[1];
}

__global__ void body_mass(double *out, const Body32 *bodies) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = bodies[i].mass;
}

__global__ void normals(float4 *out, const Record48 *records) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = records[i].normal;
}

__global__ void flags(int *out, const Record48 *records) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = records[i].flags;
}

__global__ void payloads(double *out, const Line64 *lines, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = lines[i].payload[which];
}

__global__ void tails(short *out, const Line64 *lines) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Line64 &line = lines[i];
    out[i] = line.tail[3];
}

int main() {
    char *a = device<char>(1 << 20), *b = device<char>(1 << 20);
    move_x<<<16, 256>>>((Particle24 *)a, 0.5f);
    body_y<<<16, 256>>>((float *)b, (Body32 *)a);
    body_mass<<<16, 256>>>((double *)b, (Body32 *)a);
    normals<<<16, 256>>>((float4 *)b, (Record48 *)a);
    flags<<<16, 256>>>((int *)b, (Record48 *)a);
    payloads<<<16, 256>>>((double *)b, (Line64 *)a, 2);
    tails<<<16, 256>>>((short *)b, (Line64 *)a);
    cudaDeviceSynchronize();
}
