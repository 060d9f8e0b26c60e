package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
)

// loaded finds and scans the files of a tree.
func loaded(t *testing.T, o Options) *run {
	t.Helper()
	r := newRun(o)
	require.NoError(t, r.find(context.Background()))
	r.loader = newLoader(r, Reading{})
	return r
}

func paths(files []*file) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.path)
	}
	return out
}

func headersOf(r *run, f *file) []string {
	var out []string
	for _, e := range r.loader.closure(f, f.dir()) {
		out = append(out, e.path)
	}
	return out
}

func TestResolve(t *testing.T) {
	root := tree(t, map[string]string{
		".git/HEAD":          "",
		"app/main.cu":        "",
		"app/beside.h":       "",
		"app/lib/part.cuh":   "",
		"app/lib/beside.h":   "",
		"app/Common/tool.h":  "",
		"include/p/api.h":    "",
		"other/secret.h":     "",
		"one/twice.h":        "",
		"two/twice.h":        "",
		"app/far/twice.h":    "",
		"one/same.h":         "",
		"two/same.h":         "",
		"flag/flagged.h":     "",
		"include/flagged.h":  "",
		"app/lib/folder/x.h": "",
	})
	find := func(from, path string, system bool, include ...string) string {
		names := &namer{cwd: root}
		abs, ok := newResolver(names, include).find(filepath.Join(root, from), filepath.Join(root, "app"), &ast.Include{Path: path, System: system})
		if !ok {
			return ""
		}
		rel, err := filepath.Rel(root, abs)
		require.NoError(t, err)
		return filepath.ToSlash(rel)
	}
	assert.Equal(t, "app/lib/beside.h", find("app/lib", "beside.h", false), "beside the including file first")
	assert.Equal(t, "app/lib/part.cuh", find("app/lib", "lib/part.cuh", false), "then from the root's folder")
	assert.Equal(t, "app/Common/tool.h", find("app/lib", "tool.h", false))
	assert.Equal(t, "include/p/api.h", find("app/lib", "p/api.h", false))
	assert.Equal(t, "include/p/api.h", find("app/lib", "p/api.h", true), "projects write their own headers in angle brackets too")
	assert.Equal(t, "other/secret.h", find("app/lib", "secret.h", false), "the one file of that name in the project")
	assert.Equal(t, "", find("app/lib", "secret.h", true), "but not for a system header")
	assert.Equal(t, "app/far/twice.h", find("app/lib", "twice.h", false), "of several the one that shares most folders")
	assert.Equal(t, "", find("app/lib", "same.h", false), "of two that are equally near, either would be a guess")
	assert.Equal(t, "other/secret.h", find("app/lib", "../../other/secret.h", false))
	assert.Equal(t, "include/flagged.h", find("app", "flagged.h", false))
	assert.Equal(t, "flag/flagged.h", find("app", "flagged.h", false, "flag"), "the user's folders go before guessed ones")
	assert.Equal(t, "", find("app/lib", "folder", false), "a folder is no header")
	assert.Equal(t, "", find("app/lib", "", false))
}

func TestResolveStopsAtTheProject(t *testing.T) {
	root := tree(t, map[string]string{
		"repo/.git/HEAD": "", "repo/sub/x.cu": "", "x.h": "",
		"plain/deep/x.cu": "", "plain/y.h": "",
	})
	found := func(names *namer, from, path string) bool {
		from = filepath.Join(root, from)
		_, ok := newResolver(names, nil).find(from, from, &ast.Include{Path: path})
		return ok
	}
	under := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	assert.False(t, found(&namer{cwd: root}, "repo/sub", "x.h"), "at the repository's root")
	assert.True(t, found(&namer{cwd: root, tops: []string{under("plain", "deep")}}, "plain/deep", "y.h"), "at the current folder")
	assert.True(t, found(&namer{cwd: under("repo"), tops: []string{under("plain")}}, "plain/deep", "y.h"), "at the named folder")
	assert.False(t, found(&namer{cwd: under("repo"), tops: []string{under("plain")}}, "plain/deep", "x.h"), "not above it")
	assert.False(t, found(&namer{cwd: under("repo")}, "plain/deep", "y.h"), "a file that was named alone has its own folder only")
}

