// What comments state of where wrappers put elements: used, wrong, unused.
#include <tiles/of/a/library.hpp>

// The accessor cannot be read. Its rows are 32 words: lanes down a column meet in one bank.
// cudalint: block(32, 1)
// cudalint: layout(tile(y, x) = y * 32 + x, float)
__global__ void rows_of_32(float *out, library::Params p)
{
    library::Tile<float> tile = library::tile_of(p);
    tile(0, threadIdx.x) = out[threadIdx.x];
    out[threadIdx.x] = tile(threadIdx.x, 3); // want shared-bank-conflict "32-way bank conflict"
}

// The same with a swizzle: each lane finds a bank of its own.
// cudalint: block(32, 1)
// cudalint: layout(tile(y, x) = y * 32 + (x ^ y), float)
__global__ void swizzled(float *out, library::Params p)
{
    library::Tile<float> tile = library::tile_of(p);
    tile(0, threadIdx.x) = out[threadIdx.x];
    out[threadIdx.x] = tile(threadIdx.x, 3);
}

// In global memory, by a method.
// cudalint: block(256, 1)
// cudalint: layout(image.at(y, x) = y * 1024 + x, float, global)
__global__ void by_method(float *out, library::Params p)
{
    auto image = library::image_of(p);
    out[threadIdx.x] = image.at(threadIdx.x, 0); // want uncoalesced-access "32 sectors per request"
    out[threadIdx.x + 256] = image.at(0, threadIdx.x);
}

// The text tells the rows' length: 32, not 33.
// cudalint: block(32, 1)
// cudalint: layout(rows[y][x] = y * 33 + x) // want stated-assumption "is not what the text says: it makes it element 32\*threadIdx.x"
__global__ void contradicted(float *out)
{
    __shared__ float rows[32][32];
    rows[0][threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = rows[threadIdx.x][0]; // want shared-bank-conflict "32-way bank conflict"
}

__global__ void unused(float *out)
{
    // cudalint: layout(grid(y, x) = y * 33 + x, float) // want stated-assumption "says nothing: no such element is met in unused"
    out[threadIdx.x] = 0.0f;
}

__global__ void unreadable(float *out, library::Params p)
{
    // cudalint: layout(33 rows) // want stated-assumption "cannot be read: write NAME"
    // cudalint: layout(tile(x) = x) // want stated-assumption "cannot be read: the type of tile's elements is not known"
    auto tile = library::tile_of(p);
    out[threadIdx.x] = tile(threadIdx.x);
}
