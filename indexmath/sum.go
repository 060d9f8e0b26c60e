package indexmath

// Add is x+y.
func Add(x, y Expr) Expr { return Expr{add(x.n, y.n)} }

// Sub is x-y.
func Sub(x, y Expr) Expr { return Expr{sub(x.n, y.n)} }

// Neg is -x.
func Neg(x Expr) Expr { return Expr{scale(x.n, -1)} }

// linear is a node read as a sum: c plus the terms.
type linear struct {
	c     int64
	terms []term
}

func asLinear(n *node) linear {
	switch n.op {
	case opConst:
		return linear{c: n.val}
	case opSum:
		return linear{n.val, n.terms}
	}
	return linear{terms: []term{{n, 1}}}
}

func add(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	if x.is(0) {
		return y
	}
	if y.is(0) {
		return x
	}
	a, b := asLinear(x), asLinear(y)
	return newSum(a.c+b.c, merge(a.terms, b.terms))
}

func sub(x, y *node) *node { return add(x, scale(y, -1)) }

func addConst(x *node, v int64) *node { return add(x, constant(v)) }

// scale is k*x, distributed over the terms of x: multiplication by a constant distributes under wrapping too.
func scale(x *node, k int64) *node {
	switch {
	case k == 0:
		return constant(0)
	case x == nil || k == 1:
		return x
	case x.op == opConst:
		return constant(k * x.val)
	}
	l := asLinear(x)
	return newSum(l.c*k, scaledTerms(l.terms, k))
}

// merge joins two ordered lists of terms into one, adding up the factors of like terms.
func merge(a, b []term) []term {
	out := make([]term, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := order(a[0].t, b[0].t); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			i, j := tied(a), tied(b)
			out = mergeTied(out, a[:i], b[:j])
			a, b = a[i:], b[j:]
		}
	}
	return append(append(out, a...), b...)
}

// tied is how many terms at the head of the list are equal to the first in order.
func tied(a []term) int {
	i := 1
	for i < len(a) && order(a[0].t, a[i].t) == 0 {
		i++
	}
	return i
}

func mergeTied(out, a, b []term) []term {
	start := len(out)
	out = append(out, a...)
next:
	for _, t := range b {
		for i := start; i < start+len(a); i++ {
			if same(out[i].t, t.t) {
				out[i].k += t.k
				continue next
			}
		}
		out = append(out, t)
	}
	kept := out[:start]
	for _, t := range out[start:] {
		if t.k != 0 {
			kept = append(kept, t)
		}
	}
	return kept
}

// newSum makes the sum of a constant and of ordered, distinct terms, which it takes over.
func newSum(c int64, terms []term) *node {
	if n := rejoin(c, terms); n != nil {
		return n
	}
	if len(terms) > 1 {
		if n := expand(c, terms); n != nil {
			return n
		}
	}
	return rawSum(c, terms)
}

func rawSum(c int64, terms []term) *node {
	switch {
	case len(terms) == 0:
		return constant(c)
	case len(terms) == 1 && c == 0 && terms[0].k == 1:
		return terms[0].t
	case len(terms) > maxTerms:
		return nil
	}
	n := &node{op: opSum, val: c, terms: terms}
	n.rng, n.res = sumFacts(c, terms)
	return seal(n)
}

// sumFacts gives the interval and the congruence of a sum. The interval is known only when the exact sum is within 64 bits.
func sumFacts(c int64, terms []term) (Interval, Congruence) {
	rng, res := Between(c, c), Congruence{}
	for i, t := range terms {
		rng = rng.Add(t.t.rng.Mul(Between(t.k, t.k)))
		if r := t.t.res.scale(t.k); i == 0 {
			res = r
		} else {
			res = res.Add(r)
		}
	}
	res = res.shift(c)
	if !rng.known {
		res = res.wrapped()
	}
	return rng, res
}
