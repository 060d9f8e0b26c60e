// Launches inside a lambda that goes to a macro or a function whose definition is not in sight. A block of 4x32 makes a warp 8 rows of
// 16 bytes, each in a sector of its own; the assumed 32x8 would make it one row.

template <typename T> __global__ void argument(T *out)
{
    out[threadIdx.y * 64 + threadIdx.x] = 1; //= store out 8/4
}
template <typename T> __global__ void parenthesized(T *out)
{
    out[threadIdx.y * 64 + threadIdx.x] = 1; //= store out 8/4
}
template <typename T> __global__ void bare(T *out)
{
    out[threadIdx.y * 64 + threadIdx.x] = 1; //= store out 8/4
}
__global__ void handed(float *out)
{
    out[threadIdx.y * 64 + threadIdx.x] = 1; //= store out 8/4
}

void run(Tensor x, cudaStream_t stream)
{
    const dim3 threads(4, 32);
    DISPATCH_TYPES(x.scalar_type(), "argument", [&] {
        argument<scalar_t><<<16, threads, 0, stream>>>(x.data_ptr<scalar_t>());
    });
    DISPATCH_TYPES(
        x.scalar_type(), "parenthesized", ([&] {
            using acc_t = wider<scalar_t, true>;
            const dim3 inner(4, 32);
            if (x.dim() == 1)
                parenthesized<scalar_t><<<16, inner, 0, stream>>>(x.data_ptr<scalar_t>());
            else
                parenthesized<acc_t><<<16, inner, 0, stream>>>(x.data_ptr<acc_t>());
        }));
    DISPATCH_TYPES(x.scalar_type(), "bare", [&] {
        bare<scalar_t><<<16, threads, 0, stream>>>(x.data_ptr<scalar_t>());
    })
    on_each_device([=](int device) { handed<<<16, threads>>>(x.data(device)); });
}
