package kernelgen

import (
	"fmt"
	"strings"
)

// tile is a transposition through a tile that is read down its columns.
func (d *drawer) tile() {
	side := d.number(32, 32, 16, 8)
	rows := side / d.number(1, 2, 4)
	e := d.element()
	blocks := d.number(1, 2)
	n := side * blocks
	guard, cut := "", 0
	if d.one(3) {
		cut = d.r.IntN(side)
		guard = "if (x < n && %s < n) "
	}
	n -= cut
	g := func(y string) string {
		if guard == "" {
			return ""
		}
		return fmt.Sprintf(guard, y)
	}
	extent := fmt.Sprint(side)
	if d.one(3) {
		d.records = append(d.records, fmt.Sprintf(d.pick("#define TILE %d", "const int TILE = %d;", "constexpr int TILE = %d;"), side))
		extent = "TILE"
	}
	out, in := d.array("out", e, n*n), d.array("in", e, n*n)
	buf := d.pick("tile", "buf", "s")
	lines := []string{
		fmt.Sprintf("__shared__ %s %s[%s][%s];", e, buf, extent, extent),
		fmt.Sprintf("int x = blockIdx.x * %s + threadIdx.x;", extent), fmt.Sprintf("int y = blockIdx.y * %s + threadIdx.y;", extent), d.around("out"),
	}
	clear := guard != "" // else what the guard leaves is not written
	if clear {
		lines = append(lines, fmt.Sprintf("for (int k = 0; k < %s; k += %d) %s[threadIdx.y + k][threadIdx.x] = 0;", extent, rows, buf))
		lines = append(lines, d.maybe(2, "__syncthreads();"))
	}
	barrier := "__syncthreads();"
	value := d.expr(buf + "[threadIdx.x][threadIdx.y%s]")
	if rows == side {
		lines = append(lines, g("y")+fmt.Sprintf("%s[threadIdx.y][threadIdx.x] = in[y * n + x];", buf), barrier,
			fmt.Sprintf("x = blockIdx.y * %s + threadIdx.x;", extent), fmt.Sprintf("y = blockIdx.x * %s + threadIdx.y;", extent),
			g("y")+fmt.Sprintf("out[y * n + x] = %s;", strings.ReplaceAll(value, "%s", "")))
	} else {
		loop := fmt.Sprintf("for (int j = 0; j < %s; j += %d) {", extent, rows)
		lines = append(lines, loop, g("y + j")+fmt.Sprintf("%s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];", buf), "}", barrier,
			fmt.Sprintf("x = blockIdx.y * %s + threadIdx.x;", extent), fmt.Sprintf("y = blockIdx.x * %s + threadIdx.y;", extent),
			loop, g("y + j")+fmt.Sprintf("out[(y + j) * n + x] = %s;", strings.ReplaceAll(value, "%s", " + j")), "}")
	}
	d.kernel("transpose", fmt.Sprintf("%s *%sout, const %s *%sin, int n", e, d.restrict(), e, d.restrict()), lines...)
	d.launch("transpose", []int{blocks, blocks}, []int{side, rows}, "", "d_"+out, "d_"+in, fmt.Sprint(n))
}

// columnSums has each lane walk a row of a tile.
func (d *drawer) columnSums() {
	side := d.number(32, 16, 8)
	e := d.pick("int", "float", "double", "short")
	warps := d.number(1, 2, 4)
	out, in := d.array("out", e, side*warps), d.array("in", e, side*side*warps)
	at := d.pick("rows[w][lane][k]", "rows[w][lane][k]", "rows[w][lane][(k + lane) % %d]", "rows[w][k][lane]")
	if at == "rows[w][lane][(k + lane) % %d]" {
		at = fmt.Sprintf("rows[w][lane][(k + lane) %% %d]", side)
	}
	if d.one(4) {
		at = "(&rows[w][0][0])[lane * " + fmt.Sprint(side) + " + k]"
	}
	d.kernel("row_sums", fmt.Sprintf("%s *out, const %s *in", e, e),
		fmt.Sprintf("__shared__ %s rows[%d][%d][%d];", e, warps, side, side), "int lane = threadIdx.x, w = threadIdx.y;",
		fmt.Sprintf("for (int k = 0; k < %d; k++) rows[w][k][lane] = in[(w * %d + k) * %d + lane];", side, side, side), d.pick("__syncthreads();", "__syncthreads();\n"+d.around("out")),
		e+" sum = 0;", fmt.Sprintf("for (int k = 0; k < %d; k++) sum += %s;", side, at), fmt.Sprintf("out[w * %d + lane] = sum;", side))
	d.launch("row_sums", []int{1}, []int{side, warps}, "", "d_"+out, "d_"+in)
}

