// Times what the pages of the rules claim: prints one JSON line for each variant, the median of 21 runs in microseconds.
//     nvcc -std=c++17 -O3 -arch=native timings.cu -o timings && ./timings > timings.jsonl
// With the name of a page only what that page claims.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

const int N = 1 << 24; // floats

__global__ void fill(int *p, int n, unsigned mask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = (i * 2654435761u) & mask;
}

__global__ void strideRead(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(long)i * stride];
}
__global__ void randomRead(float *out, const float *in, const int *index) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[index[i]];
}
__global__ void offsetCopy(float *out, const float *in, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + offset];
}
__global__ void scalarCopy(float *out, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
__global__ void vectorCopy(float4 *out, const float4 *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
template <int K> struct Cell { float f[K]; };
template <int K> __global__ void oneField(float *out, const Cell<K> *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].f[0];
}
__global__ void transposeNaive(float *out, const float *in, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(long)x * n + y + j] = in[(long)(y + j) * n + x];
}
template <int P, bool XOR> __global__ void transposeTile(float *out, const float *in, int n) {
    __shared__ float tile[32][32 + P];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][XOR ? threadIdx.x ^ (threadIdx.y + j) : threadIdx.x] = in[(long)(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(long)(y + j) * n + x] = tile[threadIdx.x][XOR ? (threadIdx.y + j) ^ threadIdx.x : threadIdx.y + j];
}
template <int KIND> __global__ void reduce(float *out, const float *in) {
    __shared__ float part[256];
    int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * 256 + tid];
    __syncthreads();
    if (KIND == 0) {
        for (int s = 1; s < 256; s *= 2) {
            if (tid % (2 * s) == 0) part[tid] += part[tid + s];
            __syncthreads();
        }
    } else if (KIND == 1) {
        for (int s = 1; s < 256; s *= 2) {
            int at = 2 * s * tid;
            if (at < 256) part[at] += part[at + s];
            __syncthreads();
        }
    } else {
        for (int s = 128; s > 0; s >>= 1) {
            if (tid < s) part[tid] += part[tid + s];
            __syncthreads();
        }
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}
__global__ void naiveProduct(float *c, const float *a, const float *b, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
template <int T> __global__ void tiledProduct(float *c, const float *a, const float *b, int n) {
    __shared__ float as[T][T], bs[T][T];
    int col = blockIdx.x * T + threadIdx.x, row = blockIdx.y * T + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n / T; t++) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
// Sums 4096 values for each warp: by its first lane alone, or by all lanes in turn.
__global__ void laneSum(float *out, const float *in, int all) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    if (all) {
        for (int j = lane; j < 4096; j += 32) sum += in[warp * 4096 + j];
        for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    } else if (lane == 0) {
        for (int j = 0; j < 4096; j++) sum += in[warp * 4096 + j];
    }
    if (lane == 0) out[warp] = sum;
}
template <int KIND> __global__ void addUp(float *total, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    if (KIND == 0) {
        atomicAdd(total, v);
        return;
    }
    for (int s = 16; s > 0; s >>= 1) v += __shfl_down_sync(~0u, v, s);
    if (KIND == 1) {
        if (threadIdx.x % 32 == 0) atomicAdd(total, v);
        return;
    }
    __shared__ float part[8];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) v += part[w];
        atomicAdd(total, v);
    }
}
__global__ void countUp(int *total, const float *in) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] >= 0) atomicAdd(total, 1);
}
__global__ void histogram(int *bins, const int *key) { atomicAdd(&bins[key[blockIdx.x * blockDim.x + threadIdx.x]], 1); }
__global__ void sameStore(float *out, const float *in, int one) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    if (!one || v > 0) out[blockIdx.x] = v;
}
// KIND: 0 indexes an array of K elements by what it reads, 1 chooses among all of them, 2 keeps the array in shared memory.
template <int K, int KIND> __global__ void localArray(float *out, const float *in, const int *index) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[K];
    __shared__ float column[KIND == 2 ? K : 1][256];
    for (int k = 0; k < K; k++) {
        if (KIND == 2) column[k][threadIdx.x] = in[i] * k;
        else a[k] = in[i] * k;
    }
    float sum = 0;
    int at = index[i] & (K - 1);
    for (int r = 0; r < 16; r++) {
        if (KIND == 1) {
#pragma unroll
            for (int k = 0; k < K; k++) sum += k == ((at + r) & (K - 1)) ? a[k] : 0.0f;
        } else if (KIND == 2) {
            sum += column[(at + r) & (K - 1)][threadIdx.x];
        } else {
            sum += a[(at + r) & (K - 1)];
        }
    }
    out[i] = sum;
}
__global__ void vectorAt(float *out, const float *in) {
    float4 v = *reinterpret_cast<const float4 *>(in + 4 * threadIdx.x);
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
extern __shared__ float dynamic[];
__global__ void useShared(float *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) dynamic[i] = i;
    __syncthreads();
    out[threadIdx.x] = dynamic[n - 1 - threadIdx.x];
}
// A read-only pointer, with and without the promise that nothing aliases it.
__global__ void plainPointer(float *out, float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 4; k++) out[i] += in[(i + k) & (n - 1)];
}
__global__ void restrictPointer(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 4; k++) out[i] += in[(i + k) & (n - 1)];
}
template <int KIND> __global__ void reuseRead(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 64; k++) {
        const float *p = in + ((i / 256) * 256 + (i + 8 * k) % 256);
        sum += KIND == 0 ? *p : KIND == 1 ? __ldcs(p) : KIND == 2 ? __ldcg(p) : __ldcv(p);
    }
    out[i] = sum;
}

