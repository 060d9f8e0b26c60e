package sema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Comments that state a fact count wherever a formatter leaves them: @ is where the comments stand, # a place in the kernel.
func TestStatements(t *testing.T) {
	const text = "__global__ void other(float *o) {\n  o[threadIdx.x] = 1;\n  %\n}\n@\n__global__ void k(float *o, int pitch, int n) {\n  #\n  o[threadIdx.x * pitch] = 1;\n}\n"
	for _, c := range []struct {
		name, at, comment string
		shape             [3]int64
		facts             string // texts, with ! before those that cannot be read
	}{
		{"above", "@", "// cudalint: block(16, 16)", [3]int64{16, 16, 1}, ""},
		{"in the kernel", "#", "// cudalint: assume(pitch == 33)", [3]int64{256, 1, 1}, "pitch == 33"},
		{"two", "@", "// cudalint: block(64)\n// cudalint: assume(pitch == 33)", [3]int64{64, 1, 1}, "pitch == 33"},
		{"joined with the prose above", "@", "// one row for a warp cudalint: block(16, 16)", [3]int64{16, 16, 1}, ""},
		{"joined with another", "@", "// cudalint: block(16, 16) cudalint: assume(pitch == 33)", [3]int64{16, 16, 1}, "pitch == 33"},
		{"joined and broken", "@", "// rows cudalint: block(16,\n// 16) and cudalint:\n// assume(pitch % 32 ==\n// 1)", [3]int64{16, 16, 1}, "pitch % 32 == 1"},
		{"broken behind the word", "#", "//\n  // cudalint:\n  // assume(pitch\n  //  == 33): always", [3]int64{256, 1, 1}, "pitch == 33"},
		{"in a block comment", "@", "/* Rows of a tile.\n * cudalint: block(16,\n *   16)\n */", [3]int64{16, 16, 1}, ""},
		{"a layout over lines", "@", "// cudalint: layout(tile(y, x) = y * 64 +\n//   (x ^ (y & 7) * 8), half)", [3]int64{256, 1, 1}, "tile(y, x) = y * 64 + (x ^ (y & 7) * 8), half"},
		{"with more comments behind it", "@", "// cudalint: block(16, 16)\n// one\n// two\n// three\n// four", [3]int64{16, 16, 1}, ""},
		{"far above", "@", "// cudalint: block(16, 16)\n\n\n\n\n", [3]int64{256, 1, 1}, ""},
		{"in the function before", "%", "// cudalint: block(16, 16)", [3]int64{256, 1, 1}, ""},
		{"unread", "@", "// cudalint: assume(pitch is odd)", [3]int64{256, 1, 1}, "!pitch is odd"},
		{"unclosed", "@", "// cudalint: assume(pitch == 33", [3]int64{256, 1, 1}, "!pitch == 33"},
		{"an example in prose", "@", "// such as cudalint: assume(NAME)", [3]int64{256, 1, 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := text
			for _, place := range []string{"@", "#", "%"} {
				if place != c.at {
					src = strings.Replace(src, place, "", 1)
				}
			}
			src = strings.Replace(src, c.at, c.comment, 1)
			tree, err := parser.Parse(source.NewFile("k.cu", []byte(src)), parser.Options{})
			require.NoError(t, err)
			m := sema.Analyze(&sema.Unit{Root: tree}, nil)
			require.Len(t, m.Kernels, 2)
			k := m.Kernels[1]
			assert.Equal(t, c.shape, k.Runs[0].Block)
			var facts []string
			for _, f := range k.Facts {
				facts = append(facts, strings.Repeat("!", min(len(f.Error), 1))+f.Text)
				at := src[f.Place.Span.Start:f.Place.Span.End]
				assert.True(t, strings.HasPrefix(at, "/"), at)
				assert.Contains(t, at, "cudalint:")
			}
			assert.Equal(t, c.facts, strings.Join(facts, "; "))
		})
	}
}