// transposedStore reads along rows and writes down columns, or the other way round.
func (d *drawer) transposedStore() {
	block := [][]int{{32, 8}, {16, 16}, {32, 32}, {8, 8}, {32, 4}, {16, 8}}[d.r.IntN(6)]
	e := d.element()
	w, h := block[0]*d.number(1, 2, 3), block[1]*d.number(1, 2, 4)
	guard := ""
	if d.one(2) {
		w, h = w-d.r.IntN(block[0]), h-d.r.IntN(block[1])
		guard = d.pick("if (x < w && y < h) ", "if (x >= w || y >= h) return;\n")
	}
	out, in, other := d.array("out", e, w*h), d.array("in", e, w*h), d.array("other", e, w*h)
	value := d.expr("in[y * w + x]")
	switch d.r.IntN(5) {
	case 0:
		value += " + other[y * w + x]"
	case 1:
		value += " + " + d.pick("threadIdx.x", "x", "y", "threadIdx.y * 2")
	}
	op := d.pick("=", "=", "=", "+=")
	if d.one(3) { // reads down
		value = "in[x * h + y]"
		d.kernel("flip", fmt.Sprintf("%s *%sout, const %s *%sin, const %s *other, int w, int h", e, d.restrict(), e, d.restrict(), e),
			"int x = blockIdx.x * blockDim.x + threadIdx.x;", "int y = blockIdx.y * blockDim.y + threadIdx.y;", d.around("out"), guard+"out[y * w + x] "+op+" "+value+";")
	} else {
		d.kernel("flip", fmt.Sprintf("%s *%sout, const %s *%sin, const %s *other, int w, int h", e, d.restrict(), e, d.restrict(), e),
			d.pick("int", "const int", "unsigned int")+" x = blockIdx.x * blockDim.x + threadIdx.x;", "int y = blockIdx.y * blockDim.y + threadIdx.y;", d.around("out"), guard+"out[x * h + y] "+op+" "+value+";")
	}
	d.launch("flip", []int{(w + block[0] - 1) / block[0], (h + block[1] - 1) / block[1]}, block, "", "d_"+out, "d_"+in, "d_"+other, fmt.Sprint(w), fmt.Sprint(h))
}

