package fixes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

func TestForbidden(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{ // «old|new» is the edit
		{"plain", "void f() { int a = «1|2»; }\n", ""},
		{"a directive", "#define N «1|2»\nint a = N;\n", "in a directive"},
		{"a directive's second line", "#define N 1 + \\\n  «1|2»\nint a = N;\n", "in a directive"},
		{"a macro's argument", "#define SQ(x) ((x) * (x))\nvoid f() { int a = SQ(«1|2»); }\n", "within the arguments of the macro SQ"},
		{"deep in a macro's argument", "#define SQ(x) ((x) * (x))\nvoid f(int *p) { int a = SQ(p[(«1|2»)] + 1); }\n", "within the arguments of the macro SQ"},
		{"a macro that is not known", "void f() { CHECK(g(«1|2»)); }\n", "within the arguments of the macro CHECK"},
		{"the whole use", "#define SQ(x) ((x) * (x))\nvoid f() { int a = «SQ(1)|SQ(2)»; }\n", ""},
		{"beside a use", "#define SQ(x) ((x) * (x))\nvoid f() { int a = SQ(1)«| + 1»; }\n", ""},
		{"a name in capitals without arguments", "#define N 32\n__global__ void f() { __shared__ float t[(N) * 2][N«| + 1»]; }\n", ""},
		{"a comment names a macro", "#define SQ(x) ((x) * (x))\nvoid f() { /* SQ( */ int a = «1|2»; }\n", ""},
		{"a string names a macro", "#define SQ(x) ((x) * (x))\nvoid f() { const char *s = \"SQ(\"; int a = «1|2»; }\n", ""},
		{"a branch that names it", "void f(int n) {\n    int a = «n|n + 1»;\n#ifdef X\n    n++;\n#endif\n}\n", "n is named in a branch of #if at line 4"},
		{"a branch about something else", "void f(int n, int m) {\n    int a = «n|n + 1»;\n#ifdef X\n    m++;\n#endif\n}\n", ""},
		{"within a branch that has no other", "void f(int n) {\n#ifdef X\n    int a = «n|n + 1»;\n#endif\n}\n", ""},
		{"the other branch names it", "void f(int n) {\n#if X\n    int a = «n|n + 1»;\n#else\n    n++;\n#endif\n}\n", "n is named in a branch of #if at line 5"},
		{"an include guard", "#ifndef H\n#define H\nstruct S { «float|double» x; };\n#endif\n", ""},
		{"another function's branch", "void f(int n) { int a = «n|n + 1»; }\nvoid g(int n) {\n#if X\n    n++;\n#endif\n}\n", ""},
		{"a struct that a branch uses", "struct «S|alignas(16) S» { float x; };\n#if X\nS s;\n#endif\n", "S is named in a branch of #if at line 3"},
	} {
		before, rest, ok := strings.Cut(c.text, "«")
		require.True(t, ok, c.name)
		middle, after, _ := strings.Cut(rest, "»")
		old, now, _ := strings.Cut(middle, "|")
		f := source.NewFile("a.cu", []byte(before+old+after))
		tree, err := parser.Parse(f, parser.Options{})
		require.NoError(t, err)
		edits := []diag.Edit{edit(f, int32(len(before)), int32(len(before)+len(old)), now)}
		u := &sema.Unit{Root: tree}
		assert.Equal(t, c.want, fixes.Forbidden(u, edits, nil), c.name)
		assert.Equal(t, "a.cu was not named", fixes.Forbidden(u, edits, func(string) bool { return false }), c.name)
	}
}

func TestForbiddenFiles(t *testing.T) {
	parse := func(name string) (*source.File, *sema.Unit) {
		f := source.NewFile(name, []byte("int x = 1;\n"))
		tree, err := parser.Parse(f, parser.Options{})
		require.NoError(t, err)
		return f, &sema.Unit{Root: tree}
	}
	h, header := parse("a.cuh")
	f, u := parse("a.cu")
	other, _ := parse("b.cu")
	u.Headers = append(u.Headers, header.Root)
	both := []diag.Edit{edit(f, 8, 9, "2"), edit(h, 8, 9, "2")}
	assert.Empty(t, fixes.Forbidden(u, both[:1], nil))
	assert.Equal(t, "a.cuh was not named", fixes.Forbidden(u, both, nil))
	assert.Empty(t, fixes.Forbidden(u, both, func(string) bool { return true }))
	assert.Equal(t, "a file that is no part of the unit", fixes.Forbidden(u, []diag.Edit{edit(other, 8, 9, "2")}, nil))
	assert.Equal(t, "outside the file", fixes.Forbidden(u, []diag.Edit{edit(f, 8, 90, "2")}, nil))
	assert.Equal(t, "the edits overlap", fixes.Forbidden(u, []diag.Edit{edit(f, 8, 9, "2"), edit(f, 8, 9, "3")}, nil))
}
