package parser_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// A macro for attributes with an argument stands for what it is defined as at its use, whatever becomes of it later.
func TestAttributesOfMacroThatIsUndefinedLater(t *testing.T) {
	tree, err := parser.Parse(source.NewFile("k.cu", []byte(`
#define BOUNDS(n) __launch_bounds__(n)
__global__ void BOUNDS(64) first(float *p) { p[0] = 1; }
#undef BOUNDS
#define BOUNDS(n) __launch_bounds__(2 * n)
__global__ void BOUNDS(64) second(float *p) { p[0] = 1; }
#undef BOUNDS
`)), parser.Options{})
	require.NoError(t, err)
	var bounds []ast.Expr
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			require.Len(t, f.LaunchBounds, 1, f.Name)
			bounds = append(bounds, f.LaunchBounds[0])
		}
	}
	require.Len(t, bounds, 2)
	product, ok := bounds[1].(*ast.Binary)
	require.True(t, ok)
	assert.Equal(t, "*", product.Op)
	assert.IsType(t, product.Y, bounds[0])
}

// Braces around blanks alone are no table of numbers, however long.
func TestLongEmptyBraces(t *testing.T) {
	text := "int a[3] = {" + strings.Repeat(" ", 5000) + "};\n__global__ void k(int *p) { p[0] = 1; }\n"
	tree, err := parser.Parse(source.NewFile("k.cu", []byte(text)), parser.Options{})
	require.NoError(t, err)
	assert.Len(t, tree.Decls, 2)
}
