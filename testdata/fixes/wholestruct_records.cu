// Structs of 8 and 16 bytes of which each thread reads every field.
#include "proof.cuh"

struct Particle {
    float x, y, z, mass;
};

typedef struct {
    int first;
    float weight;
} Link;

struct Sample {
    short red, green, blue, alpha;
};

struct Entry {
    float value;
    int row, column;
    float weight;
};

struct Point {
    int x, y;
};

struct Segment {
    int tag;
    Point ends[2];
};

__global__ void momenta(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (p[i].x + p[i].y + p[i].z) * p[i].mass;
}

__global__ void weigh(float *out, const Link *links, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = links[i].first * links[i].weight;
    }
}

__global__ void grey(int *out, const Sample *samples, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Sample &s = samples[i];
    out[i] = s.red + s.green + s.blue + s.alpha;
}

__global__ void entries_of(float *out, const Entry *entries, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Entry *mine = entries + i;
    out[i] = mine->value * mine->weight * (mine->row - mine->column);
}

__global__ void norms(int *out, const Point *points, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = points[i].x * points[i].x + points[i].y * points[i].y;
}

const int kCount = PICK(1 << 14, 1 << 23);

static void run_momenta() {
    auto v = numbers<float>(size_t(kCount) * 4);
    std::vector<Particle> in(kCount);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        in[i] = {v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]};
        want[i] = (in[i].x + in[i].y + in[i].z) * in[i].mass;
    }
    Particle *d_in = to_device(in);
    float *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, kCount * sizeof(float)));
    Clock clock("momenta");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        momenta<<<kCount / 256, 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("momenta", to_host(d_out, kCount), want, 0);
}

static void run_weigh() {
    auto v = numbers<float>(size_t(kCount) * 2);
    std::vector<Link> in(kCount);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        in[i].first = int(v[2 * i]);
        in[i].weight = v[2 * i + 1];
        want[i] = in[i].first * in[i].weight;
    }
    Link *d_in = to_device(in);
    float *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, kCount * sizeof(float)));
    Clock clock("weigh");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        weigh<<<PICK(16, 1024), 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("weigh", to_host(d_out, kCount), want, 0);
}

static void run_grey() {
    auto v = numbers<short>(size_t(kCount) * 4);
    std::vector<Sample> in(kCount);
    std::vector<int> want(kCount);
    for (int i = 0; i < kCount; i++) {
        in[i] = {v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]};
        want[i] = in[i].red + in[i].green + in[i].blue + in[i].alpha;
    }
    Sample *d_in = to_device(in);
    int *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, kCount * sizeof(int)));
    Clock clock("grey");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        grey<<<kCount / 256, 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("grey", to_host(d_out, kCount), want, 0);
}

static void run_entries() {
    auto v = numbers<int>(size_t(kCount) * 4);
    std::vector<Entry> in(kCount);
    std::vector<float> want(kCount);
    for (int i = 0; i < kCount; i++) {
        in[i] = {float(v[4 * i]), v[4 * i + 1], v[4 * i + 2], float(v[4 * i + 3])};
        want[i] = in[i].value * in[i].weight * (in[i].row - in[i].column);
    }
    Entry *d_in = to_device(in);
    float *d_out = to_device(want);
    CHECK(cudaMemset(d_out, 0, kCount * sizeof(float)));
    Clock clock("entries_of");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        entries_of<<<kCount / 256, 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("entries_of", to_host(d_out, kCount), want, 0);
}

// The struct is a part of Segment, so its alignment stays; the array's is that of cudaMalloc.
static void run_norms() {
    auto v = numbers<int>(size_t(kCount) * 2);
    std::vector<Point> in(kCount);
    std::vector<int> want(kCount);
    for (int i = 0; i < kCount; i++) {
        in[i] = {v[2 * i], v[2 * i + 1]};
        want[i] = in[i].x * in[i].x + in[i].y * in[i].y;
    }
    Point *d_in;
    CHECK(cudaMalloc(&d_in, kCount * sizeof(Point)));
    CHECK(cudaMemcpy(d_in, in.data(), kCount * sizeof(Point), cudaMemcpyHostToDevice));
    int *d_out;
    CHECK(cudaMalloc(&d_out, kCount * sizeof(int)));
    Clock clock("norms");
    for (int run = 0; run < RUNS; run++) {
        clock.launch(run);
        norms<<<kCount / 256, 256>>>(d_out, d_in, kCount);
    }
    clock.stop();
    compare("norms", to_host(d_out, kCount), want, 0);
}

int main() {
    run_momenta();
    run_weigh();
    run_grey();
    run_entries();
    run_norms();
    return result();
}
