package indexmath

import "math"

// Stride is the forward difference of x along s, x[s+1] - x[s], where it is the same for every s such that s and s+1 are in the
// Range of s; unknown otherwise. It is 0 when s is not in x.
func Stride(x Expr, s *Sym) Expr {
	if x.n == nil {
		return Expr{}
	}
	d := differ{sym: s}
	out := d.of(x.n)
	if out == nil || contains(out, s) || d.lower != nil && contains(out, d.lower) {
		return Expr{}
	}
	return Expr{out}
}

type differ struct {
	sym        *Sym
	lower      *Sym // s in the place of the lower of the two values; nil until one is needed, like the two below
	here, next *substitution
	done       map[*node]*node
	holds      map[*node]bool
}

// between is the difference of a node at s+1 and at s, each worked out.
func (d *differ) between(n *node) *node {
	if d.lower == nil {
		// The lower of the two values never is the upper end of the range.
		lower := *d.sym
		if lo, hi := lower.Range.ends(); hi != math.MaxInt64 && lo < hi {
			lower.Range = Between(lo, hi-1)
		}
		d.lower = &lower
		at := symbol(d.lower)
		d.here = newSubstitution(map[*Sym]Expr{d.sym: {at}})
		d.next = newSubstitution(map[*Sym]Expr{d.sym: {addConst(at, 1)}})
	}
	return sub(d.next.of(n), d.here.of(n))
}

// depends says that the symbol is in the node.
func (d *differ) depends(n *node) bool {
	if n.kinds>>d.sym.Kind&1 == 0 {
		return false
	}
	if n.op == opSym {
		return n.sym == d.sym
	}
	plain := n.size <= smallTree // looking again costs less than a note
	if holds, ok := d.holds[n]; ok && !plain {
		return holds
	}
	holds := false
	for _, t := range n.terms {
		holds = holds || d.depends(t.t)
	}
	for _, a := range n.args {
		holds = holds || d.depends(a)
	}
	if !plain {
		if d.holds == nil {
			d.holds = map[*node]bool{}
		}
		d.holds[n] = holds
	}
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
	if n.size > smallTree {
		if d.done == nil {
			d.done = map[*node]*node{}
		}
		d.done[n] = out
	}
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
	return d.between(n)
}
