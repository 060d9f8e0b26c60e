// Block shapes that are known in part, or not at all.

#ifdef TILE_FROM_MAKEFILE
#define TILE TILE_FROM_MAKEFILE
#else
#define TILE 16
#endif

// Nothing defines TILE_FROM_MAKEFILE: a compiler without flags takes 16.
__global__ void tile(float *out)
{
    __shared__ float s[TILE][TILE];
    s[threadIdx.x][0] = 1.0f; //= store s 8/1
    out[threadIdx.x] = s[0][threadIdx.x];
}

// blockDim.x is 1 whatever rows is: lanes go down a column.
__global__ void columns(unsigned char *out, int width)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    out[y * width + x] = 0; //= store out 32/1
}

// A pitch that nothing tells has no number.
template <int N> __global__ void unknown_pitch(float *out)
{
    __shared__ float s[N][N];
    s[threadIdx.x][0] = 1.0f; //= store s unknown: the pitch of s
    out[threadIdx.x] = s[0][threadIdx.x];
}

void launch(unsigned char *c, float *f, int rows)
{
    dim3 block, grid;
    block.x = 1;
    block.y = rows;
    grid.x = 64;
    grid.y = 1;
    columns<<<grid, block>>>(c, 1024);
    tile<<<1, TILE>>>(f);
}
