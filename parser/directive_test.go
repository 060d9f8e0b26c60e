package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

func showMacro(m *ast.Macro) string {
	if m.Undef {
		return "-" + m.Name
	}
	params := ""
	if m.Function {
		params = "(" + strings.Join(m.Params, ",") + ")"
	}
	return m.Name + params + "=" + m.Body
}

func TestDefine(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"#define N 32", "N=32"},
		{"  #  define N", "N="},
		{"#define N /* a */ 3 // b", "N=3"},
		{"#define N \\\n  3 + \\\r\n\t4", "N=3 + 4"},
		{"#define LO\\\nNG 1", "LO=NG 1"}, // a name parted by a splice is not put together
		{"#define F(a, b) ((a) * (b))", "F(a,b)=((a) * (b))"},
		{"#define F (a)", "F=(a)"},
		{"#define F() 1", "F()=1"},
		{"#define P(f, ...) printf(f, __VA_ARGS__)", "P(f,...)=printf(f, __VA_ARGS__)"},
		{"#define P(f, args...) printf(f, args, argsx, \"args\")", "P(f,...)=printf(f, __VA_ARGS__, argsx, \"args\")"},
		{"#define U \"http://x\"   'a'", "U=\"http://x\" 'a'"},
		{"#define A  x  /* y\n z */  w\nint a;", "A=x w"},
		{"#define A 1\n#undef A", "A=1 -A"},
		{"#define K(n) k<<<1, n>>>(p)", "K(n)=k<<<1, n>>>(p)"},
		{"#define", ""},
	} {
		m := maskText(t, c.in, Options{})
		var got []string
		for _, d := range m.macros {
			got = append(got, showMacro(d))
			assert.Equal(t, d.Name, c.in[d.Span.Start:d.Span.End], c.in)
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.in)
	}
}

func TestInclude(t *testing.T) {
	text := "#include \"a/b.h\"\n#include <c.h> // d\n#if 0\n#include \"no.h\"\n#elif defined(X)\n# include \"yes.h\"\n#endif\n" +
		"#include MACRO\n/*\n#include \"comment.h\"\n*/\nchar *s = R\"(\n#include \"raw.h\"\n)\";\n#define X \\\n#include \"x.h\"\n"
	f := source.NewFile("x.cu", []byte(text))
	want := []string{"\"a/b.h\" a/b.h false", "<c.h> c.h true", "\"yes.h\" yes.h false"}
	for name, list := range map[string][]*ast.Include{"scan": Includes(f, Options{}), "mask": maskText(t, text, Options{}).includes} {
		var got []string
		for _, i := range list {
			got = append(got, fmt.Sprint(f.Slice(i.Span), " ", i.Path, " ", i.System))
		}
		assert.Equal(t, want, got, name)
	}
}

func TestPragma(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"#pragma unroll", "unroll:"},
		{"#pragma unroll 4", "unroll:4"},
		{"#pragma unroll (N + 1) // c", "unroll:N + 1"},
		{"#pragma GCC unroll 8", "unroll:8"},
		{"#pragma nounroll", "unroll:1"},
		{"#pragma once", ""},
		{"#pragma omp parallel", ""},
		{"#pragma pack(1)\n#pragma pack()", "pack:1 pack:"},
		{"#pragma pack(push, 4)\n#pragma pack(push)\n#pragma pack(2)\n#pragma pack(pop)\n#pragma pack(pop)\n#pragma pack(pop)",
			"pack:4 pack:4 pack:2 pack:4 pack: pack:"},
	} {
		m := maskText(t, c.in, Options{})
		assert.Equal(t, c.want, brief(m), c.in)
		assert.Empty(t, squeeze(m.text), c.in)
	}
}

