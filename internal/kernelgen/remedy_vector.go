package kernelgen

import (
	"fmt"
	"slices"
	"strings"
)

// offVector reads or writes vectors at an address that is no multiple of their size.
func (d *drawer) offVector() {
	threads, blocks := d.number(32, 64, 128), d.number(1, 2, 3)
	e, w := d.pick("float", "int"), d.number(2, 4)
	vec := fmt.Sprintf("%s%d", e, w)
	off := d.number(1, 2, 3, 1)
	if w == 2 {
		off = 1
	}
	n := threads * blocks
	vectors := n*d.number(1, 2, 3) + d.r.IntN(5)
	out, in := d.array("out", e, w*vectors+8), d.array("in", e, w*vectors+8)
	cast := func(p string, constant bool) string {
		c := ""
		if constant {
			c = "const "
		}
		return d.pick(fmt.Sprintf("reinterpret_cast<%s%s *>(%s)", c, vec, p), fmt.Sprintf("((%s%s *)(%s))", c, vec, p))
	}
	fields := []string{"x", "y", "z", "w"}[:w]
	parts := func(format string) string {
		var s []string
		for _, f := range fields {
			s = append(s, strings.ReplaceAll(format, "F", f))
		}
		return strings.Join(s, ", ")
	}
	made := fmt.Sprintf("make_%s(%s)", vec, parts(d.pick("v.F", "2 * v.F", "v.F + 1", "v.F * v.F")))
	if d.one(5) { // the parts are not alike
		made = fmt.Sprintf("make_%s(%s)", vec, strings.Replace(parts("v.F"), "v.y", "v.y + 1", 1))
	}
	params := fmt.Sprintf("%s *%sout, const %s *%sin, int n", e, d.restrict(), e, d.restrict())
	source := fmt.Sprintf("in + %d", off)
	arg := ""
	if d.one(3) {
		source, arg = "in", fmt.Sprintf(" + %d", off)
	}
	args := []string{"d_" + out, "d_" + in + arg, fmt.Sprint(vectors)}
	switch d.r.IntN(4) {
	case 0: // one vector a thread, stored as numbers
		lines := []string{d.thread("t"), "if (t >= n) return;", fmt.Sprintf("%s v = %s;", d.constant(vec), d.pick("*"+cast(source+fmt.Sprintf(" + %d * t", w), true), cast(source, true)+"[t]"))}
		sum := strings.ReplaceAll(parts("v.F"), ", ", " + ")
		lines = append(lines, d.around("out"), "out[t] = "+sum+";")
		d.kernel("vectors", params, lines...)
	case 1: // a loop, both pointers off by as much
		d.kernel("vectors", params, "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {",
			fmt.Sprintf("%s v = %s[i];", d.constant(vec), cast(source, true)), fmt.Sprintf("%s[i] = %s;", cast(fmt.Sprintf("out + %d", off), false), made), "}")
		if arg != "" {
			args[1] = "d_" + in + fmt.Sprintf(" + %d", off)
		}
	case 2: // a loop that only adds up
		d.kernel("vectors", params, e+" s = 0;", "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {",
			fmt.Sprintf("%s v = %s[i];", d.constant(vec), cast(source, true)), "s += "+strings.ReplaceAll(parts("v.F"), ", ", " + ")+";", "}",
			d.pick("atomicAdd(out, s);", "out[blockIdx.x * blockDim.x + threadIdx.x] = s;"))
	case 3: // a store alone
		d.kernel("vectors", params, d.thread("t"), "if (t < n) {", fmt.Sprintf("const %s v = in[t];", e),
			fmt.Sprintf("%s[t] = make_%s(%s);", cast(fmt.Sprintf("out + %d", off), false), vec, strings.Replace(parts("v"), "v", d.pick("v", "v + 1"), 1)), "}")
		args[1] = "d_" + in
	}
	d.launch("vectors", []int{blocks}, []int{threads}, "", args...)
}

// oddRows has a shared tile whose rows are no multiple of a vector.
func (d *drawer) oddRows() {
	e, w := d.pick("float", "int"), d.number(2, 4)
	rows, lanes := d.number(2, 4, 8), 32
	width := lanes*w + d.number(1, 1, 3)
	vec := fmt.Sprintf("%s%d", e, w)
	n := rows * lanes * w
	out, in := d.array("out", e, rows*lanes), d.array("in", e, n)
	sum := "v.x + v.y"
	if w == 4 {
		sum += " + v.z - v.w"
	}
	d.kernel("rows", fmt.Sprintf("%s *out, const %s *in", e, e), fmt.Sprintf("__shared__ %s%s tile[%d][%d];", d.pick("", "__align__(16) "), e, rows, width), "int t = threadIdx.x;",
		fmt.Sprintf("for (int k = t; k < %d; k += %d) tile[threadIdx.y][k] = in[threadIdx.y * %d + k];", lanes*w, lanes, lanes*w), "__syncthreads();",
		fmt.Sprintf("%s v = *reinterpret_cast<%s *>(&tile[threadIdx.y][t * %d]);", vec, vec, w), fmt.Sprintf("out[threadIdx.y * %d + t] = %s;", lanes, sum))
	d.launch("rows", []int{1}, []int{lanes, rows}, "", "d_"+out, "d_"+in)
}

