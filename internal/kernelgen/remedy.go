package kernelgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Fixable draws a program of one kernel or two of the kinds that cudalint offers fixes for, with a main that fills their arrays, launches
// them and writes every array out. Its text is plain: what is drawn are names, types, sizes, guards, block shapes and the
// statements around, right and wrong ones for a fix alike. The numbers are whole and small, so that the order of sums does not show.
func Fixable(seed uint64) (kind, text string) {
	d := &drawer{r: rand.New(rand.NewPCG(seed, 0xf1f1))}
	k := remedies[d.r.IntN(len(remedies))]
	k.draw(d)
	return k.name, d.program()
}

var remedies = []struct {
	name string
	draw func(*drawer)
}{
	{"tile", (*drawer).tile}, {"column sums", (*drawer).columnSums}, {"stage", (*drawer).transposedStore}, {"swap", (*drawer).swapped},
	{"stripe", (*drawer).chunked}, {"reduction", (*drawer).reduction}, {"vectorize", (*drawer).elementwise}, {"vectorize", (*drawer).summed},
	{"join", (*drawer).neighbours}, {"align", (*drawer).offVector}, {"align", (*drawer).oddRows}, {"structs", (*drawer).structs}, {"structs", (*drawer).structs},
	{"spread", (*drawer).stridedShared},
}

// drawer writes a program.
type drawer struct {
	r       *rand.Rand
	records []string
	kernels []string
	arrays  []hostArray
	calls   []string // launches
	serial  int
}

// hostArray is an array that main makes, fills, hands to kernels and writes out.
type hostArray struct {
	name, typ string
	n         int
	fields    []string // of a struct
	style     int
}

func (d *drawer) one(n int) bool { return d.r.IntN(n) == 0 }

func (d *drawer) pick(list ...string) string { return list[d.r.IntN(len(list))] }

func (d *drawer) number(list ...int) int { return list[d.r.IntN(len(list))] }

// maybe is a text, once in n times.
func (d *drawer) maybe(n int, text string) string {
	if d.one(n) {
		return text
	}
	return ""
}

func (d *drawer) element() string {
	return d.pick("float", "float", "float", "int", "int", "double", "unsigned int", "short", "unsigned char")
}

// array makes a host array and gives its name.
func (d *drawer) array(name, typ string, n int, fields ...string) string {
	d.arrays = append(d.arrays, hostArray{name: name, typ: typ, n: n, fields: fields, style: d.r.IntN(8)})
	return name
}

func (d *drawer) constant(typ string) string {
	if d.one(2) {
		return "const " + typ
	}
	return typ
}

func (d *drawer) restrict() string { return d.maybe(3, "__restrict__ ") }

// program is the whole text.
func (d *drawer) program() string {
	var b strings.Builder
	b.WriteString("#include <cstdio>\n#include <cstdlib>\n\n")
	for _, r := range d.records {
		b.WriteString(r + "\n")
	}
	for _, k := range d.kernels {
		b.WriteString(k + "\n")
	}
	b.WriteString("int main() {\n")
	for i, a := range d.arrays {
		d.host(&b, i, &a)
	}
	for _, c := range d.calls {
		b.WriteString("    " + c + "\n")
	}
	b.WriteString("    cudaDeviceSynchronize();\n")
	for _, a := range d.arrays {
		fmt.Fprintf(&b, "    cudaMemcpy(h_%s, d_%s, %d * sizeof(%s), cudaMemcpyDeviceToHost);\n", a.name, a.name, a.n, a.typ)
		if len(a.fields) == 0 {
			fmt.Fprintf(&b, "    fwrite(h_%s, sizeof(%s), %d, stdout);\n", a.name, a.typ, a.n)
		}
		for _, f := range a.fields {
			fmt.Fprintf(&b, "    for (int i = 0; i < %d; i++) printf(\"%%g \", (double)h_%s[i].%s);\n", a.n, a.name, f)
		}
		if a.style&1 == 0 {
			fmt.Fprintf(&b, "    cudaFree(d_%s);\n", a.name)
		}
		fmt.Fprintf(&b, "    free(h_%s);\n", a.name)
	}
	b.WriteString("    return 0;\n}\n")
	return b.String()
}

