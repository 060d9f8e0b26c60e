// Atomics in global memory: one word for all, a word each, words apart.
#include "suite.cuh"

__global__ void one_word(int *counter, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicAdd(counter, i);
}

__global__ void word_each(int *bins, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&bins[i], in[i]);
}

__global__ void words_apart(unsigned *bins, const unsigned *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicOr(bins + i * stride, in[i]);
}

__global__ void exchange(double *data, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long *bits = (unsigned long long *)data;
    unsigned long long old = atomicExch(&bits[i], 0ull);
    out[i] = __longlong_as_double(old);
}

__global__ void column_totals(float *totals, const float *in, int width) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
    float v = in[y * width + x];
    atomicAdd(&totals[x], v);
}

__global__ void rarely(int *count, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x == 0) atomicAdd(&count[blockIdx.x], v + 1);
}

int main() {
    int *a = device<int>(1 << 16), *b = device<int>(1 << 16);
    one_word<<<16, 128>>>(a, b);
    word_each<<<16, 128>>>(a, b);
    words_apart<<<16, 128>>>((unsigned *)a, (unsigned *)b, 3);
    exchange<<<16, 128>>>((double *)a, (double *)b);
    column_totals<<<16, dim3(16, 8)>>>((float *)a, (float *)b, 20);
    rarely<<<16, 128>>>(a, b);
    cudaDeviceSynchronize();
}
