package indexmath

// maxExpanded is the number of addends up to which products are multiplied out.
const maxExpanded = 24

// expand multiplies out the products with a sum among their factors, for the sake of what cancels then: (i + 1)*n - i*n is n. It is nil
// when that does not make the sum shorter. Products with Data symbols stay: (d + 1)*n has a value where d + 1 is 0 and n is not known.
func expand(c int64, terms []term) *node {
	if len(terms) > maxExpanded {
		return nil
	}
	var plain []term
	var flat [][]term
	count := 0
	for _, t := range terms {
		if !expandable(t.t) {
			plain = append(plain, t)
			continue
		}
		out, k, ok := multiplyOut(t)
		if count += len(out); !ok || count > maxExpanded {
			return nil
		}
		c += k
		flat = append(flat, out)
	}
	if flat == nil {
		return nil
	}
	all := plain
	for _, f := range flat {
		all = merge(all, f)
	}
	if len(all) >= len(terms) {
		return nil
	}
	return newSum(c, all)
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

// multiplyOut gives k times a product as a list of terms and a constant.
func multiplyOut(t term) (terms []term, c int64, ok bool) {
	terms, c = nil, t.k
	for _, f := range t.t.args {
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
