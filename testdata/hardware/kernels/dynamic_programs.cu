// Dynamic programs: anti-diagonals, rows that depend on rows, paths through a grid.
#include "suite.cuh"

#define B 16

__global__ void align_tile(int *table, const int *match, int pitch) {
    __shared__ int cell[B + 1][B + 1];
    __shared__ int r[B][B];
    int tx = threadIdx.x;
    for (int ty = 0; ty < B; ty++) r[ty][tx] = match[(ty + 1) * pitch + tx + 1];
    if (tx == 0) cell[0][0] = table[0];
    cell[tx + 1][0] = table[(tx + 1) * pitch];
    cell[0][tx + 1] = table[tx + 1];
    __syncthreads();
#pragma unroll 1
    for (int m = 0; m < B; m++) {
        if (tx <= m) {
            int x = tx + 1, y = m - tx + 1;
            int a = cell[y - 1][x - 1];
            int b = cell[y][x - 1];
            int c = cell[y - 1][x];
            cell[y][x] = max(a + r[y - 1][x - 1], max(b, c));
        }
        __syncthreads();
    }
    for (int ty = 0; ty < B; ty++) table[(ty + 1) * pitch + tx + 1] = cell[ty + 1][tx + 1];
}

__global__ void path_rows(int *out, const int *wall, int cols, int rows) {
    __shared__ int prev[256];
    int t = threadIdx.x;
    int x = blockIdx.x * 240 + t;
    prev[t] = wall[x];
    __syncthreads();
#pragma unroll 1
    for (int i = 1; i < rows; i++) {
        int best = prev[t];
        if (t > 0 && t < 255) {
            int left = prev[t - 1];
            int right = prev[t + 1];
            best = min(best, min(left, right));
        }
        __syncthreads();
        prev[t] = best + wall[i * cols + x];
        __syncthreads();
    }
    if (t >= 8 && t < 248) out[x] = prev[t];
}

__global__ void floyd(int *dist, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int ik = dist[i * n + k];
    int kj = dist[k * n + j];
    int ij = dist[i * n + j];
    dist[i * n + j] = min(ij, ik + kj);
}

__global__ void anti_diagonal(int *table, int n, int d) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t > d) return;
    int row = t, col = d - t;
    int v = table[row * n + col];
    table[row * n + col] = v + d;
}

__global__ void eliminate(float *a, float *factor, int n, int pivot) {
    int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float head = a[row * n + pivot];
    factor[row * n + pivot] = head;
}

int main() {
    int *a = device<int>(1 << 16), *b = device<int>(1 << 16);
    align_tile<<<1, B>>>(b, a, 32);
    path_rows<<<4, 256>>>(b, a, 1024, 12);
    floyd<<<dim3(4, 8), dim3(16, 8)>>>(a, 64, 5);
    anti_diagonal<<<2, 64>>>(a, 128, 100);
    eliminate<<<2, 64>>>((float *)b, (float *)a, 96, 3);
    cudaDeviceSynchronize();
}
