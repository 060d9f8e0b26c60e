package sema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

func TestSubscripts(t *testing.T) {
	tree, err := parser.Parse(source.NewFile("k.cu", []byte(`
__global__ void k(float *out) {
    __shared__ float tile[32][33];
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = 0;
    if (threadIdx.y < 4) tile[threadIdx.y * 2][1] += 1;
    out[threadIdx.x] = (*tile)[threadIdx.x];
}
void run(float *out) { k<<<1, dim3(32, 8)>>>(out); }
`)), parser.Options{})
	require.NoError(t, err)
	m := sema.Analyze(&sema.Unit{Root: tree}, nil)
	var got []string
	for _, a := range m.Kernels[0].Runs[0].Accesses {
		text := a.Text
		for _, s := range a.Subscripts {
			text += " " + s.String() + " " + s.Range().String()
		}
		got = append(got, text)
	}
	assert.Equal(t, []string{
		"tile[threadIdx.y + j][threadIdx.x] j + threadIdx.y [0, 31] threadIdx.x [0, 31]",
		"tile[threadIdx.y * 2][1] 2*threadIdx.y [0, 14] 1 [1, 1]",
		"tile[threadIdx.y * 2][1] 2*threadIdx.y [0, 14] 1 [1, 1]",
		"(*tile)[threadIdx.x]",
		"out[threadIdx.x] threadIdx.x [0, 31]",
	}, got)
}

// In C, i[p] is p[i]: also where i is read from memory, in a variable, a member or at once.
func TestSubscriptsTheOtherWayRound(t *testing.T) {
	tree, err := parser.Parse(source.NewFile("k.cu", []byte(`
struct pair { int x, w; };
__global__ void k(const int *from, const pair *pairs, float *out) {
    __shared__ float tile[128];
    int w = from[0];
    pair r = pairs[0];
    w[tile] = 1;
    r.w[tile] = 1;
    from[1][tile] = 1;
    (threadIdx.x * 2)[tile] = 1;
    out[threadIdx.x] = tile[threadIdx.x];
}
void run(const int *from, const pair *pairs, float *out) { k<<<1, 64>>>(from, pairs, out); }
`)), parser.Options{})
	require.NoError(t, err)
	m := sema.Analyze(&sema.Unit{Root: tree}, nil)
	var got []string
	for _, a := range m.Kernels[0].Runs[0].Accesses {
		if a.Array != nil && a.Array.Name == "tile" {
			got = append(got, a.Text)
		}
	}
	assert.Equal(t, []string{"w[tile]", "r.w[tile]", "from[1][tile]", "(threadIdx.x * 2)[tile]", "tile[threadIdx.x]"}, got)
}
