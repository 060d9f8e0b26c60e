package indexmath

import "math"

// Div is x/y, truncated toward zero as in C; unknown when y is the constant 0.
func Div(x, y Expr) Expr { return Expr{div(x.n, y.n)} }

// Mod is x%y with the sign of x as in C; unknown when y is the constant 0.
func Mod(x, y Expr) Expr { return Expr{mod(x.n, y.n)} }

func div(x, y *node) *node {
	switch {
	case y.is(0):
		return nil
	case x.is(0):
		return x
	case x == nil || y == nil:
		return nil
	case same(x, y):
		return constant(1)
	case y.op != opConst:
		return divOpaque(x, y)
	case x.op == opConst:
		return constant(x.val / y.val)
	case y.val == 1:
		return x
	case y.val == math.MinInt64:
		return divOpaque(x, y)
	case y.val < 0:
		return scale(div(x, constant(-y.val)), -1)
	}
	d := y.val
	if x.rng.Within(Between(-d+1, d-1)) {
		return constant(0)
	}
	if x.op == opDiv && x.args[1].isConst() && x.args[1].val > 0 {
		if p, ok := mulOK(x.args[1].val, d); ok {
			return div(x.args[0], constant(p))
		}
	}
	if q, r, ok := split(x, d); ok {
		return add(q, div(r, y))
	}
	if a, e, _, ok := reduce(x, d); ok {
		return div(a, constant(d/e))
	}
	return divOpaque(x, y)
}

func divOpaque(x, y *node) *node {
	res := Congruence{}
	if y.isConst() && y.val > 0 {
		// (r + m*k)/d is r/d + m/d*k where d divides m; rounding toward zero, it must not be negative or have a rest.
		if m, r := x.res.parts(); m%y.val == 0 && (r%y.val == 0 || x.nonNegative()) {
			res = Modulo(m/y.val, r/y.val)
		}
	}
	return apply(opDiv, x.rng.Div(y.rng), res, x, y)
}

func mod(x, y *node) *node {
	switch {
	case y.is(0):
		return nil
	case x.is(0) || y.is(1) || y.is(-1):
		return constant(0)
	case x == nil || y == nil:
		return nil
	case same(x, y):
		return constant(0)
	case y.op != opConst:
		return modOpaque(x, y)
	case x.op == opConst:
		return constant(x.val % y.val)
	case y.val == math.MinInt64:
		return modOpaque(x, y)
	case y.val < 0:
		return mod(x, constant(-y.val))
	}
	d := y.val
	if x.rng.Within(Between(-d+1, d-1)) {
		return x
	}
	if r, ok := x.res.RestOf(d); ok && (r == 0 || x.nonNegative()) {
		return constant(r)
	}
	if x.op == opMod && x.args[1].isConst() && x.args[1].val%d == 0 {
		return mod(x.args[0], y)
	}
	if _, r, ok := split(x, d); ok {
		return mod(r, y)
	}
	if a, e, r, ok := reduce(x, d); ok {
		return add(scale(mod(a, constant(d/e)), e), r)
	}
	return modOpaque(x, y)
}

func modOpaque(x, y *node) *node {
	m, r := x.res.parts()
	res := Congruence{}
	if y.isConst() && y.val != math.MinInt64 {
		// x%y is x less a multiple of y.
		g := gcd(m, y.val)
		res = Modulo(g, r)
	}
	return apply(opMod, x.rng.Mod(y.rng), res, x, y)
}

// split writes a sum as d*q + r where r takes every term whose factor d does not divide, and q is not 0. It holds when the quotient of x by d is
// q plus that of r: the sum does not wrap (its interval is known), and x and r are on the same side of 0, or r is 0.
func split(x *node, d int64) (q, r *node, ok bool) {
	if x.op != opSum || !x.rng.known {
		return nil, nil, false
	}
	var qs, rs []term
	for _, t := range x.terms {
		if t.k%d == 0 {
			qs = append(qs, term{t.t, t.k / d})
		} else {
			rs = append(rs, t)
		}
	}
	qc := floorDiv(x.val, d)
	if len(qs) == 0 && qc == 0 {
		return nil, nil, false
	}
	r = rawSum(x.val-qc*d, rs)
	if r == nil || !r.is(0) && !sameSide(x, r) {
		return nil, nil, false
	}
	return rawSum(qc, qs), r, true
}

func sameSide(x, r *node) bool {
	if x.nonNegative() {
		return r.nonNegative()
	}
	_, xhi := x.rng.ends()
	_, rhi := r.rng.ends()
	return xhi <= 0 && rhi <= 0
}

// reduce writes x as e*a + r for a divisor e of d, with e more than 1 and 0 <= r < e. It holds when the quotient of x by d is
// that of a by d/e, and the remainder e times that of a, plus r: the sum does not wrap, and x is not negative or r is 0.
func reduce(x *node, d int64) (a *node, e int64, r *node, ok bool) {
	if x.op != opSum || !x.rng.known {
		return nil, 0, nil, false
	}
	for _, t := range x.terms {
		e = gcd(t.k, d)
		if e < 2 || e == d {
			continue
		}
		if a, r, ok := takeOut(x, e); ok {
			return a, e, r, true
		}
	}
	return nil, 0, nil, false
}

func takeOut(x *node, e int64) (a, r *node, ok bool) {
	var as, rs []term
	for _, t := range x.terms {
		if t.k%e == 0 {
			as = append(as, term{t.t, t.k / e})
		} else {
			rs = append(rs, t)
		}
	}
	c := floorDiv(x.val, e)
	r = rawSum(x.val-c*e, rs)
	if r == nil || !r.rng.Within(Between(0, e-1)) || !r.is(0) && !x.nonNegative() {
		return nil, nil, false
	}
	return rawSum(c, as), r, true
}
