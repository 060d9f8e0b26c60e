package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
)

// corpus is an environment variable: a pattern of folders that are judged in the test too.
const corpus = "CUDALINT_CORPUS"

func folderOptions(dir string) Options {
	return Options{Paths: []string{dir}, Dir: dir, Settings: config.NewResolver(config.Command{}, nil)}
}

// said is what a result says of a file, one line for each thing.
func said(r *lint.Result, path string) []string {
	var out []string
	for _, d := range r.Findings {
		if d.Place.File.Path == path {
			line := fmt.Sprintf("%d-%d %s %s %s %v", d.Place.Span.Start, d.Place.Span.End, d.Rule, d.Severity, d.Message, d.Subject)
			for _, f := range d.Fixes {
				line += "\n\t" + f.Title
			}
			out = append(out, line)
		}
	}
	for _, a := range r.Accesses {
		if a.Place.File.Path == path {
			out = append(out, fmt.Sprintf("%d-%d %v %v %s", a.Place.Span.Start, a.Place.Span.End, a.Subject, a.Numbers, a.BlockedBy))
		}
	}
	return out
}

// same compares what a session says of every file of a folder with what a run says.
func same(t *testing.T, s *Session, o Options) {
	out, err := Run(context.Background(), o)
	require.NoError(t, err)
	for _, path := range out.Paths {
		one, err := s.JudgeWithFixes(context.Background(), s.Path(path), func(*diag.Diagnostic) bool { return true })
		require.NoError(t, err)
		assert.Equal(t, said(out.Result, path), said(one.Result, path), "%s in %s", path, o.Dir)
	}
}

func TestSessionSaysWhatARunSays(t *testing.T) {
	dirs, err := filepath.Glob("../../testdata/kernels/*")
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	if more := os.Getenv(corpus); more != "" {
		found, err := filepath.Glob(more)
		require.NoError(t, err)
		dirs = append(dirs, found...)
	}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		require.NoError(t, err)
		o := folderOptions(abs)
		s, err := OpenSession(context.Background(), o)
		require.NoError(t, err)
		same(t, s, o)
	}
}

// project writes files into a fresh folder.
func project(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

const (
	kernelHeader = "#pragma once\n#include \"size.h\"\n__global__ void k(float *a) { a[threadIdx.x * SIZE] = 1; }\n"
	launchMain   = "#include \"inc/k.cuh\"\nint main() { float *a; k<<<1, 256>>>(a); k<<<1, 64>>>(a); }\n"
)

// TestSessionFollowsChanges changes texts in an editor and on disk; after each change a session must say what a fresh run over the same
// texts says.
func TestSessionFollowsChanges(t *testing.T) {
	dir := project(t, map[string]string{
		"main.cu":      launchMain,
		"inc/k.cuh":    kernelHeader,
		"inc/size.h":   "#define SIZE 32\n",
		"other.cu":     "void helper();\n__global__ void o(int *p) { p[threadIdx.y] = p[threadIdx.x * 7]; }\nvoid run(int *p, int n) { o<<<1, n>>>(p); }\n",
		"host.cpp":     "void run(int *, int);\nvoid all(int *p) { run(p, 96); }\n",
		"sub/alone.cu": "__global__ void s(float *x, int n) { x[threadIdx.x * n] = 0; }\n",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	texts := map[string][]byte{}
	o := folderOptions(dir)
	s, err := OpenSession(context.Background(), o)
	require.NoError(t, err)
	check := func(step string) {
		fresh := o
		fresh.Texts = texts
		t.Run(step, func(t *testing.T) { same(t, s, fresh) })
	}
	edit := func(name, text string) {
		texts[at(name)] = []byte(text)
		require.True(t, s.SetText(context.Background(), at(name), []byte(text)), name)
	}
	check("as on disk")
	edit("main.cu", strings.ReplaceAll(launchMain, "256", "128"))
	check("another launch in the includer")
	edit("inc/size.h", "#define SIZE 1\n")
	check("another macro two headers down")
	edit("inc/k.cuh", strings.ReplaceAll(kernelHeader, "#include", "//"))
	check("an include less")
	edit("inc/k.cuh", kernelHeader)
	check("and again")
	edit("main.cu", strings.Replace(launchMain, "#include", "//", 1))
	check("the header is a root now")
	edit("host.cpp", "void run(int *, int);\nvoid all(int *p) { run(p, 160); }\n")
	check("another argument in host code")
	edit("sub/alone.cu", "__global__ void s(float *x, int n) { x[threadIdx.x] = 0; }\n")
	check("mended")

	require.NoError(t, os.WriteFile(at("inc/size.h"), []byte("#define SIZE 8\n"), 0o644))
	delete(texts, at("inc/size.h"))
	require.True(t, s.Reread(context.Background(), at("inc/size.h")))
	check("closed without saving")

	require.NoError(t, os.WriteFile(at("new.cu"), []byte("__global__ void n(float *x) { x[threadIdx.x * 5] = 0; }\n"), 0o644))
	assert.False(t, s.Reread(context.Background(), at("new.cu")), "a new file takes a new session")
	require.NoError(t, os.Remove(at("other.cu")))
	assert.False(t, s.Reread(context.Background(), at("other.cu")), "so does one that goes")
	assert.True(t, s.Reread(context.Background(), at("notes.txt")), "others are nobody's concern")
}

func TestSessionTextsNeedNoDisk(t *testing.T) {
	dir := project(t, map[string]string{"main.cu": "#include \"fresh.cuh\"\nvoid f(float *a) { k<<<1, 32>>>(a); }\n"})
	o := folderOptions(dir)
	o.Texts = map[string][]byte{filepath.Join(dir, "fresh.cuh"): []byte("__global__ void k(float *a) { a[threadIdx.x * 32] = 1; }\n")}
	s, err := OpenSession(context.Background(), o)
	require.NoError(t, err)
	out, err := s.Judge(context.Background(), filepath.Join(dir, "fresh.cuh"))
	require.NoError(t, err)
	require.Len(t, out.Findings, 1)
	assert.Equal(t, "fresh.cuh", out.Findings[0].Place.File.Path)
	assert.Equal(t, [3]int64{32, 1, 1}, out.Findings[0].Subject.Block)
	require.Len(t, out.Runs, 1)
	assert.Equal(t, "main.cu", out.Runs[0].Launch.File.Path)
}

func TestTryingAShape(t *testing.T) {
	dir := project(t, map[string]string{"k.cu": "__global__ void k(float *a) { a[threadIdx.y] = a[threadIdx.x]; }\nvoid f(float *a) { k<<<1, 256>>>(a); }\n"})
	s, err := OpenSession(context.Background(), folderOptions(dir))
	require.NoError(t, err)
	path := filepath.Join(dir, "k.cu")
	for _, block := range [][3]int64{{256, 1, 1}, {1, 256, 1}} {
		out, err := s.Try(context.Background(), path, "k", block)
		require.NoError(t, err)
		require.Len(t, out.Accesses, 2)
		for _, a := range out.Accesses {
			assert.Equal(t, block, a.Subject.Block)
		}
	}
	out, err := s.Judge(context.Background(), path)
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(out.Accesses, func(a lint.Access) bool { return a.Subject.Block == [3]int64{256, 1, 1} }), "a trial leaves nothing behind")
}
