// One tile, every pad from 0 to 8, on 32-wide and on 16-wide blocks. Each kernel is at the line of its macro.
#include "suite.cuh"

#define TURN32(PAD) __global__ void turn32_pad##PAD(float *out, const float *in) { __shared__ float tile[32][32 + PAD]; tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x]; __syncthreads(); out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; }
#define TURN16(PAD) __global__ void turn16_pad##PAD(float *out, const float *in) { __shared__ float tile[16][16 + PAD]; tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; __syncthreads(); out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; }

TURN32(0)
TURN32(1)
TURN32(2)
TURN32(3)
TURN32(4)
TURN32(5)
TURN32(6)
TURN32(7)
TURN32(8)
TURN16(0)
TURN16(1)
TURN16(2)
TURN16(4)

int main() {
    float *a = device<float>(1024), *b = device<float>(1024);
    dim3 big(32, 32), small(16, 16);
    turn32_pad0<<<1, big>>>(b, a);
    turn32_pad1<<<1, big>>>(b, a);
    turn32_pad2<<<1, big>>>(b, a);
    turn32_pad3<<<1, big>>>(b, a);
    turn32_pad4<<<1, big>>>(b, a);
    turn32_pad5<<<1, big>>>(b, a);
    turn32_pad6<<<1, big>>>(b, a);
    turn32_pad7<<<1, big>>>(b, a);
    turn32_pad8<<<1, big>>>(b, a);
    turn16_pad0<<<1, small>>>(b, a);
    turn16_pad1<<<1, small>>>(b, a);
    turn16_pad2<<<1, small>>>(b, a);
    turn16_pad4<<<1, small>>>(b, a);
    cudaDeviceSynchronize();
}
