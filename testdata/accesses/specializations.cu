// Functions that are specialized for template arguments, and called with these arguments written out.

enum class Policy { all, global };

template <int bytes, Policy policy = Policy::all> __device__ void load(void *to, const void *from);

template <> __device__ void load<16>(void *to, const void *from) {
    *(uint4 *)to = *(const uint4 *)from; //= load in 16/16
}

template <> __device__ void load<16, Policy::global>(void *to, const void *from) {
    *(uint4 *)to = __ldcg((const uint4 *)from); //= load in 32/16
}

template <> __device__ void load<8>(void *to, const void *from) {
    *(uint2 *)to = *(const uint2 *)from; //= load in 8/8
}

__global__ void of_16(float *out, const char *in) {
    int buffer[4];
    load<16>(buffer, in + threadIdx.x * 16);
    out[threadIdx.x] = buffer[0];
}

__global__ void of_8(float *out, const char *in) {
    int buffer[4];
    load<8>(buffer, in + threadIdx.x * 8);
    out[threadIdx.x] = buffer[0];
}

__global__ void by_policy(float *out, const char *in) {
    int buffer[4];
    load<16, Policy::global>(buffer, in + threadIdx.x * 32);
    out[threadIdx.x] = buffer[0];
}

template <int bytes> __device__ void fetch(void *to, const void *from);

template <> __device__ void fetch<16>(void *to, const void *from) {
    *(uint4 *)to = *(const uint4 *)from; //= load in unknown: access width
}

template <> __device__ void fetch<8>(void *to, const void *from) {
    *(uint2 *)to = *(const uint2 *)from;
}

// How wide is not known here.
template <int bits> __global__ void of_some(float *out, const char *in) {
    constexpr int bytes = bits == 8 ? 16 : 8;
    int buffer[4];
    fetch<bytes>(buffer, in + threadIdx.x * bytes);
    out[threadIdx.x] = buffer[0];
}

void run(float *out, const char *in) {
    of_16<<<1, 32>>>(out, in);
    of_8<<<1, 32>>>(out, in);
    by_policy<<<1, 32>>>(out, in);
}
