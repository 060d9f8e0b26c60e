// Structs that are copied whole: as wide as their alignment lets the machine read them.
#include "suite.cuh"

struct alignas(8) Complex {
    float re, im;
};

struct alignas(16) Quad {
    float a, b, c, d;
};

struct Triple {
    float x, y, z;
};

struct alignas(16) Ray {
    float origin[4];
    float direction[4];
};

struct Pixel {
    unsigned char r, g, b;
};

__global__ void copy_complex(Complex *out, const Complex *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void copy_quad(Quad *out, const Quad *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Quad q = in[i];
    q.a += q.d;
    out[i] = q;
}

__global__ void copy_triple(Triple *out, const Triple *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void copy_ray(Ray *out, const Ray *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void copy_pixel(Pixel *out, const Pixel *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void multiply(Complex *out, const Complex *x, const Complex *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Complex a = x[i];
    Complex b = y[i];
    out[i] = Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

int main() {
    char *a = device<char>(1 << 20), *b = device<char>(1 << 20);
    copy_complex<<<16, 256>>>((Complex *)b, (Complex *)a);
    copy_quad<<<16, 256>>>((Quad *)b, (Quad *)a);
    copy_triple<<<16, 256>>>((Triple *)b, (Triple *)a);
    copy_ray<<<16, 256>>>((Ray *)b, (Ray *)a);
    copy_pixel<<<16, 256>>>((Pixel *)b, (Pixel *)a);
    multiply<<<16, 256>>>((Complex *)b, (Complex *)a, (Complex *)a);
    cudaDeviceSynchronize();
}
