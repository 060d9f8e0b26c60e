// Which kernel a launch goes to, and what its arguments are.

// The specialization and the general kernel each have their own launch.
template <typename T> __global__ void fill(T *out, int pitch)
{
    out[threadIdx.x * pitch] = T(); //= store out 8/4
}
template <> __global__ void fill<double>(double *out, int pitch)
{
    out[threadIdx.x * pitch] = 0.0; //= store out 24/8
}

// Two overloads, told apart by the argument's type.
__global__ void copy(float *out, int n)
{
    out[threadIdx.x * n] = 1.0f; //= store out 4/4
}
__global__ void copy(double *out, int n)
{
    out[threadIdx.x * n] = 1.0; //= store out 32/8
}

// The quotient of two whole numbers, rounded up as a float, is a whole number that is known.
__global__ void rounded(float *out, int rows, int wide)
{
    int per = ceilf((float)rows / (float)wide);
    int r = threadIdx.x / per;
    if (r < rows) {
        out[2 * (r * wide + threadIdx.x % per)] = 0.0f; //= store out 8/4
    }
}

// A functor and a lambda bring along what they hold.
struct Column {
    int pitch;
    __device__ int operator()(int r, int c) const { return c * pitch + r; }
};
template <typename Layout> __global__ void by_layout(float *out, Layout at)
{
    out[at(0, threadIdx.x)] = 0.0f; //= store out 8/4
}
template <typename F> __global__ void for_each(int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

// Lanes bounded by the same token read one row of a table: the value is the same for the whole warp.
__global__ void embedding(float *out, const float *table, const int *tokens)
{
    int token = tokens[blockIdx.x * blockDim.y + threadIdx.y]; //= load tokens 1/1
    out[threadIdx.x] = table[token * 32 + threadIdx.x];         //= load table 4/4; store out 4/4
}

int main()
{
    float *a;
    double *d;
    int *t;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&d, 1 << 20);
    cudaMalloc(&t, 1 << 20);
    fill<float><<<1, 64>>>(a, 2);
    fill<double><<<1, 64>>>(d, 3);
    copy<<<1, 64>>>(a, 1);
    copy<<<1, 64>>>(d, 4);
    rounded<<<1, 32>>>(a, 64, 8);
    by_layout<<<1, 64>>>(a, Column{2});
    for_each<<<1, 64>>>(64, [=] __device__(int i) { a[3 * i] = 0.0f; }); //= store a 12/4
    embedding<<<4, dim3(32, 4)>>>(a, a, t);
}
