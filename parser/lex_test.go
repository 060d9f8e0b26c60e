package parser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/source"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"int a1=b_2;", "int a1 = b_2 ;"},
		{"a->b::c&&d||e...f", "a -> b :: c && d || e ... f"},
		{"a<<b>>c<=d>=e==f!=g", "a < < b > > c <= d >= e == f != g"},
		{"a+=b++-c--", "a += b ++ - c --"},
		{"1'000'000u 0x1.8p+3 1e-5f .5f 0xe+1 16x8x4 1_km", "1'000'000u 0x1.8p+3 1e-5f .5f 0xe + 1 16x8x4 1_km"},
		{`"a\"b" L"c" u8R"x(")x" 'd' '\'' L'\\'`, `"a\"b" L"c" u8R"x(")x" 'd' '\'' L'\\'`},
		{`"a"_s "b"s "c"X "d"__F(1)`, `"a"_s "b"s "c" X "d" __F ( 1 )`},
		{"a\\\nb \\ \r\n c", "a b c"},
		{"// x\na/* y */b", "a b"},
		{"double π = 3;", "double π = 3 ;"},
		{"a\u00a0b\u200bc", "a b c"},
		{"a\x00b\x01c\xff", "a b c"},
		{"\uFEFFa", "a"},
		{"__device__ a __forceinline__ b", "a b"},
		{"'a b", ""},
	} {
		l := newLexer(source.NewFile("x.cu", []byte(c.in)), Options{})
		l.tokenize()
		var got []string
		for _, tok := range l.toks[1 : len(l.toks)-1] {
			got = append(got, c.in[tok.start:tok.end])
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.in)
	}
}

// TestSplicedString: the grammar knows a backslash with one byte behind it as an escape sequence, so that byte is to be the
// line feed.
func TestSplicedString(t *testing.T) {
	m := maskText(t, "s = \"a\\\r\nb\\ \nc\\\nd\\\\\";", Options{})
	assert.Equal(t, "s = \"a \\\nb \\\nc\\\nd\\\\\";", string(m.text))
}

func TestBrackets(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"(a[b]{c})", "0-8 2-4 5-7"},
		{"{(}", "0-2"},
		{"{[(}x)", "0-3"},
		{"(]", ""},
		{"([)", "0-2"},
		{"}{", ""},
		{"({)}", "1-3"},
	} {
		l := newLexer(source.NewFile("x.cu", []byte(c.in)), Options{})
		l.tokenize()
		m := &masker{src: l.src, out: l.out, toks: l.toks}
		m.match()
		var got []string
		for i, tok := range m.toks {
			if int(tok.match) > i {
				got = append(got, string('0'+rune(tok.start))+"-"+string('0'+rune(m.toks[tok.match].start)))
			}
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.in)
	}
}

func TestScopes(t *testing.T) {
	names := map[scope]string{scopeFile: "file", scopeClass: "class", scopeCode: "code", scopeInit: "init", scopeEnum: "enum"}
	for _, c := range []struct{ in, want string }{
		{"namespace a { struct B : C { int f() const { return 1; } }; }", "file class code"},
		{"extern \"C\" { enum class E : int { A }; }", "file enum"},
		{"int a[] = {1, {2}};", "init init"},
		{"struct A { } a = {1}; const struct B b[] = {{2}};", "class init init init"},
		{"A::A() : b{1}, c(2) { }", "init code"},
		{"A::A() : b{1} { }", "init code"},
		{"auto f = [&](int i) -> B<C, D> { return B<C, D>{i}; };", "code init"},
		{"auto f = [] { };", "code"},
		{"void f() { if (a) { } else { } do { } while (b); x = T{1}; y = (T){1}; g({1}); }", "code code code code init init init"},
		{"void f() { case 1: { } { } }", "code code code"},
		{"void f() { MACRO(x, { g(); }); M { h(); } }", "code code code"},
		{"template <class T, class U> T f() { }", "code"},
		{"struct S f() { }", "code"},
		{"struct M(8) S { };", "class"},
		{"M(x)\nstruct S : B { };", "class"},
		{"bool operator=(A) { }", "code"},
	} {
		l := newLexer(source.NewFile("x.cu", []byte(c.in)), Options{})
		l.tokenize()
		m := &masker{src: l.src, out: l.out, toks: l.toks}
		m.match()
		m.scopes()
		var got []string
		for _, tok := range m.toks {
			if tok.kind == tokPunct && tok.c == '{' {
				got = append(got, names[tok.inside])
			}
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.in)
	}
}
