package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const kernelText = "__global__ void k(float *a) { a[threadIdx.x] = 0; }\n"

// tree writes files (path, text) below a new folder and makes it the current one.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range files {
		abs := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(abs), 0o755))
		require.NoError(t, os.WriteFile(abs, []byte(text), 0o644))
	}
	t.Chdir(root)
	return root
}

// found runs the search and lists what it found, noted and failed on.
func found(t *testing.T, o Options) (files, notes, failures []string) {
	t.Helper()
	r := newRun(o)
	require.NoError(t, r.find(context.Background()))
	for _, f := range r.files {
		files = append(files, f.path)
	}
	n, errs := r.log.sorted()
	for _, e := range errs {
		failures = append(failures, e.Error())
	}
	return files, n, failures
}

func TestFindInFolder(t *testing.T) {
	tree(t, map[string]string{
		"b.cu":                 "",
		"a.cuh":                "",
		"words.h":              "__device__ int f();",
		"plain.h":              "int f();",
		"host.cpp":             "int main() { k<<<1, 32>>>(); }",
		"plain.cpp":            "int main() {}",
		"readme.md":            kernelText,
		".git/x.cu":            kernelText,
		"node_modules/x.cu":    kernelText,
		"out/CMakeCache.txt":   "",
		"out/x.cu":             kernelText,
		"build/x.cu":           kernelText,
		"sub/parts/x.CU":       kernelText,
		"sub/parts/y.inl":      "__shared__ float s[1];",
		"sub/third_party/x.cu": kernelText,
		"deps/host.cpp":        "int main() {}",
	})
	files, notes, failures := found(t, Options{Paths: []string{"."}})
	assert.Equal(t, []string{"a.cuh", "b.cu", "build/x.cu", "host.cpp", "sub/parts/x.CU", "sub/parts/y.inl", "words.h"}, files)
	assert.Equal(t, []string{"left out as third-party code: sub/third_party; --third-party judges it"}, notes, "folders without CUDA are not worth a word")
	assert.Empty(t, failures)

	files, _, _ = found(t, Options{Paths: []string{"."}, Exclude: []string{"**/parts", "*.cuh", "build/**"}})
	assert.Equal(t, []string{"b.cu", "host.cpp", "words.h"}, files)
}

func TestFindNamed(t *testing.T) {
	root := tree(t, map[string]string{"kernel.txt": "", "sub/a.cu": "", "sub/plain.h": "", "bin.cu": "a\x00b"})
	files, notes, failures := found(t, Options{Paths: []string{"sub/plain.h", "kernel.txt", "./sub", "sub/a.cu", "missing.cu", "bin.cu"}})
	assert.Equal(t, []string{"kernel.txt", "sub/a.cu", "sub/plain.h"}, files, "a named file is taken whatever it is called, and once")
	assert.Equal(t, []string{"bin.cu: skipped, not a text file"}, notes)
	assert.Equal(t, []string{"missing.cu: no such file or directory"}, failures)

	t.Chdir(filepath.Join(root, "sub"))
	files, _, _ = found(t, Options{Paths: []string{"../kernel.txt", "."}})
	assert.Equal(t, []string{"../kernel.txt", "a.cu"}, files)
	files, _, _ = found(t, Options{Paths: []string{filepath.Join(root, "kernel.txt"), filepath.Join(root, "sub")}})
	assert.Equal(t, []string{filepath.ToSlash(root) + "/kernel.txt", "a.cu"}, files, "absolute where the user named absolute paths outside of the current folder")
}

func TestFindLinks(t *testing.T) {
	root := tree(t, map[string]string{"tree/a.cu": "", "tree/sub/b.cu": "", "elsewhere/c.cu": ""})
	link := func(target, name string) { require.NoError(t, os.Symlink(target, filepath.Join(root, name))) }
	link("..", "tree/sub/up")
	link("../a.cu", "tree/sub/again.cu")
	link("../../elsewhere/c.cu", "tree/sub/c.cu")
	link("gone.cu", "tree/dangling.cu")
	link("loop.cu", "tree/loop.cu")
	files, _, failures := found(t, Options{Paths: []string{"tree"}})
	assert.Equal(t, []string{"tree/a.cu", "tree/sub/b.cu", "tree/sub/c.cu"}, files)
	require.Len(t, failures, 2)
	assert.Contains(t, failures[0], "tree/dangling.cu: follow link: ")
	assert.Contains(t, failures[1], "tree/loop.cu: follow link: ")

	_, _, failures = found(t, Options{Paths: []string{"tree/loop.cu"}})
	assert.Equal(t, []string{"tree/loop.cu: too many levels of symbolic links"}, failures)
}

func TestFindTooLarge(t *testing.T) {
	root := tree(t, map[string]string{"a.cu": "", "small.cu": ""})
	require.NoError(t, os.Truncate(filepath.Join(root, "a.cu"), largest+1))
	files, notes, failures := found(t, Options{Paths: []string{"."}})
	assert.Equal(t, []string{"small.cu"}, files)
	assert.Equal(t, []string{"a.cu: skipped, larger than 64 MB"}, notes)
	assert.Empty(t, failures)
}

func TestFindStandardInput(t *testing.T) {
	tree(t, map[string]string{"sub/a.cu": "on disk"})
	r := newRun(Options{Paths: []string{"-", "sub"}, Stdin: strings.NewReader("in the editor"), StdinName: "sub/a.cu"})
	require.NoError(t, r.find(context.Background()))
	require.Len(t, r.files, 1)
	assert.Equal(t, "in the editor", string(r.files[0].text), "what is on disk under that name does not count")
}

// TestFindThroughLink: a folder that the user names by a link is searched, links in it are not followed, and two names of one file are two
// files of the run only where both were named.
func TestFindThroughLink(t *testing.T) {
	root := tree(t, map[string]string{"real/a.cu": kernelText, "real/deep/b.cu": kernelText})
	require.NoError(t, os.Symlink(filepath.Join(root, "real"), filepath.Join(root, "link")))
	require.NoError(t, os.Symlink("..", filepath.Join(root, "real", "deep", "up")))
	files, _, failures := found(t, Options{Paths: []string{"link"}})
	assert.Equal(t, []string{"link/a.cu", "link/deep/b.cu"}, files)
	assert.Empty(t, failures)
	files, _, _ = found(t, Options{Paths: []string{"."}})
	assert.Equal(t, []string{"real/a.cu", "real/deep/b.cu"}, files)
}
