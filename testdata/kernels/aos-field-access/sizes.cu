// One 4-byte field out of structs of 8 to 64 bytes: as many sectors as the structs span, one a lane from 32 bytes on.
#include <cuda_runtime.h>

struct Bytes8 { float a, b; };
struct Bytes12 { float a, b, c; };
struct Bytes16 { float a, b, c, d; };
struct Bytes20 { float a, b[4]; };
struct Bytes24 { int a; double b, c; };
struct Bytes28 { float a, b[6]; };
struct Bytes32 { float a, b[7]; };
struct Bytes40 { float a, b[9]; };
struct Bytes48 { float a, b[11]; };
struct Bytes64 { float a, b[15]; };
struct Bytes4 { float a; };

__global__ void of_8(float *out, const Bytes8 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].b; // want aos-field-access "8 sectors per request, ideal 4: lanes read Bytes8.b 8 bytes apart, 4 of 8 bytes used"
}

__global__ void of_12(float *out, const Bytes12 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].c; // want aos-field-access "12 sectors per request, ideal 4: lanes read Bytes12.c 12 bytes apart, 4 of 12 bytes used"
}

__global__ void of_16(float *out, const Bytes16 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].d; // want aos-field-access "16 sectors per request, ideal 4: lanes read Bytes16.d 16 bytes apart, 4 of 16 bytes used"
}

__global__ void of_20(float *out, const Bytes20 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "20 sectors per request, ideal 4: lanes read Bytes20.a 20 bytes apart, 4 of 20 bytes used"
}

// The int is followed by 4 bytes of padding.
__global__ void of_24(int *out, const Bytes24 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "24 sectors per request, ideal 4: lanes read Bytes24.a 24 bytes apart, 4 of 24 bytes used"
}

// The 8-byte field of the same struct: 24 sectors too, but its ideal is 8.
__global__ void of_24_wide(double *out, const Bytes24 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].c; // want aos-field-access "24 sectors per request, ideal 8: lanes read Bytes24.c 24 bytes apart, 8 of 24 bytes used"
}

__global__ void of_28(float *out, const Bytes28 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "28 sectors per request, ideal 4: lanes read Bytes28.a 28 bytes apart"
}

__global__ void of_32(float *out, const Bytes32 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].b[2]; // want aos-field-access "32 sectors per request, ideal 4: lanes read Bytes32.b.* 32 bytes apart"
}

__global__ void of_40(float *out, const Bytes40 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "32 sectors per request, ideal 4: lanes read Bytes40.a 40 bytes apart"
}

__global__ void of_48(float *out, const Bytes48 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "32 sectors per request, ideal 4: lanes read Bytes48.a 48 bytes apart"
}

__global__ void of_64(float *out, const Bytes64 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a; // want aos-field-access "32 sectors per request, ideal 4: lanes read Bytes64.a 64 bytes apart"
}

// Fine: a struct of one field is laid out like the field.
__global__ void of_4(float *out, const Bytes4 *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[i].a;
}

void launch_sizes(float *out, const void *s) {
    of_8<<<64, 256>>>(out, (const Bytes8 *)s);
    of_12<<<64, 256>>>(out, (const Bytes12 *)s);
    of_16<<<64, 256>>>(out, (const Bytes16 *)s);
    of_20<<<64, 256>>>(out, (const Bytes20 *)s);
    of_24<<<64, 256>>>((int *)out, (const Bytes24 *)s);
    of_24_wide<<<64, 256>>>((double *)out, (const Bytes24 *)s);
    of_28<<<64, 256>>>(out, (const Bytes28 *)s);
    of_32<<<64, 256>>>(out, (const Bytes32 *)s);
    of_40<<<64, 256>>>(out, (const Bytes40 *)s);
    of_48<<<64, 256>>>(out, (const Bytes48 *)s);
    of_64<<<64, 256>>>(out, (const Bytes64 *)s);
    of_4<<<64, 256>>>(out, (const Bytes4 *)s);
}

// A struct without a name of its own goes by that of its typedef.
typedef struct {
    float x, y, z, weight;
} Sample;

__global__ void weights(float *out, const Sample *samples, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = samples[i].weight; // want aos-field-access "16 sectors per request, ideal 4: lanes read Sample.weight 16 bytes apart, 4 of 16 bytes used"
}

void launch_weights(float *out, const Sample *samples, int n) { weights<<<n / 256, 256>>>(out, samples, n); }
