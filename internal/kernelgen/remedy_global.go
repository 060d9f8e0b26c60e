package kernelgen

import "fmt"

// thread is the linear thread's number as a line that declares it.
func (d *drawer) thread(t string) string {
	typ := d.pick("int", "int", "unsigned int", "const int", "size_t")
	return fmt.Sprintf("%s %s = %s;", typ, t, d.pick("blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x + blockIdx.x * blockDim.x", "blockDim.x * blockIdx.x + threadIdx.x"))
}

// swapped takes rows from x.
func (d *drawer) swapped() {
	block := [][]int{{16, 16}, {32, 8}, {8, 8}, {8, 32}, {32, 4}}[d.r.IntN(5)]
	rows, cols := block[0]*d.number(1, 2, 3), block[1]*d.number(2, 4, 5)
	e, r, c := d.element(), d.pick("row", "r", "i", "y"), d.pick("col", "c", "j", "x")
	cut, cutC := 0, 0
	guard := ""
	switch d.r.IntN(4) {
	case 0:
		cut, cutC = d.r.IntN(block[0]), d.r.IntN(block[1])
		guard = fmt.Sprintf("if (%s < rows && %s < cols) ", r, c)
	case 1:
		cut, cutC = d.r.IntN(block[0]), d.r.IntN(block[1])
		guard = fmt.Sprintf("if (%s >= rows || %s >= cols) return;\n", r, c)
	case 2:
		guard = fmt.Sprintf("if (%s > 0 && %s > 0 && %s < rows - 1 && %s < cols - 1) ", r, c, r, c)
	}
	rows, cols = rows-cut, cols-cutC
	at := fmt.Sprintf("%s * cols + %s", r, c)
	value := d.expr("in[" + at + "]")
	if d.one(4) && guard != "" && cut == 0 && guard[len(guard)-1] == ' ' {
		value = fmt.Sprintf("in[(%s - 1) * cols + %s] + in[%s + 1]", r, c, at)
		guard = fmt.Sprintf("if (%s > 0 && %s > 0 && %s < rows - 1 && %s < cols - 1) ", r, c, r, c)
	}
	if d.one(4) {
		value += " + " + d.pick("threadIdx.x", "threadIdx.y", r, "blockIdx.y", "blockIdx.x * 2")
	}
	out, in := d.array("out", e, rows*cols), d.array("in", e, rows*cols)
	d.kernel("scale", fmt.Sprintf("%s *%sout, const %s *%sin, int rows, int cols", e, d.restrict(), e, d.restrict()),
		fmt.Sprintf("%s %s = blockIdx.x * blockDim.x + threadIdx.x;", d.pick("int", "const int", "unsigned int"), r),
		fmt.Sprintf("int %s = blockIdx.y * blockDim.y + threadIdx.y;", c),
		d.around("out"), guard+fmt.Sprintf("out[%s] = %s;", at, value))
	d.launch("scale", []int{(rows + block[0] - 1) / block[0], (cols + block[1] - 1) / block[1]}, block, "", "d_"+out, "d_"+in, fmt.Sprint(rows), fmt.Sprint(cols))
	if d.one(5) {
		d.launch("scale", []int{(rows + block[0] - 1) / block[0], (cols + block[1] - 1) / block[1]}, block, "", "d_"+in, "d_"+out, fmt.Sprint(rows), fmt.Sprint(cols))
	}
}

