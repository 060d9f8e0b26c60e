package kernelgen

import (
	"fmt"
	"math/rand/v2"
)

// gen draws one program.
type gen struct {
	r *rand.Rand
	p *Program
	shape
	place
	constants []val
	macros    []macro
	helpers   []*helper
	serial    int
	size      int // how much is written
	typeArg   *ctype
	nested    int
}

// shape is what is known of the launches: of each axis the largest extents and the least of the block.
type shape struct {
	axes               int
	block, least, grid [3]int64
}

// place is where the generator writes: what is in scope there.
type place struct {
	f      *function
	ints   []*variable
	floats []*variable
	arrays []*variable // pointers and arrays
	base   tags        // of the constructs around
	depth  int
	repeat int64 // iterations of the loops around, at most
	inLoop int   // 1 in a for loop, 2 in another
	even   bool  // all threads of the block come here together
}

// macro is a function-like macro of two arguments.
type macro struct {
	name  string
	group bool // its replacement needs parentheses
	value func(x, y val) (val, bool)
}

// helper is a __device__ function that can be called.
type helper struct {
	f      *function
	limits []int64 // of int parameters: exclusive bound of the argument
	reach  int64   // elements of its pointer that it may touch
	result val
	refs   []val // what its references get
	writes bool
}

// New draws the program of a seed; a larger size writes more.
func New(seed uint64, size int) *Program {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x5eed)), p: &Program{Seed: seed}, size: size}
	g.repeat = 1
	g.shapes()
	g.names()
	g.records()
	g.kernelTemplate()
	for range g.n(2 + size/4) {
		g.helper()
	}
	g.kernel()
	g.p.print()
	return g.p
}

func (g *gen) name(prefix string) string {
	g.serial++
	return fmt.Sprintf("%s%d", prefix, g.serial)
}

func (g *gen) object(in space, size int64) *object {
	g.p.objects++
	o := &object{number: g.p.objects, space: in, size: size, values: [2]int64{0, 63}}
	return o
}

var (
	lines  = [][3]int64{{32, 1, 1}, {64, 1, 1}, {128, 1, 1}, {96, 1, 1}, {256, 1, 1}, {33, 1, 1}, {48, 1, 1}, {100, 1, 1}, {7, 1, 1}, {40, 1, 1}}
	planes = [][3]int64{{16, 16, 1}, {32, 8, 1}, {8, 8, 1}, {32, 4, 1}, {4, 8, 1}, {16, 4, 1}, {7, 9, 1}, {17, 5, 1}, {33, 3, 1}, {5, 33, 1}, {2, 64, 1}, {64, 2, 1}, {1, 64, 1}}
	bodies = [][3]int64{{8, 4, 4}, {4, 4, 4}, {3, 5, 7}, {2, 8, 3}, {16, 2, 2}, {32, 2, 2}, {1, 1, 33}, {5, 3, 2}}
)

// shapes chooses the launches.
func (g *gen) shapes() {
	g.axes = 1 + g.n(5)/2
	of := [][][3]int64{lines, planes, bodies}[g.axes-1]
	n := 1
	if g.one(8) {
		n = 2
	}
	g.least = [3]int64{1 << 20, 1 << 20, 1 << 20}
	for i := range n {
		l := &launch{block: pickOf(g, of), grid: [3]int64{1, 1, 1}, style: g.n(16)}
		if i == 1 && l.block == g.p.launch[0].block {
			break
		}
		for axis := range g.axes {
			l.grid[axis] = pickOf(g, []int64{1, 1, 2, 2, 3, 4, 5})
		}
		for l.grid[0]*l.grid[1]*l.grid[2] > 8 {
			l.grid[g.n(3)] = 1
		}
		for axis := range 3 {
			g.block[axis] = max(g.block[axis], l.block[axis])
			g.least[axis] = min(g.least[axis], l.block[axis])
			g.grid[axis] = max(g.grid[axis], l.grid[axis])
		}
		if threads := l.block[0] * l.block[1] * l.block[2]; threads%32 != 0 {
			g.base |= tagOddBlock
		}
		g.p.launch = append(g.p.launch, l)
	}
}

