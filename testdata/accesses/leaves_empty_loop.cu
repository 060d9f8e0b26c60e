// A loop without accesses still decides which lanes go on, and what a variable is behind it.
const int big = 7;
#define AT(p, i) (p)[i]

__global__ void leaves(float *a, float3 *v) {
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        if (t * j > 45) {
            return;
        }
    }
    a[t] = 1; //= store a 2/2
    int w = 0;
    do {
        w += 16;
    } while (w < 80);
    a[8 * (w & t)] = 2; //= store a 1/1
    a[w & 64] = 2;      //= store a 1/1
    AT(a, 8 * t) = big; //= store a 16/2
    a[t] = AT(v, t).y;  //= store a 2/2; load v 6/2
}

__global__ void nobody(float *a) {
    while (true) {
        return;
    }
    a[threadIdx.x] = 1; //= store a unknown: no lane reaches it
}

int main() {
    float *a;
    float3 *v;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&v, 1 << 20);
    leaves<<<1, 32>>>(a, v);
    nobody<<<1, 32>>>(a);
}
