//go:build cgo

package parser

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
)

// sameTree holds the short reading of text against the grammar's; false when there is none.
func sameTree(t *testing.T, text string) bool {
	t.Helper()
	x := arithmetic(text, place)
	if x == nil {
		return false
	}
	y, ok := grammarExpr(text, place)
	require.True(t, ok, "%q is read as %s", text, ast.Dump(x))
	require.Equal(t, ast.Dump(y), ast.Dump(x), "%q", text)
	ast.Inspect(x, func(n ast.Node) bool {
		require.Equal(t, place, n.Pos(), "%T in %q", n, text)
		return true
	})
	return true
}

func TestArithmetic(t *testing.T) {
	for _, text := range []string{
		"N", "256", "-1", "0x1Fu", "1.5e-3f", ".5", "1024UL", "(1 << 14)", "((a) + (b) * (c))", "a - -b", "a -1", "a - 1 - 2", "-a * b", "!a && b || c",
		"a < b", "a >= b", "a > b > c", "a << 2 << 3", "a >> 1", "a == b != c", "a ? b : c ? d : e", "(a ? b : c) + 1", "a & b | c ^ d", "a && &b",
		"x[(i) * (n) + (j)]", "a[i][j]", "f()", "f(a, b + 1)(c)", "p->x.y[3].z", "f(a).b", "threadIdx.x + blockIdx.x * blockDim.x", "(a.b) - c", "(a[0])[1]",
		"(double)(2.0 / 3)", "(float)x * y", "(int)-x", "(int)(x)[i]", "float(x) / 2", "check((f(a)), \"f(a)\", __FILE__, __LINE__)", "*p + &q", "~0u", "- - a",
		"(n) - 1", "(n) * (m)", "a\n+\tb", "(((((a)))))", "a % b", "min(a, (b))", "-x.y", "*p[i]", "(*p)[i]", "!f(x)", "-(a) - (b)", "a*-1", "a*-b", "2-1",
	} {
		assert.True(t, sameTree(t, text), text)
	}
	for _, text := range []string{
		"", "a +", "(T) - x", "(a)(b)", "(a) b", "(a)!b", "(real_t) * p", "a < b > c", "f<int>(x)", "a<<<b>>>(c)", "a = b", "a += b", "a++", "--a", "a, b", "(a, b)",
		"float4(x)", "dim3(1)", "sizeof(x)", "{1}", "a::b", "'c'", "\"a\" \"b\"", "\"a\"s", "1_k", "a ?: b", "TRUE", "this", "int", "f(int)", "a.template b", "08",
		"a // b", "a /* b */", "a[]", "a[b, c]", "a <=> b", "int(a, b)", "#a", strings.Repeat("(", maxArithDepth+1) + "a" + strings.Repeat(")", maxArithDepth+1),
	} {
		assert.Nil(t, arithmetic(text, place), text)
	}
}

// Texts put together by chance, most of them of the kind that is read.
func TestArithmeticAgreesWithTheGrammar(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth <= 0 {
			return pick("a", "b", "N", "T", "x_t", "i1", "1", "0x2F", "1.5f", "3u", "threadIdx", "sqrt", "\"s\"", "float4", "1e3", "DATA_TYPE")
		}
		sub := func() string { return expr(depth - 1 - r.IntN(2)) }
		blank := pick("", " ")
		switch r.IntN(11) {
		case 0, 1, 2:
			ops := []string{"+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"}
			return sub() + blank + pick(ops...) + blank + sub()
		case 3, 4:
			return "(" + sub() + ")"
		case 5:
			return pick("-", "+", "!", "~", "*", "&", "- ") + sub()
		case 6:
			return sub() + "[" + sub() + "]"
		case 7:
			return pick("f", "g", "a.f", "p->g", "min") + "(" + sub() + pick("", ", "+sub()) + ")"
		case 8:
			return sub() + pick(".x", "->y", ".f()")
		case 9:
			return sub() + " ? " + sub() + " : " + sub()
		}
		return pick("(int)", "(float) ", "(double)", "int", "float") + pick("(", "") + sub() + pick(")", "")
	}
	read := 0
	for range 4000 {
		if sameTree(t, expr(1+r.IntN(4))) {
			read++
		}
	}
	assert.Greater(t, read, 1500)
}
