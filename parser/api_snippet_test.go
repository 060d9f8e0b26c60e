//go:build cgo

package parser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

var place = source.Span{Start: 7, End: 9}

func TestExpr(t *testing.T) {
	for _, r := range []row{
		{"N", "N"},
		{" 0x10u ", "16u"},
		{"((i) * (n) + (j))", "(paren (+ (* (paren i) (paren n)) (paren j)))"},
		{"(row) * (pitch) - 1", "(- (* (paren row) (paren pitch)) 1)"},
		{"(a), b", "(, (paren a) b)"},
		{"(T)-x", "(cast T (- x))"},
		{"(value_t) * p", "(cast value_t (* p))"},
		{"*(float4 *)(&p[i])", "(* (cast (ptr float4) (paren (& (index p i)))))"},
		{"k<<<g, b>>>(p)", "(launch k (config g b) p)"},
		{"p[i]\n + 1", "(+ (index p i) 1)"},
	} {
		x, ok := Expr(r.src, place)
		require.True(t, ok, r.src)
		assert.Equal(t, r.want, dump(x), r.src)
		ast.Inspect(x, func(n ast.Node) bool {
			assert.Equal(t, place, n.Pos(), "%T in %s", n, r.src)
			return true
		})
	}
	for _, s := range []string{"", "a +", "a; b", "int x = 3", "}", "a) + (b", "for (;;) ;", "float", strings.Repeat("(", maxBrackets+1)} {
		_, ok := Expr(s, place)
		assert.False(t, ok, s)
	}
}

func TestExprHasNoRawArguments(t *testing.T) {
	x, ok := Expr("f(a, b + 1)", place)
	require.True(t, ok)
	assert.Empty(t, x.(*ast.Call).Raw)
}

func TestStmts(t *testing.T) {
	for _, r := range []row{
		{"", ""},
		{"x = 1", "(= x 1)"},
		{"x = 1; y = 2;", "(= x 1) (= y 2)"},
		{"do { x = 1; } while (0)", "(do (block (= x 1)) 0)"},
		{"{ x = 1; }", "(block (= x 1))"},
		{"int a[] = {1, 2}", "(decl (var a (array int _) (init-list 1 2)))"},
		{"__shared__ float s[4]; s[t] = 1", "(decl (var s (array float 4) __shared__)) (= (index s t) 1)"},
		{"for (int i = 0; i < n; i++)", "(for (decl (var i int 0)) (< i n) (post++ i) (empty))"},
	} {
		list, ok := Stmts(r.src, place)
		require.True(t, ok, r.src)
		var got []string
		for _, s := range list {
			got = append(got, dump(s))
			assert.Equal(t, place, s.Pos(), r.src)
		}
		assert.Equal(t, r.want, strings.Join(got, " "), r.src)
	}
	for _, s := range []string{"}", "x = ", "} void g() {", "if (x {"} {
		_, ok := Stmts(s, place)
		assert.False(t, ok, s)
	}
}

func TestType(t *testing.T) {
	for _, r := range []row{
		{"float", "float"},
		{"const float *", "(ptr (const float))"},
		{"unsigned", "unsigned int"},
		{"float (*)[4]", "(ptr (array float 4))"},
		{"typename T::value", "T::value"},
		{"A<B, 3>", "A<B,3>"},
	} {
		got, ok := Type(r.src, place)
		require.True(t, ok, r.src)
		assert.Equal(t, r.want, dump(got), r.src)
		assert.Equal(t, place, got.Pos(), r.src)
	}
	for _, s := range []string{"", "1 +", "float; int"} {
		_, ok := Type(s, place)
		assert.False(t, ok, s)
	}
}

func TestDecls(t *testing.T) {
	list, ok := Decls("struct S { int a; }; __device__ int x;", place, Options{})
	require.True(t, ok)
	require.Len(t, list, 2)
	assert.Equal(t, "(struct S (members (var a int)))", dump(list[0]))
	assert.Equal(t, "(var x int __device__)", dump(list[1]))
	_, ok = Decls("int x = ;", place, Options{})
	assert.False(t, ok)
}
