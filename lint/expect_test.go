package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// unmet are the findings on expectations, as "line message".
func unmet(r *Result) string {
	var out []string
	for _, f := range r.Findings {
		if f.Rule == UnmetExpectation {
			out = append(out, fmt.Sprint(f.Place.File.LineOf(f.Place.Span.Start), " ", f.Message))
		}
	}
	return strings.Join(out, "; ")
}

func TestExpectations(t *testing.T) {
	const (
		head   = "__global__ void k(float *o, const float *a, const int *n) {\n"
		shared = "__global__ void k(float *o) {\n  __shared__ float t[32][32];\n  t[threadIdx.y][threadIdx.x] = 1;\n  __syncthreads();\n  o[threadIdx.x] = t[threadIdx.x][threadIdx.y]; @\n}\nvoid r(float *o) { k<<<1, dim3(32, 32)>>>(o); }\n"
		one    = head + "  float x = a[threadIdx.x * 8]; @\n  o[threadIdx.x] = x;\n}\nvoid r(float *o, float *a, int *n) { k<<<9, 64>>>(o, a, n); }\n"
		costs  = "2 32 sectors per request (ideal 4): load of a is expected to be "
	)
	one8 := strings.Replace(one, "* 8", "* 2", 1)
	for _, c := range []struct{ name, text, comment, want string }{
		{"met", one8, "expect(sectors <= 8)", ""},
		{"met, with blanks and a note", one8, "expect( sectors  <=8 ) : two floats each", ""},
		{"not met", one, "expect(sectors <= 8)", costs + "`sectors <= 8`"},
		{"the limit itself", one, "expect(sectors < 32)", costs + "`sectors < 32`"},
		{"coalesced", one, "expect(coalesced)", costs + "`coalesced`"},
		{"coalesced is met", strings.Replace(one, "* 8", "+ 1", 1), "expect(coalesced)", ""},
		{"two terms, one met", shared, "expect(wavefronts <= 4, sectors <= 4)", "5 32 wavefronts per request (ideal 1): load of t is expected to be `wavefronts <= 4`"},
		{"conflict-free", shared, "expect(conflict-free)", "5 32 wavefronts per request (ideal 1): load of t is expected to be `conflict-free`"},
		{"conflict-free is met", strings.Replace(shared, "[32][32]", "[32][33]", 1), "expect(conflict-free)", ""},
		{"of the kernel", "// cudalint: expect(sectors <= 4)\n" + strings.ReplaceAll(one, "@", ""), "", "3 32 sectors per request (ideal 4): load of a is expected to be `sectors <= 4`"},
		{"at the kernel's head", strings.Replace(strings.ReplaceAll(one, "@", ""), "{\n", "{ // cudalint: expect(sectors <= 4)\n", 1), "", costs + "`sectors <= 4`"},
		{"of one statement", "__global__ void k(float *o, const float *a) {\n  // cudalint: expect(coalesced)\n  o[threadIdx.x] = 1;\n  o[threadIdx.x] += a[threadIdx.x * 32];\n}\n", "", ""},
		{"of every function that calls", "__device__ float f(const float *a, int s) {\n  return a[threadIdx.x * s]; @\n}\n__global__ void k(float *o, const float *a) { o[threadIdx.x] = f(a, 1) + f(a, 16); }\n", "expect(coalesced)", "2 32 sectors per request (ideal 4): load of a is expected to be `coalesced`"},
		{"of what a macro does", "#define GET(a, s) a[threadIdx.x * s] /* cudalint: expect(coalesced) */\n__global__ void k(float *o, const float *a) {\n  o[threadIdx.x] = GET(a, 32);\n}\n", "", "3 32 sectors per request (ideal 4): load of a is expected to be `coalesced`"},
		{"over two lines, as a formatter leaves it", strings.Replace(one, "@", "// cudalint: expect(sectors\n  // <= 8)", 1), "", costs + "`sectors <= 8`"},
		{"joined with the prose above, as a formatter leaves it", strings.Replace(one, "@", "// the first only cudalint: expect(sectors\n  // <= 8)", 1), "", costs + "`sectors <= 8`"},
		{"not known", head + "  o[threadIdx.x] = a[n[threadIdx.x]]; @\n}\n", "expect(sectors <= 32)", "2 load of a is expected to be `sectors <= 32` and cannot be judged: n[threadIdx.x]"},
		{"of the wrong memory", one, "expect(conflict-free)", "2 `conflict-free` is expected where no kernel of this run accesses shared memory"},
		{"where nothing is accessed", head + "  int i = 0; @\n  o[i] = 0;\n}\n", "expect(coalesced)", "2 `coalesced` is expected where no kernel of this run accesses global memory"},
		{"in a function that nobody calls", "__device__ float f(const float *a) {\n  return a[threadIdx.x]; @\n}\n", "expect(coalesced)", "2 `coalesced` is expected where no kernel of this run accesses global memory"},
		{"in a kernel that cannot be read", "// cudalint: expect(coalesced)\n" + head + "  o[threadIdx.x] = a[threadIdx.x];\n  ) ( @\n}\n", "", "1 `expect` cannot be judged: cannot read this: ) ("},
		{"empty", one, "expect()", "2 `expect` says nothing: nothing is expected; sectors <= N, wavefronts <= N, coalesced and conflict-free are known"},
		{"without brackets", one, "expect sectors <= 4", "2 `expect` says nothing: what is expected stands in brackets: expect(sectors <= 4)"},
		{"misspelt", one, "expect(coalesed)", "2 `expect` says nothing: there is no \"coalesed\"; did you mean \"coalesced\"?"},
		{"another cost", one, "expect(bytes <= 4)", "2 `expect` says nothing: there is no \"bytes\"; sectors <= N, wavefronts <= N, coalesced and conflict-free are known"},
		{"another comparison", one, "expect(sectors == 4)", "2 `expect` says nothing: \"sectors == 4\": costs are expected to be <= or < a number"},
		{"no number", one, "expect(sectors <= four)", "2 `expect` says nothing: \"four\" is no number"},
		{"at nothing", one + "\n// cudalint: expect(coalesced)\n", "", "7 `expect` says nothing: it stands neither at a statement nor above a function"},
	} {
		text := strings.ReplaceAll(c.text, "@", "// cudalint: "+c.comment)
		if c.comment == "" {
			text = strings.ReplaceAll(c.text, "@", "")
		}
		r := judged(t, text, Options{})
		got := unmet(r)
		if strings.Contains(c.want, "cannot read this") || strings.Contains(c.want, "cannot be judged: n[") {
			want, _, _ := strings.Cut(c.want, "cannot be judged")
			assert.True(t, strings.HasPrefix(got, want+"cannot be judged: "), "%s: %s\n%s", c.name, got, text)
		} else {
			assert.Equal(t, c.want, got, "%s:\n%s", c.name, text)
		}
		if assert.Len(t, r.Expectations, 1, c.name) {
			assert.Equal(t, c.want != "", r.Expectations[0].Broken, c.name)
		}
	}
	off := judged(t, strings.ReplaceAll(one, "@", "// cudalint: expect(sectors <= 4)"), Options{Select: func(rule string) bool { return rule != UnmetExpectation }})
	assert.Empty(t, unmet(off))
	quiet := judged(t, strings.ReplaceAll(one, "@", "// cudalint: ignore[unmet-expectation]: known\n  // cudalint: expect(sectors <= 4)"), Options{})
	assert.NotContains(t, said(quiet), "2 unmet-expectation")
	example := judged(t, strings.ReplaceAll(one, "@", "")+"\n// write cudalint: expect(coalesced) there\n", Options{})
	assert.Empty(t, example.Expectations, "prose that no statement follows")
	misspelt := judged(t, strings.ReplaceAll(one, "@", "// cudalint: expct(sectors <= 4)"), Options{})
	assert.Contains(t, said(misspelt), "unused-suppression")
}
