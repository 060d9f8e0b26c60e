// Arrays of a thread whose indices the compiler does not know.

__global__ void histogram(int *out, const int *in, int n) {
    int count[16];
    for (int j = 0; j < 16; j++) count[j] = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        count[in[i * 2] & 15]++; // want uncoalesced-access "8 sectors" local-array-index "every use of count goes to local memory, not to registers: the index in\[i \* 2\] & 15 is not known at compile time"
    for (int j = 0; j < 16; j++) atomicAdd(&out[j], count[j]);
}

__global__ void long_loop(float *out, const float *in, int terms) {
    float power[32];
    float x = in[blockIdx.x * blockDim.x + threadIdx.x], sum = 0;
    power[0] = 1;
    for (int j = 1; j < terms; j++) power[j] = power[j - 1] * x; // want local-array-index "the index j is not known"
    for (int j = 0; j < terms; j++) sum += power[j];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct Node {
    int left, right;
    float value;
};

__global__ void walk_tree(float *out, const Node *tree) {
    int stack[24], top = 0;
    float sum = 0;
    stack[top++] = 0; // want local-array-index "every use of stack .* the index top\+\+"
    while (top > 0) {
        Node n = tree[stack[--top]];
        sum += n.value;
        if (n.left >= 0) stack[top++] = n.left;
        if (n.right >= 0) stack[top++] = n.right;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Fine: of four elements the compiler chooses one.
__global__ void by_thread(float *out, const float *in) {
    float v[4];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, turn = threadIdx.x % 4;
    for (int j = 0; j < 4; j++) v[j] = in[i + j * 4096];
    out[i] = v[turn] * 2;
}

// Fine: after unrolling every index is a number.
template <int T>
__global__ void tile_of_results(float *out, const float *a, const float *b, int n) {
    const int K = 4;
    float sum[T][K] = {};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < T; i++)
            for (int j = 0; j < K; ++j) sum[i][j] += a[k * T + i] * b[k * K + j];
    int at = 0;
    for (int i = 0; i < T; i++)
        for (int j = 0; j < K; j++) out[(at++ % 7) * 32 + threadIdx.x] = sum[i][K - 1 - j];
}

// Fine: `k` begins anew for each of n.
__global__ void begins_anew(float *out, const float *in, int n) {
    float v[8];
    int k = 0;
    for (int i = 0; i < n; i++) {
        k = 0;
        for (int j = 0; j < 8; j++) v[k++] = in[(i * 8 + j) * 256 + threadIdx.x];
        out[i * 256 + threadIdx.x] = v[0] + v[1] * v[2] + v[3] * v[4] + v[5] * v[6] + v[7];
    }
}

// Fine: at most four, which unrolls; and the bound of the second is only known to the launch of a template.
template <int N>
__global__ void bounded(float *out, const float *in, int n) {
    float v[4], w[N];
    for (int j = 0; j < 4 && j < n; j++) v[j] = in[j * 256 + threadIdx.x];
    for (int j = 0; j < N; j++) w[j] = v[j & 3];
    out[threadIdx.x] = w[0] + v[1];
}

// Fine: nothing writes to the table, so it is in constant memory.
__global__ void table(float *out, const int *kind) {
    float factor[4] = {1.0f, 0.5f, 0.25f, 0.125f};
    const float other[2] = {1.0f, 3.0f};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] *= factor[kind[i] & 3] * other[kind[i] & 1];
}

// Fine: two buffers that take turns.
__global__ void two_buffers(float *out, const float *in, int n) {
    float v[2];
    int now = 0;
    v[0] = in[threadIdx.x];
    for (int i = 1; i < n; i++) {
        v[now ^ 1] = in[i * 256 + threadIdx.x];
        out[i * 256 + threadIdx.x] = v[now];
        now ^= 1;
    }
}

// Fine: shared memory has addresses.
__global__ void in_shared(float *out, const int *kind) {
    __shared__ float column[8][256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int j = 0; j < 8; j++) column[j][threadIdx.x] = j;
    out[i] = column[kind[i] & 7][threadIdx.x];
}

void run(float *f, int *k, Node *t, int n) {
    histogram<<<64, 256>>>(k, k, n);
    long_loop<<<64, 256>>>(f, f, n);
    walk_tree<<<64, 256>>>(f, t);
    by_thread<<<64, 256>>>(f, f);
    tile_of_results<8><<<64, 256>>>(f, f, f, n);
    begins_anew<<<64, 256>>>(f, f, n);
    bounded<4><<<1, 256>>>(f, f, n);
    table<<<64, 256>>>(f, k);
    two_buffers<<<1, 256>>>(f, f, n);
    in_shared<<<64, 256>>>(f, k);
}

// Fine: the loop over the pointers is unrolled, and what they point to is not a thread's own.
__global__ void peers(float *out, const float *const *from, int n, int first) {
    const float *source[4];
#pragma unroll
    for (int k = 0; k < 4; k++) source[k] = from[(first + k) % 4];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 4; k++) sum += source[k][i];
        out[i] = sum;
    }
}

// Fine: from wherever the lane begins, the loop has four turns at most and is unrolled that far.
__global__ void unrolled_from_lane(float *out, const float *in) {
    float held[8];
    for (int k = 0; k < 8; k++) held[k] = 0.0f;
#pragma unroll
    for (int i = threadIdx.x, n = 0; i < 256; i += 64) held[n++] = in[i];
    out[threadIdx.x] = held[0] + held[1] + held[2] + held[3];
}

// Fine: what is read is known, and so is each element as it is written.
__global__ void written_in_loop(float *out, const float *in, int many) {
    float held[8];
#pragma unroll
    for (int i = threadIdx.x, n = 0; i < many; i += 64) held[n++] = in[i] * 2; // want scalar-copy "4 requests"
    out[threadIdx.x] = held[0] + held[1] + held[2] + held[3];
}

// Both in a loop to an argument, whether it is asked to be unrolled or not.
__global__ void written_and_read(float *out, const float *in, int many) {
    float held[8], sum = 0.0f;
#pragma unroll
    for (int i = 0; i < many; i++) held[i] = in[i * 256 + threadIdx.x]; // want local-array-index "the index i is not known"
    for (int i = 0; i < many; i++) sum += held[i];
    out[threadIdx.x] = sum;
}

// What the instantiations make of it is not for the template to say: no finding unless one asks for what is possible.
template <int N>
__global__ void sized_by_template(float *out, const float *in, int many) {
    float held[N];
    for (int i = 0; i < many; i++) held[i] = in[i * 1024 + threadIdx.x] * 2;
    out[threadIdx.x] = held[many / 2];
}

// The same through a constant of its own.
template <int N>
__global__ void sized_by_constant_of_template(float *out, const float *in, int many) {
    constexpr int rows = (N + 31) / 32;
    float held[rows];
    for (int i = 0; i < many; i++) held[i] = in[i * 1024 + threadIdx.x] * 2;
    out[threadIdx.x] = held[many / 2];
}
