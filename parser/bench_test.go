//go:build cgo && unix

package parser

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/cpp"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/source"
)

// benchedFiles are the .cu and .cuh files below the folders in the environment variable CUDALINT_BENCH_DIRS, or the fixtures.
func benchedFiles(b *testing.B) []*source.File {
	b.Helper()
	dirs := strings.Fields(os.Getenv("CUDALINT_BENCH_DIRS"))
	if len(dirs) == 0 {
		dirs = []string{"../testdata/kernels"}
	}
	var files []*source.File
	bytes := int64(0)
	for _, dir := range dirs {
		require.NoError(b, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || !d.Type().IsRegular() || ext != ".cu" && ext != ".cuh" {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && len(text) > 0 {
				files = append(files, source.NewFile(path, text))
				bytes += int64(len(text))
			}
			return err
		}))
	}
	require.NotEmpty(b, files)
	b.SetBytes(bytes)
	b.ReportAllocs()
	return files
}

// cpu is the processor time that the process has used, in ms.
func cpu(b *testing.B) float64 {
	b.Helper()
	var r syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
}

// benchmarkFiles calls do for every file.
func benchmarkFiles(b *testing.B, do func(*source.File)) {
	files := benchedFiles(b)
	start := cpu(b)
	for b.Loop() {
		for _, f := range files {
			do(f)
		}
	}
	b.ReportMetric((cpu(b)-start)/float64(b.N), "cpu-ms/op")
}

// BenchmarkParseOnly gives the files as they are to the grammar, and nothing else: what all else is measured by.
func BenchmarkParseOnly(b *testing.B) {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(cpp.GetLanguage())
	benchmarkFiles(b, func(f *source.File) {
		tree, err := p.ParseCtx(context.Background(), nil, f.Text)
		require.NoError(b, err)
		tree.Close()
	})
}

func BenchmarkIncludes(b *testing.B) {
	benchmarkFiles(b, func(f *source.File) { Includes(f, Options{}) })
}

func BenchmarkMask(b *testing.B) {
	benchmarkFiles(b, func(f *source.File) { mask(f, Options{}) })
}

func BenchmarkParse(b *testing.B) {
	benchmarkFiles(b, func(f *source.File) {
		_, err := Parse(f, Options{})
		require.NoError(b, err)
	})
}
