package driver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
)

// TestShards: all shards together find what one run finds, each alone a subset of it, whichever files include which.
func TestShards(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	withheld, kept := 0, 0
	for range 12 {
		files := map[string]string{".cudalint.toml": "require-reason = true\n[[overrides]]\npaths = [\"d1/**\"]\nrules.uncoalesced-access = \"error\"\n"}
		for h := range 3 {
			files[fmt.Sprintf("inc/h%d.cuh", h)] = strided(fmt.Sprintf("h%d", h), 2<<random.IntN(4)) +
				fmt.Sprintf("__device__ float d%d(const float *a) { return a[threadIdx.x * 4]; } // cudalint: ignore[uncoalesced-access]\n", h)
		}
		for d := range 5 {
			text := ""
			for h := range 3 {
				if random.IntN(3) == 0 {
					text += fmt.Sprintf("#include \"../inc/h%d.cuh\"\n", h)
					text += launched(fmt.Sprintf("h%d", h), 32<<random.IntN(3))
					text += fmt.Sprintf("__global__ void c%d(float *o, const float *a) { o[threadIdx.x] = d%d(a); }\n", h, h)
				}
			}
			files[fmt.Sprintf("d%d/x.cu", d)] = text + strided("own", 4) + launched("own", 64)
		}
		tree(t, files)
		judge := func(s Shard) *Output {
			out, err := Run(context.Background(), Options{Paths: []string{"."}, Settings: config.NewResolver(config.Command{}, nil), Shard: s})
			require.NoError(t, err)
			return out
		}
		whole := judge(Shard{})
		require.NotEmpty(t, whole.Findings)
		for n := 1; n <= 4; n++ {
			var parts []*Part
			for i := n; i >= 1; i-- {
				out := judge(Shard{i, n})
				for _, d := range out.Findings {
					require.True(t, slices.ContainsFunc(whole.Findings, func(w diag.Diagnostic) bool { return assert.ObjectsAreEqual(d, w) }), "shard %d of %d alone finds %s in %s", i, n, d.Message, d.Place.File.Path)
				}
				kept += len(out.Findings)
				withheld += len(out.Notes)
				text, err := out.Part.Text()
				require.NoError(t, err)
				p, err := ReadPart(text)
				require.NoError(t, err)
				parts = append(parts, p)
			}
			joined, err := Join(parts)
			require.NoError(t, err)
			require.Equal(t, whole.Result, joined.Result)
			require.Equal(t, whole.Paths, joined.Paths)
			for _, d := range whole.Findings {
				require.Equal(t, whole.Fails(d.Place.File.Path), joined.Fails(d.Place.File.Path))
			}
			for _, rule := range lint.RuleNames() {
				require.Equal(t, whole.Off(rule), joined.Off(rule))
			}
		}
	}
	assert.Positive(t, withheld, "headers of several shards were met")
	assert.Positive(t, kept)
}

// TestPartKeepsBytes: names of files need not be UTF-8, and the same part is the same text.
func TestPartKeepsBytes(t *testing.T) {
	p := &Part{
		Shard: Shard{1, 1}, Program: "p", Paths: []string{"a\xff.cu", "a\xfe.cu"}, Results: []byte{0, 0xff},
		Files:    []PartFile{{Path: "a\xff.cu", Outside: "src/a\xff.cu", Text: []byte("\xff"), FailOn: diag.Error, Levels: []PartLevel{{"r", lint.Level{Off: true}}, {"s", lint.Level{Set: true, Severity: diag.Info}}}}},
		Failures: []PartFailure{{Path: "a\xfe.cu", Message: "m"}},
	}
	text, err := p.Text()
	require.NoError(t, err)
	again, err := p.Text()
	require.NoError(t, err)
	assert.Equal(t, text, again)
	read, err := ReadPart(text)
	require.NoError(t, err)
	assert.Equal(t, p, read)
}

func TestJoinOfWrongParts(t *testing.T) {
	part := func(i, n int, paths ...string) *Part {
		data, err := lint.Archive(nil, nil)
		require.NoError(t, err)
		return &Part{Shard: Shard{i, n}, Program: "p", Paths: paths, Results: data}
	}
	other := part(2, 2)
	other.Program = "q"
	for want, parts := range map[string][]*Part{
		"there are no parts":                  {},
		"shard 2 of 2 is missing":             {part(1, 2)},
		"shard 1 is there twice":              {part(1, 2), part(1, 2)},
		"shard 1 is of 2, shard 2 of 3":       {part(1, 2), part(2, 3)},
		"of different files or settings":      {part(1, 2, "a"), part(2, 2, "b")},
		"of different versions":               {part(1, 2), other},
		"it is damaged":                       {part(0, 0)},
		"shard 2: it is no archive of result": {part(1, 2), {Shard: Shard{2, 2}, Program: "p", Results: []byte("x")}},
	} {
		_, err := Join(parts)
		assert.ErrorContains(t, err, want)
	}
	_, err := ReadPart("%")
	assert.ErrorContains(t, err, "it is damaged")
	_, err = ReadPart("aaaa")
	assert.ErrorContains(t, err, "it is damaged")
	out, err := Join([]*Part{part(2, 2), part(1, 2)})
	require.NoError(t, err)
	assert.Empty(t, out.Findings)
}
