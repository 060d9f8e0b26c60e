package indexmath

import (
	"fmt"
	"math"
	"strings"
)

// tree is an expression that nothing simplifies: what the package must agree with.
type tree struct {
	op     string
	kids   []*tree
	sym    *Sym
	val    int64
	signed bool
}

func (t *tree) String() string {
	switch t.op {
	case "sym":
		return t.sym.Name
	case "const":
		return fmt.Sprint(t.val)
	}
	var parts []string
	for _, k := range t.kids {
		parts = append(parts, k.String())
	}
	name := t.op
	if name == "cast" {
		name = fmt.Sprintf("cast%d%v", t.val, t.signed)
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

var binaries = map[string]func(x, y Expr) Expr{
	"add": Add, "sub": Sub, "mul": Mul, "div": Div, "mod": Mod, "shl": Shl, "shr": Shr, "and": And, "or": Or, "xor": Xor,
	"min": Min, "max": Max, "lt": Lt, "le": Le, "gt": Gt, "ge": Ge, "eq": Eq, "ne": Ne, "land": LAnd, "lor": LOr,
}

// expr builds the tree with the package.
func (t *tree) expr() Expr {
	if f := binaries[t.op]; f != nil {
		return f(t.kids[0].expr(), t.kids[1].expr())
	}
	switch t.op {
	case "sym":
		return t.sym.Expr()
	case "const":
		return Const(t.val)
	case "neg":
		return Neg(t.kids[0].expr())
	case "compl":
		return Compl(t.kids[0].expr())
	case "lnot":
		return LNot(t.kids[0].expr())
	case "select":
		return Select(t.kids[0].expr(), t.kids[1].expr(), t.kids[2].expr())
	case "cast":
		return Cast(t.kids[0].expr(), int(t.val), t.signed)
	}
	panic(t.op)
}

// maybe is a value that may be unknown.
type maybe struct {
	v  int64
	ok bool
}

func of(v int64) maybe { return maybe{v, true} }

func ofBool(b bool) maybe {
	if b {
		return of(1)
	}
	return of(0)
}

// eval is the value of the tree where the symbols have the given values.
func (t *tree) eval(env map[*Sym]maybe) maybe {
	switch t.op {
	case "sym":
		return env[t.sym]
	case "const":
		return of(t.val)
	}
	var a [3]maybe
	all := true
	for i, k := range t.kids {
		a[i] = k.eval(env)
		all = all && a[i].ok
	}
	x, y := a[0], a[1]
	either := func(v int64) bool { return x.ok && x.v == v || y.ok && y.v == v }
	switch t.op {
	case "select":
		switch {
		case !x.ok:
			return maybe{}
		case x.v != 0:
			return y
		}
		return a[2]
	case "mul", "and", "land":
		if either(0) {
			return of(0)
		}
	case "or":
		if either(-1) {
			return of(-1)
		}
	case "lor":
		if x.ok && x.v != 0 || y.ok && y.v != 0 {
			return of(1)
		}
	}
	if !all {
		return maybe{}
	}
	return t.known(x.v, y.v)
}

func (t *tree) known(x, y int64) maybe {
	switch t.op {
	case "add":
		return of(x + y)
	case "sub":
		return of(x - y)
	case "mul":
		return of(x * y)
	case "div":
		if y == 0 {
			return maybe{}
		}
		return of(x / y)
	case "mod":
		if y == 0 {
			return maybe{}
		}
		return of(x % y)
	case "shl":
		if y < 0 || y > 63 {
			return maybe{}
		}
		return of(x << y)
	case "shr":
		if y < 0 || y > 63 {
			return maybe{}
		}
		return of(x >> y)
	case "and":
		return of(x & y)
	case "or":
		return of(x | y)
	case "xor":
		return of(x ^ y)
	case "min":
		return of(min(x, y))
	case "max":
		return of(max(x, y))
	case "lt":
		return ofBool(x < y)
	case "le":
		return ofBool(x <= y)
	case "gt":
		return ofBool(x > y)
	case "ge":
		return ofBool(x >= y)
	case "eq":
		return ofBool(x == y)
	case "ne":
		return ofBool(x != y)
	case "land":
		return ofBool(x != 0 && y != 0)
	case "lor":
		return ofBool(x != 0 || y != 0)
	case "neg":
		return of(-x)
	case "compl":
		return of(^x)
	case "lnot":
		return ofBool(x == 0)
	case "cast":
		return of(castTo(x, t.val, t.signed))
	}
	panic(t.op)
}

func castTo(x, bits int64, signed bool) int64 {
	switch {
	case bits == 8 && signed:
		return int64(int8(x))
	case bits == 8:
		return int64(uint8(x))
	case bits == 16 && signed:
		return int64(int16(x))
	case bits == 16:
		return int64(uint16(x))
	case bits == 32 && signed:
		return int64(int32(x))
	case bits == 32:
		return int64(uint32(x))
	}
	return x
}

// subst is the tree with trees in the place of symbols.
func (t *tree) subst(with map[*Sym]*tree) *tree {
	if t.op == "sym" {
		if r := with[t.sym]; r != nil {
			return r
		}
		return t
	}
	out := *t
	out.kids = nil
	for _, k := range t.kids {
		out.kids = append(out.kids, k.subst(with))
	}
	return &out
}

// The symbols of the random trees: their ranges and residues cover what a kernel has.
var (
	symX = &Sym{Name: "threadIdx.x", Kind: Thread, Range: Between(0, 31)}
	symY = &Sym{Name: "threadIdx.y", Kind: Thread, Axis: 1, Range: Between(0, 7)}
	symB = &Sym{Name: "blockIdx.x", Kind: Block, Range: Between(0, 1<<31-1)}
	symN = &Sym{Name: "n", Kind: Param, Range: Between(0, 1<<31-1)}
	symP = &Sym{Name: "pitch", Kind: Param, Range: Between(16, 1<<20), Residue: Congruence{16, 0}}
	symQ = &Sym{Name: "q", Kind: Param, Range: Between(-300, 300), Residue: Congruence{6, 5}}
	symU = &Sym{Name: "u", Kind: Param}
	symA = &Sym{Name: "a", Kind: Param, Range: AtLeast(0)}
	symI = &Sym{Name: "i", Kind: Carried, Range: Between(-5, 100)}
	symJ = &Sym{Name: "i", Kind: Carried, Varies: true, Range: Between(0, 63)}
	symD = &Sym{Name: "idx[i]", Kind: Data, Range: Between(0, 15)}
	symE = &Sym{Name: "map[i]", Kind: Data, Residue: Congruence{8, 3}}

	testSyms = []*Sym{symX, symY, symB, symN, symP, symQ, symU, symA, symI, symJ, symD, symE}
)

var testConsts = []int64{
	0, 1, -1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 31, 32, 33, 63, 64, 96, 128, 255, 256, -2, -3, -4, -8, -16, -32, 48, 0xf0, 0xffff,
	1 << 20, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 32, -1 << 31, 1 << 62, math.MaxInt64, math.MinInt64,
}

// choices is a source of small decisions; it gives 0 once it has run dry.
type choices struct{ data []byte }

func (c *choices) below(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return int(b) % n
}

var treeOps = []string{
	"add", "add", "add", "sub", "sub", "mul", "mul", "div", "div", "mod", "mod", "shl", "shr", "and", "and", "or", "xor", "min", "max",
	"lt", "le", "gt", "ge", "eq", "ne", "land", "lor", "neg", "compl", "lnot", "select", "select", "cast", "cast",
}

// tree reads a tree of no more than that depth. Subtrees already read are used again at times.
func (c *choices) tree(depth int, have *[]*tree) *tree {
	t := c.fresh(depth, have)
	*have = append(*have, t)
	return t
}

func (c *choices) fresh(depth int, have *[]*tree) *tree {
	kind := c.below(16)
	switch {
	case len(c.data) == 0 || kind < 2 && depth < 3:
		return &tree{op: "const", val: testConsts[c.below(len(testConsts))]}
	case depth == 0 || kind < 5:
		return &tree{op: "sym", sym: testSyms[c.below(len(testSyms))]}
	case kind < 7 && len(*have) > 0:
		return (*have)[c.below(len(*have))]
	}
	t := &tree{op: treeOps[c.below(len(treeOps))]}
	n := 2
	switch t.op {
	case "neg", "compl", "lnot", "cast":
		n = 1
	case "select":
		n = 3
	}
	if t.op == "cast" {
		t.val, t.signed = []int64{8, 16, 32, 64}[c.below(4)], c.below(2) == 0
	}
	for range n {
		t.kids = append(t.kids, c.tree(depth-1, have))
	}
	// Division and masks by constants are what matters most.
	switch t.op {
	case "div", "mod", "and", "shr", "mul":
		if c.below(2) == 0 {
			t.kids[1] = &tree{op: "const", val: testConsts[c.below(len(testConsts))]}
		}
	}
	return t
}

// index reads a tree as kernels write them: a linear form, then divisions, masks and shifts by constants, put together again.
func (c *choices) index() *tree {
	node := func(op string, kids ...*tree) *tree { return &tree{op: op, kids: kids} }
	num := func(v int64) *tree { return &tree{op: "const", val: v} }
	sizes := []int64{1, 2, 3, 4, 6, 8, 16, 32, 48, 64, -1, -4, 1 << 31}
	linear := func() *tree {
		sum := num(int64(c.below(64)) - 16)
		for range 1 + c.below(4) {
			t := &tree{op: "sym", sym: testSyms[c.below(len(testSyms))]}
			if c.below(5) == 0 {
				t = node("mul", t, node("add", &tree{op: "sym", sym: testSyms[c.below(len(testSyms))]}, num(int64(c.below(3)))))
			}
			sum = node("add", sum, node("mul", t, num(sizes[c.below(len(sizes))])))
		}
		return sum
	}
	x, d := linear(), sizes[c.below(len(sizes)-3)]
	part := func() *tree {
		switch c.below(8) {
		case 0:
			return node("div", x, num(d))
		case 1:
			return node("mod", x, num(d))
		case 2:
			return node("mul", node("div", x, num(d)), num(d))
		case 3:
			return node("and", x, num(d-1))
		case 4:
			return node("shr", x, num(int64(c.below(6))))
		case 5:
			return node("mul", node("shr", x, num(4)), num(16))
		case 6:
			return node("and", x, num(-d))
		}
		return x
	}
	y := node([]string{"add", "sub", "xor", "or", "lt", "eq"}[c.below(6)], part(), part())
	if c.below(3) == 0 {
		y = node("sub", y, linear())
	}
	switch c.below(4) {
	case 0:
		return node("div", y, num(sizes[c.below(len(sizes))]))
	case 1:
		return node("mod", y, num(sizes[c.below(len(sizes))]))
	case 2:
		t := node("cast", y)
		t.val, t.signed = []int64{8, 16, 32}[c.below(3)], c.below(2) == 0
		return t
	}
	return y
}

// value reads a value that the symbol may have.
func (c *choices) value(s *Sym) int64 {
	lo, hi := s.Range.ends()
	var v int64
	switch c.below(6) {
	case 0:
		v = lo
	case 1:
		v = hi
	case 2:
		v = testConsts[c.below(len(testConsts))]
	default:
		v = int64(c.below(256)) | int64(c.below(256))<<8
		if c.below(3) == 0 {
			v = int64(uint64(v) * 0x9e3779b97f4a7c15)
		}
	}
	if v < lo || v > hi {
		v = lo + int64(uint64(v)%(uint64(hi)-uint64(lo)+1))
	}
	if m := s.Residue.Modulus; m > 0 {
		down := v - floorMod(v-s.Residue.Rest, m)
		if down > v || down < lo {
			down += m * (1 + (lo-down-1)/m)
		}
		v = down
	}
	return v
}
