// Two comparisons as arguments are not a template, nor is a comparison with a shift.
__device__ int pick(int a, int b) { return a ? 8 : b; }
#define PICK(a, b) ((a) ? 8 : (b))

__global__ void compared(float *a, int n) {
    int t = threadIdx.x;
    a[t * pick(threadIdx.x < 16, threadIdx.y >= 1)] = 1; //= store a 16/4
    a[t * PICK(threadIdx.x < 16, threadIdx.y >= 1)] = 1; //= store a 16/4
    a[t * pick(threadIdx.x < 16, threadIdx.y > (1))] = 1; //= store a 16/4
    a[t * PICK(threadIdx.x < 16 ? 1 : 0, threadIdx.y >= 1 && n > 3)] = 1; //= store a 16/4
    int b[2][2] = {{0, 1}, {2, 3}}, c[2] = {1, 0};
    a[8 * pick(threadIdx.x < 16 ? c[1] : t, c[0] >= b[0][1]) + t] = 1; //= store a 4/4
    a[8 * pick(threadIdx.x < 16 ? 0 : t, b[1][0] >= 2)] = 1; //= store a 2/2
}

__global__ void shifted(float *a, int n, const int *masks) {
    int t = threadIdx.x;
    for (int j = 0; j < n >> 1; j++) {
        a[j] = 1; //= store a 1/1
    }
    if (t < blockDim.x >> 1) {
        a[t] = 2; //= store a 2/2
    }
    for (int j = 5; j < 1 >> n; j++) {
        a[j] = 1; //= store a unknown: 
    }
    if ((1 ? t : 0u) - 1 >= 31) {
        a[t] = 2; //= store a 1/1
    }
    long long wide = (1 ? -32 : threadIdx.x);
    a[wide < 0 ? 0 : 8 * t] = 3; //= store a 32/4
    a[33 + (0 - t % 32u >> 0)] = 5; //= store a 5/4
    int mask = masks[0]; //= load masks 1/1
    a[mask & t] = 4; //= store a 4/4
}

int main() {
    float *a;
    cudaMalloc(&a, 1 << 20);
    compared<<<1, 32>>>(a, 5);
    shifted<<<1, 32>>>(a, 6, (const int *)a);
}
