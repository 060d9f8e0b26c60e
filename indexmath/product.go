package indexmath

import "slices"

// Mul is x*y.
func Mul(x, y Expr) Expr { return Expr{mul(x.n, y.n)} }

func mul(x, y *node) *node {
	switch {
	case x.is(0) || y.is(0):
		return constant(0)
	case x == nil || y == nil:
		return nil
	case x.op == opConst:
		return scale(y, x.val)
	case y.op == opConst:
		return scale(x, y.val)
	}
	x, k := primitive(x)
	y, m := primitive(y)
	if x.isConst() || y.isConst() {
		return scale(mul(x, y), k*m)
	}
	return scale(newProd(factors(x), factors(y)), k*m)
}

// primitive takes the common factor out of a sum: 4*a + 8 is 4*(a + 2).
func primitive(n *node) (*node, int64) {
	if n.op != opSum {
		return n, 1
	}
	if len(n.terms) == 1 && n.val == 0 {
		return n.terms[0].t, n.terms[0].k
	}
	g := n.val
	for _, t := range n.terms {
		g = gcd(g, t.k)
	}
	if g < 2 {
		return n, 1
	}
	terms := slices.Clone(n.terms)
	for i := range terms {
		terms[i].k /= g
	}
	return newSum(n.val/g, terms), g
}

func factors(n *node) []*node {
	if n.op == opProd {
		return n.args
	}
	return []*node{n}
}

func newProd(a, b []*node) *node {
	if len(a)+len(b) > maxFactors {
		return nil
	}
	args := make([]*node, 0, len(a)+len(b))
	args = append(append(args, a...), b...)
	slices.SortStableFunc(args, order)
	rng, res := args[0].rng, args[0].res
	exact := true
	for _, f := range args[1:] {
		rng = rng.Mul(f.rng)
		exact = exact && rng.known
		res = res.Mul(f.res)
	}
	if !exact {
		rng, res = Interval{}, res.wrapped()
	}
	if len(args) == 2 && same(args[0], args[1]) && exact {
		rng = rng.Intersect(AtLeast(0))
	}
	return apply(opProd, rng, res, args...)
}
