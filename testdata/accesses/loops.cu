// Loops: what a condition says of a variable must not make the condition itself true for ever.

// d doubles: 1, 2, 4, .. 64; with 64 threads the guard leaves 1, 2, 4, 8, 16, 32, 32 and 32 lanes: no conflict, no waste.
__global__ void doubling(float *out)
{
    __shared__ float s[256];
    for (int d = 1; d < 128; d *= 2) {
        if (threadIdx.x < d) {
            s[threadIdx.x] = 1.0f; //= store s 1/1
        }
    }
    out[threadIdx.x] = s[threadIdx.x];
}

// A scan's sweep down after its sweep up: offset comes out of the first loop as 128 and is halved at the head of the second.
__global__ void sweeps(float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    int offset = 1;
    for (int d = 64; d > 0; d >>= 1) {
        if (t < d) {
            s[offset * (2 * t + 1) - 1] = 1.0f; //= store s 2.875/1
        }
        offset *= 2;
    }
    for (int d = 1; d < 128; d *= 2) {
        offset >>= 1;
        if (t < d) {
            s[offset * (2 * t + 1) - 1] = 2.0f; //= store s 2.875/1
        }
    }
    out[t] = s[t];
}

// A loop that lanes leave at different times: lane t runs t + 1 times, at unit stride over the lanes all the while.
__global__ void triangle(float *out, int n)
{
    int t = threadIdx.x;
    for (int i = 0; i <= t; i++) {
        out[i * 64 + t] = 0.0f; //= store out 2.5/2.5
    }
}

// The variable that a stack-like macro moves is changed by the loop.
#define PUSH(v) do { stack[top++] = (v); } while (0)
#define POP(v) do { (v) = stack[--top]; } while (0)
__global__ void stacked(int *out)
{
    __shared__ int stack[512];
    int top = 0;
    PUSH(1);
    while (top) {
        int k;
        POP(k);
        out[threadIdx.x] = k; //= store out 4/4
        if (k < 8) PUSH(k + 1);
    }
}

int main()
{
    float *a;
    int *b;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    doubling<<<4, 64>>>(a);
    sweeps<<<4, 64>>>(a);
    triangle<<<1, 32>>>(a, 32);
    stacked<<<1, 32>>>(b);
}