// names writes constants and macros.
func (g *gen) names() {
	for range g.n(4) {
		n := pickOf(g, sizes)
		name := g.name("W")
		form := pickOf(g, []string{"#define %s %d", "#define %s (%d)", "constexpr int %s = %d;", "const int %s = %d;", "enum { %s = %d };",
			"static const int %s = %d;"})
		g.p.defines = append(g.p.defines, fmt.Sprintf(form, name, n))
		v := val{&literal{n, tInt, name}, tInt, n, n, 0}
		if form[0] == '#' {
			v.tags = tagMacro
		}
		g.constants = append(g.constants, v)
	}
	g.p.defines = append(g.p.defines, "#define AT(p, i) (p)[i]")
	for range g.n(3) {
		g.macro()
	}
}

func (g *gen) macro() {
	name, c := g.name("MAC"), g.factor()
	k := pickOf(g, []int{0, 1, 2, 3, 4})
	text := (&printer{p: g.p}).string(c.e)
	// combine makes (x op1 c) op2 y.
	combine := func(op1, op2 string) func(x, y val) (val, bool) {
		return func(x, y val) (val, bool) {
			v, ok := join(op1, x, c)
			if !ok {
				return v, false
			}
			return join(op2, v, y)
		}
	}
	switch k {
	case 0:
		g.p.defines = append(g.p.defines, fmt.Sprintf("#define %s(a, b) ((a) * %s + (b))", name, text))
		g.macros = append(g.macros, macro{name, false, combine("*", "+")})
	case 1:
		g.p.defines = append(g.p.defines, fmt.Sprintf("#define %s(a, b) (a) %% %s + (b)", name, text))
		g.macros = append(g.macros, macro{name, true, combine("%", "+")})
	case 2:
		g.p.defines = append(g.p.defines, fmt.Sprintf("#define %s(row, col) \\\n    (((row) + %s) ^ (col))", name, text))
		g.macros = append(g.macros, macro{name, false, combine("+", "^")})
	case 3:
		g.p.defines = append(g.p.defines, fmt.Sprintf("#define %s(a, b) ((a) < (b) ? (a) : (b))", name))
		g.macros = append(g.macros, macro{name, false, func(x, y val) (val, bool) {
			t := common(x.t, y.t)
			less := &binary{"<", x.e, y.e, t}
			xl, xh := x.to(t)
			yl, yh := y.to(t)
			return val{&choice{less, x.e, y.e, t}, t, min(xl, yl), min(xh, yh), x.tags | y.tags | tagChoice}, true
		}})
	case 4:
		g.p.defines = append(g.p.defines, fmt.Sprintf("#define %s(x, y) ((x) / %s - (y))", name, text))
		g.macros = append(g.macros, macro{name, false, combine("/", "-")})
	}
}

func (w *printer) string(e expr) string {
	w.expr(e)
	return w.String()
}

// records writes a struct or two.
func (g *gen) records() {
	for range g.n(3) {
		var types []*ctype
		for range 2 + g.n(3) {
			types = append(types, pickOf(g, []*ctype{tFloat, tFloat, tInt, tInt, tDouble, tUChar, tShort, tLong}))
		}
		if g.one(2) {
			for i := range types {
				types[i] = types[0]
			}
		}
		g.p.records = append(g.p.records, recordOf(g.name("Rec"), types...))
	}
}

func (g *gen) kernelTemplate() {
	g.p.kernel = &function{name: g.name("kernel"), quals: pickOf(g, []string{"__global__ ", "__global__ ", "extern \"C\" __global__ ", "static __global__ "})}
	k := g.p.kernel
	if g.one(6) {
		v := &variable{name: g.name("N"), typ: tInt, fixed: true, tags: tagTemplate}
		for i, l := range g.p.launch {
			n := pickOf(g, sizes)
			l.tmpl = []int64{n}
			if i == 0 {
				v.lo, v.hi = n, n
			}
			v.lo, v.hi = min(v.lo, n), max(v.hi, n)
		}
		k.tmpl = []*variable{v}
	}
	if g.one(10) {
		t := *pickOf(g, scalars)
		t.real, t.name = t.name, "T"
		k.typeArg, g.typeArg = &t, &t
	}
	if len(k.tmpl) > 0 || k.typeArg != nil {
		k.quals = "__global__ "
	}
}

