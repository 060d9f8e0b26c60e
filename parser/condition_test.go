package parser

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// conditionMacros are known to the conditions of the tests; X and everything else is unknown.
var conditionMacros = []*ast.Macro{
	{Name: "N", Body: "32"},
	{Name: "E"},
	{Name: "M", Body: "(N + 1)"},
	{Name: "SELF", Body: "SELF + 1"},
	{Name: "PING", Body: "PONG"},
	{Name: "PONG", Body: "PING"},
	{Name: "GONE", Undef: true},
	{Name: "ADD", Function: true, Params: []string{"a", "b"}, Body: "((a) + (b))"},
	{Name: "VERSION", Function: true, Params: []string{"x", "..."}, Body: "x * 100 + __VA_ARGS__"},
}

func TestConditions(t *testing.T) {
	table := newMacroTable(Options{Macros: conditionMacros})
	for _, c := range []struct{ text, want string }{
		{"1", "1"}, {"0", "0"}, {"0x10", "16"}, {"0b11", "3"}, {"010", "8"}, {"1'000", "1000"}, {"3UL", "3"}, {"'A'", "65"}, {"'\\n'", "10"},
		{"true", "1"}, {"false", "0"},
		{"1 + 2 * 3", "7"}, {"(1 + 2) * 3", "9"}, {"7 / 2", "3"}, {"7 % 4", "3"}, {"1 / 0", "?"}, {"1 % 0", "?"}, {"-3 < 2", "1"}, {"~0", "-1"},
		{"1 << 4", "16"}, {"256 >> 4", "16"}, {"1 << 64", "?"}, {"6 & 3", "2"}, {"6 | 1", "7"}, {"6 ^ 3", "5"}, {"!0", "1"}, {"!3", "0"},
		{"2 == 2", "1"}, {"2 != 2", "0"}, {"2 >= 3", "0"}, {"2 <= 3", "1"}, {"1 ? 2 : 3", "2"}, {"0 ? 2 : 3", "3"}, {"0 ? 1 : 0 ? 2 : 3", "3"},
		{"1 && 0", "0"}, {"1 || 0", "1"}, {"0 || 0", "0"}, {"1 && 2", "1"},
		{"X", "?"}, {"X && 0", "0"}, {"0 && X", "0"}, {"1 && X", "?"}, {"X || 1", "1"}, {"1 || X", "1"}, {"X || 0", "?"}, {"!X", "?"}, {"X + 1", "?"},
		{"X ? 1 : 1", "?"}, {"defined(X)", "?"}, {"defined X || 1", "1"}, {"X(1, (2)) || 1", "1"}, {"__has_include(<a/b.h>)", "?"},
		{"defined(N)", "1"}, {"defined N", "1"}, {"defined(GONE)", "0"}, {"defined(E)", "1"}, {"!defined(_MSC_VER)", "1"}, {"GONE", "0"},
		{"_MSC_VER >= 1900", "0"}, {"__HIPCC__", "0"}, {"defined(__HIP_PLATFORM_AMD__)", "0"}, {"__cplusplus >= 201103L", "1"},
		{"defined(__CUDACC__) && defined(__NVCC__)", "1"}, {"__CUDA_ARCH__", "900"}, {"__GNUC__ > 4", "1"}, {"CUDA_VERSION >= 11000", "1"},
		{"N", "32"}, {"M", "33"}, {"M * 2", "66"}, {"E", "?"}, {"E == 0", "?"}, {"SELF", "?"}, {"PING", "?"},
		{"ADD(1, 2)", "3"}, {"ADD(ADD(1, 2), N)", "35"}, {"ADD", "?"}, {"ADD(1, X)", "?"}, {"VERSION(3, 7) > 306", "1"},
		{"", "?"}, {"1 +", "?"}, {"(1", "?"}, {"1 2", "?"}, {"1 ? 2", "?"}, {"\"a\"", "?"}, {"1.5", "?"},
		{strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500), "?"},
		{strings.Repeat("1 + ", 5000) + "1", "?"},
		{strings.Repeat("ADD(1, ", 90) + "1" + strings.Repeat(")", 90), "?"},
	} {
		got := "?"
		if v := table.evaluate(c.text); v.known {
			got = strconv.FormatInt(v.v, 10)
		}
		assert.Equal(t, c.want, got, c.text)
	}
}

// TestHasElse: one look ahead finds for every group what a look for that group alone finds.
func TestHasElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lines := []string{"#if A", "#ifdef B", "#ifndef C", "#elif D", "#else", "#endif", "int x; // #else", "/* #endif", "*/"}
	for range 2000 {
		var text strings.Builder
		for range 3 + rng.IntN(20) {
			text.WriteString(lines[rng.IntN(len(lines))] + "\n")
		}
		f := source.NewFile("x.cu", []byte(text.String()))
		whole := newLexer(f, Options{})
		if !strings.HasPrefix(text.String(), "#if") {
			continue
		}
		whole.hasElse(strings.IndexByte(text.String(), '\n'))
		for end, found := range whole.elses {
			assert.Equal(t, newLexer(f, Options{}).hasElse(end), found, "from %d of\n%s", end, text.String())
		}
	}
}

// TestManyLooks: texts that make looks ahead useless do not make many of them.
func TestManyLooks(t *testing.T) {
	l := newLexer(source.NewFile("x.cu", []byte(strings.Repeat("#if X\n", 1000))), Options{})
	for i := range 1000 {
		assert.False(t, l.hasElse(6*i+5))
	}
	assert.Equal(t, 1, l.looks)
}
