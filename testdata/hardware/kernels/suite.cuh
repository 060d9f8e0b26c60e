// Buffers for the programs of this folder.
#pragma once
#include <cuda_runtime.h>

#include <vector>

// device returns n zeroed elements in device memory.
template <typename T>
T *device(size_t n) {
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}

// filled returns n elements in device memory, element i with the value f(i).
template <typename T, typename F>
T *filled(size_t n, F f) {
    std::vector<T> host(n);
    for (size_t i = 0; i < n; i++) host[i] = f(i);
    T *p = device<T>(n);
    cudaMemcpy(p, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
