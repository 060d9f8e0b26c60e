// What the programs that prove fixes share: sizes, input, comparison with the host's reference, time.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

// Small sizes are for the comparison of results and for the profiler, those of -DBIG, several times the L2 cache, for times.
#ifdef BIG
#define PICK(small, big) (big)
#define RUNS 21
#else
#define PICK(small, big) (small)
#define RUNS 1
#endif

inline void check(cudaError_t e, const char *what) {
    if (e == cudaSuccess) return;
    printf("FAIL %s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}

#define CHECK(call) check((call), #call)

// Small whole numbers, so that sums of a few thousand are exact in any order.
template <typename T>
std::vector<T> numbers(size_t n) {
    std::vector<T> v(n);
    unsigned s = 12345;
    for (size_t i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        v[i] = T((s >> 24) % 13);
    }
    return v;
}

template <typename T>
T *to_device(const std::vector<T> &v) {
    T *d;
    CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
    CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

template <typename T>
std::vector<T> to_host(const T *d, size_t n) {
    std::vector<T> v(n);
    CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

// Clock takes the mean time of the launches behind the first.
struct Clock {
    cudaEvent_t from, to;
    const char *kernel;

    explicit Clock(const char *name) : kernel(name) {
        cudaEventCreate(&from);
        cudaEventCreate(&to);
    }

    void launch(int run) {
        if (run == 1 || RUNS == 1) cudaEventRecord(from);
    }

    void stop() {
        cudaEventRecord(to);
        CHECK(cudaEventSynchronize(to));
        CHECK(cudaGetLastError());
        float ms = 0.0f;
        cudaEventElapsedTime(&ms, from, to);
        printf("time %s %.3f\n", kernel, 1000.0f * ms / (RUNS > 1 ? RUNS - 1 : 1));
    }
};

static int failures = 0;

// compare holds a result against the reference: each element has to be within bound of it, in shares of its size (0: the same bits). The
// line that it prints carries a sum over the result's bytes, to be compared with that of the fixed program.
template <typename T>
void compare(const char *kernel, const std::vector<T> &got, const std::vector<T> &want, double bound) {
    unsigned long long sum = 1469598103934665603ull;
    const unsigned char *bytes = (const unsigned char *)got.data();
    for (size_t i = 0; i < got.size() * sizeof(T); i++) sum = (sum ^ bytes[i]) * 1099511628211ull;
    for (size_t i = 0; i < got.size(); i++) {
        double a = double(got[i]), b = double(want[i]);
        if (std::fabs(a - b) > bound * std::fabs(b)) {
            printf("FAIL %s: element %zu is %g, not %g\n", kernel, i, a, b);
            failures++;
            return;
        }
    }
    printf("PASS %s %016llx\n", kernel, sum);
}

inline int result() { return failures > 0; }
