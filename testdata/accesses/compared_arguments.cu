// Two comparisons as arguments are not a template.
__device__ int pick(int a, int b) { return a ? 8 : b; }
#define PICK(a, b) ((a) ? 8 : (b))

__global__ void compared(float *a, int n) {
    int t = threadIdx.x;
    a[t * pick(threadIdx.x < 16, threadIdx.y >= 1)] = 1; //= store a 16/4
    a[t * PICK(threadIdx.x < 16, threadIdx.y >= 1)] = 1; //= store a 16/4
    a[t * pick(threadIdx.x < 16, threadIdx.y > (1))] = 1; //= store a 16/4
    a[t * PICK(threadIdx.x < 16 ? 1 : 0, threadIdx.y >= 1 && n > 3)] = 1; //= store a 16/4
}

int main() {
    float *a;
    cudaMalloc(&a, 1 << 20);
    compared<<<1, 32>>>(a, 5);
}
