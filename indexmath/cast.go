package indexmath

// Cast is x wrapped to an integer type of that many bits. A cast that changes no value in the interval of x is x. A width of 64
// or more leaves x as it is: every value here is a 64-bit pattern. A width below 1 is unknown.
func Cast(x Expr, bits int, signed bool) Expr { return Expr{cast(x.n, bits, signed)} }

func cast(x *node, width int, signed bool) *node {
	switch {
	case width < 1 || x == nil:
		return nil
	case width >= 64 || x.rng.Within(typeRange(width, signed)):
		return x
	case x.op == opConst:
		return constant(wrap(x.val, width, signed))
	}
	if x.size <= smallTree {
		if y := stripCasts(x, width); y != x {
			return cast(y, width, signed)
		}
	}
	n := &node{op: opCast, val: int64(width), args: []*node{x}, rng: x.rng.Cast(width, signed)}
	if signed {
		n.val = -n.val
	}
	// The value is x less a multiple of 2^width.
	m, r := x.res.parts()
	n.res = Modulo(gcd(m, 1<<uint(min(width, 62))), r)
	return seal(n)
}

func wrap(v int64, width int, signed bool) int64 {
	s := uint(64 - width)
	if signed {
		return v << s >> s
	}
	return int64(uint64(v) << s >> s)
}

// castType gives width and sign of an opCast node.
func (n *node) castType() (width int, signed bool) {
	if n.val < 0 {
		return int(-n.val), true
	}
	return int(n.val), false
}

// stripCasts takes away casts to at least width bits where only the low width bits of the result matter: x itself, the terms of a sum
// and the factors of a product.
func stripCasts(x *node, width int) *node {
	switch x.op {
	case opCast:
		if w, _ := x.castType(); w >= width {
			return stripCasts(x.args[0], width)
		}
	case opSum:
		sum, changed := constant(x.val), false
		for _, t := range x.terms {
			y := stripCasts(t.t, width)
			changed = changed || y != t.t
			sum = add(sum, scale(y, t.k))
		}
		if changed && sum != nil {
			return sum
		}
	case opProd:
		product, changed := constant(1), false
		for _, f := range x.args {
			y := stripCasts(f, width)
			changed = changed || y != f
			product = mul(product, y)
		}
		if changed && product != nil {
			return product
		}
	}
	return x
}
