package lint_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

var update = flag.Bool("update", false, "write the fixes that are offered into testdata/fixes/golden")

const goldens = "../testdata/fixes/golden"

// TestFixes checks what is offered for the archives under testdata/fixes/golden. The last section ahead of the fixes is the file, those
// in front of it are headers; for each fix with edits there is one more, named by its applicability and title, that holds the file after
// it. An archive whose comment begins with "Refused" has none. -update rewrites the archives, to be read in review.
//
// What is offered holds when it is made: the fixed file is judged again here, and holds neither the finding nor a new one.
func TestFixes(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(goldens, "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { checkGolden(t, path) })
	}
}

func checkGolden(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	archive := txtar.Parse(text)
	got := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if !strings.Contains(f.Name, ": ") {
			got.Files = append(got.Files, f)
		}
	}
	n := len(got.Files)
	require.NotZero(t, n)
	before := judge(t, got.Files)
	had := map[string]bool{}
	for _, d := range before.Findings {
		for _, f := range d.Fixes {
			if len(f.Edits) == 0 || had[fixes.Key(f.Edits)] {
				continue
			}
			had[fixes.Key(f.Edits)] = true
			fixed := append([]txtar.File(nil), got.Files[:n]...)
			fixed[n-1].Data = fixes.Apply(fixed[n-1].Data, f.Edits)
			assert.Empty(t, lint.Regression(before, judge(t, fixed), []diag.Diagnostic{d}), f.Title)
			got.Files = append(got.Files, txtar.File{Name: f.Applicability.String() + ": " + f.Title, Data: fixed[n-1].Data})
		}
	}
	if strings.HasPrefix(string(archive.Comment), "Refused") {
		assert.Empty(t, names(got.Files[n:]), "offered")
		for _, w := range before.Withdrawn {
			t.Logf("withdrawn: %s: %s", w.Title, w.Reason)
		}
	} else {
		assert.Greater(t, len(got.Files), n, "nothing is offered")
	}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(got), 0o644))
		return
	}
	assert.Equal(t, string(txtar.Format(archive)), string(txtar.Format(got)))
}

func names(files []txtar.File) (out []string) {
	for _, f := range files {
		out = append(out, f.Name)
	}
	return out
}

// judge judges the last file with the others as headers.
func judge(t *testing.T, files []txtar.File) *lint.Result {
	u := &sema.Unit{}
	var macros []*ast.Macro
	for i, f := range files {
		tree, err := parser.Parse(source.NewFile(f.Name, f.Data), parser.Options{Macros: macros})
		require.NoError(t, err)
		require.Empty(t, tree.Problems, f.Name)
		macros = append(macros, tree.Macros...)
		if i == len(files)-1 {
			u.Root = tree
		} else {
			u.Headers = append(u.Headers, tree)
		}
	}
	return lint.Judge(u, nil, lint.Options{})
}