func TestBranches(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"#if 1\na;\n#else\nb;\n#endif\nc;", "a; c;"},
		{"#if 0\na;\n#else\nb;\n#endif", "b;"},
		{"#if 0\na;\n#elif 1\nb;\n#elif 1\nc;\n#else\nd;\n#endif", "b;"},
		{"#ifdef UNKNOWN\na;\n#else\nb;\n#endif", "b;"},
		{"#ifdef UNKNOWN\na;\n#endif", "a;"},
		{"#ifdef A\na;\n#elif defined(B)\nb;\n#else\nc;\n#endif", "c;"},
		{"#ifdef A\na;\n#elif defined(B)\nb;\n#endif", "a;"},
		{"#if UNKNOWN > 1\na;\n#if 1\nb;\n#else\nc;\n#endif\n#endif", "a; b;"},
		{"#if UNKNOWN > 1\na;\n#else\nb;\n#endif", "b;"},
		{"#ifndef UNKNOWN\na;\n#else\nb;\n#endif", "a;"},
		{"#ifdef _WIN32\na;\n#elif UNKNOWN\nb;\n#else\nc;\n#endif", "c;"},
		{"#ifdef _WIN32\na;\n#elifdef __CUDACC__\nb;\n#else\nc;\n#endif", "b;"},
		{"#if 0\n#if 1\na;\n#else\nb;\n#endif\n#else\nc;\n#endif", "c;"},
		{"#if 1\n#if 0\na;\n#else\nb;\n#endif\n#else\nc;\n#endif", "b;"},
		{"#if 0\n/*\n#endif\n*/\n\"#endif\"\ndon't\n#endif\na;", "a;"},
		{"#define N 3\n#if N > 2 && defined(N)\na;\n#else\nb;\n#endif", "a;"},
		{"#define N\n#undef N\n#ifdef N\na;\n#else\nb;\n#endif", "b;"},
		{"#if 0\n#define N 1\n#endif\n#define N 2\n#if N == 1\na;\n#else\nb;\n#endif", "b;"},
		{"int x[] = {1\n#if 0\n, 2\n#endif\n};", "int x[] = {1 };"},
		{"#ifndef H\n#define H\na;\n#endif", "a;"},
		{"a # b", "a # b"},
	} {
		assert.Equal(t, c.want, squeeze(maskText(t, c.in, Options{}).text), c.in)
	}
}

func TestBranchesByOptions(t *testing.T) {
	arch := "#if __CUDA_ARCH__ >= 800\na;\n#else\nb;\n#endif"
	assert.Equal(t, "a;", squeeze(maskText(t, arch, Options{}).text))
	assert.Equal(t, "b;", squeeze(maskText(t, arch, Options{Arch: 700}).text))
	given := "#ifndef N\n#define N 4\n#endif\n#if N == 8\na;\n#else\nb;\n#endif"
	assert.Equal(t, "b;", squeeze(maskText(t, given, Options{}).text))
	assert.Equal(t, "a;", squeeze(maskText(t, given, Options{Defines: map[string]string{"N": "8"}}).text))
	assert.Equal(t, "a;", squeeze(maskText(t, given, Options{Macros: []*ast.Macro{{Name: "N", Body: "8"}}}).text))
	assert.Equal(t, "a;", squeeze(maskText(t, "#if D\na;\n#else\nb;\n#endif", Options{Defines: map[string]string{"D": ""}}).text))
	undefined := Options{Macros: []*ast.Macro{{Name: "N", Body: "8"}, {Name: "N", Undef: true}}}
	assert.Equal(t, "b;", squeeze(maskText(t, "#ifdef N\na;\n#else\nb;\n#endif", undefined).text))
}

// TestGuard: a file whose headers include it finds its own guard defined ahead.
func TestGuard(t *testing.T) {
	ahead := Options{Macros: []*ast.Macro{{Name: "H"}}}
	assert.Equal(t, "a;", squeeze(maskText(t, "// c\n#ifndef H\n#define H\na;\n#endif", ahead).text))
	assert.Equal(t, "", squeeze(maskText(t, "#ifndef H\nint H;\n#endif", ahead).text))
	assert.Equal(t, "int x;", squeeze(maskText(t, "int x;\n#ifndef H\n#define H\na;\n#endif", ahead).text))
}

func TestDirectiveProblems(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"#endif", "#endif without #if"},
		{"#else", "#else without #if"},
		{"#if 1\na", "#if without #endif"},
		{"#if 0\n#else\n#elif 1\n#endif", ""}, // the branch behind #else is not looked at
		{"#if 0\n#else\n", "#if without #endif"},
		{"/* a", "comment without end"},
		{"x = \"a\n;", "literal without end"},
		{"R\"(a", "literal without end"},
	} {
		m := maskText(t, c.in, Options{})
		var got []string
		for _, p := range m.problems {
			got = append(got, p.Message)
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), c.in)
	}
}

func TestComments(t *testing.T) {
	text := "/* a */ int x; // b \\\n c\n#define N 1 // d\n#if 0\n// e\n#endif\nchar *s = \"// f\"; /**/"
	m := maskText(t, text, Options{})
	var got []string
	for _, c := range m.comments {
		got = append(got, c.Text)
		require.Contains(t, text[c.Span.Start:c.Span.End], c.Text)
	}
	assert.Equal(t, []string{"a", "b \\\n c", "d", ""}, got)
	assert.Equal(t, "int x; char *s = \"// f\";", squeeze(m.text))
}
