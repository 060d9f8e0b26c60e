// Products whose threads hold a small tile of the result in registers.
#include "suite.cuh"

template <int BM, int BN, int BK, int TM>
__global__ void tile_1d(float *C, const float *A, const float *B, int N, int K) {
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    const int col0 = threadIdx.x % BN;
    const int row0 = threadIdx.x / BN;
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int ac = threadIdx.x % BK, ar = threadIdx.x / BK;
    const int bc = threadIdx.x % BN, br = threadIdx.x / BN;
    float acc[TM] = {0.0f};
    for (int k0 = 0; k0 < K; k0 += BK) {
        As[ar * BK + ac] = A[ar * K + ac];
        Bs[br * BN + bc] = B[br * N + bc];
        __syncthreads();
        A += BK;
        B += BK * N;
#pragma unroll 1
        for (int k = 0; k < BK; ++k) {
            float b = Bs[k * BN + col0];
#pragma unroll
            for (int i = 0; i < TM; ++i) acc[i] += As[(row0 * TM + i) * BK + k] * b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) C[(row0 * TM + i) * N + col0] = acc[i];
}

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1) tile_2d(float *C, const float *A, const float *B, int N, int K) {
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    const int threads = BM * BN / (TM * TN);
    const int col0 = threadIdx.x % (BN / TN), row0 = threadIdx.x / (BN / TN);
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int rowA = threadIdx.x / BK, colA = threadIdx.x % BK, strideA = threads / BK;
    const int rowB = threadIdx.x / BN, colB = threadIdx.x % BN, strideB = threads / BN;
    float acc[TM * TN] = {0.0f};
    float left[TM], right[TN];
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int off = 0; off < BM; off += strideA) As[(rowA + off) * BK + colA] = A[(rowA + off) * K + colA];
        for (int off = 0; off < BK; off += strideB) Bs[(rowB + off) * BN + colB] = B[(rowB + off) * N + colB];
        __syncthreads();
        A += BK;
        B += BK * N;
#pragma unroll 1
        for (int k = 0; k < BK; ++k) {
            for (int i = 0; i < TM; ++i) left[i] = As[(row0 * TM + i) * BK + k];
            for (int i = 0; i < TN; ++i) right[i] = Bs[k * BN + col0 * TN + i];
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) acc[m * TN + n] += left[m] * right[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) C[(row0 * TM + m) * N + col0 * TN + n] = acc[m * TN + n];
}

template <int BM, int BN, int BK>
__global__ void vectorized(float *C, float *A, float *B, int N, int K) {
    __shared__ float As[BK * BM];
    __shared__ float Bs[BK * BN];
    const int col = threadIdx.x % (BN / 4), row = threadIdx.x / (BN / 4);
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
    const int rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);
    float acc[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 v = reinterpret_cast<float4 *>(&A[rowA * K + colA * 4])[0];
        As[(colA * 4 + 0) * BM + rowA] = v.x;
        As[(colA * 4 + 1) * BM + rowA] = v.y;
        As[(colA * 4 + 2) * BM + rowA] = v.z;
        As[(colA * 4 + 3) * BM + rowA] = v.w;
        if (rowB < BK) reinterpret_cast<float4 *>(&Bs[rowB * BN + colB * 4])[0] = reinterpret_cast<float4 *>(&B[rowB * N + colB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;
#pragma unroll 1
        for (int k = 0; k < BK; ++k) {
            float4 m = *reinterpret_cast<float4 *>(&As[k * BM + row * 4]);
            float4 n = *reinterpret_cast<float4 *>(&Bs[k * BN + col * 4]);
            acc[0][0] += m.x * n.x;
            acc[0][1] += m.x * n.y;
            acc[1][0] += m.y * n.x;
            acc[2][2] += m.z * n.z;
            acc[3][3] += m.w * n.w;
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        float4 r = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4 *>(&C[(row * 4 + i) * N + col * 4]) = r;
    }
}

int main() {
    const int n = 256;
    float *a = device<float>(n * n), *b = device<float>(n * n), *c = device<float>(n * n);
    tile_1d<64, 64, 8, 8><<<dim3(4, 4), 512>>>(c, a, b, n, 64);
    tile_2d<64, 64, 8, 8, 8><<<dim3(4, 4), 64>>>(c, a, b, n, 64);
    vectorized<64, 64, 16><<<dim3(4, 4), 256>>>(c, a, b, n, 64);
    cudaDeviceSynchronize();
}
