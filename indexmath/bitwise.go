package indexmath

import "math/bits"

// Shl is x<<y; unknown when y is a constant outside 0 to 63.
func Shl(x, y Expr) Expr { return Expr{shl(x.n, y.n)} }

// Shr is x>>y, which keeps the sign; unknown when y is a constant outside 0 to 63.
func Shr(x, y Expr) Expr { return Expr{shr(x.n, y.n)} }

// And is x&y.
func And(x, y Expr) Expr { return Expr{and(x.n, y.n)} }

// Or is x|y.
func Or(x, y Expr) Expr { return Expr{or(x.n, y.n)} }

// Xor is x^y.
func Xor(x, y Expr) Expr { return Expr{xor(x.n, y.n)} }

// Compl is ~x.
func Compl(x Expr) Expr { return Expr{compl(x.n)} }

func compl(x *node) *node { return addConst(scale(x, -1), -1) }

func shl(x, y *node) *node {
	switch {
	case y.isConst() && (y.val < 0 || y.val > 63):
		return nil
	case x.is(0):
		return x
	case x == nil || y == nil:
		return nil
	case y.isConst():
		return scale(x, 1<<uint(y.val))
	}
	res := Congruence{}
	if lo, _ := y.rng.ends(); lo > 0 && lo < 63 {
		res = Modulo(1<<uint(lo), 0)
	}
	return apply(opShl, x.rng.Shl(y.rng), res, x, y)
}

func shr(x, y *node) *node {
	switch {
	case y.isConst() && (y.val < 0 || y.val > 63):
		return nil
	case x.is(0) || x.is(-1):
		return x
	case x == nil || y == nil:
		return nil
	case y.op != opConst:
		return apply(opShr, x.rng.Shr(y.rng), Congruence{}, x, y)
	case x.op == opConst:
		return constant(x.val >> uint(y.val))
	case y.val == 0:
		return x
	case y.val < 63 && x.nonNegative():
		return div(x, constant(1<<uint(y.val)))
	case x.op == opShr && x.args[1].isConst():
		return shr(x.args[0], constant(min(63, x.args[1].val+y.val)))
	}
	if y.val < 63 && x.op == opSum && x.rng.known {
		if q, r := splitFloor(x, 1<<uint(y.val)); q != nil {
			return add(q, shr(r, y))
		}
	}
	res := Congruence{}
	if m, r := x.res.parts(); y.val < 63 && m%(1<<uint(y.val)) == 0 {
		res = Modulo(m>>uint(y.val), r>>uint(y.val))
	}
	return apply(opShr, x.rng.Shr(y.rng), res, x, y)
}

// splitFloor writes a sum that does not wrap as d*q + r; rounding down, the quotient by d is q plus that of r whatever the signs.
func splitFloor(x *node, d int64) (q, r *node) {
	var qs, rs []term
	for _, t := range x.terms {
		if t.k%d == 0 {
			qs = append(qs, term{t.t, t.k / d})
		} else {
			rs = append(rs, t)
		}
	}
	c := floorDiv(x.val, d)
	if len(qs) == 0 && c == 0 {
		return nil, nil
	}
	q, r = rawSum(c, qs), rawSum(x.val-c*d, rs)
	if r == nil || !r.rng.known || q == nil {
		return nil, nil
	}
	return q, r
}

// constLast swaps the arguments of a commutative operator so that a constant comes second.
func constLast(x, y *node) (*node, *node) {
	if x.isConst() {
		return y, x
	}
	return x, y
}

// lowMask gives k for a constant 2^k-1, k from 1 to 62.
func lowMask(v int64) (k int, ok bool) {
	if v <= 0 || v&(v+1) != 0 {
		return 0, false
	}
	k = bits.Len64(uint64(v))
	return k, k <= 62
}

func and(x, y *node) *node {
	x, y = constLast(x, y)
	switch {
	case y.is(0):
		return y
	case x == nil || y == nil:
		return nil
	case same(x, y) || y.is(-1):
		return x
	case y.op != opConst:
		return apply(opAnd, x.rng.And(y.rng), andRes(x, y), x, y)
	case x.op == opConst:
		return constant(x.val & y.val)
	case x.op == opAnd && x.args[1].isConst():
		return and(x.args[0], constant(x.args[1].val&y.val))
	}
	if k, ok := lowMask(y.val); ok {
		return maskLow(x, y, k)
	}
	if k, ok := lowMask(^y.val); ok {
		// Clearing the low k bits takes away their value.
		return sub(x, and(x, constant(1<<uint(k)-1)))
	}
	if lo, hi := x.rng.ends(); lo >= 0 {
		// Of the mask, only bits that x may have matter.
		all := int64(1)<<uint(bits.Len64(uint64(hi))) - 1
		if m := y.val & all; hi < 1<<62 && m != y.val {
			return and(x, constant(m))
		}
	}
	return apply(opAnd, x.rng.And(y.rng), andRes(x, y), x, y)
}

