// The size of a type that nothing tells is assumed, and proves nothing.
#include <cuda_runtime.h>

// Fine as far as the text tells: Pixel may be of 8 bytes.
template <class Pixel, class Pair>
__global__ void pairs(unsigned char *p, int pitch) {
    int x = (threadIdx.x + blockIdx.x * blockDim.x) * 2, y = threadIdx.y + blockIdx.y * blockDim.y;
    unsigned char *d = p + x * sizeof(Pixel) + y * pitch;
    *(Pair *)d = Pair{1, 2};
}

template <class Pixel>
void run_pairs(unsigned char *p, int pitch) { pairs<Pixel, ulonglong2><<<dim3(8, 8), dim3(32, 8)>>>(p, pitch); }

// The same with a size that is known: 4 bytes a pixel, two of which are no 16 bytes.
template <class Pair>
__global__ void pairs_of_colors(unsigned char *p, int pitch) {
    int x = (threadIdx.x + blockIdx.x * blockDim.x) * 2, y = threadIdx.y + blockIdx.y * blockDim.y;
    unsigned char *d = p + x * sizeof(uchar4) + y * 256;
    *(Pair *)d = Pair{1, 2}; // want misaligned-vector-access "16-byte access to p at an address that is 8 modulo 16"
}

void run_colors(unsigned char *p, int pitch) { pairs_of_colors<ulonglong2><<<dim3(8, 8), dim3(32, 8)>>>(p, pitch); }
