// Loops of known length: the compiler unrolls them and joins the neighbours that it then sees.
#include "suite.cuh"

// The step 1 of each lane's pair is one access of 8 bytes.
__global__ void butterfly_min(unsigned *data) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    s[t + 128] = data[blockIdx.x * 256 + t + 128];
    for (unsigned stride = 128; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * t - (t & (stride - 1));
        unsigned a = s[pos];
        unsigned b = s[pos + stride];
        s[pos] = min(a, b);
        s[pos + stride] = max(a, b);
    }
    __syncthreads();
    data[blockIdx.x * 256 + t] = s[t];
    data[blockIdx.x * 256 + t + 128] = s[t + 128];
}

// Under a condition on data: loads and stores of one branch.
__global__ void butterfly_swap(unsigned *data) {
    __shared__ unsigned s[256];
    __shared__ unsigned v[256];
    unsigned t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    s[t + 128] = data[blockIdx.x * 256 + t + 128];
    v[t] = t;
    v[t + 128] = t + 128;
    for (unsigned stride = 128; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * t - (t & (stride - 1));
        unsigned a = s[pos];
        unsigned b = s[pos + stride];
        if (a > b) {
            s[pos] = b;
            s[pos + stride] = a;
            unsigned va = v[pos];
            unsigned vb = v[pos + stride];
            v[pos] = vb;
            v[pos + stride] = va;
        }
    }
    __syncthreads();
    data[blockIdx.x * 256 + t] = s[t] + v[t];
    data[blockIdx.x * 256 + t + 128] = s[t + 128] + v[t + 128];
}

// The length is an argument: no stage is known, none is joined.
__global__ void butterfly_length(float *data, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    s[t + 128] = data[blockIdx.x * 256 + t + 128];
    for (int stride = n / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        int pos = 2 * t - (t & (stride - 1));
        float a = s[pos];
        float b = s[pos + stride];
        s[pos] = a + b;
        s[pos + stride] = a - b;
    }
    __syncthreads();
    data[blockIdx.x * 256 + t] = s[t];
    data[blockIdx.x * 256 + t + 128] = s[t + 128];
}

// Two loops, one within the other: the inner one's length follows the outer one's counter.
__global__ void butterfly_nested(unsigned *data) {
    __shared__ unsigned s[128];
    unsigned t = threadIdx.x;
    s[t] = data[blockIdx.x * 128 + t];
    s[t + 64] = data[blockIdx.x * 128 + t + 64];
    for (unsigned size = 2; size <= 64; size <<= 1) {
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * t - (t & (stride - 1));
            unsigned a = s[pos];
            unsigned b = s[pos + stride];
            s[pos] = (t & size) ? max(a, b) : min(a, b);
            s[pos + stride] = (t & size) ? min(a, b) : max(a, b);
        }
    }
    __syncthreads();
    data[blockIdx.x * 128 + t] = s[t];
    data[blockIdx.x * 128 + t + 64] = s[t + 64];
}

// Four neighbours of a lane, one an iteration.
__global__ void rows_of_four(float *out, const float *in) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        s[t * 4 + j] = in[j * 256 + t];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        sum += s[((t + 1) & 255) * 4 + j];
    }
    out[t] = sum;
}

// Two of them, and a row that is not aligned: pairs only where the address is known to be even.
__global__ void rows_of_six(float *out, const float *in) {
    __shared__ float s[6 * 128];
    int t = threadIdx.x;
    for (int j = 0; j < 6; j++) {
        s[t * 6 + j] = in[j * 128 + t];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 6; j++) {
        sum = sum * 2.0f + s[((t + 1) & 127) * 6 + j];
    }
    out[t] = sum;
}

__global__ void rows_of_five(float *out, const float *in) {
    __shared__ float s[5 * 128];
    int t = threadIdx.x;
    for (int j = 0; j < 5; j++) {
        s[t * 5 + j] = in[j * 128 + t];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 5; j++) {
        sum = sum * 2.0f + s[((t + 1) & 127) * 5 + j];
    }
    out[t] = sum;
}

