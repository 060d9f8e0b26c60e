// Vectors read from a pointer that was moved by some elements first.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// 3 floats are 12 bytes.
__global__ void three_floats_on(float4 *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = reinterpret_cast<const float4 *>(data + 3)[t]; // want misaligned-vector-access "16-byte access to data at an address that is 12 modulo 16"
}

// Fine: 4 floats are a whole vector.
__global__ void four_floats_on(float4 *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = reinterpret_cast<const float4 *>(data + 4)[t];
}

// The pointer is moved in one statement and cast in another.
__global__ void moved_then_cast(float4 *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = data + 1;
    const float4 *wide = (const float4 *)from;
    float4 v = wide[t]; // want misaligned-vector-access "16-byte access to data at an address that is 4 modulo 16"
    out[t] = v;
}

__global__ void pairs_of_floats(float2 *out, float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float2 *wide = reinterpret_cast<float2 *>(&data[5]);
    out[t] = wide[t]; // want misaligned-vector-access "8-byte access to data at an address that is 4 modulo 8"
}

__global__ void pairs_of_doubles(double2 *out, const double *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = *reinterpret_cast<const double2 *>(data + 1 + 2 * t); // want misaligned-vector-access "16-byte access to data at an address that is 8 modulo 16"
}

__global__ void pairs_of_halves(__half2 *out, const __half *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = reinterpret_cast<const __half2 *>(data + 7)[t]; // want misaligned-vector-access "4-byte access to data at an address that is 2 modulo 4"
}

// The write is as fatal as the read.
__global__ void write_ints(int *data, const int4 *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    ((int4 *)(data + 2))[t] = in[t]; // want misaligned-vector-access "16-byte access to data at an address that is 8 modulo 16"
}

// Fine: an int read as a float is as wide as before.
__global__ void same_width(float *out, const int *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = reinterpret_cast<const float *>(data + 3)[t]; // want unaligned-base "5 sectors per request, ideal 4: lanes read data side by side"
}

// Fine: the pointer is moved by whole vectors.
__global__ void moved_by_vectors(float4 *out, const float *data) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *wide = reinterpret_cast<const float4 *>(data);
    wide += 3;
    out[t] = wide[t];
}

// Fine: nothing is known of the offset, so nothing is said.
__global__ void any_offset(float4 *out, const float *data, int offset) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = reinterpret_cast<const float4 *>(data + offset)[t];
}

// Fine: the scalar head brings the pointer to the next boundary, whatever the offset.
__global__ void aligned_head(float *data, int offset, int n, float f) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int head = (4 - (offset % 4)) % 4;
    if (t < head) data[offset + t] *= f;
    float4 *body = reinterpret_cast<float4 *>(data + offset + head);
    if (t < (n - offset - head) / 4) {
        float4 v = body[t];
        v.x *= f, v.y *= f, v.z *= f, v.w *= f;
        body[t] = v;
    }
}

void launch_offsets(void *out, void *data, int offset, int n) {
    three_floats_on<<<64, 256>>>((float4 *)out, (const float *)data);
    four_floats_on<<<64, 256>>>((float4 *)out, (const float *)data);
    moved_then_cast<<<64, 256>>>((float4 *)out, (const float *)data);
    pairs_of_floats<<<64, 256>>>((float2 *)out, (float *)data);
    pairs_of_doubles<<<64, 256>>>((double2 *)out, (const double *)data);
    pairs_of_halves<<<64, 256>>>((__half2 *)out, (const __half *)data);
    write_ints<<<64, 256>>>((int *)data, (const int4 *)out);
    same_width<<<64, 256>>>((float *)out, (const int *)data);
    moved_by_vectors<<<64, 256>>>((float4 *)out, (const float *)data);
    any_offset<<<64, 256>>>((float4 *)out, (const float *)data, offset);
    aligned_head<<<64, 256>>>((float *)data, offset, n, 2.0f);
}
