package sema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// A shape that is tried in place of an assumed one gives the numbers that it gives when it is told, whether the kernel's walk stands for
// it or not.
func TestTries(t *testing.T) {
	for name, body := range map[string]string{
		"threadIdx.x alone": "out[3 * threadIdx.x] = in[threadIdx.x % 20]; if (threadIdx.x < 12) s[2 * threadIdx.x] = 1;",
		"through a loop":    "for (int i = threadIdx.x; i < 512; i += 256) out[2 * i] = in[i]; s[32 * threadIdx.x % 1024] = 1;",
		"the block's size":  "out[3 * (blockIdx.x * blockDim.x + threadIdx.x)] = s[blockDim.x / 8 * threadIdx.x];",
		"both axes":         "out[threadIdx.x * 64 + threadIdx.y] = s[threadIdx.y * 32 + threadIdx.x];",
		"a helper's y":      "out[at()] = s[8 * threadIdx.x];",
		"a record":          "uint3 t = threadIdx; out[t.x + 64 * t.y] = s[4 * t.x];",
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := parser.Parse(source.NewFile("k.cu", []byte(`
__device__ int at() { return threadIdx.x + threadIdx.y * 64; }
__global__ void k(float *out, const float *in) {
    __shared__ float s[4096];
    `+body+`
}
`)), parser.Options{})
			require.NoError(t, err)
			k := sema.Analyze(&sema.Unit{Root: tree}, nil).Kernels[0]
			require.Len(t, k.Tries, 3)
			for _, tried := range k.Tries {
				told := sema.Options{Blocks: map[string][3]int64{"k": tried.Block}}
				r := sema.Analyze(&sema.Unit{Root: tree, Options: told}, nil).Kernels[0].Runs[0]
				require.Equal(t, tried.Block, r.Block)
				assert.Equal(t, numbers(r), numbers(tried), "%v", r.Block)
			}
		})
	}
}

func numbers(r *sema.Run) string {
	var b strings.Builder
	for _, a := range r.Accesses {
		b.WriteString(describe(a) + " of " + short(a.Cost.Lanes) + " lanes\n")
	}
	return b.String()
}
