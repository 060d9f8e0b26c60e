// Stores of a warp to one element.

__global__ void last_wins(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[blockIdx.x] = in[i]; // want same-address-store "32 lanes write out at one address: one of their values survives"
}

// Fine: every lane stores the same constant.
__global__ void flagged(int *changed, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) *changed = 1;
}

// Fine: one lane stores.
__global__ void first_only(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) out[blockIdx.x] = in[i];
}

// Fine: all lanes read one value and store it.
__global__ void alike(float *out, const float *in) {
    out[blockIdx.x] = in[blockIdx.x] * 2;
}

// Fine: each lane has an element of its own.
__global__ void apart(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

void run(float *a, int *n) {
    last_wins<<<1024, 256>>>(a, a);
    flagged<<<1024, 256>>>(n, a);
    first_only<<<1024, 256>>>(a, a);
    alike<<<1024, 256>>>(a, a);
    apart<<<1024, 256>>>(a, a);
}
