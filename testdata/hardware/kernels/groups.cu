// Cooperative groups.
#include <cooperative_groups.h>

#include "suite.cuh"

namespace cg = cooperative_groups;

__global__ void block_rank(float *out, const float *in) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ float s[128];
    int t = block.thread_rank();
    s[t] = in[block.group_index().x * 128 + t];
    block.sync();
    out[blockIdx.x * block.size() + t] = s[127 - t];
}

__global__ void tiles_of_eight(float *out, const float *in) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[tile.meta_group_rank() * 64 + tile.thread_rank()];
    for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0) out[i / 8] = v;
}

__global__ void warp_tile(float *out, const float *in) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int first = (blockIdx.x * warp.meta_group_size() + warp.meta_group_rank()) * 64;
    float v = in[first + 2 * warp.thread_rank()];
    out[first / 2 + warp.thread_rank()] = v;
}

__global__ void two_dimensional(float *out, const float *in, int pitch) {
    auto block = cg::this_thread_block();
    dim3 at = block.thread_index();
    out[(blockIdx.x * 8 + at.y) * pitch + at.x] = in[at.x * pitch + at.y];
}

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    block_rank<<<16, 128>>>(b, a);
    tiles_of_eight<<<16, 128>>>(b, a);
    warp_tile<<<16, 128>>>(b, a);
    two_dimensional<<<8, dim3(32, 8)>>>(b, a, 40);
    cudaDeviceSynchronize();
}
