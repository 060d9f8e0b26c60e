// Hints to the cache that do not fit what is done. The rule is off by default; here all rules are on.

__global__ void walks(float *out, const float *in) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 8; j++) sum += __ldcs(&in[t * 8 + j]); // want cache-hint "8 requests of a warp for each sector of in, and __ldcs asks to drop it first" uncoalesced-access "32 sectors"
    out[t] = sum;
}

__global__ void goes_over_it_again(float *out, const float *in, const float *weight) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 64; j++) sum += __ldcs(in + j * 16384 + t) * __ldcg(weight + t); // want cache-hint "64 requests of a warp for each sector of weight, and __ldcg goes past L1"
    out[t] = sum;
}

__global__ void one_table(float *out, const float *table) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = __ldcs(&table[threadIdx.x]); // want cache-hint "all 64 blocks read the same elements of table, and __ldcs asks to drop it first"
}

__global__ void reads_it_again(float *out, const float *in) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    __stcs(&out[t], in[t]); // want cache-hint "out is read again at line 26, and __stcs asks to drop it first"
    __syncthreads();
    out[t] += 1;
}

// Fine: each sector once.
__global__ void streams(float *out, const float *in) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    __stcs(&out[t], __ldcs(&in[t]));
}

// Fine: plain loads.
__global__ void plain(float *out, const float *table) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 64; j++) sum += __ldg(&table[j]);
    out[t] = sum;
}

// Fine: it waits for another block, and must not see an old value.
__global__ void waits(int *flag, float *out) {
    while (__ldcv(flag) == 0) {
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Fine as a hint: which elements are read is not known.
__global__ void gathers(float *out, const float *in, const int *index) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = __ldcs(&in[index[t] & 1023]); // want uncoalesced-access "up to 32 sectors"
}

void run(float *f, int *k) {
    walks<<<64, 256>>>(f, f);
    goes_over_it_again<<<64, 256>>>(f, f, f);
    one_table<<<64, 256>>>(f, f);
    reads_it_again<<<64, 256>>>(f, f);
    streams<<<64, 256>>>(f, f);
    plain<<<64, 256>>>(f, f);
    waits<<<64, 256>>>(k, f);
    gathers<<<64, 256>>>(f, f, k);
}
