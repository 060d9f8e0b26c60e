// A block per row, a slice per blockIdx.z: softmax, normalisation, batches.
#include "suite.cuh"

__global__ void softmax(float *out, const float *in, int cols) {
    __shared__ float s[128];
    const float *row = in + blockIdx.x * cols;
    int t = threadIdx.x;
    float m = -1e30f;
#pragma unroll 1
    for (int c = t; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
    s[t] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    m = s[0];
#pragma unroll 1
    for (int c = t; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = expf(row[c] - m);
}

__global__ void normalise(float *out, const float *in, const float *gain, int n, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *x = in + row * n;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; i++) sum += x[i];
    float mean = sum / n;
#pragma unroll 1
    for (int i = 0; i < n; i++) out[row * n + i] = (x[i] - mean) * gain[i];
}

__global__ void batched(float *out, const float *in, int n, int batch_stride) {
    const float *a = in + blockIdx.z * batch_stride;
    float *b = out + blockIdx.z * batch_stride;
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    b[x * n + y] = a[y * n + x];
}

__global__ void bias_gelu(float4 *out, const float4 *in, const float4 *bias, int quads) {
    int row = blockIdx.x;
    for (int q = threadIdx.x; q < quads; q += blockDim.x) {
        float4 v = in[row * quads + q];
        float4 b = bias[q];
        v.x += b.x;
        v.y += b.y;
        v.z += b.z;
        v.w += b.w;
        out[row * quads + q] = v;
    }
}

__global__ void split_heads(float *q, const float *qkv, int seq, int heads, int dim) {
    int h = blockIdx.y, s = blockIdx.x, d = threadIdx.x;
    q[(h * seq + s) * dim + d] = qkv[(s * 3 * heads + h) * dim + d];
}

__global__ void attention_scores(float *out, const float *k, int seq, int dim) {
    extern __shared__ float query[];
    int t = threadIdx.x;
    for (int d = t; d < dim; d += blockDim.x) query[d] = k[blockIdx.x * dim + d];
    __syncthreads();
    for (int j = t; j < seq; j += blockDim.x) {
        float sum = 0.0f;
#pragma unroll 1
        for (int d = 0; d < dim; d++) {
            float v = k[j * dim + d];
            sum += v * query[d];
        }
        out[blockIdx.x * seq + j] = sum;
    }
}

int main() {
    float *a = device<float>(1 << 17), *b = device<float>(1 << 17), *g = device<float>(1 << 12);
    softmax<<<16, 128>>>(b, a, 500);
    normalise<<<2, 64>>>(b, a, g, 40, 100);
    batched<<<dim3(4, 4, 3), dim3(8, 8)>>>(b, a, 32, 1024);
    bias_gelu<<<16, 64>>>((float4 *)b, (float4 *)a, (float4 *)g, 192);
    split_heads<<<dim3(32, 4), 48>>>(b, a, 32, 4, 48);
    attention_scores<<<16, 64, 40 * sizeof(float)>>>(b, a, 96, 40);
    cudaDeviceSynchronize();
}
