// What a message says of the distance between lanes: the pitch by its name, nothing that an assumed size would give.
#include <cuda_runtime.h>

// One column of a row-major matrix; the loop goes on early for some rows.
__global__ void column(float *out, const float *rows, int n, int skip, int batch) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (i >= skip && i < n - 3) continue;
        out[blockIdx.x * n + i] = rows[i * batch + blockIdx.x]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read rows 4\*batch bytes apart"
    }
}

void columns(float *out, const float *rows, int n, int skip, int batch) { column<<<batch, 256>>>(out, rows, n, skip, batch); }

// The index is partly the thread's own: how far lanes are apart is up to the data.
__global__ void scatter(float *out, const float *in, const int *shift, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i + shift[i]] = in[i]; // want uncoalesced-access "up to 32 sectors per request, ideal 4: lanes write out at an index from memory, shift.i."
}

void scattered(float *out, const float *in, const int *shift, int n) { scatter<<<n / 256, 256>>>(out, in, shift, n); }

// Fine, for all that is known: an argument of a template that no launch tells is the width of a vector, more often than not.
template <int Width>
__global__ void vectors(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * Width];
}

// A size of the data is large, more often than not.
__global__ void pitched(float *out, const float *in, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * pitch]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in 4\*pitch bytes apart"
}

// Where the last rows are the same one, there is no one distance, and that of assumed sizes is not shown.
__global__ void clamped(float *out, const float *in, int pitch, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[min(i, h - 1) * pitch]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read in far apart"
}

void clamp_rows(float *out, const float *in, int pitch, int h) { clamped<<<64, 256>>>(out, in, pitch, h); }