// lowBits gives the low k bits where they are known, k at most 62.
func (n *node) lowBits() (v int64, k int) {
	if n.isConst() {
		return n.val & (1<<62 - 1), 62
	}
	m, r := n.res.parts()
	k = bits.TrailingZeros64(uint64(m))
	return r & (1<<uint(k) - 1), k
}

// zeroBits is how many low bits are known to be 0.
func (n *node) zeroBits() int {
	v, k := n.lowBits()
	return min(k, bits.TrailingZeros64(uint64(v)))
}

// bitwiseRes is the congruence of a bitwise operation: that of the low bits that are known of both, or that low bits are 0.
func bitwiseRes(x, y *node, zeros int, f func(a, b int64) int64) Congruence {
	a, i := x.lowBits()
	b, j := y.lowBits()
	if k := min(i, j); k >= zeros {
		return Modulo(1<<uint(k), f(a, b))
	}
	return Modulo(1<<uint(zeros), 0)
}

func andRes(x, y *node) Congruence {
	return bitwiseRes(x, y, max(x.zeroBits(), y.zeroBits()), func(a, b int64) int64 { return a & b })
}

func orRes(x, y *node) Congruence {
	return bitwiseRes(x, y, min(x.zeroBits(), y.zeroBits()), func(a, b int64) int64 { return a | b })
}

func xorRes(x, y *node) Congruence {
	return bitwiseRes(x, y, min(x.zeroBits(), y.zeroBits()), func(a, b int64) int64 { return a ^ b })
}

// maskLow is x & 2^k-1. The low bits of a sum do not depend on terms that 2^k divides, nor on how the sum wraps.
func maskLow(x, mask *node, k int) *node {
	m := int64(1) << uint(k)
	if x.rng.Within(Between(0, m-1)) {
		return x
	}
	if r, ok := x.res.RestOf(m); ok {
		return constant(r)
	}
	if x.nonNegative() {
		return mod(x, constant(m))
	}
	if x.op == opSum {
		l := linear{c: floorMod(x.val, m)}
		changed := l.c != x.val
		for _, t := range x.terms {
			if t.k%m == 0 {
				changed = true
				continue
			}
			l.terms = append(l.terms, t)
		}
		if changed {
			return and(rawSum(l.c, l.terms), mask)
		}
	}
	// The value is x less a multiple of 2^k.
	xm, xr := x.res.parts()
	return apply(opAnd, Between(0, m-1), Modulo(gcd(xm, m), xr), x, mask)
}

// disjoint says that no bit is set in both: one is a multiple of 2^k, the other from 0 to 2^k-1.
func disjoint(x, y *node) bool {
	return y.rng.Within(Between(0, 1<<uint(x.zeroBits())-1)) || x.rng.Within(Between(0, 1<<uint(y.zeroBits())-1))
}

func or(x, y *node) *node {
	x, y = constLast(x, y)
	switch {
	case y.is(-1):
		return y
	case x == nil || y == nil:
		return nil
	case same(x, y) || y.is(0):
		return x
	case x.op == opConst:
		return constant(x.val | y.val)
	case disjoint(x, y):
		return add(x, y)
	case x.op == opOr && x.args[1].isConst() && y.isConst():
		return or(x.args[0], constant(x.args[1].val|y.val))
	}
	return apply(opOr, x.rng.Or(y.rng), orRes(x, y), x, y)
}

func xor(x, y *node) *node {
	x, y = constLast(x, y)
	switch {
	case x == nil || y == nil:
		return nil
	case same(x, y):
		return constant(0)
	case y.is(0):
		return x
	case y.is(-1):
		return compl(x)
	case x.op == opConst:
		return constant(x.val ^ y.val)
	case disjoint(x, y):
		return add(x, y)
	case x.op == opXor && x.args[1].isConst() && y.isConst():
		return xor(x.args[0], constant(x.args[1].val^y.val))
	}
	return apply(opXor, x.rng.Xor(y.rng), xorRes(x, y), x, y)
}
