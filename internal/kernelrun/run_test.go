//go:build cgo

package kernelrun_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/internal/kernelrun"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// programs are those that prove the fixes on a GPU; what they compare on the host they compare here too.
const programs = "../../testdata/fixes"

func parse(t *testing.T, dir, name string, text []byte) []*ast.File {
	t.Helper()
	root := source.NewFile(name, text)
	var files []*ast.File
	var macros []*ast.Macro
	for _, i := range parser.Includes(root, parser.Options{}) {
		if i.System {
			continue
		}
		header, err := os.ReadFile(filepath.Join(dir, i.Path))
		require.NoError(t, err)
		f, err := parser.Parse(source.NewFile(i.Path, header), parser.Options{Macros: macros})
		require.NoError(t, err)
		files = append(files, f)
		macros = append(macros, f.Macros...)
	}
	f, err := parser.Parse(root, parser.Options{Macros: macros})
	require.NoError(t, err)
	require.Empty(t, f.Problems, "%s", text)
	return append(files, f)
}

func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(programs, "*.cu"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			r, err := kernelrun.Run(parse(t, programs, filepath.Base(path), text), kernelrun.Options{Steps: 1 << 30})
			require.NoError(t, err)
			t.Logf("%d steps\n%s%v", r.Steps, r.Output, r.Faults)
			assert.Zero(t, r.Exit)
			assert.Contains(t, string(r.Output), "PASS")
		})
	}
}
