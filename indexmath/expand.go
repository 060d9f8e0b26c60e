package indexmath

import "slices"

// maxExpanded is the number of addends up to which products are multiplied out.
const maxExpanded = 24

// expand multiplies out the products with a sum among their factors, for the sake of what cancels then: (i + 1)*n - i*n is n. It is nil
// when that does not make the sum shorter. Products with Data symbols stay: (d + 1)*n has a value where d + 1 is 0 and n is not known.
func expand(c int64, terms []term) *node {
	if len(terms) > maxExpanded || !slices.ContainsFunc(terms, func(t term) bool { return expandable(t.t) }) {
		return nil
	}
	var parts [maxExpanded]*expansion
	var left tallied
	count := 0
	for i, t := range terms {
		if !expandable(t.t) {
			left.add(t.t, t.k)
			continue
		}
		e := multipliedOut(t.t)
		if count += len(e.terms); !e.ok || count > maxExpanded {
			return nil
		}
		for _, u := range e.terms {
			left.add(u.t, u.k*t.k)
		}
		parts[i] = e
	}
	if left.distinct() >= len(terms) {
		return nil
	}
	var all []term
	for i, t := range terms {
		if parts[i] == nil {
			all = append(all, t)
		}
	}
	for i, t := range terms {
		if e := parts[i]; e != nil {
			all = merge(all, scaledTerms(e.terms, t.k))
			c += e.c * t.k
		}
	}
	return newSum(c, all)
}

// tallied adds up the factors of like terms without putting them in order. The zero value is empty. It has room for what expand
// looks at: maxExpanded terms that stay and as many that products give.
type tallied struct {
	slots [4 * maxExpanded]struct {
		t *node
		k int64
	}
}

func (l *tallied) add(t *node, k int64) {
	for i := t.id.a % uint64(len(l.slots)); ; i = (i + 1) % uint64(len(l.slots)) {
		s := &l.slots[i]
		if s.t == nil {
			s.t = t
		}
		if same(s.t, t) {
			s.k += k
			return
		}
	}
}

// distinct is how many terms are left.
func (l *tallied) distinct() int {
	n := 0
	for i := range l.slots {
		if l.slots[i].k != 0 {
			n++
		}
	}
	return n
}

// expansion is a product multiplied out: a list of terms and a constant; ok is false where there is none.
type expansion struct {
	terms []term
	c     int64
	ok    bool
}

// multipliedOut is the expansion of a product, worked out once: the same product stands in many sums.
func multipliedOut(n *node) *expansion {
	if e := n.answered().expanded; e != nil {
		return e
	}
	e := &expansion{}
	e.terms, e.c, e.ok = multiplyOut(n)
	n.answer(func(a *answers) { a.expanded = e })
	return e
}

// scaledTerms is k times ordered terms.
func scaledTerms(terms []term, k int64) []term {
	if k == 1 {
		return terms
	}
	out := make([]term, 0, len(terms))
	for _, t := range terms {
		if t.k*k != 0 {
			out = append(out, term{t.t, t.k * k})
		}
	}
	return out
}

func expandable(n *node) bool {
	if n.op != opProd || n.kinds>>Data&1 == 1 {
		return false
	}
	for _, f := range n.args {
		if f.op == opSum {
			return true
		}
	}
	return false
}

// multiplyOut gives a product as a list of terms and a constant.
func multiplyOut(n *node) (terms []term, c int64, ok bool) {
	terms, c = nil, 1
	for _, f := range n.args {
		l := asLinear(f)
		if (len(terms)+1)*(len(l.terms)+1) > maxExpanded {
			return nil, 0, false
		}
		var next []term
		for _, u := range l.terms {
			next = merge(next, scaled(u.t, u.k*c))
			for _, v := range terms {
				p := mul(v.t, u.t)
				if p == nil || p.op == opSum || p.op == opConst {
					return nil, 0, false
				}
				next = merge(next, scaled(p, u.k*v.k))
			}
		}
		for _, v := range terms {
			next = merge(next, scaled(v.t, v.k*l.c))
		}
		terms, c = next, c*l.c
	}
	return terms, c, true
}

// scaled is k*n as a list of no or one term.
func scaled(n *node, k int64) []term {
	if k == 0 {
		return nil
	}
	return []term{{n, k}}
}