// elemType is an element type for arrays.
func (g *gen) elemType() *ctype {
	switch k := g.n(12); {
	case k == 0:
		return pickOf(g, vectors)
	case k == 1 && len(g.p.records) > 0:
		return pickOf(g, g.p.records)
	case k == 2 && g.one(2):
		return tFloat3
	case k < 5 && g.typeArg != nil:
		return g.typeArg
	case k < 8:
		return tFloat
	}
	return pickOf(g, scalars)
}

// kernel writes the kernel.
func (g *gen) kernel() {
	k := g.p.kernel
	g.f = k
	g.even = true
	for range 2 + g.n(3) {
		t := g.elemType()
		v := &variable{name: g.name("p"), typ: pointerTo(t), obj: g.object(global, 0), space: global, fixed: true, tags: g.base}
		if g.one(3) {
			v.quals = "const "
		}
		if g.one(4) {
			v.typ = &ctype{name: t.name + "* __restrict__", class: pointer, size: 8, align: 8, elem: t}
		}
		shift := int64(0)
		if g.one(6) {
			shift = pickOf(g, []int64{1, 2, 3, 4, 8, 16, 31})
		}
		for _, l := range g.p.launch {
			l.args = append(l.args, argument{v: shift})
		}
		v.lo, v.hi = shift, shift
		k.params = append(k.params, v)
		g.arrays = append(g.arrays, v)
	}
	for range g.n(3) {
		v := &variable{name: g.name("n"), typ: pickOf(g, []*ctype{tInt, tInt, tUInt, tSize, tLong}), fixed: true, tags: g.base}
		n := pickOf(g, []int64{1, 2, 3, 7, 16, 20, 32, 33, 50, 64, 100, 128, 200, 256, 500, 1000, 1024})
		for i, l := range g.p.launch {
			if i == 1 && g.one(2) {
				n = pickOf(g, sizes)
			}
			if i == 0 {
				v.lo, v.hi = n, n
			}
			v.lo, v.hi = min(v.lo, n), max(v.hi, n)
			l.args = append(l.args, argument{v: n, text: fmt.Sprint(n)})
		}
		k.params = append(k.params, v)
		g.constants = append(g.constants, val{&use{v}, v.typ, v.lo, v.hi, v.tags | typeTags(v.typ)})
	}
	for _, v := range k.tmpl {
		g.constants = append(g.constants, val{&use{v}, v.typ, v.lo, v.hi, v.tags})
	}
	for range g.n(3) {
		g.sharedArray()
	}
	if g.one(5) {
		g.dynamicArray()
	}
	k.body = g.stmts(3 + g.n(3+g.size))
}

func (g *gen) sharedArray() {
	t := g.elemType()
	dims := []int64{pickOf(g, []int64{32, 64, 100, 128, 256, 33, 512})}
	switch g.n(5) {
	case 0, 1:
		dims = []int64{pickOf(g, []int64{8, 16, 32, 4}), pickOf(g, []int64{8, 16, 17, 18, 32, 33, 34, 36, 40, 64})}
	case 2:
		if g.one(3) {
			dims = []int64{pickOf(g, []int64{2, 3, 4}), pickOf(g, []int64{4, 8, 9}), pickOf(g, []int64{8, 16, 17})}
		}
	}
	n := t.size
	for _, d := range dims {
		n *= d
	}
	v := &variable{name: g.name("tile"), typ: t, dims: dims, space: shared, obj: g.object(shared, n), fixed: true, tags: g.base | tagShared}
	g.p.shared = append(g.p.shared, v)
	g.arrays = append(g.arrays, v)
}

func (g *gen) dynamicArray() {
	t := g.elemType()
	n := pickOf(g, []int64{64, 128, 256, 300, 512, 1024})
	v := &variable{name: g.name("dyn"), typ: t, dims: []int64{n}, space: shared, obj: g.object(shared, n*t.size), fixed: true, tags: g.base | tagShared | tagDynamic}
	g.p.shared = append(g.p.shared, v)
	g.p.dynamic = v
	g.arrays = append(g.arrays, v)
	for _, l := range g.p.launch {
		l.bytes = n * t.size
	}
}
