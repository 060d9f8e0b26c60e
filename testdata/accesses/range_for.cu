// A loop over an object of the program's own: its iterators say what the variable is.

template <typename T> class Steps {
    struct Iterator {
        __device__ Iterator(T at, T step) : at_(at), step_(step) {}
        __device__ T operator*() const { return at_; }
        __device__ Iterator &operator++() {
            at_ += step_;
            return *this;
        }
        __device__ bool operator!=(const Iterator &end) const { return at_ < end.at_; }

      private:
        T at_;
        const T step_;
    };

  public:
    __device__ Steps(T first, T step, T last) : first_(first), step_(step), last_(last) {}
    __device__ Iterator begin() const { return Iterator{first_, step_}; }
    __device__ Iterator end() const { return Iterator{last_, 0}; }

  private:
    T first_;
    T step_;
    T last_;
};

template <typename T> __device__ Steps<T> along_x(T count) {
    return Steps<T>(blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, count);
}

__global__ void over_steps(float *out, const float *in, int n) {
    for (int i : along_x<int>(n)) {
        out[i] = //= store out 4/4
            in[2 * i]; //= load in 8/4
    }
}

struct Span {
    const float *from;
    int n;
    __device__ const float *begin() const { return from; }
    __device__ const float *end() const { return from + n; }
};

__global__ void over_pointers(float *out, Span s) {
    float sum = 0.0f;
    for (float v : s) { //= load s.from 1/1
        sum += v;
    }
    out[threadIdx.x] = sum; //= store out 4/4
}
