package driver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
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
			write("b/two.cu", []string{"#include \"shared.cuh\"\n", "// #include \"shared.cuh\"\n", "#ifdef WIDE\n#include \"shared.cuh\"\n#endif\n#include \"wide.cuh\"\n"}[pick(3)]+strided("two", 16)+launched("two", 64))
		},
		func() { // a header that is reached behind a macro alone, and decides how another reads
			write("b/two.cu", []string{"#define NARROW\n", ""}[pick(2)]+"#include \"gate.h\"\n#include \"late.cuh\"\n"+strided("two", 16)+launched("late", 64))
			write("b/gate.h", "#ifndef NARROW\nint wide;\n#else\n#include \"../lib/inner.h\"\n#endif\n")
			write("lib/inner.h", []string{"#define FAR 1\n", "#define NEAR 1\n"}[pick(2)])
			write("b/late.cuh", "#ifdef FAR\n"+strided("late", 16)+"#else\n"+strided("late", 2)+"#endif\n")
		},
		func() {
			write("lib/inner.h", []string{"#define FAR 1\n", "#define NEAR 1\n"}[pick(2)])
		},
		func() {
			write("lib/inner.h", []string{"#define FAR 1\n", "#define NEAR 1\n"}[pick(2)])
		},
		func() { write("lib/deep/wide.cuh", strided("wide", 1<<pick(6))) },
		func() { write("other/wide.cuh", strided("wide", 1<<pick(6))) },
		func() { _ = os.RemoveAll(filepath.Join(root, "other")) },
		func() { write(".cudalint.toml", []string{"defines = [\"WIDE\"]\n", ""}[pick(2)]) },
		func() {
			write("c/three.cu", fmt.Sprintf("#define S %d\n%s", 1<<pick(6), strided("three", 2)+"__global__ void s(float *o) { o[threadIdx.x * S] = 1; }\n"))
		},
	}
	paths := [][]string{{"."}, {"a", "c"}, {"a/one.cu"}, {"b/two.cu", "include"}}
	kept := keptIn(t)
	judge := func(paths []string, c *cache.Cache, count bool) *Output {
		out, err := Run(context.Background(), Options{Paths: paths, Settings: config.NewResolver(config.Command{}, nil), Cache: c, Program: func() string { return "p" }, Count: count})
		require.NoError(t, err)
		return out
	}
	hits := 0
	for range 100 {
		changes[pick(len(changes))]()
		p := paths[pick(len(paths))]
		listed, counted := judge(p, nil, false), judge(p, nil, true)
		require.Equal(t, listed.Findings, counted.Findings)
		require.Len(t, counted.Marks, len(listed.Accesses), "as many are counted as listed")
		count := pick(2) == 0
		want, other := listed, counted
		if count {
			want, other = counted, listed
		}
		before, _ := kept.Size()
		require.Equal(t, want.Result, judge(p, kept, count).Result)
		between, _ := kept.Size()
		require.Equal(t, want.Result, judge(p, kept, count).Result)
		require.Equal(t, other.Result, judge(p, kept, !count).Result, "what a run kept that counts serves one that lists, and the other way round")
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
		_, err := Run(context.Background(), Options{Paths: []string{"."}, Settings: config.NewResolver(config.Command{}, nil), Cache: kept, Program: func() string { return program }})
		require.NoError(t, err)
		n, _ := kept.Size()
		assert.Equal(t, 2*min(i+1, 2), n, "another program keeps its own: the results of a folder, and what texts include")
	}
}

// TestIncludedIsChecked: lists that were damaged or cut, or that another made, are worked out again; what a run meets stays, and of the
// rest not more than there is room for.
func TestIncludedIsChecked(t *testing.T) {
	kept := keptIn(t)
	r := newRun(Options{Cache: kept})
	r.program = "p"
	texts := []string{"#include \"a.cuh\"\n#include <b>\n", "", "#define X\n#ifdef X\n#include \"yes\"\n#else\n#include \"no\"\n#endif\n"}
	ask := func(m *included, text string) parser.Directives {
		list, passed := m.of(sha256.Sum256([]byte(text)), source.NewFile("x.cu", []byte(text)), parser.Options{})
		return parser.Directives{Includes: list, Passed: passed}
	}
	check := func(m *included) {
		for _, text := range texts {
			want := parser.ReadDirectives(source.NewFile("x.cu", []byte(text)), parser.Options{})
			require.Equal(t, parser.Directives{Includes: want.Includes, Passed: want.Passed}, ask(m, text))
		}
	}
	first := newIncluded(r, Reading{})
	check(first)
	require.NoError(t, first.keep())
	good, ok := kept.Get(first.key)
	require.True(t, ok)

	again := newIncluded(r, Reading{})
	check(again)
	assert.False(t, again.fresh, "all was kept")
	for n := range good {
		require.NoError(t, kept.Put(first.key, good[:n]))
		check(newIncluded(r, Reading{}))
		bad := slices.Clone(good)
		bad[n] = 0xff
		require.NoError(t, kept.Put(first.key, bad)) // proved, and yet nonsense
		m := newIncluded(r, Reading{})
		assert.NotPanics(t, func() { m.load.Do(m.read) })
	}
	require.NoError(t, kept.Put(first.key, good))

	assert.NotEqual(t, first.key, newIncluded(r, Reading{Parser: parser.Options{Arch: 900}}).key)
	r.program = "q"
	assert.NotEqual(t, first.key, newIncluded(r, Reading{}).key)
	r.program = "p"

	many := newIncluded(r, Reading{})
	for n := range mostIdle + 10 {
		ask(many, fmt.Sprint("int x", n, ";"))
	}
	require.NoError(t, many.keep())
	few := newIncluded(r, Reading{})
	ask(few, "int other;")
	require.NoError(t, few.keep())
	last := newIncluded(r, Reading{})
	last.load.Do(last.read)
	assert.Len(t, last.lists, 1, "there was no room for what the run did not meet")
}

// TestCacheSeesBehindMacros: a header that only another macro leads to decides how a third reads.
func TestCacheSeesBehindMacros(t *testing.T) {
	root := tree(t, map[string]string{
		"two.cu":      "#define NARROW\n#include \"gate.h\"\n#include \"late.cuh\"\n" + launched("late", 64),
		"gate.h":      "#ifndef NARROW\nint wide;\n#else\n#include \"inc/inner.h\"\n#endif\n",
		"inc/inner.h": "#define FAR 1\n",
		"late.cuh":    "#ifdef FAR\n" + strided("late", 16) + "#else\n" + strided("late", 1) + "#endif\n",
	})
	kept := keptIn(t)
	judge := func(c *cache.Cache) int {
		out, err := Run(context.Background(), Options{Paths: []string{"two.cu"}, Settings: config.NewResolver(config.Command{}, nil), Cache: c, Program: func() string { return "p" }})
		require.NoError(t, err)
		return len(out.Findings)
	}
	for i, text := range []string{"#define FAR 1\n", "#define NEAR 1\n", "#define FAR 2\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(root, "inc", "inner.h"), []byte(text), 0o644))
		want := judge(nil)
		assert.Equal(t, []int{1, 0, 1}[i], want)
		assert.Equal(t, want, judge(kept), "%d", i)
	}
}
