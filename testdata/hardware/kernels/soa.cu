// Structures of arrays, passed by value, and a view that knows its pitch.
#include "suite.cuh"

struct Cloud {
    float *x, *y, *z;
    int n;
};

struct Matrix {
    float *data;
    int rows, cols, pitch;
    __device__ float &at(int r, int c) const { return data[r * pitch + c]; }
};

__global__ void scale(Cloud cloud, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cloud.n) {
        cloud.x[i] *= by;
        cloud.y[i] *= by;
        cloud.z[2 * i] *= by;
    }
}

__global__ void by_rows(Matrix out, const Matrix in) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < in.rows && c < in.cols) out.data[r * out.pitch + c] = in.data[r * in.pitch + c];
}

__global__ void by_columns(Matrix out, Matrix in) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < in.rows && c < in.cols) out.data[r * out.pitch + c] = in.data[r * in.pitch + c] + 1.0f;
}

__global__ void through_method(Matrix m, float v) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    m.at(r, c) = v;
}

int main() {
    const int n = 1 << 12;
    Cloud cloud;
    cloud.x = device<float>(n);
    cloud.y = device<float>(n);
    cloud.z = device<float>(2 * n);
    cloud.n = n;
    scale<<<n / 128, 128>>>(cloud, 2.0f);
    Matrix a = {device<float>(128 * 160), 128, 128, 160};
    Matrix b = {device<float>(128 * 160), 128, 128, 160};
    by_rows<<<dim3(4, 16), dim3(32, 8)>>>(b, a);
    by_columns<<<dim3(4, 16), dim3(32, 8)>>>(b, a);
    through_method<<<dim3(8, 8), dim3(16, 16)>>>(a, 1.0f);
    cudaDeviceSynchronize();
}
