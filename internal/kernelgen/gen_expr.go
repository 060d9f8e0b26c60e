package kernelgen

import (
	"strconv"
)

// val is an expression with what is known of its value.
type val struct {
	e      expr
	t      *ctype
	lo, hi int64
	tags   tags
}

func (v val) constant() bool { return v.lo == v.hi }

func number(n int64) val {
	return val{e: &literal{v: n, typ: tInt, text: strconv.FormatInt(n, 10)}, t: tInt, lo: n, hi: n}
}

// to is the interval of a value converted to a type.
func (v val) to(t *ctype) (lo, hi int64) {
	if t.class != integer {
		return 0, 0
	}
	lo, hi = t.bounds()
	if v.lo >= lo && v.hi <= hi {
		return v.lo, v.hi
	}
	return lo, hi
}

// typeTags says what of a type is noteworthy.
func typeTags(t *ctype) tags {
	switch {
	case t.class != integer:
		return 0
	case t.size == 8:
		return tag64
	case t == tUInt:
		return tagUnsigned
	case t.size < 4:
		return tagNarrow
	}
	return 0
}

// fits makes a value with an interval, or says that the interval is not to be had in the type.
func fits(e expr, t *ctype, lo, hi int64, tg tags) (val, bool) {
	least, most := t.bounds()
	if lo < least || hi > most {
		if t.signed || t.size == 8 {
			return val{}, false
		}
		lo, hi = least, most
	}
	return val{e, t, lo, hi, tg}, true
}

// join is x op y, where that is defined for all values that x and y may have.
func join(op string, x, y val) (val, bool) {
	t := common(x.t, y.t)
	tg := x.tags | y.tags
	if op == "<<" || op == ">>" {
		t = x.t.promoted()
		return shift(op, t, x, y, tg|tagShift)
	}
	e := &binary{op: op, x: x.e, y: y.e, typ: t}
	xl, xh := x.to(t)
	yl, yh := y.to(t)
	if t == tUInt || t == tSize {
		tg |= typeTags(t)
	}
	switch op {
	case "+":
		return fits(e, t, xl+yl, xh+yh, tg)
	case "-":
		return fits(e, t, xl-yh, xh-yl, tg)
	case "*":
		if max(-xl, xh) > 1<<31 || max(-yl, yh) > 1<<30 {
			return val{}, false
		}
		a, b, c, d := xl*yl, xl*yh, xh*yl, xh*yh
		return fits(e, t, min(a, b, c, d), max(a, b, c, d), tg)
	case "/":
		if yl <= 0 {
			return val{}, false
		}
		return fits(e, t, min(xl/yl, xl/yh), max(xh/yl, xh/yh), tg|tagDivMod)
	case "%":
		if yl <= 0 {
			return val{}, false
		}
		lo, hi := int64(0), min(max(xh, 0), yh-1)
		if xl < 0 {
			lo = max(xl, 1-yh)
		}
		return fits(e, t, lo, hi, tg|tagDivMod)
	case "&":
		switch {
		case xl >= 0 && yl >= 0:
			return fits(e, t, 0, min(xh, yh), tg|tagAndOr)
		case yl >= 0:
			return fits(e, t, 0, yh, tg|tagAndOr)
		}
		return val{}, false
	case "|", "^":
		if xl < 0 || yl < 0 || xh > 1<<40 || yh > 1<<40 {
			return val{}, false
		}
		top := int64(1)
		for top <= max(xh, yh) {
			top *= 2
		}
		tg |= tagAndOr
		if op == "^" {
			tg |= tagXor
		}
		return fits(e, t, 0, top-1, tg)
	}
	return val{e, tBool, 0, 1, tg}, true
}

func shift(op string, t *ctype, x, y val, tg tags) (val, bool) {
	xl, xh := x.to(t)
	if y.lo < 0 || y.hi < y.lo || y.hi >= 8*t.size || y.hi > 30 {
		return val{}, false
	}
	e := &binary{op: op, x: x.e, y: y.e, typ: t}
	if op == "<<" {
		if xl < 0 || xh > 1<<32 {
			return val{}, false
		}
		return fits(e, t, xl<<y.lo, xh<<y.hi, tg)
	}
	return fits(e, t, min(xl>>y.lo, xl>>y.hi), max(xh>>y.lo, xh>>y.hi), tg)
}