// chunked gives each thread a chunk of neighbours.
func (d *drawer) chunked() {
	threads, blocks, chunk := d.number(32, 64, 128, 256), d.number(1, 2, 3), d.number(2, 4, 8, 16, 5, 7)
	n := threads * blocks * chunk
	e := d.element()
	rest := n
	t := d.pick("t", "tid", "i", "id")
	j := d.pick("j", "k", "n0")
	at := fmt.Sprintf("%s * %s + %s", t, "per", j)
	body := fmt.Sprintf("out[%s] = %s;", at, d.expr("in["+at+"]"))
	before, after := "", ""
	if d.one(3) {
		rest = n - d.r.IntN(chunk*3)
		body = fmt.Sprintf("if (%s < n) ", at) + body
		if d.one(2) {
			body = fmt.Sprintf("int e = %s;\nif (e >= n) %s;\nout[e] = %s;", at, d.pick("break", "continue"), d.expr("in[e]"))
		}
	}
	switch d.r.IntN(8) {
	case 0: // carried from turn to turn
		before = e + " last = 0;"
		body = fmt.Sprintf("out[%s] = in[%s] + last;\nlast = in[%s];", at, at, at)
		rest = n
	case 1: // a sum
		before, after = "int sum = 0;", "atomicAdd(total, sum);"
		body = fmt.Sprintf("sum += (int)in[%s];", at)
		rest = n
	case 2: // the turn's number counts
		body = fmt.Sprintf("out[%s] = in[%s] + %s;", at, at, j)
		rest = n
	case 3: // what a neighbour has
		body = fmt.Sprintf("out[%s] = in[%s] + in[(%s + 1) %% n];", at, at, at)
		rest = n
	case 4: // in place
		body = fmt.Sprintf("out[%s] = %s;", at, d.expr("out["+at+"]"))
		rest = n
	case 5: // in place, with one that another turn changes
		body = fmt.Sprintf("if (%s > 0) out[%s] = out[%s] + out[%s - 1];", j, at, at, at)
		rest = n
	}
	loop := fmt.Sprintf("for (int %s = 0; %s < per; %s) {", j, j, d.pick(j+"++", "++"+j, j+" += 1"))
	if d.one(4) {
		loop = fmt.Sprintf("for (int %s = 0; %s < %d; %s++) {", j, j, chunk, j)
	}
	out, in, total := d.array("out", e, n), d.array("in", e, n), d.array("total", "int", 1)
	d.kernel("chunks", fmt.Sprintf("%s *%sout, const %s *%sin, int *total, int per, int n", e, d.restrict(), e, d.restrict()),
		d.thread(t), d.around("out"), before, loop, body, "}", after)
	args := []string{"d_" + out, "d_" + in, "d_" + total, fmt.Sprint(chunk), fmt.Sprint(rest)}
	if d.one(8) {
		args[1] = "d_" + out // the same array
	}
	d.launch("chunks", []int{blocks}, []int{threads}, "", args...)
}

// elementwise goes over arrays with a stride of all threads.
func (d *drawer) elementwise() {
	threads, blocks := d.number(32, 64, 64, 128), d.number(2, 2, 3, 4)
	n := threads*blocks*d.number(4, 8, 9, 12) + d.r.IntN(7)
	e := d.element()
	i := d.pick("i", "k", "idx")
	value := d.expr("in[" + i + "]")
	switch d.r.IntN(8) {
	case 0:
		value += " + other[" + i + "]"
	case 1:
		value += " + other[" + d.pick("0", i+" % 7", i+" / 2", "threadIdx.x", "n - 1 - "+i) + "]"
	case 2:
		value += fmt.Sprintf(" + %s %% 3", i)
	case 3:
		value = fmt.Sprintf("max(in[%s], other[%s])", i, i)
	case 4:
		value = fmt.Sprintf("in[%s] + out[%s]", i, i)
	}
	store := "out[" + i + "] " + d.pick("=", "=", "=", "+=") + " " + value + ";"
	if d.one(6) {
		store = fmt.Sprintf("if (in[%s] > 4) ", i) + store
	}
	if d.one(6) {
		store = fmt.Sprintf("const %s v = in[%s];\nout[%s] = v * v;", e, i, i)
	}
	params := fmt.Sprintf("%s *%sout, const %s *%sin, const %s *%sother, int n", e, d.restrict(), e, d.restrict(), e, d.restrict())
	stride := d.pick("gridDim.x * blockDim.x", "blockDim.x * gridDim.x")
	lines := []string{d.around("out")}
	start := "blockIdx.x * blockDim.x + threadIdx.x"
	if d.one(2) {
		lines = append(lines, d.thread("t0"))
		start = "t0"
	}
	if d.one(3) {
		lines = append(lines, fmt.Sprintf("%s step = %s;", d.pick("int", "const int", "unsigned int"), stride))
		stride = "step"
	}
	typ := d.pick("int", "int", "unsigned int", "size_t", "long long")
	brace, end := " {", "}"
	lines = append(lines, fmt.Sprintf("for (%s %s = %s; %s < n; %s += %s)%s", typ, i, start, i, i, stride, brace), store, end)
	out, in, other := d.array("out", e, n), d.array("in", e, n), d.array("other", e, n)
	d.kernel("map", params, lines...)
	args := []string{"d_" + out, "d_" + in, "d_" + other, fmt.Sprint(n)}
	switch d.r.IntN(8) {
	case 0:
		args[1] = args[0]
	case 1:
		k := d.number(1, 2, 3, 4)
		args[0] += fmt.Sprintf(" + %d", k)
		args[1] += fmt.Sprintf(" + %d", k)
		args[2] += fmt.Sprintf(" + %d", k)
		args[3] = fmt.Sprint(n - k)
	case 2:
		k := d.number(1, 3, 4)
		args[1] += fmt.Sprintf(" + %d", k)
		args[3] = fmt.Sprint(n - k)
	}
	d.launch("map", []int{blocks}, []int{threads}, "", args...)
}

