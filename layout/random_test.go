package layout

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompilerAgreesOnRandomRecords lays out classes made at random (bases, virtual functions, bit-fields, packing, alignas,
// arrays, members of class type) and has g++ confirm sizes, alignments and offsets.
func TestCompilerAgreesOnRandomRecords(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		return
	}
	g := &generator{Rand: rand.New(rand.NewSource(1))}
	var s strings.Builder
	s.WriteString("#include <cstddef>\n")
	for range 1000 {
		s.WriteString(g.next())
	}
	path := filepath.Join(t.TempDir(), "random.cpp")
	require.NoError(t, os.WriteFile(path, []byte(s.String()), 0o644))
	out, err := exec.Command(gxx, "-std=gnu++17", "-w", "-fsyntax-only", path).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

type generator struct {
	*rand.Rand
	n    int
	past []*Type // classes that later ones are made of
}

func (g *generator) one(in int) bool            { return g.Intn(in) == 0 }
func (g *generator) of(names ...string) string  { return names[g.Intn(len(names))] }
func (g *generator) oneOf(sizes ...int64) int64 { return sizes[g.Intn(len(sizes))] }

// next is the text of one more class and of what is expected of it.
func (g *generator) next() string {
	g.n++
	s := RecordSpec{Name: fmt.Sprintf("R%d", g.n), Union: g.one(8)}
	packed := g.one(6)
	plainClass := !s.Union && !packed
	var head, body, tail string
	switch {
	case packed:
		s.Pack = g.oneOf(1, 2, 4)
		head, tail = fmt.Sprintf("#pragma pack(push, %d)\n", s.Pack), "#pragma pack(pop)\n"
	case g.one(8):
		s.Align = g.oneOf(8, 16, 32)
	}
	head += "struct "
	if s.Union {
		head = strings.TrimSuffix(head, "struct ") + "union "
	}
	if s.Align > 0 {
		head += fmt.Sprintf("alignas(%d) ", s.Align)
	}
	head += s.Name
	if plainClass {
		head += g.bases(&s)
		if s.NonPOD = g.one(6); s.NonPOD {
			body += s.Name + "(); "
		}
		if s.Virtual = g.one(8); s.Virtual {
			body += "virtual void f" + s.Name + "(); "
		}
	}
	for i := range g.Intn(5) {
		m, text := g.member(fmt.Sprintf("m%d_%d", g.n, i), plainClass)
		s.Members = append(s.Members, m)
		body += text
	}
	r := RecordOf(s)
	if g.past = append(g.past, r); len(g.past) > 50 {
		g.past = g.past[1:]
	}
	return head + " { " + body + "};\n" + tail + expectations(r, s.Members)
}

func (g *generator) bases(s *RecordSpec) string {
	var names []string
	for range g.Intn(3) {
		if len(g.past) == 0 {
			break
		}
		base := g.past[g.Intn(len(g.past))]
		if base.Union || len(s.Bases) > 0 && s.Bases[0] == base {
			continue
		}
		s.Bases = append(s.Bases, base)
		names = append(names, base.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return " : " + strings.Join(names, ", ")
}

func (g *generator) member(name string, plainClass bool) (Member, string) {
	switch g.Intn(8) {
	case 0, 1:
		typ := g.of("char", "short", "int", "long", "unsigned int", "unsigned short")
		width := g.Intn(int(b(typ).Size)*8) + 1
		return bits(typ, name, width), fmt.Sprintf("%s %s : %d; ", typ, name, width)
	case 2:
		if len(g.past) > 0 {
			if r := g.past[g.Intn(len(g.past))]; r.abi.pod && r.Size < 4096 || plainClass && r.Size < 4096 {
				return of(r, name), fmt.Sprintf("%s %s; ", r.Name, name)
			}
		}
	case 3:
		typ, n := g.of("char", "short", "double", "float"), g.oneOf(1, 2, 3, 5)
		return of(array(typ, n), name), fmt.Sprintf("%s %s[%d]; ", typ, name, n)
	case 4:
		if plainClass {
			align := g.oneOf(16, 32)
			return aligned(align, m("char", name)), fmt.Sprintf("alignas(%d) char %s; ", align, name)
		}
	}
	typ := g.of("char", "bool", "short", "int", "long", "float", "double", "long double")
	return m(typ, name), fmt.Sprintf("%s %s; ", typ, name)
}

func expectations(r *Type, list []Member) string {
	var s strings.Builder
	fmt.Fprintf(&s, "static_assert(sizeof(%s) == %d && alignof(%[1]s) == %[3]d, \"%[1]s\");\n", r.Name, r.Size, r.Align)
	for _, x := range list {
		if off, _, _ := r.Field(x.Name); !x.HasBits {
			fmt.Fprintf(&s, "static_assert(offsetof(%s, %s) == %d, \"%[2]s\");\n", r.Name, x.Name, off)
		}
	}
	return s.String()
}