var (
	sizes    = []int64{1, 2, 2, 3, 4, 4, 5, 7, 8, 8, 12, 16, 16, 17, 24, 31, 32, 32, 32, 33, 48, 64, 64, 100, 128, 129, 256}
	intOps   = []string{"+", "+", "+", "-", "*", "*", "*", "/", "%", "%", "&", "|", "^", "^", "<<", ">>", ">>"}
	compare6 = []string{"<", "<", "<", "<=", ">", ">=", "==", "!="}
)

func (g *gen) n(n int) int { return g.r.IntN(n) }

func (g *gen) one(in int) bool { return g.r.IntN(in) == 0 }

func pickOf[T any](g *gen, list []T) T { return list[g.r.IntN(len(list))] }

// factor is a constant, as a number or by a name.
func (g *gen) factor() val {
	if len(g.constants) > 0 && g.one(3) {
		return pickOf(g, g.constants)
	}
	if g.one(12) {
		n := pickOf(g, sizes)
		return val{&literal{n, tUInt, strconv.FormatInt(n, 10) + "u"}, tUInt, n, n, tagUnsigned}
	}
	return number(pickOf(g, sizes))
}

// root is an id or a variable.
func (g *gen) root() val {
	if len(g.ints) > 0 && !g.one(4) {
		return g.variable(pickOf(g, g.ints))
	}
	axis := 0
	if g.axes > 1 && !g.one(3) {
		axis = g.n(g.axes)
	}
	tg := g.base
	if axis > 0 {
		tg |= tagMulti
	}
	switch g.n(8) {
	case 0:
		return val{&builtin{"blockIdx", axis}, tUInt, 0, g.grid[axis] - 1, tg | tagUnsigned}
	case 1:
		return val{&builtin{"blockDim", axis}, tUInt, g.least[axis], g.block[axis], tg}
	case 2:
		if g.one(3) {
			return val{&builtin{"gridDim", axis}, tUInt, 1, g.grid[axis], tg}
		}
	}
	return val{&builtin{"threadIdx", axis}, tUInt, 0, g.block[axis] - 1, tg | tagUnsigned}
}

func (g *gen) variable(v *variable) val {
	if v.typ.class == record {
		i := g.n(len(v.typ.fields))
		ft := v.typ.fields[i].typ
		return val{&element{v: v, field: i}, ft, v.lo, v.hi, v.tags | g.base | tagStruct}
	}
	if len(v.dims) > 0 {
		i := number(int64(g.n(int(v.dims[0]))))
		if g.nested == 0 && g.one(2) {
			g.nested++
			i = g.bounded(1, v.dims[0], true)
			g.nested--
		}
		return val{&element{v: v, index: i.e}, v.typ, v.lo, v.hi, v.tags | i.tags | g.base | tagLocalArray}
	}
	return val{&use{v}, v.typ, v.lo, v.hi, v.tags | g.base}
}

// index draws an integer expression of at most that depth.
func (g *gen) index(depth int) val {
	if depth <= 0 || g.one(4) {
		if g.one(6) {
			return g.factor()
		}
		return g.root()
	}
	for range 8 {
		if v, ok := g.compound(depth); ok && v.lo > -1<<40 && v.hi < 1<<40 {
			return v
		}
	}
	return g.root()
}

func (g *gen) compound(depth int) (val, bool) {
	x := g.index(depth - 1)
	switch k := g.n(30); {
	case k < 18:
		op := pickOf(g, intOps)
		y := g.factor()
		if op == "<<" || op == ">>" {
			y = number(int64(g.n(6)))
		}
		if (op == "+" || op == "-" || op == "^" || op == "|" || op == "&") && !g.one(3) || op == "*" && g.one(5) {
			y = g.index(depth - 1)
		}
		if op == "+" && g.one(3) { // row * width + column
			if scaled, ok := join("*", y, g.factor()); ok {
				y = scaled
			}
		}
		if g.one(10) {
			x, y = y, x
		}
		return join(op, x, y)
	case k < 20:
		return g.choose(x, g.index(depth-1), depth)
	case k < 22:
		return g.minMax(x, g.index(depth-1))
	case k < 24:
		t := pickOf(g, []*ctype{tInt, tInt, tUInt, tLong, tSize, tShort, tUChar, tUShort, tChar})
		lo, hi := x.to(t)
		return val{&cast{t, x.e, g.n(2)}, t, lo, hi, x.tags | tagCast | typeTags(t)}, true
	case k < 25:
		if x.t.promoted().signed {
			return val{&unary{"-", x.e, x.t.promoted()}, x.t.promoted(), -x.hi, -x.lo, x.tags}, true
		}
		return x, true
	case k < 27:
		return g.useMacro(x, g.index(depth-1))
	case k < 29:
		return g.useHelper()
	}
	c := g.cond(0)
	return val{c.e, tBool, 0, 1, c.tags}, true
}

