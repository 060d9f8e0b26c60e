// Shared arrays that are passed on, indexed in three dimensions, used in turns, or seen through other types.
#include "suite.cuh"

__device__ float column(const float (&tile)[32][33], int x, int y) { return tile[x][y]; }

__device__ float pitched(const float *tile, int pitch, int x, int y) { return tile[x * pitch + y]; }

template <int ROWS, int COLS>
__device__ void fill(float (&tile)[ROWS][COLS], const float *in) {
    for (int y = threadIdx.y; y < ROWS; y += blockDim.y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
}

__global__ void by_reference(float *out, const float *in) {
    __shared__ float tile[32][33];
    fill(tile, in);
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = column(tile, threadIdx.x, threadIdx.y);
}

__global__ void by_pointer(float *out, const float *in) {
    __shared__ float tile[32 * 34];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y * 34 + x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = pitched(tile, 34, x, y);
}

__global__ void in_turns(float *out, const float *in, int steps) {
    __shared__ float buf[2][16][17];
    int x = threadIdx.x, y = threadIdx.y;
    int stage = 0;
    buf[0][y][x] = in[y * 16 + x];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 1; k < steps; k++) {
        buf[stage ^ 1][y][x] = in[k * 256 + y * 16 + x];
        sum += buf[stage][x][y];
        __syncthreads();
        stage ^= 1;
    }
    out[y * 16 + x] = sum;
}

__global__ void ring(float *out, const float *in, int steps) {
    __shared__ float stages[3][128];
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < steps; k++) {
        stages[k % 3][t] = in[k * 128 + t];
        __syncthreads();
        sum += stages[k % 3][(t * 4) & 127];
        __syncthreads();
    }
    out[t] = sum;
}

__global__ void row_pointer(float *out, const float *in) {
    __shared__ float storage[16][20];
    float(*tile)[20] = storage;
    int x = threadIdx.x, y = threadIdx.y;
    tile[x][y] = in[y * 16 + x];
    __syncthreads();
    const float *row = tile[y];
    out[y * 16 + x] = row[x];
}

__global__ void as_words(unsigned *out, const unsigned char *in) {
    __shared__ __align__(16) unsigned char bytes[512];
    int t = threadIdx.x;
    bytes[t * 4] = in[t];
    bytes[t * 4 + 3] = in[t + 128];
    __syncthreads();
    out[t] = reinterpret_cast<unsigned *>(bytes)[127 - t];
}

__global__ void shared_union(float *out, const float *in) {
    __shared__ union {
        float rows[8][32];
        double flat[128];
    } u;
    int t = threadIdx.x;
    u.rows[t / 32][t % 32] = in[t];
    __syncthreads();
    double d = u.flat[(t * 2) & 127];
    out[t] = (float)d;
}

struct Stage {
    float a[8][32];
    float b[32][8];
};

__global__ void staged_struct(float *out, const float *in) {
    __shared__ Stage s;
    int t = threadIdx.x, r = t / 32, c = t % 32;
    s.a[r][c] = in[t];
    s.b[c][r] = in[t + 256];
    __syncthreads();
    float v = s.a[r][31 - c];
    float w = s.b[t / 8][t % 8];
    out[t] = v + w;
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    by_reference<<<1, dim3(32, 32)>>>(b, a);
    by_pointer<<<1, dim3(32, 32)>>>(b, a);
    in_turns<<<1, dim3(16, 16)>>>(b, a, 5);
    ring<<<1, 128>>>(b, a, 7);
    row_pointer<<<1, dim3(16, 16)>>>(b, a);
    as_words<<<1, 128>>>((unsigned *)b, (unsigned char *)a);
    shared_union<<<1, 256>>>(b, a);
    staged_struct<<<1, 256>>>(b, a);
    cudaDeviceSynchronize();
}
