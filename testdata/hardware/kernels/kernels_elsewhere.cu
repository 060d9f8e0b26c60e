// Kernels that stand in a header and are launched here.
#include "kernels_elsewhere.cuh"
#include "suite.cuh"

int main() {
    float *a = device<float>(1 << 14), *b = device<float>(1 << 14);
    header_transpose<<<8, dim3(16, 16)>>>(b, a);
    header_template<double, 64><<<8, 64>>>((double *)b, (double *)a);
    cudaDeviceSynchronize();
}
