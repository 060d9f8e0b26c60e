// Values that come out of branches, macros, records and casts.

// i is set in one branch only and used there only: nothing is unknown about it.
__global__ void guarded(float *out, const float *in, int pitch)
{
    int i, ok;
    ok = threadIdx.x < 32;
    if (ok) {
        if (threadIdx.y < 2) {
            i = threadIdx.x;
        } else {
            i = threadIdx.x * 32;
        }
        ok = i >= 0;
    }
    if (ok) {
        out[i] = 1.0f; //= store out 25/4
    }
}

// A conversion operator gives the shared array, as in the samples that come with CUDA.
template <class T> struct Pool {
    __device__ operator T *()
    {
        extern __shared__ int pool[];
        return (T *)pool;
    }
};

template <class T> __global__ void pooled(T *out)
{
    T *s = Pool<T>();
    s[threadIdx.x * 2] = out[threadIdx.x]; //= store pool 2/1; load out 4/4
}

// Two names for one type, and a class that derives from itself with other arguments.
typedef struct Node Node;
typedef struct Node Node;
struct Node {
    int key, left, right, mark;
};
template <int N> struct Chain : Chain<N - 1> {
    int link;
};
template <> struct Chain<0> {
    int last;
};

__global__ void nodes(const Node *n, const Chain<3> *c, int *out)
{
    int t = threadIdx.x;
    out[t] = n[t].key + c[t].link; //= load n 16/4; load c 16/4; store out 4/4
}

// An atomic of the program's own for another type is inlined; the one inside is the built-in one.
__device__ float atomicMin(float *addr, float value)
{
    unsigned *p = (unsigned *)addr;
    unsigned old = *p;
    while (value < __uint_as_float(old)) {
        unsigned seen = old;
        old = atomicCAS(p, seen, __float_as_uint(value)); //= atomic low 1/1
        if (old == seen) break;
    }
    return __uint_as_float(old);
}

__global__ void lowest(float *low, const float *in)
{
    atomicMin(low, in[threadIdx.x]);
}

// The hash of a loaded value is data, however long it takes to compute.
__global__ void hashed(const unsigned *in, int *table)
{
    unsigned h = in[threadIdx.x];
    for (int i = 0; i < 40; i++) {
        h = (h ^ (h >> 13)) * 0x5bd1e995u + (h << 7);
        h ^= h >> 15;
    }
    table[h] = 1; //= store table unknown: h
}

// A template that nothing instantiates: T counts as 4 bytes, in sizeof too.
template <typename T> __global__ void never_launched(T *out, const T *in, int n)
{
    int packs = n / (16 / (int)sizeof(T));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < packs) {
        out[i * 4] = in[i]; //= store out 16/4; load in 4/4
    }
}

// auto * keeps the type that it gets; a cast to a type that nothing tells has no width.
template <typename T, typename Wide> __global__ void rows(T *out, const T *in)
{
    const auto *row = in + 3 * threadIdx.x;
    auto *to = out + threadIdx.x;
    to[0] = row[1]; //= store out 4/4; load in 12/4
    *reinterpret_cast<typename Wide::Pack *>(out + 64) = typename Wide::Pack(); //= store out unknown: access width
}

// A union without a name in shared memory, and an index out of a constant table.
__constant__ int starts[4] = {0, 3, 64, 640};

__global__ void unnamed(float *out, const float *in)
{
    __shared__ union {
        float rows[8][32];
        double flat[128];
    } u;
    int t = threadIdx.x;
    u.rows[t % 8][t / 8] = in[starts[t & 3] + t]; //= store u 8/1; load in 13/4; load starts unknown: memory space
    out[t] = (float)u.flat[2 * t & 127];          //= load u 4/2; store out 4/4
}

int main()
{
    float *a;
    int *b;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    guarded<<<1, dim3(32, 8)>>>(a, a, 64);
    pooled<int><<<1, 64, 1024>>>(b);
    nodes<<<1, 64>>>((Node *)a, (Chain<3> *)a, b);
    lowest<<<1, 64>>>(a, a);
    unnamed<<<1, 64>>>(a, a);
    hashed<<<1, 64>>>((unsigned *)a, b);
}

// The first member of a record from memory is a number, and no record.
__global__ void first_member(unsigned char *out, const int2 *in)
{
    int2 r = in[0]; //= load in 1/1
    *(out + r.x) = 0; //= store out 1/1
}

// Comparisons in parentheses are no assignments to a template.
__global__ void compared_in_parentheses(float *out, int n)
{
    int x = threadIdx.x, y = threadIdx.x;
    if (n && (x < 20 && y >= 4)) {
        out[x] = 1.0f; //= store out 3/2
    }
    if (!(x * x < 136 && 1 >> 1 <= 7)) {
        out[x] = 2.0f; //= store out 3/3
    }
    out[(x < 20 ? x : y >= 25) * 8] = 3.0f; //= store out 20/4
}

int compared_values(float *f, unsigned char *c, const int2 *i)
{
    first_member<<<1, 32>>>(c, i);
    compared_in_parentheses<<<1, 32>>>(f, 3);
}
