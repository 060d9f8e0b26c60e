package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

func (in *interp) unary(x *ast.Unary) value {
	switch x.Op {
	case "++", "--":
		return in.increment(x)
	case "*":
		if p, ok := in.ref(x); ok {
			return in.load(p, x)
		}
		return unknown(nil, in.text(x))
	case "&":
		return in.addressOf(x)
	}
	v := in.eval(x.X)
	switch x.Op {
	case "+":
		return v
	case "-":
		if v.flt != nil {
			return floatValue(v.typ, -*v.flt)
		}
		if isFloat(v.typ) {
			return value{typ: v.typ, same: v.uniform(), name: v.name}
		}
		return intValue(promote(v.typ), indexmath.Neg(in.number(v)))
	case "!":
		return intValue(typeBool, indexmath.LNot(in.cond(v)))
	case "~":
		n := indexmath.Compl(in.number(v))
		t := promote(v.typ)
		if t != nil && !t.Signed && t.Size == 4 {
			n = indexmath.Cast(n, 32, false)
		}
		return intValue(t, n)
	}
	return value{same: v.uniform(), name: in.text(x)}
}

func promote(t *layout.Type) *layout.Type {
	if isInteger(t) && t.Size < 4 || t != nil && t.Kind == layout.Bool {
		return typeInt
	}
	return t
}

func (in *interp) increment(x *ast.Unary) value {
	p, ok := in.ref(x.X)
	if !ok {
		in.eval(x.X)
		return unknown(nil, in.text(x))
	}
	old := in.load(p, x.X)
	step := int64(1)
	if x.Op == "--" {
		step = -1
	}
	now := old
	switch {
	case old.obj != nil:
		size, _ := width(elemOf(old.typ))
		now.num = indexmath.Add(old.num, indexmath.Const(step*size))
	case old.flt != nil:
		now = floatValue(old.typ, *old.flt+float64(step))
	case isFloat(old.typ):
		now.num = indexmath.Expr{}
	case isRecord(old.typ):
		if inst := in.instanceFor(p.typ); inst != nil {
			if ms := in.methods(inst, "operator"+x.Op); len(ms) > 0 {
				return in.callMember(ms, p, nil, nil, x)
			}
		}
		in.operator(x.Op, old, nil, x)
		return old
	default:
		now = intValue(old.typ, indexmath.Add(in.number(old), indexmath.Const(step)))
		old.num = in.number(old)
	}
	in.store(p, now, x.X)
	if x.Post {
		return old
	}
	return now
}

func (in *interp) addressOf(x *ast.Unary) value {
	if id, ok := x.X.(*ast.Ident); ok {
		if fs := in.functionsNamed(id); len(fs) > 0 {
			if _, local := in.identRef(id); !local {
				return in.ident(id)
			}
		}
	}
	p, ok := in.ref(x.X)
	if !ok {
		return unknown(nil, in.text(x))
	}
	return value{typ: layout.PointerTo(p.typ), obj: p.obj, num: p.off}
}

func (in *interp) binary(x *ast.Binary) value {
	switch x.Op {
	case ",":
		in.eval(x.X)
		return in.eval(x.Y)
	case "&&", "||":
		return in.shortCircuit(x)
	}
	if v, ok := in.operatorByReference(x); ok {
		return v
	}
	a := in.eval(x.X)
	b := in.eval(x.Y)
	return in.arith(x.Op, a, b, x)
}

// shortCircuit evaluates && and ||: what stands on the right happens only in the lanes that the left leaves open.
func (in *interp) shortCircuit(x *ast.Binary) value {
	a := in.cond(in.eval(x.X))
	and := x.Op == "&&"
	if n, ok := a.Const(); ok {
		if (n != 0) != and {
			return constBool(n != 0)
		}
		return intValue(typeBool, indexmath.Ne(in.cond(in.eval(x.Y)), indexmath.Const(0)))
	}
	var b indexmath.Expr
	base := in.st
	st := newState(base)
	list := in.branch(a, in.text(x.X), !and, st, func() { b = in.cond(in.eval(x.Y)) })
	if len(list) > 0 {
		if and {
			in.emit(&trace.If{Cond: a, Then: list})
		} else {
			in.emit(&trace.If{Cond: a, Else: list})
		}
	}
	c := a
	if !and {
		c = indexmath.LNot(a)
	}
	base.join(c, st, newState(base), in.text(x.X))
	in.st = base
	if and {
		return intValue(typeBool, indexmath.LAnd(a, b))
	}
	return intValue(typeBool, indexmath.LOr(a, b))
}

