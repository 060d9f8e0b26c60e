// Row pitches, struct members and carve-ups that break the alignment.
#include <cuda_runtime.h>

// 129 floats a row: only every fourth row begins at a multiple of 16 bytes.
__global__ void padded_rows(float4 *out, const float *in) {
    __shared__ __align__(16) float tile[8][129];
    int t = threadIdx.x;
    for (int k = t; k < 128; k += 32) tile[threadIdx.y][k] = in[(blockIdx.x * 8 + threadIdx.y) * 128 + k];
    __syncthreads();
    float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.y][t * 4]); // want misaligned-vector-access "16-byte access to tile"
    out[(blockIdx.x * 8 + threadIdx.y) * 32 + t] = v;
}

// Fine: a pad of four floats keeps the rows at multiples of 16 bytes.
__global__ void rows_padded_by_vectors(float4 *out, const float *in) {
    __shared__ __align__(16) float tile[8][132];
    int t = threadIdx.x;
    for (int k = t; k < 128; k += 32) tile[threadIdx.y][k] = in[(blockIdx.x * 8 + threadIdx.y) * 128 + k];
    __syncthreads();
    float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.y][t * 4]);
    out[(blockIdx.x * 8 + threadIdx.y) * 32 + t] = v;
}

// Rows of 1023 floats in global memory.
__global__ void odd_pitch(float4 *out, const float *in) {
    int t = threadIdx.x, row = blockIdx.x;
    out[row * 128 + t] = *reinterpret_cast<const float4 *>(in + row * 1023 + t * 4); // want misaligned-vector-access "16-byte access to in"
}

struct Sample {
    float weight;
    float value[4];
};

// value lies 4 bytes into a struct of 20.
__global__ void member(float4 *out, const Sample *samples) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = *reinterpret_cast<const float4 *>(samples[t].value); // want misaligned-vector-access "16-byte access to samples at an address that is 4 modulo 16"
}

struct alignas(16) AlignedSample {
    float value[4];
};

// Fine: the struct is 16 bytes long and as aligned as that.
__global__ void aligned_member(float4 *out, const AlignedSample *samples) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = *reinterpret_cast<const float4 *>(samples[t].value);
}

// The vectors begin behind 100 bytes.
__global__ void behind_bytes(float4 *out, const float4 *in) {
    extern __shared__ __align__(16) unsigned char raw[];
    float4 *vectors = reinterpret_cast<float4 *>(raw + 100);
    int t = threadIdx.x;
    vectors[t] = in[blockIdx.x * 128 + t]; // want misaligned-vector-access "16-byte access to .* at an address that is 4 modulo 16"
    __syncthreads();
    out[blockIdx.x * 128 + t] = in[blockIdx.x * 128 + 127 - t];
}

// Fine: 112 bytes are a multiple of 16.
__global__ void behind_rounded_bytes(float4 *out, const float4 *in) {
    extern __shared__ __align__(16) unsigned char raw[];
    float4 *vectors = reinterpret_cast<float4 *>(raw + 112);
    int t = threadIdx.x;
    vectors[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    out[blockIdx.x * 128 + t] = vectors[127 - t];
}

// Fine: neighbouring lanes are a whole vector apart, so every lane is at a multiple of 16 bytes.
__global__ void four_each(float *out, const float *in) {
    int t = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    float4 v = *(const float4 *)&in[t];
    *(float4 *)&out[t] = v;
}

// Neighbouring lanes are 8 bytes apart, but read 16.
__global__ void overlapping(float4 *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = *(const float4 *)&in[t * 2]; // want misaligned-vector-access "16-byte access to in at an address that is 8 modulo 16"
}

void launch_rows(void *out, const void *in) {
    dim3 block(32, 8);
    padded_rows<<<64, block>>>((float4 *)out, (const float *)in);
    rows_padded_by_vectors<<<64, block>>>((float4 *)out, (const float *)in);
    odd_pitch<<<64, 128>>>((float4 *)out, (const float *)in);
    member<<<64, 128>>>((float4 *)out, (const Sample *)in);
    aligned_member<<<64, 128>>>((float4 *)out, (const AlignedSample *)in);
    behind_bytes<<<64, 128, 100 + 128 * 16>>>((float4 *)out, (const float4 *)in);
    behind_rounded_bytes<<<64, 128, 112 + 128 * 16>>>((float4 *)out, (const float4 *)in);
    four_each<<<64, 128>>>((float *)out, (const float *)in);
    overlapping<<<64, 128>>>((float4 *)out, (const float *)in);
}
