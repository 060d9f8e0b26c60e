// Arrays of structs of 8 to 20 bytes, one field at a time.
#include "suite.cuh"

struct Pair {
    float key;
    float value;
};

struct Vec3 {
    float x, y, z;
};

struct Tagged {
    short tag;
    short count;
    float weight;
    double mass;
};

struct Cell {
    int id;
    float a, b, c, d;
};

struct Mixed {
    char kind;
    double value;
};

__global__ void keys(float *out, const Pair *pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pairs[i].key;
}

__global__ void heights(float *out, const Vec3 *points) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = points[i].z;
}

__global__ void masses(double *out, const Tagged *items) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = items[i].mass;
}

__global__ void counts(short *out, const Tagged *items) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = items[i].count;
}

__global__ void set_ids(Cell *cells, const int *ids) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[i].id = ids[i];
}

__global__ void values(double *out, const Mixed *m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = m[i].value;
}

__global__ void kinds(char *out, const Mixed *m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = m[i].kind;
}

int main() {
    char *a = device<char>(1 << 20), *b = device<char>(1 << 20);
    keys<<<16, 256>>>((float *)b, (Pair *)a);
    heights<<<16, 256>>>((float *)b, (Vec3 *)a);
    masses<<<16, 256>>>((double *)b, (Tagged *)a);
    counts<<<16, 256>>>((short *)b, (Tagged *)a);
    set_ids<<<16, 256>>>((Cell *)a, (int *)b);
    values<<<16, 256>>>((double *)b, (Mixed *)a);
    kinds<<<16, 256>>>((char *)b, (Mixed *)a);
    cudaDeviceSynchronize();
}
