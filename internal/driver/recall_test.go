package driver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/internal/config"
)

func keptIn(t *testing.T) *cache.Cache {
	t.Helper()
	secret, err := cache.Secret("a secret of this test")
	require.NoError(t, err)
	c, err := cache.Open(t.TempDir(), secret)
	require.NoError(t, err)
	return c
}

// strided is a kernel that reads with a stride, at a place of its own.
func strided(name string, stride int) string {
	return fmt.Sprintf("__global__ void %s(float *o, const float *a) { o[threadIdx.x] = a[threadIdx.x * %d]; }\n", name, stride)
}

func launched(name string, threads int) string {
	return fmt.Sprintf("void run_%s_%d(float *o, const float *a) { %s<<<9, %d>>>(o, a); }\n", name, threads, name, threads)
}

// TestCacheChangesNothing: through random changes of files, headers, settings and flags a run that keeps results finds what one finds
// that does not, and keeps nothing new when nothing changed.
func TestCacheChangesNothing(t *testing.T) {
	root := tree(t, map[string]string{
		".git/HEAD":     "",
		"a/one.cu":      "#include \"part.cuh\"\n" + strided("one", 8) + launched("one", 64),
		"a/part.cuh":    strided("part", 4),
		"a/plain.cuh":   strided("plain", 4),
		"b/two.cu":      "#include \"shared.cuh\"\n" + strided("two", 16) + launched("two", 64) + launched("shared", 32),
		"c/three.cu":    "#include <shared.cuh>\n" + strided("three", 2) + "// cudalint: ignore[uncoalesced-access]\n",
		"inc/shared.h":  "#define STRIDE 8\n",
		"include/s.txt": "",
	})
	write := func(path, text string) {
		abs := filepath.Join(root, filepath.FromSlash(path))
		require.NoError(t, os.MkdirAll(filepath.Dir(abs), 0o755))
		require.NoError(t, os.WriteFile(abs, []byte(text), 0o644))
	}
	random := rand.New(rand.NewPCG(5, 6))
	pick := func(n int) int { return random.IntN(n) }
	changes := []func(){
		func() { write("a/part.cuh", strided("part", 1<<pick(6))) },
		func() { write("include/shared.cuh", strided("shared", 1<<pick(6))) },
		func() { write("b/shared.cuh", strided("shared", 1<<pick(6))) },
		func() { _ = os.Remove(filepath.Join(root, "b", "shared.cuh")) },
		func() { write("a/host.cpp", "#include \"part.cuh\"\n"+launched("part", 32<<pick(4))) },
		func() { write("a/more.cu", launched("one", 32<<pick(4))) },
		func() { _ = os.Remove(filepath.Join(root, "a", "more.cu")) },
		func() {
			write(".cudalint.toml", fmt.Sprintf("sectors-ratio = %d\nblock = [%d]\n", 2+pick(8), 32<<pick(4)))
		},
		func() { write("a/.cudalint.toml", "[rules]\nuncoalesced-access = \"off\"\n") },
		func() { _ = os.Remove(filepath.Join(root, "a", ".cudalint.toml")) },
		func() {
			write("c/three.cu", fmt.Sprintf("#define S %d\n%s", 1<<pick(6), strided("three", 2)+"__global__ void s(float *o) { o[threadIdx.x * S] = 1; }\n"))
		},
	}
	paths := [][]string{{"."}, {"a", "c"}, {"a/one.cu"}, {"b/two.cu", "include"}}
	kept := keptIn(t)
	judge := func(paths []string, c *cache.Cache) *Output {
		out, err := Run(context.Background(), Options{Paths: paths, Settings: config.NewResolver(config.Command{}, nil), Cache: c, Program: "p"})
		require.NoError(t, err)
		return out
	}
	hits := 0
	for range 60 {
		changes[pick(len(changes))]()
		p := paths[pick(len(paths))]
		want := judge(p, nil)
		before, _ := kept.Size()
		require.Equal(t, want.Result, judge(p, kept).Result)
		between, _ := kept.Size()
		require.Equal(t, want.Result, judge(p, kept).Result)
		after, _ := kept.Size()
		require.Equal(t, between, after, "what did not change is kept already")
		if before == between {
			hits++
		}
	}
	assert.Greater(t, hits, 3, "what was there before is found again")
}

// TestOtherProgram: what one program keeps is nothing to another.
func TestOtherProgram(t *testing.T) {
	tree(t, map[string]string{"a.cu": strided("one", 8)})
	kept := keptIn(t)
	for i, program := range []string{"p", "q", "q", "p"} {
		_, err := Run(context.Background(), Options{Paths: []string{"."}, Settings: config.NewResolver(config.Command{}, nil), Cache: kept, Program: program})
		require.NoError(t, err)
		n, _ := kept.Size()
		assert.Equal(t, min(i+1, 2), n, "another program keeps its own")
	}
}
