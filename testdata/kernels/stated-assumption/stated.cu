// What comments state of arguments: used, wrong, unused.

// The pitch is stated and odd: lanes down a column of it are in 32 different banks.
// cudalint: block(32, 8)
// cudalint: assume(pitch == 33)
__global__ void stated_pitch(float *out, int pitch)
{
    extern __shared__ float s[];
    s[threadIdx.y * pitch + threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * pitch + threadIdx.y];
}

// A pitch that is a multiple of 32 words: every lane in one bank.
// cudalint: block(32, 8)
// cudalint: assume(pitch == 32)
__global__ void stated_even(float *out, int pitch)
{
    extern __shared__ float s[];
    s[threadIdx.y * pitch + threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        out[k * 256 + threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * pitch + k]; // want shared-bank-conflict "32-way bank conflict"
    }
}

// cudalint: assume(n % 32 == 0) // want stated-assumption "not true of a launch: the value is 1000 there"
__global__ void contradicted(float *a, int n)
{
    if (threadIdx.x < n) a[threadIdx.x] = 0.0f;
}

__global__ void misspelt(float *a, int n)
{
    // cudalint: assume(m % 32 == 0) // want stated-assumption "says nothing: no value of that name is met in misspelt"
    if (threadIdx.x < n) a[threadIdx.x] = 0.0f;
}

__global__ void unreadable(float *a, int n)
{
    // cudalint: assume(n is large) // want stated-assumption "cannot be read"
    if (threadIdx.x < n) a[threadIdx.x] = 0.0f;
}

void run(float *a, int n)
{
    contradicted<<<4, 256>>>(a, 1000);
    misspelt<<<4, 256>>>(a, n);
    unreadable<<<4, 256>>>(a, n);
}
