// The launch is in a function that another file calls: its arguments come from there.
extern "C" const unsigned SHORTEST;
extern "C" const unsigned SHORTEST = 4;
extern "C" const unsigned LONGEST = 1024;

__global__ void shuffled(float *d, unsigned len)
{
    __shared__ float s[512];
    s[2 * threadIdx.x - (threadIdx.x & (len - 1))] = d[threadIdx.x]; //= store s 2/1; load d 4/4
}

extern "C" unsigned shuffle_all(float *d, unsigned batch, unsigned len)
{
    shuffled<<<batch * len / 1024, 256>>>(d, len);
    return 256;
}