// The same out of a pointer argument, of whose alignment nothing is known.
__global__ void rows_of_four_global(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        sum += in[t * 4 + j];
    }
    out[t] = sum;
}

__device__ float table[4096];

// And out of a variable in device memory, whose alignment is known.
__global__ void rows_of_four_device(float *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        sum += table[t * 4 + j];
    }
    out[t] = sum;
}

// The uniform operand of a product: four words at a time. The other one's rows lie apart.
__global__ void product16(float *out, const float *in) {
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[y * 16 + x];
    b[y][x] = in[256 + y * 16 + x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        float u = a[y][k];
        float w = b[k][x];
        sum += u * w;
    }
    out[y * 16 + x] = sum;
}

// An odd pitch.
__global__ void product17(float *out, const float *in) {
    __shared__ float a[16][17];
    __shared__ float b[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[y * 16 + x];
    b[y][x] = in[256 + y * 16 + x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        float u = a[y][k];
        float w = b[k][x];
        sum += u * w;
    }
    out[y * 16 + x] = sum;
}

// The length is an argument: the loop is unrolled four times all the same.
__global__ void product_length(float *out, const float *in, int n) {
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[y * 16 + x];
    b[y][x] = in[256 + y * 16 + x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        float u = a[y][k];
        float w = b[k][x];
        sum += u * w;
    }
    out[y * 16 + x] = sum;
}

// Lengths: where does full unrolling end?
template <int N> __global__ void lengths(float *out, const float *in) {
    __shared__ float s[32 * N];
    int t = threadIdx.x;
    for (int i = t; i < 32 * N; i += 32) s[i] = in[i];
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < N; j++) {
        sum = sum * 2.0f + s[t * N + j];
    }
    out[t] = sum;
}

// A barrier between the two: no join.
__global__ void barrier_between(float *out, const float *in) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 256] = in[t + 256];
    __syncthreads();
    float a = s[2 * t];
    __syncthreads();
    float b = s[2 * t + 1];
    out[t] = a - b;
}

// A store that may touch the same memory between the two.
__global__ void store_between(float *out, const float *in, int k) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 256] = in[t + 256];
    __syncthreads();
    float a = s[2 * t];
    s[k] = a;
    float b = s[2 * t + 1];
    out[t] = a - b;
}

// Narrow ones.
__global__ void bytes_of_four(unsigned char *out, const unsigned char *in) {
    __shared__ unsigned char s[1024];
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        s[t * 4 + j] = in[j * 256 + t];
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += s[((t + 1) & 255) * 4 + j];
    }
    out[t] = sum;
}

int main() {
    float *a = device<float>(1 << 15), *b = device<float>(1 << 15);
    butterfly_min<<<8, 128>>>((unsigned *)a);
    unsigned *d = filled<unsigned>(1 << 14, [](size_t i) { return (unsigned)(i * 2654435761u >> 7) & 4095; });
    butterfly_swap<<<8, 128>>>(d);
    butterfly_length<<<8, 128>>>(a, 256);
    butterfly_nested<<<8, 64>>>((unsigned *)a);
    rows_of_four<<<1, 256>>>(b, a);
    rows_of_six<<<1, 128>>>(b, a);
    rows_of_five<<<1, 128>>>(b, a);
    rows_of_four_global<<<16, 256>>>(b, a);
    rows_of_four_device<<<4, 256>>>(b);
    product16<<<1, dim3(16, 16)>>>(b, a);
    product17<<<1, dim3(16, 16)>>>(b, a);
    product_length<<<1, dim3(16, 16)>>>(b, a, 16);
    lengths<8><<<1, 32>>>(b, a);
    barrier_between<<<1, 256>>>(b, a);
    store_between<<<1, 256>>>(b, a, 3);
    bytes_of_four<<<1, 256>>>((unsigned char *)b, (unsigned char *)a);
    cudaDeviceSynchronize();
}
