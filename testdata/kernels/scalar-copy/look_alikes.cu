// Loops that look as if they streamed. None would gain from vectors, or could have them.

// Vectors already: the second loop is for the up to three elements that are left.
__global__ void in_vectors(float *z, const float *x, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n / 4; i += gridDim.x * blockDim.x)
        reinterpret_cast<float4 *>(z)[i] = reinterpret_cast<const float4 *>(x)[i];
    for (int i = n / 4 * 4 + t; i < n; i += gridDim.x * blockDim.x)
        z[i] = x[i];
}

// Eight bytes a lane: two of them to a request gain nothing.
__global__ void doubles(double *z, const double *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        z[i] = 2.0 * x[i];
}

// It computes more than it moves: memory is not what it waits for.
__global__ void computes(float *z, const float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        z[i] = expf(sinf(x[i])) + cosf(x[i]) * logf(x[i]) + sqrtf(x[i]);
}

// Elements are not all treated alike.
__global__ void chooses(float *z, const float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (x[i] > 0.0f) z[i] = x[i];
}

// No loop: each thread has one element.
__global__ void once(float *z, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i];
}

// Each thread runs the loop at most seven times.
__global__ void seldom(float *z, const float *x) {
    for (int i = threadIdx.x; i < 1700; i += blockDim.x)
        z[blockIdx.x * 1700 + i] = x[blockIdx.x * 1700 + i];
}

// One block is not bound by the memory.
__global__ void one_block(float *z, const float *x, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) z[i] = x[i];
}

// A gather: what it waits for are scattered sectors.
__global__ void gathers(float *z, const float *x, const int *of, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        z[i] = x[of[i]]; // want uncoalesced-access "up to 32 sectors"
}

// A lane goes on by one element each time: its neighbours are a chunk away.
__global__ void chunks(float *z, const float *x, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t * 64; i < t * 64 + 64; i++) z[i] = 2.0f * x[i]; // want uncoalesced-access "lanes write z 256 bytes apart" uncoalesced-access "lanes read x 256 bytes apart"
}

void run(float *z, float *x, double *d, int *of, int n) {
    in_vectors<<<1024, 256>>>(z, x, n);
    doubles<<<1024, 256>>>(d, d, n);
    computes<<<1024, 256>>>(z, x, n);
    chooses<<<1024, 256>>>(z, x, n);
    once<<<1024, 256>>>(z, x, n);
    seldom<<<1024, 256>>>(z, x);
    one_block<<<1, 256>>>(z, x, n);
    gathers<<<1024, 256>>>(z, x, of, n);
    chunks<<<1024, 256>>>(z, x, n);
}
