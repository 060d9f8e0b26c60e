//go:build cgo

package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/source"
)

// silencePlaces is code with @ wherever FuzzSuppress puts a comment; one that runs to its line's end takes what is behind it along.
const silencePlaces = `@
struct P { float x, y, z, w; }; @
@
__device__ float f(const float *a) { @
  @
  return a[threadIdx.x * 32]; @
}
@
__global__ void k(float *o, const float *a, P *p) { @
  __shared__ float t[32][32]; @
  @
  o[threadIdx.x] = a[threadIdx.x * 32] @
    + f(a); @
  if (o != a) @
    o[1] = 2; @
  @
  for (int i = 0; i < 9; i++) { @
    o[threadIdx.x] += p[threadIdx.x].x; @
  } @
  t[threadIdx.x][threadIdx.y] = 1; @
  @
} @
int main() { @
  k<<<1, dim3(32, 8)>>>(0, 0, 0); @
}
@`

// FuzzSuppress: comments with any text in any place do no harm. What is said of them stands within the file, their fixes leave the code
// alone, and in a few rounds there is nothing more to mend.
func FuzzSuppress(f *testing.F) {
	for i, seed := range []string{
		"cudalint:ignore", "cudalint:ignore[uncoalesced-access] strided", "cudalint:ignore[uncoalesced, no-such-rule]", "cudalint:ignroe[uncoalesced-access]",
		"cudalint:disable[aos-field-access]", "cudalint:enable", "cudalint:file-ignore[shared-bank-conflict]: all", "cudalint:kernel-ignore[]", "NOLINT",
		"NOLINT(cudalint-*, -cudalint-uncoalesced-access)", "NOLINTNEXTLINE(cudalint)", "NOLINTBEGIN(cudalint-aos-field-access)", "NOLINTEND", "text, then NOLINT(google-x) and cudalint:ignore[unaligned-base]",
		"cudalint:expect 4 sectors", "cudalint: block(16,16)", "cudalint:ignore[uncoalesced-access", "cudalint:ignore[本語] \\",
	} {
		f.Add(seed, uint16(7*i), "NOLINT(cudalint-unaligned-base)", uint16(11*i+1))
		f.Add(seed, uint16(13*i+3), seed, uint16(13*i+4))
	}
	f.Fuzz(func(t *testing.T, one string, at uint16, two string, beside uint16) {
		if len(one)+len(two) > 300 {
			return
		}
		text := commented(one, int(at), two, int(beside))
		code := withoutComments(text)
		for round := 0; ; round++ {
			r := judged(t, text, Options{})
			within := func(s source.Span) {
				assert.True(t, s.Start >= 0 && s.Start <= s.End && int(s.End) <= len(text), "%v of %d bytes", s, len(text))
			}
			for _, d := range r.Directives {
				within(d.Place.Span)
				within(d.at)
				for _, n := range d.Names {
					within(n.at)
				}
			}
			var mend []diag.Fix
			for _, d := range r.Findings {
				within(d.Place.Span)
				if !slices.Contains(commentRules, d.Rule) {
					continue
				}
				for _, x := range d.Fixes {
					if len(x.Edits) > 0 {
						mend = append(mend, x)
						break
					}
				}
			}
			chosen, _ := fixes.Choose(mend)
			if len(chosen) == 0 {
				return
			}
			require.Less(t, round, 6, "there is always something to mend:\n%s", text)
			var edits []diag.Edit
			for _, x := range chosen {
				edits = append(edits, x.Edits...)
			}
			was := text
			text = string(fixes.Apply([]byte(text), edits))
			require.Equal(t, code, withoutComments(text), "the code is another: %q\n%s\n----\n%s", chosen[0].Title, was, text)
		}
	})
}

// commented puts two comments into silencePlaces.
func commented(one string, at int, two string, beside int) string {
	pieces := strings.Split(silencePlaces, "@")
	ends := "\n"
	if at>>8&1 != 0 {
		ends = "\r\n"
	}
	var b strings.Builder
	for i, p := range pieces {
		b.WriteString(p)
		for k, c := range []string{one, two} {
			n := []int{at, beside}[k]
			if n&127%(len(pieces)-1) != i || i == len(pieces)-1 {
				continue
			}
			c = strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ").Replace(c)
			if n>>7&1 == 0 {
				b.WriteString("// " + c + "\n")
			} else {
				b.WriteString("/* " + strings.ReplaceAll(c, "*/", "* /") + " */")
			}
		}
	}
	return strings.ReplaceAll(b.String(), "\n", ends)
}

// withoutComments is the code that a compiler sees, without white space. The code of silencePlaces has no quotes.
func withoutComments(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\\\r\n", ""), "\\\n", "")
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "//"):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				n = len(text) - i
			}
			i += n - 1
		case strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i+2:], "*/")
			if n < 0 {
				n = len(text) - i - 4
			}
			i += n + 3
		case !strings.ContainsRune(" \t\r\n", rune(text[i])):
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// FuzzTyping: what is said after a piece of a text was replaced by another is what a judgement of the new text from the start says.
func FuzzTyping(f *testing.F) {
	text := strings.ReplaceAll(silencePlaces, "@", "") + "\n__global__ void other(double *q) { q[2 * threadIdx.x] = 1; }\n"
	for i, piece := range []string{"x", " ", "}", "{", "/*", "\n", "// x", "threadIdx.y", "#if 0\n", "cudalint:ignore", "\"", "本", "8"} {
		f.Add(uint16(60*i+70), uint8(i%3), piece, uint16(400), uint8(0), "+ 1")
	}
	signature := uint16(strings.Index(text, "other(") + len("other("))
	f.Add(signature, uint8(34), "", signature, uint8(1), ") {") // takes what opens a body away, and most of it
	f.Fuzz(func(t *testing.T, at uint16, n uint8, with string, then uint16, m uint8, next string) {
		if len(with)+len(next) > 200 {
			return
		}
		now := text
		_, j := toEdit(t, "a.cu", now)
		for _, e := range []struct {
			at   int
			n    int
			with string
		}{{int(at), int(n), with}, {int(then), int(m), next}} {
			from := e.at % (len(now) + 1)
			now = now[:from] + e.with + now[min(len(now), from+e.n):]
			again, after, ok := j.Again(source.NewFile("a.cu", []byte(now)), Options{Pictures: true})
			anew, fresh := toEdit(t, "a.cu", now)
			if ok {
				require.Equal(t, everything(anew), everything(again), "%s", now)
				j = after
			} else {
				j = fresh
			}
		}
	})
}
