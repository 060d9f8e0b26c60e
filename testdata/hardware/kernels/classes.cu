// Classes with device methods: views, iterators, operators, members of members, inheritance.
#include "suite.cuh"

template <typename T>
class Span2D {
public:
    __host__ __device__ Span2D(T *data, int width, int height, int pitch) : data_(data), width_(width), height_(height), pitch_(pitch) {}
    __device__ T &operator()(int x, int y) { return data_[y * pitch_ + x]; }
    __device__ const T &operator()(int x, int y) const { return data_[y * pitch_ + x]; }
    __device__ T *row(int y) const { return data_ + y * pitch_; }
    __host__ __device__ int width() const { return width_; }

private:
    T *data_;
    int width_, height_, pitch_;
};

struct Strided {
    float *base;
    int step;
    __device__ float &operator[](int i) const { return base[i * step]; }
};

struct Base {
    float *values;
    int offset;
};

struct Derived : Base {
    int scale;
    __device__ float get(int i) const { return values[offset + scale * i]; }
};

struct Pipeline {
    Strided source;
    Span2D<float> target;
    static constexpr int kWidth = 32;
};

__global__ void call_operator(Span2D<float> out, const Span2D<float> in) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < in.width()) out(x, y) = in(y, x);
}

__global__ void subscript(Strided s, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[i] = v;
}

__global__ void inherited(float *out, Derived d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = d.get(i);
}

__global__ void nested(Pipeline p) {
    int x = threadIdx.x % Pipeline::kWidth, y = threadIdx.x / Pipeline::kWidth + blockIdx.x * 4;
    float *row = p.target.row(y);
    row[x] = p.source[y * Pipeline::kWidth + x];
}

__global__ void built_in_kernel(float *out, float *in, int pitch) {
    Span2D<float> view(in, pitch, pitch, pitch);
    int t = threadIdx.x;
    float v = view(t, blockIdx.x);
    float w = view(blockIdx.x, t);
    out[blockIdx.x * blockDim.x + t] = v - w;
}

int main() {
    float *a = device<float>(1 << 16), *b = device<float>(1 << 16);
    Span2D<float> in(a, 128, 128, 136), out(b, 128, 128, 136);
    call_operator<<<dim3(8, 8), dim3(16, 16)>>>(out, in);
    Strided s = {b, 3};
    subscript<<<16, 128>>>(s, 1.0f);
    Derived d;
    d.values = a;
    d.offset = 2;
    d.scale = 4;
    inherited<<<16, 128>>>(b, d);
    Pipeline p = {{a, 2}, Span2D<float>(b, 32, 64, 48)};
    nested<<<16, 128>>>(p);
    built_in_kernel<<<32, 64>>>(b, a, 72);
    cudaDeviceSynchronize();
}
