package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// Unsigned arithmetic is carried out on whole numbers, which is right as long as only its low bits matter: threadIdx.x - 1 is -1 in lane
// 0, not 4294967295. Where more matters, as in comparisons, quotients, the smaller of two, conversions to a wider type, the number is made the one
// that the type holds:
//
//	long long i = threadIdx.x - 1;    4294967295 in lane 0
//	(size_t)(i - 5) % 32              of 64 bits: there is no number above 2^63 here, the low bits are taken
//
// A value that rests on what is not known (an argument, a grid of unknown size) stays as it is: such sizes are taken to be large,
// but not so large that they wrap.

// wrapped is the number that a value has in its type.
func (in *interp) wrapped(v value) indexmath.Expr {
	n := in.number(v)
	if isUnsigned(v.typ, 4) && in.settled(n) {
		return indexmath.Cast(n, 32, false)
	}
	return n
}

func isUnsigned(t *layout.Type, size int64) bool {
	return t != nil && t.Kind == layout.Int && !t.Signed && t.Size == size
}

// settled reports whether a number is one of ids and loop counters alone, whatever decides which.
func (in *interp) settled(x indexmath.Expr) bool {
	if !x.Known() || x.Has(indexmath.Param) && !x.Decides(indexmath.Param) || x.Has(indexmath.Data) && !x.Decides(indexmath.Data) {
		return false
	}
	g := in.run.Grid
	return !x.Has(indexmath.Block) || g[0] > 0 && g[1] > 0 && g[2] > 0
}

// operands are two values as an operator of type t takes them.
func (in *interp) operands(a, b value, t *layout.Type, op string) (x, y indexmath.Expr) {
	x, y = in.number(a), in.number(b)
	if t == nil || t.Kind != layout.Int {
		return x, y
	}
	if t.Size == 8 {
		return in.wrapped(a), in.wrapped(b)
	}
	if t.Signed || t.Size != 4 {
		return x, y
	}
	switch op {
	case "/", "%", ">>", "<", ">", "<=", ">=":
	case "==", "!=", "min", "max":
		if !in.settled(x) || !in.settled(y) {
			return x, y
		}
	default:
		return x, y
	}
	return indexmath.Cast(x, 32, false), indexmath.Cast(y, 32, false)
}

// beyond tells whether an operand of unsigned 64-bit arithmetic may be 2^63 or more, and stands here as a negative number. Of what a loop
// carries, whose range is not known, that is not assumed.
func (in *interp) beyond(x indexmath.Expr) bool {
	if !in.settled(x) {
		return false
	}
	if lo, known := x.Range().Lo(); known {
		return lo < 0
	}
	if hi, known := x.Range().Hi(); x.Has(indexmath.Carried) && !(known && hi <= 0) {
		in.unbounded = true
		return false
	}
	return true
}

// unsigned64 applies an operator of unsigned 64-bit arithmetic where an operand may be 2^63 or more; false where the operator is not one for
// which that matters.
func (in *interp) unsigned64(op string, a, b indexmath.Expr, x ast.Node) (indexmath.Expr, bool) {
	if !in.settled(a) || !in.settled(b) || !in.beyond(a) && !in.beyond(b) {
		return indexmath.Expr{}, false
	}
	zero := indexmath.Const(0)
	less := func(a, b indexmath.Expr) indexmath.Expr {
		high := indexmath.Lt(b, zero)
		return indexmath.Select(indexmath.Lt(a, zero), indexmath.LAnd(high, indexmath.Lt(a, b)), indexmath.LOr(high, indexmath.Lt(a, b)))
	}
	switch op {
	case "<":
		return less(a, b), true
	case ">":
		return less(b, a), true
	case "<=":
		return indexmath.LNot(less(b, a)), true
	case ">=":
		return indexmath.LNot(less(a, b)), true
	case "min":
		return indexmath.Select(less(a, b), a, b), true
	case "max":
		return indexmath.Select(less(a, b), b, a), true
	}
	n, ok := b.Const()
	if op == ">>" && ok && n > 0 && n < 64 {
		return logicalShift(a, n), true
	}
	if op != "/" && op != "%" {
		return indexmath.Expr{}, false
	}
	if ok && n > 1 && n&(n-1) == 0 {
		if op == "%" {
			return indexmath.And(a, indexmath.Const(n-1)), true
		}
		k := int64(0)
		for n>>k > 1 {
			k++
		}
		return logicalShift(a, k), true
	}
	plain := indexmath.Div(a, b)
	if op == "%" {
		plain = indexmath.Mod(a, b)
	}
	wraps := indexmath.LOr(indexmath.Lt(a, zero), indexmath.Lt(b, zero))
	return indexmath.Select(wraps, in.data(in.text(x), nil), plain), true
}

// logicalShift is a >> k of an unsigned 64-bit number, k at least 1.
func logicalShift(a indexmath.Expr, k int64) indexmath.Expr {
	return indexmath.And(indexmath.Shr(a, indexmath.Const(k)), indexmath.Const(int64(^uint64(0)>>uint(k))))
}

// subscript is the number of elements that an integer adds to an address: an unsigned sum that is past its type has wrapped.
func (in *interp) subscript(v value) indexmath.Expr {
	n := in.number(v)
	if hi, ok := n.Range().Hi(); ok && hi > 1<<32-1 {
		return in.wrapped(v)
	}
	if lo, ok := n.Range().Lo(); ok && lo < -1<<31 { // as 1 - (2^32 - 1), which is 2; threadIdx.x - 1 is left to count from the end
		return in.wrapped(v)
	}
	return n
}

// smaller is the smaller of two values, or the larger.
func (in *interp) smaller(op string, vs []value, t *layout.Type, x ast.Node) value {
	a, b := in.operands(vs[0], vs[1], t, op)
	if isUnsigned(t, 8) {
		if n, ok := in.unsigned64(op, a, b, x); ok {
			return intValue(t, n)
		}
	}
	if isUnsigned(t, 4) && (mayWrap(a) || mayWrap(b)) {
		return intValue(t, in.data(in.text(x), nil))
	}
	if op == "min" {
		return intValue(t, indexmath.Min(a, b))
	}
	return intValue(t, indexmath.Max(a, b))
}

// mayWrap reports whether a number that rests on something read from memory, of a narrow type, is negative for some of it, so that as an
// unsigned one it is large.
func mayWrap(x indexmath.Expr) bool {
	lo, known := x.Range().Lo()
	return known && lo < 0 && lo > -1<<24 && (x.Has(indexmath.Data) || x.Has(indexmath.Param))
}

// calls reports whether an expression calls something.
func calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		_, call := n.(*ast.Call)
		found = found || call
		return !found
	})
	return found
}
