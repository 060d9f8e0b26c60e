package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

func detailed(t *testing.T, text string) *Result {
	file, err := parser.Parse(source.NewFile("a.cu", []byte(text)), parser.Options{})
	require.NoError(t, err)
	return Judge(&sema.Unit{Root: file}, nil, Options{Detail: true})
}

func TestExecutions(t *testing.T) {
	r := detailed(t, `
__global__ void k(float *out, const float *in, double *sum, int n) {
    __shared__ float tile[64];
    extern __shared__ double more[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = 2 * in[i] + 1;              // 2 in single precision
    if (threadIdx.x < 16) more[threadIdx.x] = sum[i] / 3; // 1 in double precision, in a quarter of the threads
    float v = 0.5f;
    for (int j = 0; j < 10; j++) v = fmaf(v, v, 1.0f);    // 20 in single precision
    out[i] = v < 3.0f ? v : sqrtf(v);
}
void run(float *a, double *s) { k<<<8, 64, 128>>>(a, a, s, 512); }
`)
	require.Len(t, r.Executions, 1)
	e := r.Executions[0]
	assert.Equal(t, [3]int64{64, 1, 1}, e.Block)
	assert.True(t, e.Whole())
	assert.Equal(t, Shared{Static: 256, Dynamic: 128}, e.Shared)
	assert.InDelta(t, 512*(2+20)+512, e.Work.Single, 1, "the square root counts once")
	assert.InDelta(t, 512/4, e.Work.Double, 1)
	in := e.Traffic()
	assert.InDelta(t, 512*4*2+512/4*8, in.Threads, 1)
	assert.InDelta(t, 512*4*2+512/4*8, in.Sectors, 1)
	assert.Equal(t, in.Least, in.Sectors)
	assert.InDelta(t, 16+8, in.Wavefronts, 1, "16 warps store 4 bytes a lane, 8 warps 8 bytes in half of the lanes")
}

func TestNumbersDoNotDependOnDetail(t *testing.T) {
	text := `
__global__ void k(float *out, const float *in, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) for (int j = 0; j < n; j++) sum += in[i * 3 + j] * sum;
    for (int j = 0; j < n; j++) sum = sum * sum + 1;
    out[threadIdx.x] = sum;
}
`
	file, err := parser.Parse(source.NewFile("a.cu", []byte(text)), parser.Options{})
	require.NoError(t, err)
	plain, more := Judge(&sema.Unit{Root: file}, nil, Options{}), Judge(&sema.Unit{Root: file}, nil, Options{Detail: true})
	require.Len(t, more.Accesses, len(plain.Accesses))
	for i, a := range more.Accesses {
		assert.NotNil(t, a.Detail)
		a.Detail = nil
		assert.Equal(t, plain.Accesses[i], a)
	}
	assert.Empty(t, plain.Executions)
}

func TestSteps(t *testing.T) {
	r := detailed(t, `
const int W = 64;
__global__ void k(float *out, int n) {
    int row = threadIdx.y, col = threadIdx.x;
    if (row < n) return;
    col = col * 2;
    for (int j = 0; j < 4; j++) out[row * W + col + j] = 0;
}
void run(float *a) { k<<<1, dim3(8, 8)>>>(a, 3); }
`)
	require.Len(t, r.Accesses, 1)
	var texts []string
	for _, s := range r.Accesses[0].Detail.Steps {
		texts = append(texts, string(s.Kind)+" "+s.Text)
	}
	assert.Equal(t, []string{
		"text const int W = 64",
		"text parameter float *out",
		"text int row = threadIdx.y, col = threadIdx.x",
		"text col = col * 2",
		"text for (int j = 0; j < 4; j++)",
		"text out[row * W + col + j]",
		"elements out lies in global memory, elements of 4 bytes",
		"index element index: j + 64*threadIdx.y + 2*threadIdx.x",
		"offset bytes from the start of the array: 4*j + 256*threadIdx.y + 8*threadIdx.x",
		"stride from one threadIdx.x to the next: 8 bytes: every 2nd element",
		"block block 8x8, launched at line 9: a warp is 4 rows of 8 values of threadIdx.x",
	}, texts[:11])
}
