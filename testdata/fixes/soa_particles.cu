// Arrays of structs of which a kernel needs one or two fields.
#include "proof.cuh"

struct Particle {
    float x, y, z, w;
};

struct Body {
    double mass;
    float position, speed;
    int kind, age;
};

struct Trade {
    int day, number;
    float price;
};

struct Cell {
    float4 flow;
    float heat;
    int state;
    float source, sink;
};

struct Pixel {
    unsigned int red, green, blue, alpha;
};

__global__ void heights(float *out, const Particle *__restrict__ p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[i].y;
}

__global__ void advance(Body *bodies, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bodies[i].position += dt * bodies[i].speed;
}

__global__ void energies(double *out, const Body *bodies, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = bodies[i].speed;
    out[i] = bodies[i].mass * v * v;
}

__global__ void turnover(float *out, const Trade *trades, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = trades[i].number * trades[i].price;
}

__global__ void warm(Cell *cells, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) cells[i].heat = cells[i].source - cells[i].sink;
}

__global__ void reds(unsigned int *out, const Pixel *pixels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = pixels[i].red;
}

const int kCount = PICK(1 << 14, 1 << 23);

static void run_heights() {
    std::vector<Particle> host(kCount);
    std::vector<float> want(kCount);
    auto v = numbers<float>(kCount);
    for (int i = 0; i < kCount; i++) {
        host[i] = {0.0f, v[i], 1.0f, 2.0f};
        want[i] = v[i];
    }
    Particle *particles;
    float *d_out;
    CHECK(cudaMalloc(&particles, kCount * sizeof(Particle)));
    CHECK(cudaMalloc(&d_out, kCount * sizeof(float)));
    CHECK(cudaMemcpy(particles, host.data(), kCount * sizeof(Particle), cudaMemcpyHostToDevice));
    Clock clock("heights");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        heights<<<kCount / 256, 256>>>(d_out, particles, kCount);
    }
    clock.stop();
    compare("heights", to_host(d_out, kCount), want, 0);
    CHECK(cudaFree(particles));
}

static void run_bodies() {
    const size_t bytes = kCount * sizeof(Body);
    Body *host = (Body *)malloc(bytes);
    std::vector<float> want(kCount), got(kCount);
    std::vector<double> energy(kCount);
    auto v = numbers<float>(kCount);
    for (int i = 0; i < kCount; i++) {
        host[i] = {1.5, v[i], 2.0f * v[i], i, 7};
        want[i] = v[i] + RUNS * 0.5f * 2.0f * v[i];
        energy[i] = 1.5 * (2.0f * v[i]) * (2.0f * v[i]);
    }
    Body *bodies = nullptr;
    double *d_energy = to_device(energy);
    CHECK(cudaMalloc((void **)&bodies, bytes));
    CHECK(cudaMemcpy(bodies, host, bytes, cudaMemcpyHostToDevice));
    Clock clock("advance");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        advance<<<kCount / 256, 256>>>(bodies, kCount, 0.5f);
    }
    clock.stop();
    Clock other("energies");
    for (int run = 0; run < RUNS; run++) {
        other.launch(run);
        energies<<<kCount / 256, 256>>>(d_energy, bodies, kCount);
    }
    other.stop();
    CHECK(cudaMemcpy(host, bodies, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCount; i++) got[i] = host[i].kind == i && host[i].age == 7 ? host[i].position : -1.0f;
    compare("advance", got, want, 0);
    compare("energies", to_host(d_energy, kCount), energy, 0);
    cudaFree(bodies);
    free(host);
}

static void run_turnover() {
    std::vector<Trade> host(kCount);
    std::vector<float> want(kCount);
    auto v = numbers<int>(kCount);
    for (int i = 0; i < kCount; i++) {
        host[i] = {i, v[i], 0.25f};
        want[i] = v[i] * 0.25f;
    }
    Trade *trades;
    float *d_out;
    CHECK(cudaMalloc(&trades, sizeof(Trade) * kCount));
    CHECK(cudaMalloc(&d_out, kCount * sizeof(float)));
    CHECK(cudaMemcpy(trades, &host[0], sizeof(Trade) * kCount, cudaMemcpyHostToDevice));
    Clock clock("turnover");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        turnover<<<PICK(16, 1056), 256>>>(d_out, trades, kCount);
    }
    clock.stop();
    compare("turnover", to_host(d_out, kCount), want, 0);
    CHECK(cudaFree(trades));
}

static void run_warm() {
    std::vector<Cell> host(kCount);
    std::vector<float> want(kCount), got(kCount);
    auto v = numbers<float>(kCount);
    for (int i = 0; i < kCount; i++) {
        host[i] = {make_float4(1, 2, 3, 4), 0.0f, 5, v[i], 2.0f};
        want[i] = v[i] - 2.0f;
    }
    Cell *cells;
    CHECK(cudaMalloc(&cells, kCount * sizeof(Cell)));
    CHECK(cudaMemcpy(cells, host.data(), kCount * sizeof(Cell), cudaMemcpyHostToDevice));
    Clock clock("warm");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        warm<<<kCount / 256, 256>>>(cells, kCount);
    }
    clock.stop();
    CHECK(cudaMemcpy(host.data(), cells, kCount * sizeof(Cell), cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCount; i++) got[i] = host[i].flow.z == 3.0f && host[i].state == 5 ? host[i].heat : -99.0f;
    compare("warm", got, want, 0);
    CHECK(cudaFree(cells));
}

static void run_reds() {
    std::vector<Pixel> host(kCount);
    std::vector<unsigned int> want = numbers<unsigned int>(kCount);
    for (int i = 0; i < kCount; i++) host[i] = {want[i], 1u, 2u, 3u};
    Pixel *pixels;
    unsigned int *d_out;
    CHECK(cudaMalloc(&pixels, kCount * sizeof(Pixel)));
    CHECK(cudaMalloc(&d_out, kCount * sizeof(unsigned int)));
    CHECK(cudaMemcpy(pixels, host.data(), kCount * sizeof(Pixel), cudaMemcpyHostToDevice));
    Clock clock("reds");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        reds<<<kCount / 256, 256>>>(d_out, pixels, kCount);
    }
    clock.stop();
    compare("reds", to_host(d_out, kCount), want, 0);
    CHECK(cudaFree(pixels));
}

int main() {
    run_heights();
    run_bodies();
    run_turnover();
    run_warm();
    run_reds();
    return result();
}
