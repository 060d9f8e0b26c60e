// The same strides behind macros, helper functions, templates, pointers and array types.
#include <cuda_runtime.h>

#define COLUMN_MAJOR(i, j, ld) ((j) * (ld) + (i))
#define THREAD_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define LD 512

// Fine: column-major storage with the lanes running down a column.
__global__ void down_the_column(float *m, float f) {
    m[COLUMN_MAJOR(THREAD_ID, blockIdx.y, LD)] *= f;
}

// Column-major storage with the lanes running along a row.
__global__ void along_the_row(float *m, float f) {
    m[COLUMN_MAJOR(blockIdx.y, THREAD_ID, LD)] *= f; // want uncoalesced-access "32 sectors per request, ideal 4: lanes .* m 2048 bytes apart"
}

__device__ int flat(int row, int col, int width) { return row * width + col; }

__global__ void through_a_helper(float *out, const float *in) {
    int t = THREAD_ID;
    out[t] = in[flat(t, 0, 5)]; // want uncoalesced-access "20 sectors per request, ideal 4: lanes read in 20 bytes apart"
}

__device__ float fetch(const float *p, int i) {
    return p[i * 4]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes read .* 16 bytes apart"
}

__global__ void inside_a_helper(float *out, const float *in) {
    int t = THREAD_ID;
    out[t] = fetch(in, t);
}

template <int STEP>
__global__ void step_of_template(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * STEP]; // want uncoalesced-access "16 sectors per request, ideal 4: lanes read in 16 bytes apart"
}

// Fine: the only instance has a step of 1.
template <int STEP>
__global__ void unit_step_of_template(float *out, const float *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * STEP];
}

__global__ void by_pointer_arithmetic(float *out, const float *in) {
    int t = THREAD_ID;
    const float *mine = in;
    mine += 2 * t;
    out[t] = *mine; // want uncoalesced-access "8 sectors per request, ideal 4: lanes read in 8 bytes apart"
}

__global__ void by_array_pointer(float *out, const float (*rows)[LD]) {
    int t = THREAD_ID;
    out[t] = rows[t][7]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read rows 2048 bytes apart"
}

__device__ float board[LD][LD];

__global__ void device_array_column(float *out) {
    int t = THREAD_ID;
    out[t] = board[t][blockIdx.y]; // want uncoalesced-access "32 sectors per request, ideal 4: lanes read board 2048 bytes apart"
}

// Fine: the same array by rows.
__global__ void device_array_row(float *out) {
    int t = THREAD_ID;
    out[t] = board[blockIdx.y][t];
}

__global__ void read_only_path(float *out, const float *__restrict__ in) {
    int t = THREAD_ID;
    out[t] = __ldg(&in[t * 4]); // want uncoalesced-access "16 sectors per request, ideal 4: lanes read in 16 bytes apart"
}

// Fine: __ldg of neighbours.
__global__ void read_only_path_dense(float *out, const float *__restrict__ in) {
    int t = THREAD_ID;
    out[t] = __ldg(in + t);
}

void launch_spelling(float *out, float *in) {
    along_the_row<<<dim3(LD / 128, LD), 128>>>(in, 2.0f);
    down_the_column<<<dim3(LD / 128, LD), 128>>>(in, 2.0f);
    through_a_helper<<<64, 128>>>(out, in);
    inside_a_helper<<<64, 128>>>(out, in);
    step_of_template<4><<<64, 128>>>(out, in);
    unit_step_of_template<1><<<64, 128>>>(out, in);
    by_pointer_arithmetic<<<64, 128>>>(out, in);
    by_array_pointer<<<4, 128>>>(out, (const float(*)[LD])in);
    device_array_column<<<dim3(4, LD), 128>>>(out);
    device_array_row<<<dim3(4, LD), 128>>>(out);
    read_only_path<<<64, 128>>>(out, in);
    read_only_path_dense<<<64, 128>>>(out, in);
}
