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

// Where a folder is worse with several fixes they are made one by one from then on; where it is worse with one, that one is refused.
func TestFixesThatDoHarm(t *testing.T) {
	root := tree(t, map[string]string{"x/a.cu": tileText, "y/b.cu": tileText})
	r, results, err := start(context.Background(), Options{Paths: []string{"."}})
	require.NoError(t, err)
	f := &fixer{run: r, results: results, least: diag.Safe, first: map[string][]byte{}, careful: map[string]bool{}, refused: map[string]bool{}}
	chosen := f.choose()
	require.Len(t, chosen, 2)
	x := filepath.Join(root, "x")
	bad := map[string]string{x: "worse"}

	kept := f.without(chosen, bad)
	require.Len(t, kept, 1)
	assert.Equal(t, "y/b.cu", kept[0].Finding.Place.File.Path)
	require.Len(t, f.out.Refused, 1)
	assert.Equal(t, "worse", f.out.Refused[0].Reason)
	assert.Len(t, f.choose(), 1, "it is not tried again")

	f.refused, f.out.Refused = map[string]bool{}, nil
	more := append(chosen, Made{Finding: chosen[0].Finding, Fix: chosen[0].Fix})
	assert.Len(t, f.without(more, bad), 1)
	assert.Empty(t, f.out.Refused)
	assert.Equal(t, map[string]bool{x: true}, f.careful)
	f.without(more[:1], bad)
	assert.Len(t, f.out.Refused, 1)
}
