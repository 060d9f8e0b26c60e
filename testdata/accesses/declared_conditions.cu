// Variables that conditions declare: what is tested is their value.
__global__ void declares(float *p, int n) {
    switch (int odd = threadIdx.x & 1) {
    case 0:
        p[threadIdx.x * 8] = odd; //= store p 16/2
        break;
    default:
        p[threadIdx.x] = odd; //= store p 4/2
    }
    if (int odd = threadIdx.x & 1) p[threadIdx.x * 8] = odd; //= store p 16/2
    if (int r = threadIdx.x & 3; r > 2) p[threadIdx.x * 8] = r; //= store p 8/1
    while (int left = n & 3) {
        p[threadIdx.x * left * 4] = 1; //= store p 26.667/4
        n--;
    }
}

void run(float *p) { declares<<<1, 32>>>(p, 7); }
