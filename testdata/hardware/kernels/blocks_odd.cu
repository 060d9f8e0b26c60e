// Blocks whose rows are no multiple of a warp, and blocks with a last warp that is not full.
#include "suite.cuh"

__global__ void twenty(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void seven_by_three(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[x * pitch + y];
}

__global__ void forty_eight(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void hundred(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[2 * i];
}

__global__ void thirty_three(double *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void ten_by_ten(short *out, const short *in, int pitch) {
    __shared__ short cell[10][10];
    int x = blockIdx.x * 10 + threadIdx.x;
    int y = blockIdx.y * 10 + threadIdx.y;
    cell[threadIdx.y][threadIdx.x] = in[y * pitch + x];
    __syncthreads();
    out[y * pitch + x] = cell[threadIdx.x][threadIdx.y];
}

int main() {
    float *a = device<float>(1 << 18), *b = device<float>(1 << 18);
    twenty<<<dim3(8, 8), dim3(20, 20)>>>(b, a, 160);
    seven_by_three<<<dim3(16, 16), dim3(7, 3)>>>(b, a, 128);
    forty_eight<<<dim3(4, 16), dim3(48, 4)>>>(b, a, 192);
    hundred<<<32, 100>>>(b, a);
    thirty_three<<<32, 33>>>((double *)b, (double *)a);
    ten_by_ten<<<dim3(8, 8), dim3(10, 10)>>>((short *)b, (short *)a, 80);
    cudaDeviceSynchronize();
}
