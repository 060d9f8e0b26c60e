__global__ void gather_pairs(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[2 * i]; // cudalint: expect(sectors <= 4)
}

void run(float *out, const float *in) { gather_pairs<<<4096, 256>>>(out, in); }
