extern "C" const unsigned SHORTEST;
extern "C" const unsigned LONGEST;
extern "C" unsigned shuffle_all(float *d, unsigned batch, unsigned len);

int main()
{
    float *d;
    const unsigned n = 1 << 20;
    cudaMalloc((void **)&d, n * sizeof(float));
    for (unsigned len = SHORTEST; len <= LONGEST; len <<= 1) {
        for (int i = 0; i < 100; i++) {
            shuffle_all(d, n / len, len);
        }
    }
}
