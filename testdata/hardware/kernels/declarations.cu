// Kernels and types declared in every way there is.
#include "suite.cuh"

typedef double real;
using quad = float4;

typedef struct {
    float x, y;
    int cell;
} Point;

struct __align__(8) Aligned {
    float a;
    unsigned short b;
};

#pragma pack(push, 1)
struct Packed {
    char tag;
    short value;
    char flags;
};
#pragma pack(pop)

struct Either {
    int kind;
    union {
        float f;
        double d;
    };
};

enum class Mode : unsigned char { Off, On };

namespace physics {

__global__ void in_namespace(real *out, const real *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[3 * i];
}

}  // namespace physics

extern "C" __global__ void c_linkage(quad *out, const quad *in) {
    const auto tid = blockIdx.x * blockDim.x + threadIdx.x;
    out[tid] = in[tid * 2];
}

static __global__ void __launch_bounds__(128) bounded(int *__restrict__ out, const Point *const __restrict__ points) {
    const uint3 t = threadIdx;
    const dim3 size = blockDim;
    out[blockIdx.x * size.x + t.x] = points[blockIdx.x * size.x + t.x].cell;
}

__global__ static void aligned(unsigned short *out, const Aligned *items) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = items[i].b;
}

__global__ void packed(char *out, const Packed *items) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = items[i].flags;
}

__global__ void unions(double *out, const Either *items) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = items[i].d;
}

__global__ void modes(Mode *out, const Mode *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = in[i];
}

__global__ void longs(unsigned long *out, const long *in, const int3 *triples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long v = in[i];
    int y = triples[i].y;
    out[i] = v + y;
}

__global__ void forward_declared(short4 *out, const char2 *in, int n);

__global__ void forward_declared(short4 *out, const char2 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char2 c = in[i];
    out[i] = make_short4(c.x, c.y, 0, 0);
}

int main() {
    char *a = device<char>(1 << 18), *b = device<char>(1 << 18), *c = device<char>(1 << 18);
    physics::in_namespace<<<8, 128>>>((real *)b, (real *)a);
    c_linkage<<<8, 128>>>((quad *)b, (quad *)a);
    bounded<<<8, 128>>>((int *)b, (Point *)a);
    aligned<<<8, 128>>>((unsigned short *)b, (Aligned *)a);
    packed<<<8, 128>>>(b, (Packed *)a);
    unions<<<8, 128>>>((double *)b, (Either *)a);
    modes<<<8, 128>>>((Mode *)b, (Mode *)a);
    longs<<<8, 128>>>((unsigned long *)b, (long *)a, (int3 *)c);
    forward_declared<<<8, 128>>>((short4 *)b, (char2 *)a, 1000);
    cudaDeviceSynchronize();
}
