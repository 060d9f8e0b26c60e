// Where a guard tells an argument, the index under it knows it.
__global__ void fast_path(float *o, const float *x, int step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (step == 1 && i < n)
        o[i] = x[i * step]; //= store o 4/4; load x 4/4
    else
        o[i] = x[i * step]; //= store o 4/4; load x 32/4
}

__global__ void chosen(float *o, const float *x, int step) {
    o[threadIdx.x] = step == 2 ? x[threadIdx.x * step] : 0.0f; //= store o 4/4; load x 8/4
}

__global__ void left_early(float *o, const float *x, int step) {
    if (step != 1) return;
    o[threadIdx.x] = x[threadIdx.x * step]; //= store o 4/4; load x 4/4
}

void run(float *o, const float *x, int step, int n) {
    fast_path<<<8, 256>>>(o, x, step, n);
    chosen<<<8, 256>>>(o, x, step);
    left_early<<<8, 256>>>(o, x, step);
}
