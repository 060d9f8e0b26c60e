// Numbers that are large because their type has no negative ones.

// Lanes 0 and 1 begin beyond 2^63 and have no iteration.
__global__ void beginsBelow(float *o) {
    for (size_t j = (int)threadIdx.x - 2; j < 6; j += 2) o[j] = 1; //= store o 1/1
}

// The loop within does not take from the outer one what was asked of its counter.
__global__ void beginsBelowAround(float *o) {
    unsigned w = threadIdx.x;
    for (size_t j = (int)threadIdx.x - 2; j < 4; j++) {
        for (size_t k = 0; k < 4; k++) o[j * 8] = 1; //= store o 2.5/1
        w += 64;
    }
    o[w] = 1; //= store o 8/4
}

// The larger of two unsigned numbers is large where what was read is less than 95: whether a lane returns is not known.
__global__ void larger(const unsigned char *bytes, float *o) {
    int below = bytes[0] - 128;
    if (max(gridDim.x, blockDim.x + below) < 893) return;
    o[threadIdx.x * 8] = 1; //= store o 32/4
}

// Where what was read decides together with the block's index, other blocks than that in the middle are looked at.
__global__ void notInTheMiddle(const int *flags, float *o) {
    if (flags[threadIdx.x] && blockIdx.x != 1) //= load flags 4/4
        o[threadIdx.x * 8] = 1; //= store o 32/4
}

// 64 bits that an unsigned number of 32 is made of: the lower ones are left, which are 0 in all lanes.
__device__ unsigned lower(size_t v) {
    for (int i = 7; i < 14; i++) v = (v << 3) * 8;
    return v;
}

__global__ void lowerBits(float *o) {
    o[lower(threadIdx.x)] = 1; //= store o 1/1
}

// 1 - (2^32 - threadIdx.x) is threadIdx.x + 1 in 32 bits.
__global__ void wrapsTwice(float *o) {
    o[8 * (1 - max(0 - threadIdx.x, 0u))] = 1; //= store o 32/4
    o[1 - max(0 - threadIdx.x, 0u)] = 1; //= store o 5/4
}

void run(float *o, const unsigned char *bytes, const int *flags) {
    lowerBits<<<1, 32>>>(o);
    wrapsTwice<<<1, 32>>>(o);
    beginsBelow<<<1, 32>>>(o);
    beginsBelowAround<<<1, 32>>>(o);
    larger<<<2, 32>>>(bytes, o);
    notInTheMiddle<<<3, 32>>>(flags, o);
}
