package indexmath

import "math"

// Stride is the forward difference of x along s, x[s+1] - x[s], where it is the same for every s such that s and s+1 are in the
// Range of s; unknown otherwise. It is 0 when s is not in x.
func Stride(x Expr, s *Sym) Expr {
	if x.n == nil {
		return Expr{}
	}
	d := differ{sym: s, done: map[*node]*node{}, holds: map[*node]bool{}}
	// The lower of the two values never is the upper end of the range.
	lower := *s
	if lo, hi := s.Range.ends(); hi != math.MaxInt64 && lo < hi {
		lower.Range = Between(lo, hi-1)
	}
	at := symbol(&lower)
	d.here = newSubstitution(map[*Sym]Expr{s: {at}})
	d.next = newSubstitution(map[*Sym]Expr{s: {addConst(at, 1)}})
	out := d.of(x.n)
	if out == nil || contains(out, s) || contains(out, &lower) {
		return Expr{}
	}
	return Expr{out}
}

type differ struct {
	sym        *Sym
	here, next *substitution
	done       map[*node]*node
	holds      map[*node]bool
}

// depends says that the symbol is in the node.
func (d *differ) depends(n *node) bool {
	if n.kinds>>d.sym.Kind&1 == 0 {
		return false
	}
	if n.op == opSym {
		return n.sym == d.sym
	}
	if holds, ok := d.holds[n]; ok {
		return holds
	}
	holds := false
	for _, t := range n.terms {
		holds = holds || d.depends(t.t)
	}
	for _, a := range n.args {
		holds = holds || d.depends(a)
	}
	d.holds[n] = holds
	return holds
}

// of is the forward difference of a node. That of a sum is the sum of those of its terms; that of a product with one factor that
// depends on s is that of the factor times the others; a choice on which s has no say is between those of both sides. What is left is computed at s and at s+1 and subtracted.
func (d *differ) of(n *node) *node {
	if !d.depends(n) {
		return constant(0)
	}
	if n.op == opSym {
		return constant(1)
	}
	if out, ok := d.done[n]; ok {
		return out
	}
	out := d.compute(n)
	d.done[n] = out
	return out
}

func (d *differ) compute(n *node) *node {
	switch n.op {
	case opSum:
		sum := constant(0)
		for _, t := range n.terms {
			sum = add(sum, scale(d.of(t.t), t.k))
		}
		return sum
	case opProd:
		var moving []*node
		rest := constant(1)
		for _, f := range n.args {
			if d.depends(f) {
				moving = append(moving, f)
			} else {
				rest = mul(rest, f)
			}
		}
		if len(moving) == 1 {
			return mul(d.of(moving[0]), rest)
		}
	case opSelect:
		if c := n.args[0]; !d.depends(c) {
			return choose(c, d.of(n.args[1]), d.of(n.args[2]))
		}
	}
	return sub(d.next.of(n), d.here.of(n))
}
