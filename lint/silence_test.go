package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// judged is what is found in a file that stands alone.
func judged(t *testing.T, text string, o Options) *Result {
	t.Helper()
	tree, err := parser.Parse(source.NewFile("k.cu", []byte(text)), parser.Options{})
	require.NoError(t, err)
	return Finish(Judge(&sema.Unit{Root: tree}, nil, o), o)
}

// said is what is found, as "line rule", with what is silenced in brackets.
func said(r *Result) string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprint(f.Place.File.LineOf(f.Place.Span.Start), " ", f.Rule))
	}
	for _, f := range r.Suppressed {
		out = append(out, fmt.Sprint("(", f.Place.File.LineOf(f.Place.Span.Start), " ", f.Rule, ")"))
	}
	return strings.Join(out, ", ")
}

// TestPlacements puts a comment, written as @, into a kernel whose second line is costly.
func TestPlacements(t *testing.T) {
	const (
		kernel   = "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = a[threadIdx.x * 32];\n}\n"
		silenced = "(2 uncoalesced-access)"
	)
	for _, c := range []struct{ name, text, want string }{
		{"behind the statement", "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = a[threadIdx.x * 32]; @\n}\n", silenced},
		{"above it", "__global__ void k(float *o, const float *a) {\n  @\n  o[threadIdx.x] = a[threadIdx.x * 32];\n}\n", "(3 uncoalesced-access)"},
		{"above it, with prose and a blank line between", "__global__ void k(float *o, const float *a) {\n  @\n\n  // strided\n  o[threadIdx.x] = a[threadIdx.x * 32];\n}\n", "(5 uncoalesced-access)"},
		{"on its last line, moved by a formatter", "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] =\n    a[threadIdx.x * 32]\n  ; @\n}\n", "(3 uncoalesced-access)"},
		{"on its first line", "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = @\n    a[threadIdx.x * 32];\n}\n", "(3 uncoalesced-access)"},
		{"on a line of its own within it", "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] =\n    @\n    a[threadIdx.x * 32];\n}\n", "(4 uncoalesced-access)"},
		{"behind a declaration", "__global__ void k(float *o, const float *a) {\n  float x = a[threadIdx.x * 32]; @\n  o[threadIdx.x] = x;\n}\n", silenced},
		{"in a loop's head", "__global__ void k(float *o, const float *a) {\n  for (float s = a[threadIdx.x * 32]; s > 0; s--) { @\n    o[threadIdx.x] = s;\n  }\n}\n", silenced},
		{"above a loop without braces", "__global__ void k(float *o, const float *a) {\n  @\n  for (int i = 0; i < 9; i++)\n    o[threadIdx.x] += a[i + threadIdx.x * 32];\n}\n", "(4 uncoalesced-access)"},
		{"behind the first line of an if without braces", "__global__ void k(float *o, const float *a) {\n  if (o != a) @\n    o[threadIdx.x] = a[threadIdx.x * 32];\n}\n", "(3 uncoalesced-access)"},
		{"in a lambda", "__global__ void k(float *o, const float *a) {\n  auto f = [&](int i) {\n    return a[i * 32]; @\n  };\n  o[threadIdx.x] = f(threadIdx.x);\n}\n", "(3 uncoalesced-access)"},
		{"with CRLF", "__global__ void k(float *o, const float *a) {\r\n  o[threadIdx.x] = a[threadIdx.x * 32]; @\r\n}\r\n", silenced},
		{"in a function that kernels call", "__device__ float f(const float *a) {\n  return a[threadIdx.x * 32]; @\n}\n__global__ void k(float *o, const float *a) { o[threadIdx.x] = f(a); }\n", silenced},

		{"above a loop whose braces hold one statement", "__global__ void k(float *o, const float *a) {\n  @\n  for (int i = 0; i < 9; i++) {\n    o[threadIdx.x] += a[i + threadIdx.x * 32];\n  }\n}\n", "(4 uncoalesced-access)"},
		{"behind such braces", "__global__ void k(float *o, const float *a) {\n  for (int i = 0; i < 9; i++) {\n    o[threadIdx.x] += a[i + threadIdx.x * 32];\n  } @\n}\n", "(3 uncoalesced-access)"},
		{"above loops in such braces", "__global__ void k(float *o, const float *a) {\n  @\n  for (int j = 0; j < 9; j++) {\n    for (int i = 0; i < 9; i++) {\n      o[threadIdx.x] += a[i + threadIdx.x * 32];\n    }\n  }\n}\n", "(5 uncoalesced-access)"},
		{"in the head of such a loop", "__global__ void k(float *o, const float *a) {\n  for (int i = 0; i < 9; i++) { @\n    o[threadIdx.x] += a[i + threadIdx.x * 32];\n  }\n}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"above an if whose braces hold one statement", "__global__ void k(float *o, const float *a) {\n  @\n  if (o != a) {\n    o[threadIdx.x] = a[threadIdx.x * 32];\n  }\n}\n", "(4 uncoalesced-access)"},

		{"above a loop of two statements", "__global__ void k(float *o, const float *a) {\n  @\n  for (int i = 0; i < 9; i++) {\n    o[threadIdx.x] += a[i + threadIdx.x * 32];\n    i++;\n  }\n}\n", "2 unused-suppression, 4 uncoalesced-access"},
		{"behind the statement before", "__global__ void k(float *o, const float *a) {\n  int i = threadIdx.x; @\n  o[i] = a[i * 32];\n}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"at the end of the block", "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = a[threadIdx.x * 32];\n  @\n}\n", "2 uncoalesced-access, 3 unused-suppression"},
		{"above the kernel", "@\n" + kernel, "1 unused-suppression, 3 uncoalesced-access"},
	} {
		for _, comment := range []string{
			"// cudalint: ignore[uncoalesced-access]: why",
			"/* cudalint: ignore[uncoalesced-access] */",
			"/// cudalint: ignore [ uncoalesced-access ] because",
		} {
			text := strings.ReplaceAll(c.text, "@", comment)
			assert.Equal(t, c.want, said(judged(t, text, Options{})), "%s:\n%s", c.name, text)
		}
	}
	assert.Equal(t, "2 uncoalesced-access", said(judged(t, kernel, Options{})))
}

// TestManyPlaces: a finding names a few of its places; comments at the others count all the same.
func TestManyPlaces(t *testing.T) {
	text := "__global__ void k(float *o, const float *a) {\n"
	for i := range 24 {
		text += fmt.Sprintf("  o[threadIdx.x] += a[threadIdx.x * 32 + %d]; // cudalint: ignore[uncoalesced-access]\n", i)
	}
	assert.Equal(t, "(2 uncoalesced-access)", said(judged(t, text+"}\n", Options{})))
}

// TestWords has whole files.
func TestWords(t *testing.T) {
	const (
		head  = "__global__ void k(float *o, const float *a) {\n"
		line  = "  o[threadIdx.x] = a[threadIdx.x * 32];\n"
		other = "  o[threadIdx.x + 1024] = a[threadIdx.x * 64];\n"
	)
	for _, c := range []struct{ name, text, want string }{
		{"file-ignore", "// cudalint: file-ignore[uncoalesced-access]: why\n" + head + line + "}\n", "(3 uncoalesced-access)"},
		{"file-ignore behind includes", "#include <a.h>\n/* cudalint: file-ignore[uncoalesced-access] */\n" + head + line + "}\n", "(4 uncoalesced-access)"},
		{"file-ignore too late", "int x;\n// cudalint: file-ignore[uncoalesced-access]: why\n" + head + line + "}\n", "2 unused-suppression, 4 uncoalesced-access"},
		{"kernel-ignore", "// cudalint: kernel-ignore[uncoalesced-access]: why\n" + head + line + "}\n", "(3 uncoalesced-access)"},
		{"kernel-ignore at the head", strings.TrimSuffix(head, "\n") + " // cudalint: kernel-ignore[uncoalesced-access]\n" + line + "}\n", "(2 uncoalesced-access)"},
		{"kernel-ignore is for one kernel", "// cudalint: kernel-ignore[uncoalesced-access]: why\n" + head + line + "}\n" + strings.Replace(head, "k(", "l(", 1) + line + "}\n", "6 uncoalesced-access, (3 uncoalesced-access)"},
		{"kernel-ignore in the body", head + line + "  // cudalint: kernel-ignore[uncoalesced-access]\n}\n", "2 uncoalesced-access, 3 unused-suppression"},
		{"disable to enable", head + "  // cudalint: disable[uncoalesced-access]: why\n" + line + "  // cudalint: enable[uncoalesced-access]\n" + other + "}\n", "5 uncoalesced-access, (3 uncoalesced-access)"},
		{"disable without end", head + "  // cudalint: disable[uncoalesced-access]: why\n" + line + "}\n", "2 unused-suppression, (3 uncoalesced-access)"},
		{"enable without start", head + line + "  // cudalint: enable[uncoalesced-access]\n}\n", "2 uncoalesced-access, 3 unused-suppression"},
		{"disable of two, one unused", "// cudalint: disable[uncoalesced-access, shared-bank-conflict]\n" + head + line + "}\n// cudalint: enable[shared-bank-conflict, uncoalesced-access]\n", "1 unused-suppression, (3 uncoalesced-access)"},
		{"one place of two that are one finding", head + line + "  o[threadIdx.x] += a[threadIdx.x * 32 + 1]; // cudalint: ignore[uncoalesced-access]\n}\n", "2 uncoalesced-access, (3 uncoalesced-access)"},
		{"another rule", head + "  // cudalint: ignore[shared-bank-conflict]\n" + line + "}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"a misspelt rule", head + "  // cudalint: ignore[uncoalesced-acces]\n" + line + "}\n", "2 unknown-rule-name, 3 uncoalesced-access"},
		{"a misspelt word", head + "  // cudalint: ignroe[uncoalesced-access]\n" + line + "}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"no list", head + "  // cudalint: ignore\n" + line + "}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"a list over two lines", head + "  // cudalint: ignore[syntax-error,\n  // uncoalesced-access]: why\n" + line + "}\n", "2 unused-suppression, (4 uncoalesced-access)"},
		{"joined with the prose above", head + "  // once, at the start cudalint: ignore[uncoalesced-access]: known\n  // since May\n" + line + "}\n", "(4 uncoalesced-access)"},
		{"joined and parted", head + "  // once, at the start cudalint:\n  // ignore[uncoalesced-access]: known\n" + line + "}\n", "(4 uncoalesced-access)"},
		{"parted", head + "  // cudalint:\n  // ignore[uncoalesced-access]: known\n" + line + "}\n", "(4 uncoalesced-access)"},
		{"joined, of which one is unused", head + "  // once cudalint: ignore[uncoalesced-access, scalar-copy]: known\n" + line + "}\n", "2 unused-suppression, (3 uncoalesced-access)"},
		{"an example in prose", head + line + "  // write cudalint: ignore[uncoalesced-access]: why\n  o[threadIdx.x] = 0;\n}\n", "2 uncoalesced-access"},
		{"prose", "// cudalint: the linter that reads this\n/* see cudalint: ignore[x] */\n" + head + line + "}\n", "4 uncoalesced-access"},
		{"a string", "const char *s = \"// cudalint: ignore[x] NOLINT(cudalint-x)\";\n", ""},
		{"a block shape", "// cudalint: block(64)\n" + head + line + "}\n", "3 uncoalesced-access"},
		{"NOLINT", head + strings.TrimSuffix(line, "\n") + " // NOLINT\n}\n", "(2 uncoalesced-access)"},
		{"NOLINT of cudalint", head + strings.TrimSuffix(line, "\n") + " // NOLINT(bugprone-x, cudalint-uncoalesced-access)\n}\n", "(2 uncoalesced-access)"},
		{"NOLINT of a group", head + strings.TrimSuffix(line, "\n") + " // strided NOLINT(cudalint-*) on purpose\n}\n", "(2 uncoalesced-access)"},
		{"NOLINT of all but one", head + strings.TrimSuffix(line, "\n") + " // NOLINT(*,-cudalint-uncoalesced-access)\n}\n", "2 uncoalesced-access"},
		{"NOLINT of another tool", head + strings.TrimSuffix(line, "\n") + " // NOLINT(bugprone-x)\n}\n", "2 uncoalesced-access"},
		{"NOLINT unused", head + "  int i = 0; // NOLINT(cudalint-uncoalesced-access)\n" + line + "}\n", "2 unused-suppression, 3 uncoalesced-access"},
		{"NOLINT bare and unused", head + "  int i = 0; // NOLINT\n" + line + "}\n", "3 uncoalesced-access"},
		{"NOLINT misspelt", head + strings.TrimSuffix(line, "\n") + " // NOLINT(cudalint-uncoalesced)\n}\n", "2 uncoalesced-access, 2 unknown-rule-name"},
		{"NOLINTNEXTLINE", head + "  // NOLINTNEXTLINE(cudalint-uncoalesced-access)\n" + line + "}\n", "(3 uncoalesced-access)"},
		{"NOLINTBEGIN", "// NOLINTBEGIN(cudalint-*)\n" + head + line + "}\n// NOLINTEND(cudalint-*)\n", "(3 uncoalesced-access)"},
		{"NOLINTBEGIN with another list's end", "// NOLINTBEGIN(cudalint-*)\n" + head + line + "}\n// NOLINTEND\n", "1 unused-suppression, 3 uncoalesced-access"},
		{"in a macro", "#define LOAD(i) a[(i) * 32] /* cudalint: ignore[uncoalesced-access] */\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x);\n}\n", "(3 uncoalesced-access)"},
		{"in a macro of several lines", "#define LOAD(i) \\\n  /* cudalint: ignore[uncoalesced-access] */ \\\n  a[(i) * 32]\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x);\n}\n", "(5 uncoalesced-access)"},
		{"above a macro", "// cudalint: ignore[uncoalesced-access]\n#define LOAD(i) a[(i) * 32]\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x);\n}\n", "(4 uncoalesced-access)"},
		{"in a macro that another uses", "#define AT(i) a[(i) * 32] // cudalint: ignore[uncoalesced-access]\n#define LOAD(i) AT(i)\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x);\n}\n", "(4 uncoalesced-access)"},
		{"where a macro is used", "#define LOAD(i) a[(i) * 32]\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x); // cudalint: ignore[uncoalesced-access]\n}\n", "(3 uncoalesced-access)"},
		{"disable in a macro", "#define LOAD(i) a[(i) * 32] /* cudalint: disable[uncoalesced-access] */\n" + head + "  o[threadIdx.x] = LOAD(threadIdx.x);\n}\n", "1 unused-suppression, 3 uncoalesced-access"},
		{"what nobody calls", "__device__ float f(const float *a) {\n  return a[threadIdx.x * 32]; // cudalint: ignore[uncoalesced-access]\n}\n", ""},
		{"of a comment's own rules", head + "  // cudalint: ignore[unused-suppression]\n" + line + "}\n", "2 unused-suppression, 3 uncoalesced-access"},
	} {
		assert.Equal(t, c.want, said(judged(t, c.text, Options{})), "%s:\n%s", c.name, c.text)
	}
}

func TestReasons(t *testing.T) {
	const text = "__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = a[threadIdx.x * 32]; // @\n}\n"
	for comment, want := range map[string]string{
		"cudalint: ignore[uncoalesced-access]":              "2 suppression-without-reason, (2 uncoalesced-access)",
		"cudalint: ignore[uncoalesced-access]: ":            "2 suppression-without-reason, (2 uncoalesced-access)",
		"cudalint: ignore[uncoalesced-access]: 4 KB":        "(2 uncoalesced-access)",
		"NOLINT(cudalint-uncoalesced-access)":               "2 suppression-without-reason, (2 uncoalesced-access)",
		"NOLINT(cudalint-uncoalesced-access): once a frame": "(2 uncoalesced-access)",
		"NOLINT": "(2 uncoalesced-access)",
	} {
		r := judged(t, strings.Replace(text, "@", comment, 1), Options{Reasons: func(string) bool { return true }})
		assert.Equal(t, want, said(r), comment)
		if strings.HasSuffix(comment, "KB") {
			assert.Equal(t, "4 KB", r.Suppressed[0].Reason)
		}
	}
}

// TestUnusedNeedsTheRule: a comment for a rule that did not run may well be used.
func TestUnusedNeedsTheRule(t *testing.T) {
	const text = "__global__ void k(float *o) {\n  o[0] = 1; // cudalint: ignore[uncoalesced-access], NOLINT(cudalint-*)\n}\n"
	only := func(names ...string) Options {
		return Options{Select: func(r string) bool { return strings.Contains(strings.Join(names, " "), r) }}
	}
	assert.Equal(t, "2 unused-suppression", said(judged(t, text, Options{})))
	assert.Equal(t, "", said(judged(t, text, only("shared-bank-conflict", UnusedSuppression))))
	assert.Equal(t, "", said(judged(t, text, only("uncoalesced-access"))))
	elsewhere := Options{Editable: func(string) bool { return false }}
	assert.Equal(t, "", said(judged(t, text, elsewhere)), "a header that is not part of the run may need it for others")
}

// TestFixesOfComments: what the fixes make of a file has no finding on comments left.
func TestFixesOfComments(t *testing.T) {
	const (
		head = "__global__ void k(float *o, const float *a) {\n"
		line = "  o[threadIdx.x] = a[threadIdx.x * 32];"
	)
	for _, c := range []struct{ name, before, after string }{
		{"a line of its own", head + "  // cudalint: ignore[syntax-error]\n" + line + "\n}\n", head + line + "\n}\n"},
		{"behind code", head + line + "  // cudalint: ignore[syntax-error]\n}\n", head + line + "\n}\n"},
		{"in front of code", head + "/* cudalint: ignore[syntax-error] */" + line + "\n}\n", head + strings.TrimLeft(line, " ") + "\n}\n"},
		{"at the end of the file", head + line + "\n} // cudalint: ignore[syntax-error]", head + line + "\n}"},
		{"one of two", head + line + " // cudalint: ignore[syntax-error, uncoalesced-access]\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]\n}\n"},
		{"the last of two", head + line + " // cudalint: ignore[uncoalesced-access, syntax-error]: x\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]: x\n}\n"},
		{"one of a disable", "// cudalint: disable[uncoalesced-access, syntax-error]\n" + head + line + "\n}\n// cudalint: enable[uncoalesced-access]\n// cudalint: enable[syntax-error]\n",
			"// cudalint: disable[uncoalesced-access]\n" + head + line + "\n}\n// cudalint: enable[uncoalesced-access]\n"},
		{"misspelt", head + line + " // cudalint: ignore[uncoalesced-acces]\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]\n}\n"},
		{"misspelt for clang-tidy", head + line + " // NOLINT(cudalint-uncoalesced-acces)\n}\n", head + line + " // NOLINT(cudalint-uncoalesced-access)\n}\n"},
		{"misspelt word", head + line + " // cudalint: ignroe[uncoalesced-access]\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]\n}\n"},
		{"for the kernel", "// cudalint: ignore[uncoalesced-access]\n" + head + line + "\n}\n", "// cudalint: kernel-ignore[uncoalesced-access]\n" + head + line + "\n}\n"},
		{"for the file", "int x;\n// cudalint: file-ignore[uncoalesced-access]\n" + head + line + "\n}\n", "// cudalint: file-ignore[uncoalesced-access]\nint x;\n" + head + line + "\n}\n"},
		{"to the kernel", head + line + "\n  // cudalint: kernel-ignore[uncoalesced-access]\n}\n", "// cudalint: kernel-ignore[uncoalesced-access]\n" + head + line + "\n}\n"},
		{"no list", head + line + " // cudalint: ignore\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]\n}\n"},
		{"an empty list", head + line + " // cudalint: ignore[]: x\n}\n", head + line + " // cudalint: ignore[uncoalesced-access]: x\n}\n"},
		{"a word among others", head + "  int i; // mine NOLINT(cudalint-*) yours\n" + line + " // NOLINT\n}\n", head + "  int i; // mine  yours\n" + line + " // NOLINT\n}\n"},
		{"one tool of two", head + "  int i; // NOLINT(bugprone-x, cudalint-*)\n" + line + " // NOLINT\n}\n", head + "  int i; // NOLINT(bugprone-x)\n" + line + " // NOLINT\n}\n"},
	} {
		text := c.before
		for range 3 {
			r := judged(t, text, Options{})
			for _, f := range r.Findings {
				if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 {
					text = string(fixes.Apply([]byte(text), f.Fixes[0].Edits))
					break
				}
			}
		}
		assert.Equal(t, c.after, text, c.name)
		assert.NotContains(t, said(judged(t, text, Options{})), "unused", c.name)
	}
}
