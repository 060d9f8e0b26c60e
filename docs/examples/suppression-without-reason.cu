__global__ void copy(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 2]; // cudalint: ignore[uncoalesced-access]
}

void run(float *out, const float *in) { copy<<<4096, 256>>>(out, in); }
