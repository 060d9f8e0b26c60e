//go:build cgo

package parser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
)

// values is the initializer of the only variable in a text.
func values(t *testing.T, text string) (*ast.File, *ast.InitList) {
	t.Helper()
	f := parsed(t, text)
	require.Len(t, f.Decls, 1, text)
	v, ok := f.Decls[0].(*ast.VarDecl)
	require.True(t, ok, text)
	list, ok := v.Init.(*ast.InitList)
	require.True(t, ok, text)
	return f, list
}

// A long list of numbers is read as the grammar reads a short one, whatever the numbers look like.
func TestTables(t *testing.T) {
	for _, number := range []string{
		"0", "7", "-7", "+7", "42u", "42UL", "42ull", "0x1F", "0xffffffffu", "0XABCull", "1.", "1.f", "0.5", "-0.25f", "1e3", "1.5e-3f", "2E+4",
		"18446744073709551615", "99999999999999999999", "0x1e-1", "010", "0b11", "1'000", ".5", "-.5f", "- 7", "1.5L", "0x1p3", "'a'", "N", "1_km", "(3)", "3 + 4",
		"{1, -2}", "{}", "{ {1, 2}, {3} }", "/* one */ 1", "1 // one\n",
	} {
		t.Run(number, func(t *testing.T) {
			short, one := values(t, "int a[] = {"+number+"};")
			long, many := values(t, "int a[] = {"+strings.Repeat(number+", ", minTable)+"};")
			assert.Equal(t, len(short.Problems) == 0, len(long.Problems) == 0)
			require.Len(t, many.Elems, minTable*len(one.Elems))
			require.Len(t, many.Names, len(many.Elems))
			for _, i := range []int{0, 1, minTable - 1} {
				assert.Equal(t, ast.Dump(one.Elems[0]), ast.Dump(many.Elems[i]))
				assert.Equal(t, short.Source.Slice(one.Elems[0].Pos()), long.Source.Slice(many.Elems[i].Pos()))
			}
			assert.Equal(t, byte('{'), long.Source.Text[many.Span.Start])
			assert.Equal(t, byte('}'), long.Source.Text[many.Span.End-1])
		})
	}
}

// What is in the list by a directive that was taken counts, and what is not does not.
func TestTableWithDirectives(t *testing.T) {
	_, list := values(t, "int a[] = {\n#if 1\n"+strings.Repeat("1,\n", minTable)+"#else\n2,\n#endif\n3};")
	require.Len(t, list.Elems, minTable+1)
	assert.Equal(t, "3", ast.Dump(list.Elems[minTable]))
}