// arith applies an operator to two values.
func (in *interp) arith(op string, a, b value, x ast.Node) value {
	if isRecord(a.typ) || isRecord(b.typ) {
		return in.operator(op, a, &b, x)
	}
	switch op {
	case "%", "&", "|", "^":
		a, b = in.addressed(a), in.addressed(b)
	}
	if a.isPointer() || b.isPointer() {
		if v, ok := in.pointerArith(op, a, b, x); ok {
			return v
		}
	}
	compare := strings.Contains("< > <= >= == !=", op) && op != "="
	if isFloat(a.typ) || isFloat(b.typ) || a.flt != nil || b.flt != nil {
		return floatArith(op, a, b, compare, x, in)
	}
	t := layout.Arithmetic(a.typ, b.typ)
	if a.typ == nil {
		t = b.typ
	} else if b.typ == nil {
		t = a.typ
	}
	if t != nil && !isInteger(t) {
		t = nil
	}
	na, nb := in.operands(a, b, t, op)
	if isUnsigned(t, 8) {
		if n, ok := in.unsigned64(op, na, nb, x); ok {
			if compare {
				t = typeBool
			}
			return intValue(t, in.bounded(n, x))
		}
	}
	var n indexmath.Expr
	switch op {
	case "+":
		n = indexmath.Add(na, nb)
	case "-":
		n = indexmath.Sub(na, nb)
	case "*":
		n = indexmath.Mul(na, nb)
	case "/":
		n = in.quotient(indexmath.Div(na, nb), na, nb, x)
	case "%":
		n = indexmath.Mod(na, nb)
	case "<<":
		n, t = indexmath.Shl(na, nb), promote(a.typ)
	case ">>":
		n, t = indexmath.Shr(na, nb), promote(a.typ)
	case "&":
		n = indexmath.And(na, nb)
	case "|":
		n = indexmath.Or(na, nb)
	case "^":
		n = indexmath.Xor(na, nb)
	case "<":
		n, t = indexmath.Lt(na, nb), typeBool
	case "<=":
		n, t = indexmath.Le(na, nb), typeBool
	case ">":
		n, t = indexmath.Gt(na, nb), typeBool
	case ">=":
		n, t = indexmath.Ge(na, nb), typeBool
	case "==":
		n, t = indexmath.Eq(na, nb), typeBool
	case "!=":
		n, t = indexmath.Ne(na, nb), typeBool
	}
	if !n.Known() {
		return value{typ: t, same: a.uniform() && b.uniform(), name: in.text(x)}
	}
	return intValue(t, in.bounded(n, x))
}

// quotient keeps the quotient of two sizes that are not known as one size that is not known: it must not depend on which values
// stand in for the two.
func (in *interp) quotient(q, a, b indexmath.Expr, x ast.Node) indexmath.Expr {
	if _, ok := q.Const(); ok || !q.Known() || !onlyParams(a) || !onlyParams(b) {
		return q
	}
	key := "quotient " + q.String()
	v, ok := in.names[key]
	if !ok {
		v = value{num: in.param("("+in.text(x)+")", nil)}
		in.names[key] = v
	}
	return v.num
}

func onlyParams(x indexmath.Expr) bool {
	return x.Has(indexmath.Param) && !x.Has(indexmath.Thread) && !x.Has(indexmath.Block) && !x.Has(indexmath.Carried) && !x.Has(indexmath.Data)
}

// Values that are computed from data do not become addresses that could be judged, and hash functions make very large ones: past
// a size they are one symbol, of which only the range is kept.
const (
	maxDataSize  = 150
	maxIndexSize = 4000
)

func (in *interp) bounded(n indexmath.Expr, x ast.Node) indexmath.Expr {
	size := n.Size()
	if size <= maxDataSize {
		return n
	}
	s := &indexmath.Sym{Name: in.text(x), Kind: indexmath.Data, Range: n.Range()}
	switch {
	case n.Has(indexmath.Data) && n.Varies():
	case !n.Varies() && !n.Has(indexmath.Carried) && !n.Has(indexmath.Block) && n.Has(indexmath.Param):
		s.Kind = indexmath.Param
	case size > maxIndexSize:
		if !n.Varies() {
			s.Kind = indexmath.Param
		}
	default:
		return n
	}
	return s.Expr()
}

