//go:build cgo

package kernelrun_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// quick are the programs that are run each time.
var quick = []string{"align_boundary_sum", "align_launch_offset", "align_member"}

var every = flag.Bool("every", false, "run all programs of testdata/fixes, in a minute or two, not the quick ones alone")

// TestPrograms runs the programs that prove the fixes, as they are, and compares what they write with what a GPU made of them.
func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(programs, "*.cu"))
	require.NoError(t, err)
	wrote := written(t, filepath.Join(programs, "measured", "results.txt"))
	ran, sums := 0, 0
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".cu")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if !*every && !slices.Contains(quick, name) {
			continue
		}
		r, err := kernelrun.Run(parse(t, programs, filepath.Base(path), text), kernelrun.Options{Steps: 1 << 30})
		if !assert.NoError(t, err, path) {
			continue
		}
		ran++
		assert.Zero(t, r.Exit, path)
		for _, kind := range []string{kernelrun.OutOfBounds, kernelrun.Race, kernelrun.Unwritten, kernelrun.Undefined, kernelrun.Barrier, kernelrun.OutOfExtent} {
			assert.False(t, r.Has(kind), "%s: %v", path, r.Faults)
		}
		assert.Equal(t, strings.HasPrefix(name, "align_"), r.Has(kernelrun.Misaligned), "%s: %v", path, r.Faults)
		var passed []string
		for _, l := range strings.Split(string(r.Output), "\n") {
			if strings.HasPrefix(l, "PASS ") {
				passed = append(passed, l)
			}
		}
		if there := wrote[name]; len(there) > 0 {
			sums += len(there)
			assert.ElementsMatch(t, there, passed, path)
		} else { // as it is, the GPU stops at the misaligned address
			assert.NotEmpty(t, passed, path)
		}
	}
	t.Logf("%d programs, %d sums of results as on the GPU", ran, sums)
	assert.GreaterOrEqual(t, ran, len(quick))
}

// written are the lines of success of each program as it is, by its name. A program that dies has none.
func written(t *testing.T, path string) map[string][]string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	out := map[string][]string{}
	name := ""
	for _, l := range strings.Split(string(text), "\n") {
		if rest, ok := strings.CutPrefix(l, "program "); ok {
			program, size, _ := strings.Cut(rest, " ")
			before, is := strings.CutSuffix(program, ".before")
			name = ""
			if is && size == "small" {
				name = before
			}
		}
		if name != "" && strings.HasPrefix(l, "PASS ") {
			out[name] = append(out[name], l)
		}
	}
	return out
}