func TestClosureAndRoots(t *testing.T) {
	tree(t, map[string]string{
		"main.cu":   "#include \"k.cu\"\n#include \"b.h\"\n#include \"gone.h\"\n#include <cuda.h>\n#include \"cuda_runtime.h\"\n#include \"thrust/sort.h\"\n#include \"math.h\"\n",
		"k.cu":      "#include \"a.h\"\n" + kernelText,
		"a.h":       "#include \"ring.h\"\n",
		"b.h":       "#include \"a.h\"\n",
		"ring.h":    "#include \"a.h\"\n",
		"left.cu":   "#include \"right.cu\"\n",
		"right.cu":  "#include \"left.cu\"\n",
		"lonely.cu": "",
	})
	r := loaded(t, Options{Paths: []string{"."}})
	roots := r.roots(context.Background())
	assert.Equal(t, []string{"left.cu", "lonely.cu", "main.cu"}, paths(roots))
	assert.Equal(t, []string{"ring.h", "a.h", "k.cu", "b.h"}, headersOf(r, roots[2]), "what a header includes stands ahead of it")

	u := r.loader.unit(roots[2])
	require.Len(t, u.Missing, 1)
	assert.Equal(t, "gone.h", u.Missing[0].Path)
	assert.Equal(t, "main.cu", u.Missing[0].Place.File.Path)
}

// TestRing loads headers that include each other from both ends at once; nobody may wait for ever, and what a header is parsed
// with may not depend on who came first.
func TestRing(t *testing.T) {
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("h%d.h", i)] = fmt.Sprintf("#include \"h%d.h\"\n#include \"h%d.h\"\n#define H%d %d\n", (i+1)%8, (i+3)%8, i, i)
		files[fmt.Sprintf("r%d.cu", i)] = fmt.Sprintf("#include \"h%d.h\"\n", i)
	}
	tree(t, files)
	for range 20 {
		r := loaded(t, Options{Paths: []string{"."}, Jobs: 8})
		roots := r.roots(context.Background())
		require.Len(t, roots, 8)
		r.each(context.Background(), roots, func(f *file) {
			u := r.loader.unit(f)
			assert.Len(t, u.Headers, 8)
			for _, h := range u.Headers {
				assert.Len(t, h.Macros, 1)
			}
		})
		for _, f := range roots {
			r.loader.done(f)
		}
		for _, e := range r.loader.entries {
			assert.Nil(t, e.tree, "%s: nobody needs its tree any more", e.path)
		}
		assert.Len(t, r.loader.unit(roots[0]).Headers, 8, "but it can be made again")
		_, failures := r.log.sorted()
		assert.Empty(t, failures)
	}
}

func TestLargeHeaders(t *testing.T) {
	filler := strings.Repeat("int x;\n", largestHostHeader/7+1)
	tree(t, map[string]string{
		"main.cu": "#include \"host.h\"\n#include \"device.h\"\n#include \"values.h\"\n",
		"host.h":  "#define A 1\n" + filler, "device.h": "#define B 1\n__device__ int f();\n" + filler, "values.h": strings.Repeat("17, ", 300_000),
	})
	r := loaded(t, Options{Paths: []string{"main.cu"}})
	u := r.loader.unit(r.files[0])
	require.Len(t, u.Headers, 3)
	assert.Empty(t, u.Headers[0].Macros)
	assert.Len(t, u.Headers[1].Macros, 1)
	assert.Empty(t, u.Headers[2].Problems, "a list of values is no syntax error of its own")
	assert.Empty(t, u.Missing)
}

func TestPanicIsAFailureOfTheFile(t *testing.T) {
	tree(t, map[string]string{"a.cu": "", "b.cu": ""})
	r := loaded(t, Options{Paths: []string{"."}, Jobs: 2})
	var done []string
	r.each(context.Background(), r.files, func(f *file) {
		if f.path == "a.cu" {
			panic("broken")
		}
		done = append(done, f.path)
	})
	r.guard("b.cu")("some-rule", func() { panic("worse") })
	assert.Equal(t, []string{"b.cu"}, done)
	_, failures := r.log.sorted()
	require.Len(t, failures, 2)
	assert.Contains(t, failures[0].Error(), "internal error in a.cu: broken, in internal/driver.TestPanic")
	assert.Contains(t, failures[1].Error(), "internal error in rule some-rule on b.cu: worse")
	assert.True(t, failures[0].Internal)
}