func floatArith(op string, a, b value, compare bool, x ast.Node, in *interp) value {
	t := layout.Arithmetic(a.typ, b.typ)
	if compare {
		t = typeBool
	}
	fa, oka := a.float()
	fb, okb := b.float()
	if oka && okb {
		if compare {
			return constBool(compareFloats(op, fa, fb))
		}
		switch op {
		case "+":
			return floatValue(t, fa+fb)
		case "-":
			return floatValue(t, fa-fb)
		case "*":
			return floatValue(t, fa*fb)
		case "/":
			if fb != 0 {
				return floatValue(t, fa/fb)
			}
		}
	}
	if !compare {
		in.count(t, 1)
	}
	same := a.uniform() && b.uniform()
	name := in.text(x)
	if op == "/" && a.num.Known() && b.num.Known() && a.obj == nil && b.obj == nil {
		return value{typ: t, same: same, name: name, ratio: &[2]indexmath.Expr{a.num, b.num}}
	}
	if op == "/" && a.num.Known() && b.flt != nil && *b.flt == float64(int64(*b.flt)) && *b.flt != 0 {
		return value{typ: t, same: same, name: name, ratio: &[2]indexmath.Expr{a.num, indexmath.Const(int64(*b.flt))}}
	}
	if compare {
		if c := orderedWhole(op, a, b); c.Known() {
			return intValue(typeBool, c)
		}
		if same {
			return value{typ: t, num: in.param(name, typeBool), same: true, name: name}
		}
		return value{typ: t, num: in.data(name, typeBool), name: name}
	}
	return value{typ: t, same: same, name: name}
}

func compareFloats(op string, a, b float64) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "==":
		return a == b
	}
	return a != b
}

func (in *interp) pointerArith(op string, a, b value, x ast.Node) (value, bool) {
	if op == "+" && b.isPointer() && !a.isPointer() {
		a, b = b, a
	}
	switch op {
	case "+", "-":
		if !a.isPointer() {
			return value{}, false
		}
		if b.isPointer() {
			if op == "-" && a.obj != nil && a.obj == b.obj {
				size, _ := width(elemOf(a.typ))
				return intValue(typeLong, indexmath.Div(indexmath.Sub(a.num, b.num), indexmath.Const(size))), true
			}
			return value{typ: typeLong, same: a.uniform() && b.uniform(), name: "pointer difference"}, true
		}
		size := int64(1)
		if a.typ == nil || a.typ.Kind == layout.Pointer {
			size, _ = width(elemOf(a.typ))
		}
		d := indexmath.Mul(in.subscript(b), indexmath.Const(size))
		if op == "-" {
			d = indexmath.Neg(d)
		}
		if a.obj == nil {
			a.obj = in.pointee(a, x)
			a.num = indexmath.Const(0)
		}
		a.num = indexmath.Add(a.num, d)
		return a, true
	case "==", "!=":
		if a.obj == nil || b.obj == nil || a.obj != b.obj {
			if isNull(a) && isNull(b) {
				return constBool(op == "=="), true
			}
			if isNull(a) || isNull(b) {
				if in.host != nil && a.obj == nil && b.obj == nil {
					return value{typ: typeBool, num: in.param(in.text(x), typeBool), same: true}, true
				}
				return constBool(op == "!="), true // pointers that a kernel tests are there
			}
			return value{typ: typeBool, num: in.param("pointers compared", typeBool), same: true}, true
		}
		if op == "!=" {
			return intValue(typeBool, indexmath.Ne(a.num, b.num)), true
		}
		return intValue(typeBool, indexmath.Eq(a.num, b.num)), true
	case "<", ">", "<=", ">=":
		if a.obj != nil && a.obj == b.obj {
			return in.arith(op, value{num: a.num}, value{num: b.num}, x), true
		}
	}
	return value{typ: typeBool, same: a.uniform() && b.uniform(), name: "pointers compared", num: in.param("pointers compared", typeBool)}, true
}

func isNull(v value) bool {
	n, ok := v.num.Const()
	return v.obj == nil && ok && n == 0
}

func (in *interp) assign(x *ast.Assign) value {
	if x.Op == "=" {
		var v value
		if l, ok := x.Y.(*ast.InitList); ok {
			var t *layout.Type
			in.quiet(func() {
				if p, ok := in.ref(x.X); ok {
					t = p.typ
				}
			})
			v = in.initList(l, t)
		} else {
			v = in.eval(x.Y)
		}
		p, ok := in.ref(x.X)
		if !ok {
			in.eval(x.X)
			return v
		}
		if isRecord(p.typ) && p.obj.array == nil && v.typ != p.typ {
			if w, done := in.assignOperator(p, v, x); done {
				return w
			}
		}
		in.store(p, v, x.X)
		if p.obj.array != nil {
			return v
		}
		return in.load(p, x.X)
	}
	p, ok := in.ref(x.X)
	if !ok {
		in.eval(x.Y)
		in.eval(x.X)
		return unknown(nil, in.text(x))
	}
	rhs := in.eval(x.Y)
	old := in.load(p, x.X)
	v := in.arith(strings.TrimSuffix(x.Op, "="), old, rhs, x)
	if isRecord(old.typ) {
		v.typ = old.typ
	}
	in.store(p, v, x.X)
	return v
}
