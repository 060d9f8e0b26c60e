package indexmath

import "slices"

// rejoin puts together a value that was taken apart by division. With q = x/c and r = x%c, or q = x>>s and r = x & c-1 for
// c = 1<<s, which under wrapping too satisfy x = c*q + r,
//
//	k*c*q + k*r  is  k*x
//	k*x - k*c*q  is  k*r
//	k*x - k*r    is  k*c*q
//	k*c*q        is  k*x      where r is known to be 0
//
// where k*x stands for all terms of x with k times their factors. It is nil when there is no such pair.
func rejoin(c int64, terms []term) *node {
	for i, t := range terms {
		switch t.t.op {
		case opDiv, opShr:
			if n := rejoinQuotient(c, terms, i); n != nil {
				return n
			}
		case opMod, opAnd:
			if n := rejoinRest(c, terms, i); n != nil {
				return n
			}
		}
	}
	return nil
}

func rejoinQuotient(c int64, terms []term, i int) *node {
	q := terms[i]
	d, ok := q.t.divisor()
	if !ok || q.k%d != 0 {
		return nil
	}
	x, k := q.t.args[0], q.k/d
	if r, ok := x.res.RestOf(d); ok && r == 0 {
		return add(newSum(c, without(terms, i, i)), scale(x, k))
	}
	for j, r := range terms {
		if r.k == k && (r.t.op == opMod || r.t.op == opAnd) && same(r.t, rest(x, q.t.op, d)) {
			return add(newSum(c, without(terms, i, j)), scale(x, k))
		}
	}
	if others, ok := subtract(without(terms, i, i), x, -k); ok {
		return add(newSum(c+k*asLinear(x).c, others), scale(rest(x, q.t.op, d), -k))
	}
	return nil
}

func rejoinRest(c int64, terms []term, i int) *node {
	r := terms[i]
	d, ok := r.t.divisor()
	if !ok {
		return nil
	}
	x := r.t.args[0]
	others, ok := subtract(without(terms, i, i), x, -r.k)
	if !ok {
		return nil
	}
	return add(newSum(c+r.k*asLinear(x).c, others), scale(quotient(x, r.t.op, d), -r.k*d))
}

// divisor gives c of x/c, x%c, and of x>>s and x & c-1, where it is positive.
func (n *node) divisor() (d int64, ok bool) {
	if !n.args[1].isConst() {
		return 0, false
	}
	v := n.args[1].val
	switch n.op {
	case opShr:
		return 1 << uint(v), v <= 62
	case opAnd:
		_, ok := lowMask(v)
		return v + 1, ok
	}
	return v, v > 0
}

// rest is the remainder that goes with a quotient of that operator, quotient the reverse.
func rest(x *node, o op, d int64) *node {
	if o == opDiv {
		return mod(x, constant(d))
	}
	return and(x, constant(d-1))
}

func quotient(x *node, o op, d int64) *node {
	if o == opMod {
		return div(x, constant(d))
	}
	k, _ := lowMask(d - 1)
	return shr(x, constant(int64(k)))
}

func without(terms []term, i, j int) []term {
	out := make([]term, 0, len(terms))
	for k, t := range terms {
		if k != i && k != j {
			out = append(out, t)
		}
	}
	return out
}

// subtract takes k*x out of the terms, where each term of x is there with exactly that factor.
func subtract(terms []term, x *node, k int64) ([]term, bool) {
	part := asLinear(x).terms
	if len(part) == 0 || len(part) > len(terms) {
		return nil, false
	}
	others := terms
	for _, p := range part {
		at := slices.IndexFunc(others, func(t term) bool { return t.k == k*p.k && same(t.t, p.t) })
		if at < 0 {
			return nil, false
		}
		others = slices.Concat(others[:at], others[at+1:])
	}
	return others, true
}
