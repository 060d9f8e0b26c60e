// What an unknown distance between lanes may be: the row of a matrix is long, the stride of a tensor or the step of a window may be 1.
#include <cuda_runtime.h>

// Fine as far as the text tells: each dimension has a stride that is an argument, and of a dense tensor one of them is 1.
__global__ void view(float *out, const float *in, int s0, int s1, int o0, int o1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t * o0 + blockIdx.y * o1] = in[t * s0 + blockIdx.y * s1];
}

// The rows of a matrix: columns are moved through by single elements, so that the pitch is the length of a row.
__global__ void rows(float *out, const float *in, int pitch) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * pitch + blockIdx.y]; // want uncoalesced-access "lanes read in 4\*pitch bytes apart"
}

// A stride that is a factor of the others is the size of what the elements are made of.
__global__ void first_channel(float *out, const float *in, int w, int h, int c) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[((blockIdx.y * h + t / w) * w + t % w) * c]; // want uncoalesced-access "32 sectors per request, ideal 4"
}

// Fine as far as the text tells: windows that are step elements apart and size elements long mostly overlap or touch.
__global__ void pool(float *out, const float *in, int n, int step, int size, int pad) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int first = max(0, t * step - pad), end = min(n, t * step - pad + size);
    float s = 0.0f;
    for (int j = first; j < end; j++) s += in[j];
    out[t] = s;
}

// A chunk for each thread is as long as the step from one to the next.
__global__ void chunks(float *out, const float *in, int n, int chunk) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int j = t * chunk; j < min(n, (t + 1) * chunk); j++) s += in[j]; // want uncoalesced-access "lanes read in 4\*chunk bytes apart"
    out[t] = s;
}

// Fine as far as the text tells: how wide Packed is, and with it how much of the 8 elements it takes, nothing says.
template <typename In, typename Packed>
__global__ void packed(float *out, const In *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Packed v = reinterpret_cast<const Packed *>(&in[t * 8])[0];
    out[t] = v.x;
}

void run(float *out, const float *in, int n, int m) {
    view<<<dim3(n, 64), 256>>>(out, in, m, n, m, n);
    rows<<<dim3(n, 64), 256>>>(out, in, m);
    first_channel<<<dim3(n, 64), 256>>>(out, in, m, n, m);
    pool<<<n, 256>>>(out, in, n, m, n, m);
    chunks<<<n, 256>>>(out, in, n, m);
}
