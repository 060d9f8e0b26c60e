// Vector types, whole-struct copies, small fields and nested structs.
#include <cuda_runtime.h>

struct alignas(16) Wide {
    float x, y, z, w;
};

struct Complex {
    double re, im;
};

struct Texel {
    unsigned char r, g, b, a;
};

struct Body {
    float3 pos;
    float mass;
    float3 vel;
    int kind;
};

// Fine: an aligned 16-byte struct is copied by one 16-byte access a lane; every byte is used.
__global__ void whole_struct(Wide *out, const Wide *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

// Fine: the vector is loaded whole and taken apart in registers.
__global__ void whole_vector(float *out, const float4 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    out[i] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

// One part of a vector is a field like any other.
__global__ void vector_part(float *out, const float4 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].w; // want aos-field-access "16 sectors per request, ideal 4: lanes read float4.w 16 bytes apart, 4 of 16 bytes used"
}

__global__ void real_parts(double *out, const Complex *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].re; // want aos-field-access "16 sectors per request, ideal 8: lanes read Complex.re 16 bytes apart, 8 of 16 bytes used"
}

__global__ void green_only(unsigned char *out, const Texel *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].g; // want aos-field-access "4 sectors per request, ideal 1: lanes read Texel.g 4 bytes apart, 1 of 4 bytes used"
}

// Three-byte pixels: 96 bytes, 3 sectors.
__global__ void red_of_rgb(unsigned char *out, const uchar3 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].x; // want aos-field-access "3 sectors per request, ideal 1: lanes read uchar3.x 3 bytes apart"
}

__global__ void nested_field(float *out, const Body *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].vel.y; // want aos-field-access "32 sectors per request, ideal 4: lanes read Body.vel.y 32 bytes apart"
}

__device__ float weight_of(const Body *all, int i) {
    return all[i].mass; // want aos-field-access "32 sectors per request, ideal 4: lanes read Body.mass 32 bytes apart"
}

__global__ void field_in_a_helper(float *out, const Body *bodies, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = weight_of(bodies, i);
}

// Fine: one thread per float; the struct is seen as plain floats that the lanes share out among themselves.
__global__ void as_floats(float *out, const Body *in, int n) {
    const float *flat = reinterpret_cast<const float *>(in);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * 8) out[i] = flat[i];
}

// Fine: structs handed over by value are in the kernel's parameters, not in an array.
__global__ void by_value(float *out, Body one, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = one.mass * one.vel.x;
}

void launch_vectors(float *out, const void *in, Body one, int n) {
    int grid = (n + 255) / 256;
    whole_struct<<<grid, 256>>>((Wide *)out, (const Wide *)in, n);
    whole_vector<<<grid, 256>>>(out, (const float4 *)in, n);
    vector_part<<<grid, 256>>>(out, (const float4 *)in, n);
    real_parts<<<grid, 256>>>((double *)out, (const Complex *)in, n);
    green_only<<<grid, 256>>>((unsigned char *)out, (const Texel *)in, n);
    red_of_rgb<<<grid, 256>>>((unsigned char *)out, (const uchar3 *)in, n);
    nested_field<<<grid, 256>>>(out, (const Body *)in, n);
    field_in_a_helper<<<grid, 256>>>(out, (const Body *)in, n);
    as_floats<<<grid * 8, 256>>>(out, (const Body *)in, n);
    by_value<<<grid, 256>>>(out, one, n);
}
