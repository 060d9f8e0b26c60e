package report

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

func overviewOf(t *testing.T, path, text string, tried ...[3]int64) *Overview {
	file, err := parser.Parse(source.NewFile(path, []byte(text)), parser.Options{})
	require.NoError(t, err)
	judge := func(try map[string][3]int64) *lint.Result {
		return lint.Judge(&sema.Unit{Root: file, Options: sema.Options{Try: try}}, nil, lint.Options{Detail: true})
	}
	r := judge(nil)
	in := Inputs{Tool: Tool{"cudalint", "test"}, Summary: Summarize(1, 0, r), Tried: map[[3]int64]*lint.Result{}}
	in.Target, _ = gpu.TargetByName("sm_90")
	for _, shape := range tried {
		try := map[string][3]int64{}
		for _, k := range r.Kernels {
			try[k.Name] = shape
		}
		in.Tried[shape] = judge(try)
	}
	return NewOverview(r, in)
}

const cardKernels = `
__global__ void heavy(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i * 8];
    for (int k = 0; k < 1000; k++) v = v * v + 1;
    out[i] = v;
}
__global__ void light(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i * 8];
}
__global__ void rows(float *out, const float *in) {
    __shared__ float tile[16384];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y * blockDim.x + x] = in[x * 64 + y];
    out[y * blockDim.x + x] = tile[y * blockDim.x + x];
}
void run(float *a) {
    heavy<<<64, 256>>>(a, a);
    light<<<64, 256>>>(a, a);
    rows<<<64, dim3(8, 8)>>>(a, a);
}
`

func TestCards(t *testing.T) {
	o := overviewOf(t, "k.cu", cardKernels, [3]int64{32, 8, 1}, [3]int64{8, 8, 1})
	require.Len(t, o.Cards, 3)
	by := map[string]*Card{}
	for _, c := range o.Cards {
		by[c.Execution.Kernel] = c
	}
	heavy, light, rows := by["heavy"], by["light"], by["rows"]
	assert.Equal(t, BoundCompute, heavy.bound)
	assert.Equal(t, BoundMemory, light.bound)
	assert.Equal(t, heavy.Excess(), light.Excess(), "64 blocks of 8 warps take 28 sectors too much")
	assert.Equal(t, 64*8*28*32.0, light.Excess())
	assert.Same(t, light, o.Cards[0], "of the same excess, the one that arithmetic limits ranks lower")
	v, ok := light.Intensity()
	require.True(t, ok)
	assert.InDelta(t, 1.0/(36*32/32), v, 1e-9, "one operation for 36 sectors a warp of 32")
	assert.Equal(t, Limit{Blocks: 3, Occupancy: 3 * 64 / 2048.0, By: "shared memory"}, rows.Limit, "64 KB a block")
	e := light.Efficiency()
	assert.InDelta(t, 8.0/36, e.Coalescing, 1e-9)
	assert.Equal(t, -1.0, e.Product, "hit rate and occupancy come from a profile")
	light.Reading = &KernelReading{L1: 0.5, L2: 0.5, Occupancy: 0.8}
	assert.InDelta(t, 8.0/36*0.75*0.8, light.Efficiency().Product, 1e-9)
	require.Len(t, rows.Tried, 2)
	assert.Equal(t, [3]int64{32, 8, 1}, rows.Tried[0].Block)
	assert.True(t, rows.Tried[1].Own)
}

func TestHTML(t *testing.T) {
	o := overviewOf(t, `<img src=x onerror=alert(1)>.cu`, `
#define NAME "<script>alert(2)</script>"
__global__ void k(float *out, const float *in) { // </script><script>alert(3)</script>
    out[threadIdx.x] = in[threadIdx.x * /* <b> */ 32];
}
void run(float *a) { k<<<1024, 256>>>(a, a); }
`)
	var b strings.Builder
	require.NoError(t, HTML(&b, o))
	page := b.String()
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	require.Len(t, script, 1, "the page's own")
	hash := sha256.Sum256([]byte(script[0][1]))
	assert.Contains(t, page, "script-src 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'")
	assert.NotContains(t, page, "<img")
	assert.Contains(t, page, "&lt;img src=x onerror=alert(1)&gt;.cu")
	assert.Contains(t, page, "&lt;/script&gt;&lt;script&gt;alert(3)")
	assert.NotRegexp(t, `(?i)(src|href)="?(https?:)?//`, page, "nothing comes from the network")
	assert.Equal(t, strings.Count(page, "<article"), strings.Count(page, "</article>"))
	assert.Contains(t, page, "uncoalesced-access")
	var md strings.Builder
	require.NoError(t, OverviewMarkdown(&md, o))
	assert.NotContains(t, md.String(), "<img")
	assert.Contains(t, md.String(), "uncoalesced-access")
}

func TestFigures(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.08333: "0.0833", 1.5: "1.5", 12.345: "12.3", 1234.5: "1235", 7.63e7: "76.3 million", 5.35e9: "5.35 billion"} {
		assert.Equal(t, want, figure(v))
	}
	assert.Equal(t, "33.5 MB", bytesText(33.51e6))
}