template <int KIND> __device__ float hinted(const float *p) {
    return KIND == 0 ? *p : KIND == 1 ? __ldcs(p) : KIND == 2 ? __ldcg(p) : __ldcv(p);
}
// Each lane walks through neighbouring elements, so that a sector is asked for eight times.
template <int KIND> __global__ void chunkRead(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 8; k++) sum += hinted<KIND>(in + (long)i * 8 + k);
    out[i] = sum;
}
// Every block goes over one table of 16 KB.
template <int KIND> __global__ void tableRead(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < 4096; k += 256) sum += hinted<KIND>(in + k + threadIdx.x) * in[8192 + i];
    out[i] = sum;
}

const char *only; // page

template <class F> void timed(const char *page, const char *variant, double bytes, F f) {
    if (only && strcmp(only, page)) return;
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    std::vector<float> times;
    for (int r = 0; r < 21; r++) {
        cudaEventRecord(a);
        f();
        cudaEventRecord(b);
        cudaEventSynchronize(b);
        float ms = 0;
        cudaEventElapsedTime(&ms, a, b);
        times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    cudaError_t err = cudaGetLastError();
    printf("{\"page\": \"%s\", \"variant\": \"%s\", \"microseconds\": %.2f, \"gigabytes_per_second\": %.0f, \"result\": \"%s\"}\n", page, variant, times[10] * 1e3,
           bytes / times[10] / 1e6, cudaGetErrorString(err));
}

int main(int count, char **arguments) {
    if (count > 1) only = arguments[1];
    float *in, *out;
    int *index;
    cudaMalloc(&in, (long)N * 4 * 33);
    cudaMalloc(&out, (long)N * 4 + 1024);
    cudaMalloc(&index, (long)N * 4);
    cudaMemset(in, 0, (long)N * 4 * 33);
    cudaMemset(out, 0, (long)N * 4);
    fill<<<N / 256, 256>>>(index, N, N - 1);
    double two = 8.0 * N;
    const int strides[] = {1, 2, 3, 4, 8, 16, 32};
    for (int s : strides) {
        char name[32];
        snprintf(name, sizeof name, "stride %d", s);
        timed("uncoalesced-access", name, two, [=] { strideRead<<<N / 256, 256>>>(out, in, s); });
    }
    timed("uncoalesced-access", "random", two, [=] { randomRead<<<N / 256, 256>>>(out, in, index); });
    const int offsets[] = {0, 1, 4, 8};
    for (int o : offsets) {
        char name[32];
        snprintf(name, sizeof name, "offset %d", o);
        timed("unaligned-base", name, two, [=] { offsetCopy<<<N / 256, 256>>>(out, in, o); });
    }
    timed("scalar-copy", "float", two, [=] { scalarCopy<<<132 * 8, 256>>>(out, in, N); });
    timed("scalar-copy", "float4", two, [=] { vectorCopy<<<132 * 8, 256>>>((float4 *)out, (const float4 *)in, N / 4); });
    timed("aos-field-access", "4 of 4 bytes", two, [=] { oneField<1><<<N / 256, 256>>>(out, (const Cell<1> *)in); });
    timed("aos-field-access", "4 of 8 bytes", two, [=] { oneField<2><<<N / 256, 256>>>(out, (const Cell<2> *)in); });
    timed("aos-field-access", "4 of 12 bytes", two, [=] { oneField<3><<<N / 256, 256>>>(out, (const Cell<3> *)in); });
    timed("aos-field-access", "4 of 16 bytes", two, [=] { oneField<4><<<N / 256, 256>>>(out, (const Cell<4> *)in); });
    timed("aos-field-access", "4 of 32 bytes", two, [=] { oneField<8><<<N / 256, 256>>>(out, (const Cell<8> *)in); });
    int n = 4096;
    dim3 grid(n / 32, n / 32), block(32, 8);
    timed("shared-bank-conflict", "no tile", two, [=] { transposeNaive<<<grid, block>>>(out, in, n); });
    timed("shared-bank-conflict", "tile[32][32]", two, [=] { transposeTile<0, false><<<grid, block>>>(out, in, n); });
    timed("shared-bank-conflict", "tile[32][33]", two, [=] { transposeTile<1, false><<<grid, block>>>(out, in, n); });
    timed("shared-bank-conflict", "swizzle", two, [=] { transposeTile<0, true><<<grid, block>>>(out, in, n); });
    timed("interleaved-reduction", "tid % (2*s) == 0", 4.0 * N, [=] { reduce<0><<<N / 256, 256>>>(out, in); });
    timed("interleaved-reduction", "2*s*tid", 4.0 * N, [=] { reduce<1><<<N / 256, 256>>>(out, in); });
    timed("interleaved-reduction", "sequential", 4.0 * N, [=] { reduce<2><<<N / 256, 256>>>(out, in); });
    int side = 1024;
    timed("redundant-global-read", "naive 16x16", 0, [=] { naiveProduct<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(out, in, in + N, side); });
    timed("redundant-global-read", "naive 32x32", 0, [=] { naiveProduct<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(out, in, in + N, side); });
    timed("redundant-global-read", "tile 8", 0, [=] { tiledProduct<8><<<dim3(side / 8, side / 8), dim3(8, 8)>>>(out, in, in + N, side); });
    timed("redundant-global-read", "tile 16", 0, [=] { tiledProduct<16><<<dim3(side / 16, side / 16), dim3(16, 16)>>>(out, in, in + N, side); });
    timed("redundant-global-read", "tile 32", 0, [=] { tiledProduct<32><<<dim3(side / 32, side / 32), dim3(32, 32)>>>(out, in, in + N, side); });
    timed("lone-lane-access", "one lane", 4.0 * N, [=] { laneSum<<<N / 4096 * 32 / 256, 256>>>(out, in, 0); });
    timed("lone-lane-access", "32 lanes", 4.0 * N, [=] { laneSum<<<N / 4096 * 32 / 256, 256>>>(out, in, 1); });
    timed("global-atomic-hotspot", "float, every thread", 4.0 * N, [=] { addUp<0><<<N / 256, 256>>>(out, in); });
    timed("global-atomic-hotspot", "float, one for each warp", 4.0 * N, [=] { addUp<1><<<N / 256, 256>>>(out, in); });
    timed("global-atomic-hotspot", "float, one for each block", 4.0 * N, [=] { addUp<2><<<N / 256, 256>>>(out, in); });
    timed("global-atomic-hotspot", "int 1, every thread", 4.0 * N, [=] { countUp<<<N / 256, 256>>>((int *)out, in); });
    timed("global-atomic-hotspot", "int 1, spread addresses", 8.0 * N, [=] { histogram<<<N / 256, 256>>>((int *)out, index); });
    timed("same-address-store", "every thread", 4.0 * N, [=] { sameStore<<<N / 256, 256>>>(out, in, 0); });
    timed("same-address-store", "no thread", 4.0 * N, [=] { sameStore<<<N / 256, 256>>>(out, in, 1); });
    timed("local-array-index", "index from memory", two, [=] { localArray<16, 0><<<N / 256, 256>>>(out, in, index); });
    timed("local-array-index", "constant indices and a choice", two, [=] { localArray<16, 1><<<N / 256, 256>>>(out, in, index); });
    timed("local-array-index", "column of shared memory", two, [=] { localArray<16, 2><<<N / 256, 256>>>(out, in, index); });
    timed("local-array-index", "4 elements, index from memory", two, [=] { localArray<4, 0><<<N / 256, 256>>>(out, in, index); });
    timed("local-array-index", "4 elements, constant indices and a choice", two, [=] { localArray<4, 1><<<N / 256, 256>>>(out, in, index); });
    timed("local-array-index", "4 elements, column of shared memory", two, [=] { localArray<4, 2><<<N / 256, 256>>>(out, in, index); });
    timed("cache-hint", "plain pointer", 0, [=] { plainPointer<<<N / 256, 256>>>(out, in, N); });
    timed("cache-hint", "const restrict pointer", 0, [=] { restrictPointer<<<N / 256, 256>>>(out, in, N); });
    timed("cache-hint", "reused, plain load", 0, [=] { reuseRead<0><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "reused, ldcs", 0, [=] { reuseRead<1><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "reused, ldcg", 0, [=] { reuseRead<2><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "reused, ldcv", 0, [=] { reuseRead<3><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "lanes walk, plain load", 0, [=] { chunkRead<0><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "lanes walk, ldcs", 0, [=] { chunkRead<1><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "lanes walk, ldcg", 0, [=] { chunkRead<2><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "one table for all, plain load", 0, [=] { tableRead<0><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "one table for all, ldcs", 0, [=] { tableRead<1><<<N / 256, 256>>>(out, in); });
    timed("cache-hint", "one table for all, ldcg", 0, [=] { tableRead<2><<<N / 256, 256>>>(out, in); });
    useShared<<<1, 256, 64 * 1024>>>(out, 16 * 1024);
    printf("{\"page\": \"shared-memory-size\", \"variant\": \"64 KB without the attribute\", \"result\": \"%s\"}\n", cudaGetErrorString(cudaGetLastError()));
    cudaFuncSetAttribute(useShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    useShared<<<1, 256, 64 * 1024>>>(out, 16 * 1024);
    cudaError_t late = cudaDeviceSynchronize();
    printf("{\"page\": \"shared-memory-size\", \"variant\": \"64 KB with the attribute\", \"result\": \"%s\"}\n", cudaGetErrorString(late));
    vectorAt<<<1, 32>>>(out, in + 3); // last: it kills the context
    printf("{\"page\": \"misaligned-vector-access\", \"variant\": \"float4 at base + 3\", \"result\": \"%s\"}\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
