package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

func judged(t *testing.T, path, text string) *lint.Result {
	file, err := parser.Parse(source.NewFile(path, []byte(text)), parser.Options{})
	require.NoError(t, err)
	r := lint.Judge(&sema.Unit{Root: file}, nil, lint.Options{Detail: true, Prove: func(*diag.Diagnostic) bool { return false }})
	return lint.Finish(r, lint.Options{})
}

func warnings(d *diag.Diagnostic) bool { return d.Severity >= diag.Warning }

func compared(t *testing.T, before, after string) *Comparison {
	return Results(judged(t, "a.cu", before), judged(t, "a.cu", after), Options{Counts: warnings})
}

// kernel is a whole program around the body of one.
func kernel(name, body, block string) string {
	return "__global__ void " + name + "(float *o, const float *a) {\n" + body + "\n}\nvoid run_" + name + "(float *o, const float *a) { " + name + "<<<64, " + block + ">>>(o, a); }\n"
}

const row = "int i = blockIdx.x * blockDim.x + threadIdx.x; "

// TestVerdicts has pairs of programs; the other way round what is better is worse, and what is new is gone.
func TestVerdicts(t *testing.T) {
	mirrored := map[Verdict]Verdict{Better: Worse, Worse: Better, New: Gone, Gone: New}
	for name, x := range map[string]struct {
		before, after string
		want          Verdict
	}{
		"nothing":      {kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"o[i] = a[i];", "256"), Same},
		"lines move":   {kernel("k", row+"o[i] = a[i * 8];", "256"), "\n\n" + kernel("k", row+"\n\n  o[ i ]  =  a[ i*8 ];", "256"), Same},
		"only flops":   {kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"o[i] = a[i] * 2;", "256"), Same},
		"block":        {kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"o[i] = a[i];", "512"), Changed},
		"stride":       {kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"o[i] = a[i * 4];", "256"), Worse},
		"less costly":  {kernel("k", row+"o[i] = a[i * 8];", "256"), kernel("k", row+"o[i] = a[i * 2];", "256"), Better},
		"another load": {kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"o[i] = a[i] + a[i + 1024];", "256"), Changed},
		// what is saved leaves the costly one alone, whose share rises: not worse
		"fewer cheap loads": {kernel("k", row+"o[i] = a[i] + a[i + 1024] + a[i * 8];", "256"), kernel("k", row+"o[i] = a[i * 8];", "256"), Changed},
		// float4 takes 16 sectors in one request where 4 took 4 each
		"vector": {
			kernel("k", row+"for (int j = 0; j < 4; j++) o[i + j * 16384] = a[i + j * 16384];", "256"),
			kernel("k", row+"((float4 *)o)[i] = ((const float4 *)a)[i];", "256"), Changed,
		},
		"one of two": {
			kernel("k", "__shared__ float t[1024]; "+row+"t[threadIdx.x * 32 % 1024] = a[i]; __syncthreads(); o[i] = t[threadIdx.x];", "256"),
			kernel("k", "__shared__ float t[1024]; "+row+"t[threadIdx.x] = a[i * 8]; __syncthreads(); o[i] = t[threadIdx.x];", "256"), Mixed,
		},
		"new": {"", kernel("k", row+"o[i] = a[i];", "256"), New},
	} {
		t.Run(name, func(t *testing.T) {
			there, back := compared(t, x.before, x.after), compared(t, x.after, x.before)
			require.Len(t, there.Kernels, 1)
			require.Len(t, back.Kernels, 1)
			assert.Equal(t, x.want, there.Kernels[0].Verdict)
			want := x.want
			if m, ok := mirrored[want]; ok {
				want = m
			}
			assert.Equal(t, want, back.Kernels[0].Verdict, "the other way round")
			assert.Equal(t, len(there.Kernels[0].Findings.New), len(back.Kernels[0].Findings.Gone))
			assert.Equal(t, x.want == Worse || x.want == Mixed, there.Worse(warnings))
		})
	}
}

func TestNumbers(t *testing.T) {
	c := compared(t, kernel("k", row+"o[i] = a[i];", "256"), kernel("k", row+"for (int j = 0; j < 3; j++) o[i] += a[i * 8];", "256"))
	require.Len(t, c.Kernels[0].Shapes, 1)
	before, after := c.Kernels[0].Shapes[0].Before, c.Kernels[0].Shapes[0].After
	assert.Equal(t, Sum{Requests: 2, Actual: 8, Ideal: 8}, before.Global, "a warp loads and stores once")
	assert.Equal(t, Sum{Requests: 9, Actual: 3 * (32 + 4 + 4), Ideal: 36}, after.Global)
	assert.Equal(t, [3]int{3, 1, 0}, [3]int{after.Accesses, after.Costly, after.Unknown})
	assert.InDelta(t, 1, before.Useful, 1e-9)
	assert.InDelta(t, 36.0/120, after.Useful, 1e-9)
}

// TestKernelsAreFollowed has kernels that move, are renamed or have namesakes.
func TestKernelsAreFollowed(t *testing.T) {
	old := judged(t, "old.cu", kernel("k", row+"o[i] = a[i * 8];", "256")+kernel("g", row+"o[i] = a[i];", "256"))
	now := judged(t, "new.cu", kernel("g", row+"o[i] = a[i];", "256")+kernel("k", row+"o[i] = a[i * 8];", "256"))
	renamed := func(path string) string { return strings.Replace(path, "old", "new", 1) }
	for _, o := range []Options{{Counts: warnings}, {Counts: warnings, Moved: renamed}} {
		c := Results(old, now, o)
		require.Len(t, c.Kernels, 2)
		for _, k := range c.Kernels {
			assert.Equal(t, Same, k.Verdict, k.Name)
			assert.True(t, k.Moved())
			assert.Empty(t, k.Findings.New)
		}
	}
	twice := func(x, y string) string { // overloads
		return kernel("k", row+x, "256") + strings.NewReplacer("const float *a)", "const float *a, int n)", "(o, a)", "(o, a, 3)").Replace(kernel("k", row+y, "128"))
	}
	c := compared(t, twice("o[i] = a[i];", "o[i] = a[i];"), twice("o[i] = a[i];", "o[i] = a[i * 4];"))
	require.Len(t, c.Kernels, 2)
	assert.Equal(t, []Verdict{Same, Worse}, []Verdict{c.Kernels[0].Verdict, c.Kernels[1].Verdict})
	require.Len(t, c.Kernels[1].Findings.New, 1, "it belongs to the kernel that it stands in")
}

// TestNothingChangesOnItsOwn compares every fixture with itself, in another place.
func TestNothingChangesOnItsOwn(t *testing.T) {
	kernels := 0
	files, err := filepath.Glob("../../testdata/kernels/*/*.cu")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		c := Results(judged(t, "a.cu", string(text)), judged(t, "a.cu", "// moved\n\n"+string(text)), Options{Counts: warnings})
		for _, k := range c.Kernels {
			assert.Equal(t, Same, k.Verdict, "%s: %s", file, k.Name)
		}
		assert.Empty(t, c.Outside.New, file)
		assert.Empty(t, c.Outside.Gone, file)
		kernels += len(c.Kernels)
	}
	assert.Greater(t, kernels, 100)
}
