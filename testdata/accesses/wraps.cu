// Unsigned numbers wrap where more than their low bits matter.
__global__ void wraps(float *a, float *b) {
    unsigned t = threadIdx.x;
    long long wide = t - 1;
    a[wide < 64 ? 8 : 0] = 1; //= store a 2/2
    unsigned low = min(t - 8, 24u);
    a[8 * low] = 1; //= store a 25/4
    if (t - 8 == 4294967288u) {
        b[t] = 1; //= store b 1/1
    }
    size_t far = (size_t)(int)t - 8;
    a[8 * (far % 32)] = 1; //= store a 32/4
    if (far > 100) {
        b[t] = 1; //= store b 1/1
    }
    bool some = t - 32;
    b[8 * some] = 1; //= store b 1/1
    int narrow = far * 2;
    a[(narrow + 16) * 8] = 1; //= store a 32/4
}

int main() {
    float *a, *b;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    wraps<<<1, 32>>>(a, b);
}