// reduction is a tree in shared memory, near elements first.
func (d *drawer) reduction() {
	threads, blocks := d.number(32, 64, 128, 256), d.number(1, 2, 3)
	e := d.pick("int", "float", "double", "unsigned int")
	tid := d.pick("tid", "t", "i")
	s := d.pick("s", "stride", "step")
	combine := d.pick("part[A] += part[B];", "part[A] = part[A] + part[B];", "part[A] = max(part[A], part[B]);", "part[A] = part[B] + part[A];", "part[A] -= part[B];", "part[A] += 2 * part[B];")
	own, far := tid, tid+" + "+s
	var cond, loop, index string
	switch d.r.IntN(4) {
	case 0:
		cond = d.pick(tid+" % (2 * "+s+") == 0", tid+" % (2 * "+s+") == 0 && "+tid+" + "+s+" < blockDim.x", "!("+tid+" % (2 * "+s+"))")
	case 1:
		cond = "(" + tid + " & (2 * " + s + " - 1)) == 0"
	case 2:
		index = fmt.Sprintf("int index = 2 * %s * %s;", s, tid)
		cond = "index < blockDim.x"
		own, far = "index", "index + "+s
	case 3:
		cond = tid + " % (" + s + " + " + s + ") == 0"
	}
	loop = fmt.Sprintf("for (%s %s = 1; %s < %s; %s) {", d.pick("int", "unsigned int"), s, s, d.pick("blockDim.x", fmt.Sprint(threads)), d.pick(s+" *= 2", s+" <<= 1", s+" += "+s))
	text := ""
	for i := 0; i < len(combine); i++ {
		switch {
		case combine[i] == 'A' && combine[i-1] == '[':
			text += own
		case combine[i] == 'B' && combine[i-1] == '[':
			text += far
		default:
			text += combine[i : i+1]
		}
	}
	last := d.pick("if (%s == 0) out[blockIdx.x] = part[0];", "if (%s == 0) out[blockIdx.x] = part[0];", "if (%s < 2) out[blockIdx.x * 2 + %[1]s] = part[%[1]s];", "if (%s == 0) atomicAdd(out, part[0]);")
	n := threads * blocks
	out, in := d.array("out", e, 2*blocks), d.array("in", e, n)
	dynamic := d.one(3)
	decl, shared := fmt.Sprintf("__shared__ %s part[%d];", e, threads), ""
	if dynamic {
		decl, shared = fmt.Sprintf("extern __shared__ %s part[];", e), fmt.Sprintf("%d * sizeof(%s)", threads, e)
	}
	load := fmt.Sprintf("part[%s] = in[blockIdx.x * blockDim.x + %s];", tid, tid)
	limit := n
	if d.one(3) {
		limit = n - d.r.IntN(threads)
		load = fmt.Sprintf("part[%s] = blockIdx.x * blockDim.x + %s < n ? in[blockIdx.x * blockDim.x + %s] : 0;", tid, tid, tid)
	}
	d.kernel("reduce", fmt.Sprintf("%s *out, const %s *in, int n", e, e), decl, d.pick("int", "unsigned int")+" "+tid+" = threadIdx.x;", load, d.around("out"), "__syncthreads();",
		loop, index, "if ("+cond+") {", text, "}", "__syncthreads();", "}", fmt.Sprintf(last, tid))
	d.launch("reduce", []int{blocks}, []int{threads}, shared, "d_"+out, "d_"+in, fmt.Sprint(limit))
}

// stridedShared reads a one-dimensional array at a stride.
func (d *drawer) stridedShared() {
	threads, stride := d.number(32, 64, 128), d.number(2, 4, 8, 16)
	e := d.pick("int", "float", "double", "unsigned char")
	n := threads * stride
	out, in := d.array("out", e, n), d.array("in", e, n)
	decl, shared := fmt.Sprintf("__shared__ %s s[%d];", e, n), ""
	if d.one(2) {
		decl, shared = fmt.Sprintf("extern __shared__ %s s[];", e), fmt.Sprintf("%d * sizeof(%s)", n, e)
	}
	lines := []string{decl, "int t = threadIdx.x;", fmt.Sprintf("for (int k = t; k < %d; k += %d) s[k] = in[k];", n, threads), "__syncthreads();"}
	if d.one(2) {
		lines = append(lines, e+" sum = 0;", fmt.Sprintf("for (int k = 0; k < %d; k++) sum += s[t * %d + k];", stride, stride), "out[t] = sum;")
	} else {
		lines = append(lines, fmt.Sprintf("out[t] = s[t * %d] + %s;", stride, d.pick("s[t]", "1", fmt.Sprintf("s[(t * %d + 1) %% %d]", stride, n))))
	}
	d.kernel("strides", fmt.Sprintf("%s *out, const %s *in", e, e), lines...)
	d.launch("strides", []int{1}, []int{threads}, shared, "d_"+out, "d_"+in)
}