// structs reads fields of an array of structs: one or two of many, or all of a small one.
func (d *drawer) structs() {
	count := d.number(2, 3, 4, 4, 5, 6, 8)
	types := []string{d.pick("float", "int", "double", "short")}
	names := []string{"x", "y", "z", "w", "mass", "charge", "kind", "age"}[:count]
	mixed := d.one(2)
	var body strings.Builder
	record := d.pick("Particle", "Body", "Cell")
	fmt.Fprintf(&body, "struct %s {\n", record)
	for i, f := range names {
		typ := types[0]
		if mixed {
			typ = d.pick("float", "int", "float", "double", "short")
		}
		if i > 0 && typ == types[len(types)-1] && d.one(2) {
			s := strings.TrimSuffix(body.String(), ";\n")
			body.Reset()
			body.WriteString(s + ", " + f + ";\n")
		} else {
			fmt.Fprintf(&body, "    %s %s;\n", typ, f)
		}
		types = append(types, typ)
	}
	body.WriteString("};\n")
	d.records = append(d.records, body.String())
	threads, blocks := d.number(32, 64, 128, 256), d.number(1, 2, 3)
	n := threads * blocks
	cut := d.number(0, 0, 5, 17)
	used := names
	if d.one(2) {
		used = []string{names[d.r.IntN(count)], names[d.r.IntN(count)]}
	}
	used = slices.Compact(slices.Sorted(slices.Values(used)))
	i := d.pick("i", "t", "id")
	element := "p[" + i + "]."
	lines := []string{d.thread(i), d.pick("if ("+i+" >= n) return;", "if ("+i+" < n) {")}
	closing := ""
	if strings.HasSuffix(lines[1], "{") {
		closing = "}"
	}
	params := fmt.Sprintf("float *%sout, %s *%sp, int n", d.restrict(), record, d.restrict())
	switch d.r.IntN(6) {
	case 0:
		lines = append(lines, fmt.Sprintf("const %s *q = p + %s;", record, i))
		element = "q->"
	case 1:
		lines = append(lines, fmt.Sprintf("const %s &q = p[%s];", record, i))
		element = "q."
	case 2:
		lines = append(lines, fmt.Sprintf("%s *q = &p[%s];", record, i))
		element = "q->"
	}
	var terms []string
	for _, f := range used {
		terms = append(terms, element+f)
	}
	sum := strings.Join(terms, d.pick(" + ", " * ", " - "))
	switch d.r.IntN(6) {
	case 0: // a field is written too
		lines = append(lines, fmt.Sprintf("out[%s] = %s;", i, sum), fmt.Sprintf("p[%s].%s %s %s;", i, d.pick(names...), d.pick("=", "+="), d.pick("1", "n", i, "2 * p["+i+"]."+used[0])))
	case 1: // written before it is read
		lines = append(lines, fmt.Sprintf("p[%s].%s = %d;", i, used[0], d.number(1, 2)), fmt.Sprintf("out[%s] = %s;", i, sum))
	case 2: // another one's
		lines = append(lines, fmt.Sprintf("out[%s] = %s + p[(%s + 1) %% n].%s;", i, sum, i, used[0]))
	case 3:
		lines = append(lines, fmt.Sprintf("if (%s > 4) out[%s] = %s;", terms[0], i, sum))
	default:
		lines = append(lines, fmt.Sprintf("out[%s] = %s;", i, sum))
	}
	d.kernel("fields", params, append(lines, closing)...)
	out, p := d.array("out", "float", n), d.array("p", record, n, names...)
	d.launch("fields", []int{blocks}, []int{threads}, "", "d_"+out, "d_"+p, fmt.Sprint(n-cut))
	if d.one(3) {
		f := d.pick(names...)
		d.kernel("advance", fmt.Sprintf("%s *bodies, int n", record), d.thread("k"), fmt.Sprintf("if (k < n) bodies[k].%s = bodies[k].%s + 1;", f, d.pick(names...)))
		d.launch("advance", []int{blocks}, []int{threads}, "", "d_"+p, fmt.Sprint(n-cut))
	}
}
