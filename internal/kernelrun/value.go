package kernelrun

import (
	"math"

	"github.com/cudalint/cudalint/source"
)

// value is a number, an address, a struct's bytes or something to call.
type value struct {
	t     *typ
	i     int64 // of integers, wrapped to their size; of pointers the address
	f     float64
	b     []byte      // of structs
	known []byte      // which of them were written
	at    source.Span // of references: where they are written
}

func intValue(t *typ, i int64) value { return value{t: t, i: wrap(t, i)} }

// wrap cuts an integer to the size of its type.
func wrap(t *typ, i int64) int64 {
	switch {
	case t.kind == boolKind:
		if i != 0 {
			return 1
		}
		return 0
	case t.size == 1 && t.signed:
		return int64(int8(i))
	case t.size == 1:
		return int64(uint8(i))
	case t.size == 2 && t.signed:
		return int64(int16(i))
	case t.size == 2:
		return int64(uint16(i))
	case t.size == 4 && t.signed:
		return int64(int32(i))
	case t.size == 4:
		return int64(uint32(i))
	}
	return i
}

func (v value) truth() bool {
	if v.t.kind == floatKind {
		return v.f != 0
	}
	return v.i != 0
}

func (v value) float() float64 {
	switch {
	case v.t.kind == floatKind:
		return v.f
	case v.t.size == 8 && !v.t.signed:
		return float64(uint64(v.i))
	}
	return float64(v.i)
}

func rounded(t *typ, f float64) float64 {
	switch t.size {
	case 2:
		return toHalf(f)
	case 4:
		return float64(float32(f))
	}
	return f
}

func truthValue(b bool) value {
	if b {
		return value{t: tBool, i: 1}
	}
	return value{t: tBool}
}

// convert makes a value one of a type.
func (t *thread) convert(v value, to *typ) value {
	if v.t == to || to == nil {
		return v
	}
	switch to.kind {
	case voidKind:
		return value{t: tVoid}
	case boolKind:
		if v.t.number() || v.t.kind == pointerKind || v.t.kind == opaqueKind {
			return truthValue(v.truth())
		}
	case intKind:
		switch {
		case v.t.kind == floatKind:
			return value{t: to, i: wrap(to, truncated(v.f, to))}
		case v.t.number() || v.t.kind == pointerKind || v.t.kind == opaqueKind:
			return value{t: to, i: wrap(to, v.i)}
		}
	case floatKind:
		if v.t.number() {
			f := v.float()
			if to.size == 4 && v.t.kind == intKind && v.t.size == 8 {
				if v.t.signed {
					return value{t: to, f: float64(float32(v.i))}
				}
				return value{t: to, f: float64(float32(uint64(v.i)))}
			}
			return value{t: to, f: rounded(to, f)}
		}
	case pointerKind, opaqueKind:
		if v.t.kind == pointerKind || v.t.kind == intKind || v.t.kind == opaqueKind || v.t.kind == callableKind {
			return value{t: to, i: v.i}
		}
	case callableKind:
		if v.t.kind == callableKind || v.t.kind == pointerKind {
			return value{t: to, i: v.i}
		}
	case referenceKind:
		return t.convert(v, to.elem)
	case recordKind:
		if v.t.kind == recordKind && v.t.size == to.size && sameFields(v.t, to) {
			v.t = to
			return v
		}
		if to.name == "dim3" && v.t.number() {
			return t.construct(to, []value{v})
		}
		if to.name == "dim3" && v.t.name == "uint3" {
			v.t = to
			return v
		}
		if to.decl != nil && v.t.kind != recordKind {
			return t.construct(to, []value{v})
		}
	}
	panic(t.unknown("conversion of %s to %s", v.t.name, to.name))
}

func sameFields(a, b *typ) bool {
	if a.decl != nil && a.decl == b.decl && len(a.fields) == len(b.fields) {
		return true
	}
	return false
}

func truncated(f float64, to *typ) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case to.size == 8 && !to.signed && f >= 1<<63:
		return int64(uint64(f))
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// promoted is what arithmetic makes of a small integer.
func promoted(t *typ) *typ {
	if t.kind == boolKind || t.kind == intKind && t.size < 4 {
		return tInt
	}
	return t
}

