// 日本語 🚀: wide characters stand in front of the finding
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  /* 日本🚀 */ out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, const float *in) { transpose<<<dim3(4, 4), dim3(32, 32)>>>(out, in, 1024); }
