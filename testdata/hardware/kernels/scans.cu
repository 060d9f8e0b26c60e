// Prefix sums.
#include "suite.cuh"

__global__ void hillis_steele(float *out, const float *in) {
    __shared__ float buf[2][256];
    int t = threadIdx.x;
    int from = 0, to = 1;
    buf[0][t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float v = buf[from][t];
        if (t >= d) v += buf[from][t - d];
        buf[to][t] = v;
        __syncthreads();
        from = 1 - from;
        to = 1 - to;
    }
    out[blockIdx.x * 256 + t] = buf[from][t];
}

__global__ void blelloch(float *out, const float *in) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    int offset = 1;
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            float a = s[ai];
            s[bi] += a;
        }
        offset *= 2;
    }
    if (t == 0) s[511] = 0.0f;
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            float v = s[ai];
            float w = s[bi];
            s[ai] = w;
            s[bi] = w + v;
        }
    }
    __syncthreads();
    out[t] = s[t];
    out[t + 256] = s[t + 256];
}

#define CONFLICT_FREE(n) ((n) + ((n) >> 5))

__global__ void blelloch_padded(float *out, const float *in) {
    __shared__ float s[512 + 16];
    int t = threadIdx.x;
    s[CONFLICT_FREE(t)] = in[t];
    s[CONFLICT_FREE(t + 256)] = in[t + 256];
    int offset = 1;
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = CONFLICT_FREE(offset * (2 * t + 1) - 1);
            int bi = CONFLICT_FREE(offset * (2 * t + 2) - 1);
            float a = s[ai];
            s[bi] += a;
        }
        offset *= 2;
    }
    __syncthreads();
    out[t] = s[CONFLICT_FREE(t)];
}

__global__ void warp_scan(int *out, const int *in) {
    __shared__ int totals[8];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    int v = in[blockIdx.x * 256 + t];
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += totals[w];
    out[blockIdx.x * 256 + t] = v;
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    hillis_steele<<<16, 256>>>(b, a);
    blelloch<<<1, 256>>>(b, a);
    blelloch_padded<<<1, 256>>>(b, a);
    warp_scan<<<16, 256>>>((int *)b, (int *)a);
    cudaDeviceSynchronize();
}
