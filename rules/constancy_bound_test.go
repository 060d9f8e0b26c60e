package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// TestConstancyIsBounded reads a function in which 30 variables are each made of all others: there are more ways from one to another than
// anybody can go.
func TestConstancyIsBounded(t *testing.T) {
	const n = 30
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint("v", i))
	}
	var b strings.Builder
	b.WriteString("__global__ void f(int *p, int m) {\n  int a[64];\n  int " + strings.Join(names, " = 0, ") + " = 0;\n  for (int i = 0; i < 8; i++) {\n")
	for _, v := range names {
		fmt.Fprintf(&b, "    %s = %s;\n", v, strings.Join(names, " + "))
	}
	b.WriteString("    a[v0] = v1;\n  }\n  p[0] = a[v2];\n}\n")
	f, err := parser.Parse(source.NewFile("f.cu", []byte(b.String())), parser.Options{})
	require.NoError(t, err)
	fn := functionOf(f.Decls[0].(*ast.FuncDecl), nil)
	for id, v := range fn.vars {
		if strings.HasPrefix(id.Name(), "v") {
			assert.NotEqual(t, dynamic, fn.ofVariable(v), "none of them is ever anything but a sum of constants")
		}
	}
}
