package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// A loop that is too long to be run whole has the footprint of the whole: of each lane's row all 64 sectors, with every byte used; with two of
// three elements left out a third of each; where lanes go over what others had before, what all of them together touch.
func TestFootprintOfLongLoops(t *testing.T) {
	r := judge(t, []txtar.File{{Name: "k.cu", Data: []byte(`
__global__ void rows(const float *m, float *o, int n) {
    int t = blockIdx.x * 32 + threadIdx.x;
    for (int j = 0; j < 500; j++) {
        float s = 0;
        for (int i = 0; i < 512; i++) s += m[t * 512 + i];
        o[t + j * 100000] = s;
    }
}
__global__ void thirds(const float *m, float *o, int n) {
    int t = blockIdx.x * 32 + threadIdx.x;
    for (int j = 0; j < 500; j++) {
        float s = 0;
        for (int i = 0; i < 512; i++) s += m[t * 1536 + 3 * i];
        o[t + j * 100000] = s;
    }
}
__global__ void slide(const float *m, float *o, int n) {
    int t = blockIdx.x * 32 + threadIdx.x;
    for (int j = 0; j < 500; j++) {
        float s = 0;
        for (int i = 0; i < 512; i++) s += m[t + i];
        o[t + j * 100000] = s;
    }
}
void run(float *o, const float *m) { rows<<<64, 32>>>(m, o, 0); thirds<<<64, 32>>>(m, o, 0); slide<<<64, 32>>>(m, o, 0); }
`)}})
	got := map[string][2]float64{}
	for _, a := range r.Accesses {
		if a.Subject.Op == "load" {
			got[a.Subject.Kernel] = [2]float64{a.Numbers.Footprint, a.Numbers.UsefulShare}
		}
	}
	require.Len(t, got, 3)
	assert.InDelta(t, 32*64, got["rows"][0], 32)
	assert.InDelta(t, 1, got["rows"][1], 0.01)
	assert.InDelta(t, 32*192, got["thirds"][0], 64)
	assert.InDelta(t, 1.0/3, got["thirds"][1], 0.02)
	assert.InDelta(t, 68, got["slide"][0], 2)
	assert.InDelta(t, 1, got["slide"][1], 0.02)
}