func (g *gen) choose(x, y val, depth int) (val, bool) {
	c := g.cond(depth - 1)
	t := common(x.t, y.t)
	xl, xh := x.to(t)
	yl, yh := y.to(t)
	return val{&choice{c.e, x.e, y.e, t}, t, min(xl, yl), max(xh, yh), x.tags | y.tags | c.tags | tagChoice}, true
}

func (g *gen) minMax(x, y val) (val, bool) {
	if x.t != y.t || x.t.size < 4 {
		x, y = asInt(x), asInt(y)
	}
	name := pickOf(g, []string{"min", "max"})
	lo, hi := min(x.lo, y.lo), min(x.hi, y.hi)
	if name == "max" {
		lo, hi = max(x.lo, y.lo), max(x.hi, y.hi)
	}
	return val{&pick{name, x.e, y.e, x.t}, x.t, lo, hi, x.tags | y.tags | tagMinMax}, true
}

// asInt converts to int.
func asInt(x val) val {
	if x.t == tInt {
		return x
	}
	lo, hi := x.to(tInt)
	return val{&cast{tInt, x.e, 0}, tInt, lo, hi, x.tags | tagCast}
}

// cond draws a condition of the ids and variables.
func (g *gen) cond(depth int) val {
	x := g.index(depth)
	var y val
	op := pickOf(g, compare6)
	switch {
	case g.one(4):
		y = g.index(depth - 1)
	case x.lo >= 0 && x.hi > 0:
		y = number(x.lo + g.r.Int64N(min(x.hi-x.lo, 999)+2))
	default:
		y = number(int64(g.n(40)))
	}
	if x.lo >= 0 && g.one(4) { // t % 2 == 0
		if m, ok := join(pickOf(g, []string{"%", "&"}), x, number(pickOf(g, []int64{2, 3, 4, 8, 32, 31}))); ok {
			x, y, op = m, number(int64(g.n(3))), pickOf(g, []string{"==", "!=", "<"})
		}
	}
	c, _ := join(op, x, y)
	switch {
	case depth > 0 && g.one(6):
		d := g.cond(depth - 1)
		c, _ = join(pickOf(g, []string{"&&", "&&", "||"}), c, d)
	case g.one(15):
		c = val{&unary{"!", c.e, tBool}, tBool, 0, 1, c.tags}
	}
	return c
}

// bounded draws an index in [0, n).
func (g *gen) bounded(depth int, n int64, tight bool) val {
	x := g.index(depth)
	if x.lo >= 0 && x.hi < n {
		return x
	}
	if x.hi < n && g.one(2) || x.t.signed && x.lo < 0 && g.one(6) {
		c, _ := g.minMax(asInt(x), number(0))
		if p, ok := c.e.(*pick); ok {
			p.name = "max"
			c.lo, c.hi = max(c.lo, 0), max(asInt(x).hi, 0)
			if c.hi < n {
				return c
			}
		}
	}
	if n&(n-1) == 0 && g.one(2) {
		if y, ok := join("&", x, number(n-1)); ok {
			return y
		}
	}
	if x.lo < 0 {
		t := tUInt
		if x.t.size == 8 {
			t = tSize
		}
		lo, hi := x.to(t)
		x = val{&cast{t, x.e, 0}, t, lo, hi, x.tags | tagCast | tagUnsigned}
	}
	y, ok := join("%", x, number(n))
	if !ok {
		return number(int64(g.n(int(n))))
	}
	return y
}

// useMacro writes an expression through one of the macros of the file.
func (g *gen) useMacro(x, y val) (val, bool) {
	if len(g.macros) == 0 {
		return x, false
	}
	mc := pickOf(g, g.macros)
	v, ok := mc.value(x, y)
	if !ok {
		return x, false
	}
	v.e = &textual{parts: []expr{mc.name + "(", x.e, ", ", y.e, ")"}, value: v.e}
	if mc.group {
		v.e = &textual{parts: []expr{"(", v.e, ")"}, value: v.e}
	}
	v.tags |= tagMacro
	return v, true
}
