// Unsigned variables that a loop takes below zero: from there on they are large.
__global__ void once(float *o) {
    unsigned v = 0;
    int w = 2;
    do {
        if (0 < (threadIdx.x ? 0 : v)) {
        } else {
            v = 0 - 1;
            o[threadIdx.x * 8] = 1; //= store o 31.143/4
        }
        w += 2;
    } while (w < 16);
}

__global__ void down(float *o) {
    unsigned v = 2 + threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (v < 2) o[threadIdx.x * 8] = 1; //= store o 1.667/1
        v -= 1;
    }
}

__global__ void spread(float *o) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < 3; i++) {
        v = v * 1664525u + 1013904223u;
        o[v / 134217728u] = 1; //= store o 3/3
    }
}

void run(float *o) {
    once<<<1, 32>>>(o);
    down<<<1, 32>>>(o);
    spread<<<1, 32>>>(o);
}
