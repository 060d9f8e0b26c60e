// Neighbouring accesses that nvcc joins into one wider access: each is judged as the wide one.

// Two loads of a float2's members are one of 8 bytes: the address is aligned by the type.
__global__ void pairs(float *out, const float2 *in)
{
    float a = in[threadIdx.x].x; //= load in 8/8
    float b = in[threadIdx.x].y; //= load in 8/8
    out[threadIdx.x] = a + b;
}

// One member alone stays a load of 4 bytes.
__global__ void one_member(float *out, const float2 *in)
{
    out[threadIdx.x] = in[threadIdx.x].x; //= load in 8/4; store out 4/4
}

// Neighbours in shared memory: the compiler places the array, so it knows the alignment.
__global__ void halves(float *out)
{
    extern __shared__ float s[];
    int i = threadIdx.x * 2;
    float a = s[i];     //= load s 2/2
    float b = s[i + 1]; //= load s 2/2
    __syncthreads();
    s[i] = a + b;     //= store s 2/2
    s[i + 1] = a - b; //= store s 2/2
    out[i] = a;
}

// The same through a volatile pointer: each access stands alone.
__global__ void kept_apart(float *out)
{
    __shared__ volatile float s[256];
    int i = threadIdx.x * 2;
    float a = s[i];     //= load s 2/1
    float b = s[i + 1]; //= load s 2/1
    out[threadIdx.x] = a + b;
}

// float *: nothing tells the compiler that two floats are aligned to 8 bytes.
__global__ void not_aligned(float *out, const float *in)
{
    float a = in[threadIdx.x * 2];     //= load in 8/4
    float b = in[threadIdx.x * 2 + 1]; //= load in 8/4
    out[threadIdx.x] = a + b;
}

// Two words of each iteration are one load of 8 bytes, by all lanes at one address: the first takes the other along.
__global__ void taken_along(float *out)
{
    __shared__ float s[64];
    s[threadIdx.x] = threadIdx.x; //= store s 1/1
    float sum = 0;
    for (int j = 0; j < 64; j += 4) {
        const float4 &v = (float4 &)s[j];
        sum += v.x; //= load s 1/1
        sum += v.y; //= load s unknown: a neighbour's wider access takes it along
    }
    out[threadIdx.x] = sum; //= store out 4/4
}

int main()
{
    float *a;
    float2 *b;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    pairs<<<1, 64>>>(a, b);
    one_member<<<1, 64>>>(a, b);
    halves<<<1, 64, 1024>>>(a);
    kept_apart<<<1, 64>>>(a);
    not_aligned<<<1, 64>>>(a, a);
    taken_along<<<1, 64>>>(a);
}
