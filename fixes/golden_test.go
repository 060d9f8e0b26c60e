package fixes

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

var update = flag.Bool("update", false, "write what the builders give into the golden files")

// builders are the kinds of rewrites by the name of their folder in testdata.
var builders = map[string]func(Site) (Rewrite, bool){
	"reduction":   SequentialReduction,
	"align":       AlignVector,
	"join":        JoinElements,
	"stage":       StageTransposed,
	"vectorize":   Vectorize,
	"soa":         StructOfArrays,
	"swap":        SwapXY,
	"wholestruct": WholeStruct,
	"stripe":      StripeChunk,
}

// TestGolden checks the builders on the archives under testdata, one folder a kind. Section `in.cu` is the file; for each rewrite that
// the builder offers in it there is one more, named by the rewrite's applicability and title, that holds the file after it. An archive
// whose comment begins with "Refused" has none. -update rewrites the archives, to be read in review.
func TestGolden(t *testing.T) {
	for kind, build := range builders {
		paths, err := filepath.Glob(filepath.Join("testdata", kind, "*.txtar"))
		require.NoError(t, err)
		require.NotEmpty(t, paths, kind)
		refused := 0
		for _, path := range paths {
			t.Run(kind+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { checkGolden(t, path, build) })
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			if strings.HasPrefix(string(text), "Refused") {
				refused++
			}
		}
		assert.NotZero(t, refused, "%s: an example where it must not be offered", kind)
	}
}

func checkGolden(t *testing.T, path string, build func(Site) (Rewrite, bool)) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	archive := txtar.Parse(text)
	require.NotEmpty(t, archive.Files)
	require.Equal(t, "in.cu", archive.Files[0].Name)
	got := &txtar.Archive{Comment: archive.Comment, Files: archive.Files[:1:1]}
	for _, r := range rewritesOf(t, archive.Files[0].Data, build) {
		after := []byte{}
		if len(r.Edits) > 0 {
			after = Apply(archive.Files[0].Data, r.Edits)
			assert.Empty(t, problems(t, after), "the fixed file has no parse error")
		}
		got.Files = append(got.Files, txtar.File{Name: r.Applicability.String() + ": " + r.Title, Data: after})
	}
	if strings.HasPrefix(string(archive.Comment), "Refused") {
		assert.Empty(t, offered(got), "offered")
		return
	}
	assert.Greater(t, len(got.Files), 1, "nothing is offered")
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(got), 0o644))
		return
	}
	assert.Equal(t, string(txtar.Format(archive)), string(txtar.Format(got)))
}

func offered(a *txtar.Archive) (out []string) {
	for _, f := range a.Files[1:] {
		out = append(out, f.Name)
	}
	return out
}

func problems(t *testing.T, text []byte) []string {
	tree, err := parser.Parse(source.NewFile("fixed.cu", text), parser.Options{})
	require.NoError(t, err)
	var out []string
	for _, p := range tree.Problems {
		out = append(out, p.Message)
	}
	return out
}

// rewritesOf are the distinct rewrites that a builder offers in a file, at whatever it may be asked about: every array of every kernel,
// with each of the loops that hold accesses to it and with none.
func rewritesOf(t *testing.T, text []byte, build func(Site) (Rewrite, bool)) []Rewrite {
	var out []Rewrite
	had := map[string]bool{}
	for _, s := range sitesOf(t, text) {
		r, ok := build(s)
		if !ok {
			continue
		}
		key := r.Title
		for _, e := range r.Edits {
			key += "\x00" + e.Text + "@" + s.Kernel.Place.File.Path + string(rune(e.Place.Span.Start))
		}
		require.True(t, Disjoint(r.Edits), "%s: edits overlap", r.Title)
		if !had[key] {
			had[key] = true
			out = append(out, r)
		}
	}
	return out
}

func sitesOf(t *testing.T, text []byte) []Site {
	tree, err := parser.Parse(source.NewFile("in.cu", text), parser.Options{})
	require.NoError(t, err)
	require.Empty(t, tree.Problems)
	m := sema.Analyze(&sema.Unit{Root: tree}, nil)
	var out []Site
	for _, k := range m.Kernels {
		for _, r := range k.Runs {
			for _, arr := range r.Arrays {
				byLoop := map[*sema.Loop][]*sema.Access{}
				var all []*sema.Access
				for _, a := range r.Accesses {
					if a.Array == arr {
						all = append(all, a)
						byLoop[a.Loop] = append(byLoop[a.Loop], a)
					}
				}
				if len(all) == 0 {
					continue
				}
				site := Site{Model: m, Kernel: k, Run: r, Array: arr}
				for _, l := range append([]*sema.Loop{nil}, r.Loops...) {
					if list := byLoop[l]; len(list) > 0 {
						site.Loop, site.Accesses = l, list
						out = append(out, site)
					}
				}
			}
		}
	}
	return out
}

var _ = diag.Sketch
