package driver

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
)

const (
	tileText  = "__global__ void k(float *o, const float *i) {\n    __shared__ float t[32][32];\n    t[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];\n    __syncthreads();\n    o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\nvoid r(float *o, const float *i) { k<<<8, dim3(32, 32)>>>(o, i); }\n"
	tileFixed = "__global__ void k(float *o, const float *i) {\n    __shared__ float t[32][33];\n    t[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];\n    __syncthreads();\n    o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\nvoid r(float *o, const float *i) { k<<<8, dim3(32, 32)>>>(o, i); }\n"
)

func fixed(t *testing.T, least diag.Applicability, paths ...string) *Fixed {
	t.Helper()
	out, err := Fix(context.Background(), Options{Paths: paths}, least)
	require.NoError(t, err)
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestFixIsWrittenByWriteAlone(t *testing.T) {
	tree(t, map[string]string{"a.cu": tileText, "b.cu": kernelText})
	out := fixed(t, diag.Safe, ".")
	require.Len(t, out.Changes, 1)
	assert.Equal(t, "a.cu", out.Changes[0].Path)
	assert.Equal(t, tileFixed, string(out.Changes[0].After))
	assert.Len(t, out.Made, 1)
	assert.Empty(t, out.Refused)
	assert.Len(t, out.First.Findings, 1)
	assert.Empty(t, out.Last.Findings)
	assert.Equal(t, tileText, read(t, "a.cu"))

	require.NoError(t, out.Changes[0].Write())
	assert.Equal(t, tileFixed, read(t, "a.cu"))
	assert.Empty(t, fixed(t, diag.Safe, ".").Changes, "nothing is left to do")
	require.NoError(t, out.Changes[0].Write(), "it is written already")
}

func TestFixLeavesChangedFiles(t *testing.T) {
	tree(t, map[string]string{"a.cu": tileText})
	change := fixed(t, diag.Safe, ".").Changes[0]
	require.NoError(t, os.WriteFile("a.cu", []byte(kernelText), 0o644))
	assert.EqualError(t, change.Write(), "changed while it was judged, left alone")
	assert.Equal(t, kernelText, read(t, "a.cu"))
	require.NoError(t, os.Remove("a.cu"))
	assert.EqualError(t, change.Write(), "changed while it was judged, left alone")
	left, err := filepath.Glob(".*")
	require.NoError(t, err)
	assert.Empty(t, left, "no temporary file stays")
}

func TestFixKeepsModesAndLinks(t *testing.T) {
	tree(t, map[string]string{"real/a.cu": tileText})
	require.NoError(t, os.Chmod("real/a.cu", 0o664|os.ModeSetgid))
	require.NoError(t, os.Symlink("real/a.cu", "link.cu"))
	require.NoError(t, fixed(t, diag.Safe, "link.cu").Changes[0].Write())
	info, err := os.Lstat("link.cu")
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat("real/a.cu")
	require.NoError(t, err)
	assert.Equal(t, 0o664|os.ModeSetgid, info.Mode())
	assert.Equal(t, tileFixed, read(t, "real/a.cu"))
}

// A header is judged in each unit: what one of them needs is no harm to the others.
func TestFixInHeader(t *testing.T) {
	const launch = "#include \"../t.cuh\"\nvoid r(float *o, const float *i) { k<<<8, dim3(32, 32)>>>(o, i); }\n"
	header := tileText[:len(tileText)-len("void r(float *o, const float *i) { k<<<8, dim3(32, 32)>>>(o, i); }\n")]
	tree(t, map[string]string{"t.cuh": header, "x/a.cu": launch, "y/b.cu": launch})
	out := fixed(t, diag.Unsafe, ".")
	require.Len(t, out.Changes, 1)
	assert.Equal(t, "t.cuh", out.Changes[0].Path)
	assert.Len(t, out.Made, 1)
	assert.Empty(t, out.Refused)
	assert.Empty(t, out.Last.Findings)
	assert.Empty(t, fixed(t, diag.Unsafe, "x").Changes, "it was not named")
}