// summed is a sum over an array.
func (d *drawer) summed() {
	threads, blocks := d.number(32, 64, 64, 128), d.number(2, 2, 3, 4)
	n := threads*blocks*d.number(4, 8, 9, 12) + d.r.IntN(7)
	e, i := d.pick("int", "float", "unsigned int", "double"), d.pick("i", "k")
	typ := d.pick("int", "size_t", "unsigned int")
	acc := d.pick("sum += in[%s];", "sum += in[%s] * 2;", "sum += in[%[1]s] * other[%[1]s];", "sum = max(sum, in[%s]);", "sum += in[%[1]s] > 3 ? 1 : 0;", "if (in[%[1]s] > 3) sum += in[%[1]s];", "sum = sum * 2 + in[%s];")
	if e == "unsigned int" || e == "int" {
		acc = d.pick(acc, "sum ^= in[%s];")
	}
	acc = fmt.Sprintf(acc, i)
	out, in, other := d.array("out", e, threads*blocks), d.array("in", e, n), d.array("other", e, n)
	d.kernel("sums", fmt.Sprintf("%s *%sout, const %s *%sin, const %s *%sother, int n", e, d.restrict(), e, d.restrict(), e, d.restrict()),
		e+" sum = "+d.pick("0", "0", "1", "in[0]")+";",
		fmt.Sprintf("for (%s %s = blockIdx.x * blockDim.x + threadIdx.x; %s < n; %s += gridDim.x * blockDim.x) {", typ, i, i, i), acc, "}",
		d.pick("out[blockIdx.x * blockDim.x + threadIdx.x] = sum;", "atomicAdd(out, sum);", "atomicAdd(&out[blockIdx.x], sum);"))
	args := []string{"d_" + out, "d_" + in, "d_" + other, fmt.Sprint(n)}
	if k := d.number(0, 0, 1, 2); k > 0 {
		args[1] += fmt.Sprintf(" + %d", k)
		args[3] = fmt.Sprint(n - k)
	}
	d.launch("sums", []int{blocks}, []int{threads}, "", args...)
}

// neighbours uses two or four elements that lie together.
func (d *drawer) neighbours() {
	threads, blocks, w := d.number(32, 64, 128, 256), d.number(1, 2, 3), d.number(2, 4, 4, 3)
	e := d.element()
	t := d.pick("t", "i", "tid")
	n := threads * blocks
	base := fmt.Sprintf("%d * %s", w, t)
	lines := []string{d.thread(t), d.around("out")}
	if d.one(3) {
		lines = append(lines, fmt.Sprintf("%s at = %s;", d.pick("int", "const int", "size_t"), base))
		base = "at"
	}
	if d.one(3) {
		lines = append(lines, fmt.Sprintf("if (%s >= n) return;", t))
	}
	sum := ""
	for k := range w {
		if k > 0 {
			sum += d.pick(" + ", " - ", " + 2 * ")
		}
		x := base
		if k > 0 {
			x += fmt.Sprintf(" + %d", k)
		}
		sum += "in[" + x + "]"
	}
	if d.one(3) {
		p := d.pick("mine", "p")
		lines = append(lines, fmt.Sprintf("const %s *%s = in + %s;", e, p, base))
		sum = ""
		for k := range w {
			if k > 0 {
				sum += " + "
			}
			sum += fmt.Sprintf("%s[%d]", p, k)
		}
	}
	lines = append(lines, fmt.Sprintf("out[%s] = %s;", t, sum))
	if d.one(2) { // and stores
		lines = lines[:len(lines)-1]
		v := d.pick("other[%s]", "other[%s] + 1")
		lines = append(lines, fmt.Sprintf("const %s v = "+v+";", e, t))
		for k := range w {
			x := base
			if k > 0 {
				x += fmt.Sprintf(" + %d", k)
			}
			lines = append(lines, fmt.Sprintf("out[%s] = %s;", x, d.pick("v", "v + 1", "2 * v", "in["+x+"]", "out["+base+"]")))
		}
	}
	out, in, other := d.array("out", e, n*w), d.array("in", e, n*w), d.array("other", e, n)
	d.kernel("pixels", fmt.Sprintf("%s *%sout, const %s *%sin, const %s *other, int n", e, d.restrict(), e, d.restrict(), e), lines...)
	args := []string{"d_" + out, "d_" + in, "d_" + other, fmt.Sprint(n - d.number(0, 0, 5))}
	if d.one(10) {
		args[1] = args[0]
	}
	d.launch("pixels", []int{blocks}, []int{threads}, "", args...)
}