// host allocates and fills an array.
func (d *drawer) host(b *strings.Builder, i int, a *hostArray) {
	size := fmt.Sprintf("%d * sizeof(%s)", a.n, a.typ)
	fmt.Fprintf(b, "    %s *h_%s = (%s *)malloc(%s);\n", a.typ, a.name, a.typ, size)
	if len(a.fields) == 0 {
		fmt.Fprintf(b, "    for (int i = 0; i < %d; i++) h_%s[i] = (i * %d + %d) %% %d;\n", a.n, a.name, d.number(3, 5, 7), i, d.number(11, 13))
	}
	for k, f := range a.fields {
		fmt.Fprintf(b, "    for (int i = 0; i < %d; i++) h_%s[i].%s = (i * %d + %d) %% %d;\n", a.n, a.name, f, d.number(3, 5, 7), k, d.number(11, 13))
	}
	fmt.Fprintf(b, "    %s *d_%s%s;\n", a.typ, a.name, map[bool]string{true: " = nullptr"}[a.style&2 == 0])
	if a.style&4 == 0 {
		fmt.Fprintf(b, "    cudaMalloc((void **)&d_%s, %s);\n", a.name, size)
	} else {
		fmt.Fprintf(b, "    cudaMalloc(&d_%s, %s);\n", a.name, size)
	}
	fmt.Fprintf(b, "    cudaMemcpy(d_%s, h_%s, %s, cudaMemcpyHostToDevice);\n", a.name, a.name, size)
}

// launch writes a launch; the arguments name arrays as d_x.
func (d *drawer) launch(kernel string, grid, block []int, shared string, args ...string) {
	dim := func(v []int) string {
		var s []string
		for _, n := range v {
			s = append(s, fmt.Sprint(n))
		}
		if len(s) == 1 {
			return s[0]
		}
		return "dim3(" + strings.Join(s, ", ") + ")"
	}
	d.serial++
	g, b := dim(grid), dim(block)
	if d.one(3) {
		as := func(what, x string) string {
			name := fmt.Sprintf("%s%d", what, d.serial)
			if rest, ok := strings.CutPrefix(x, "dim3"); ok {
				d.calls = append(d.calls, fmt.Sprintf("dim3 %s%s;", name, rest))
			} else {
				d.calls = append(d.calls, fmt.Sprintf("%sint %s = %s;", d.maybe(2, "const "), name, x))
			}
			return name
		}
		g, b = as("grid", g), as("block", b)
	}
	if shared != "" {
		shared = ", " + shared
	}
	d.calls = append(d.calls, fmt.Sprintf("%s<<<%s, %s%s>>>(%s);", kernel, g, b, shared, strings.Join(args, ", ")))
}

// kernel writes a kernel of lines.
func (d *drawer) kernel(name, params string, lines ...string) {
	depth := 1
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void %s(%s) {\n", name, params)
	for _, l := range lines {
		for _, l := range strings.Split(l, "\n") {
			l = strings.TrimSpace(l)
			if l == "" {
				continue
			}
			if strings.HasPrefix(l, "}") {
				depth--
			}
			b.WriteString(strings.Repeat("    ", depth) + l + "\n")
			if strings.HasSuffix(l, "{") {
				depth++
			}
		}
	}
	b.WriteString("}\n")
	d.kernels = append(d.kernels, b.String())
}

// around is a statement that has nothing to do with the rest.
func (d *drawer) around(out string) string {
	if !d.one(4) {
		return ""
	}
	return d.pick("// nothing", "int unused = 3;", "if (gridDim.x > 1000) return;", "if (blockDim.x == 7) "+out+"[0] = 1;", "{ int local = threadIdx.x; (void)local; }")
}

// expr is something computed of an element.
func (d *drawer) expr(x string) string {
	return d.pick(x, "2 * "+x, x+" + 1", x+" * "+x, "("+x+" > 5 ? "+x+" : 5)", x+" - 3", "-"+x)
}