// common is the type in which two numbers are combined.
func common(a, b *typ) *typ {
	if a.kind == floatKind || b.kind == floatKind {
		if a.kind == floatKind && a.size == 8 || b.kind == floatKind && b.size == 8 {
			return tDouble
		}
		if a == tHalf && b == tHalf {
			return tHalf
		}
		return tFloat
	}
	a, b = promoted(a), promoted(b)
	size := max(a.size, b.size)
	signed := !(a.size == size && !a.signed || b.size == size && !b.signed)
	switch {
	case size == 4 && signed:
		return tInt
	case size == 4:
		return tUInt
	case signed:
		return tLong
	}
	return tULong
}

// binary computes an operator on two values; && and || are not among them.
func (t *thread) binary(op string, a, b value) value {
	switch {
	case a.t.kind == pointerKind || b.t.kind == pointerKind:
		return t.pointerOp(op, a, b)
	case a.t.kind == opaqueKind || b.t.kind == opaqueKind:
		return compared(op, cmpInt(a.i, b.i))
	case !a.t.number() || !b.t.number():
		if v, ok := t.operator(op, a, b); ok {
			return v
		}
		panic(t.unknown("%s %s %s", a.t.name, op, b.t.name))
	case op == "<<" || op == ">>":
		return t.shift(op, a, b)
	}
	ty := common(a.t, b.t)
	if ty.kind == floatKind {
		return t.floatOp(op, ty, rounded(ty, a.float()), rounded(ty, b.float()))
	}
	x, y := wrap(ty, a.i), wrap(ty, b.i)
	order := cmpInt(x, y)
	if !ty.signed {
		order = cmpUint(uint64(x), uint64(y))
	}
	switch op {
	case "+":
		return intValue(ty, x+y)
	case "-":
		return intValue(ty, x-y)
	case "*":
		return intValue(ty, x*y)
	case "/", "%":
		if y == 0 {
			panic(t.fault(Undefined, "division by zero"))
		}
		if !ty.signed {
			if op == "/" {
				return intValue(ty, int64(uint64(x)/uint64(y)))
			}
			return intValue(ty, int64(uint64(x)%uint64(y)))
		}
		if op == "/" {
			return intValue(ty, x/y)
		}
		return intValue(ty, x%y)
	case "&":
		return intValue(ty, x&y)
	case "|":
		return intValue(ty, x|y)
	case "^":
		return intValue(ty, x^y)
	}
	return compared(op, order)
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func cmpUint(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compared is a comparison's result by the order of its sides: 2 is unordered.
func compared(op string, order int) value {
	switch op {
	case "==":
		return truthValue(order == 0)
	case "!=":
		return truthValue(order != 0)
	case "<":
		return truthValue(order == -1)
	case "<=":
		return truthValue(order == -1 || order == 0)
	case ">":
		return truthValue(order == 1)
	case ">=":
		return truthValue(order == 1 || order == 0)
	}
	panic(stop{unknown: "operator " + op})
}

func (t *thread) floatOp(op string, ty *typ, x, y float64) value {
	switch op {
	case "+":
		return value{t: ty, f: rounded(ty, x+y)}
	case "-":
		return value{t: ty, f: rounded(ty, x-y)}
	case "*":
		return value{t: ty, f: rounded(ty, x*y)}
	case "/":
		return value{t: ty, f: rounded(ty, x/y)}
	}
	order := 2
	switch {
	case x < y:
		order = -1
	case x > y:
		order = 1
	case x == y:
		order = 0
	}
	return compared(op, order)
}

func (t *thread) shift(op string, a, b value) value {
	ty := promoted(a.t)
	n := b.i
	if n < 0 || n >= 8*ty.size {
		panic(t.fault(Undefined, "shift by %d", n))
	}
	x := wrap(ty, a.i)
	switch {
	case op == "<<":
		return intValue(ty, x<<n)
	case ty.signed:
		return intValue(ty, x>>n)
	}
	return intValue(ty, int64(uint64(x)>>n))
}

func (t *thread) pointerOp(op string, a, b value) value {
	switch {
	case a.t.kind == pointerKind && b.t.kind == pointerKind || op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=":
		if op == "-" {
			return value{t: tLong, i: (a.i - b.i) / max(1, a.t.elem.size)}
		}
		return compared(op, cmpUint(uint64(a.i), uint64(b.i)))
	case a.t.kind == pointerKind && (op == "+" || op == "-"):
		n := b.i * max(1, a.t.elem.size)
		if op == "-" {
			n = -n
		}
		return value{t: a.t, i: a.i + n}
	case op == "+":
		return value{t: b.t, i: b.i + a.i*max(1, b.t.elem.size)}
	}
	panic(t.unknown("%s on pointers", op))
}
