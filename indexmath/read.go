package indexmath

// Uncast is x without its conversions between integer types: what x is as long as nothing wraps around, which is what a reader
// takes an index for. It is for messages and strides; the value of x itself may differ.
func Uncast(x Expr) Expr {
	if x.n == nil || !x.n.casts {
		return x
	}
	if p := x.n.answered().plain; p != nil {
		return Expr{p}
	}
	s := &substitution{kinds: 0xFF, done: map[*node]*node{}, uncast: true}
	out := s.of(x.n)
	if out != nil {
		x.n.answer(func(a *answers) { a.plain = out })
	}
	return Expr{out}
}

// Exactly is x/d with every term of x divided: false when a term is not a multiple of d. Like Uncast it holds as long as nothing
// wraps around.
func Exactly(x Expr, d int64) (Expr, bool) {
	if x.n == nil || d == 0 {
		return Expr{}, false
	}
	n, ok := shareOf(x.n, d, 0)
	return Expr{n}, ok
}

func shareOf(n *node, d int64, depth int) (*node, bool) {
	if n.op == opSelect && depth < 8 {
		a, ok := shareOf(n.args[1], d, depth+1)
		if !ok {
			return nil, false
		}
		b, ok := shareOf(n.args[2], d, depth+1)
		if !ok {
			return nil, false
		}
		return Select(Expr{n.args[0]}, Expr{a}, Expr{b}).n, true
	}
	l := asLinear(n)
	if l.c%d != 0 {
		return nil, false
	}
	sum := constant(l.c / d)
	for _, t := range l.terms {
		if t.k%d == 0 {
			sum = add(sum, scale(t.t, t.k/d))
			continue
		}
		if t.t == n || depth >= 8 {
			return nil, false
		}
		q, ok := shareOf(scale(t.t, t.k), d, depth+1)
		if !ok || t.k != 1 {
			return nil, false
		}
		sum = add(sum, q)
	}
	return sum, true
}

// Rest names what is left of a sum when its constant addend is taken away: where those of two expressions are equal, the expressions
// differ by their constants alone.
type Rest struct{ d digest }

// Apart splits x into its constant addend and the rest. The zero value is unknown: false.
func Apart(x Expr) (rest Rest, constant int64, ok bool) {
	if x.n == nil {
		return Rest{}, 0, false
	}
	l := asLinear(x.n)
	var all digest
	for _, t := range l.terms {
		all = all.plus(t.t.id.withInt(t.k))
	}
	return Rest{all}, l.c, true
}

// Settled is the values that unknown uniform symbols have where x, a condition, holds: in `n == 4 && i < m`, n is 4. Nil where there are none.
func Settled(x Expr) map[*Sym]Expr {
	var out map[*Sym]Expr
	var walk func(n *node)
	walk = func(n *node) {
		switch {
		case n == nil || n.kinds>>Param&1 == 0:
		case n.op == opLAnd:
			for _, a := range n.args {
				walk(a)
			}
		case n.op == opEq && n.args[0] != nil && n.args[0].op == opSym && n.args[0].sym.Kind == Param && n.args[1].isConst():
			if out == nil {
				out = map[*Sym]Expr{}
			}
			out[n.args[0].sym] = Expr{n.args[1]}
		}
	}
	walk(x.n)
	return out
}

// Size is the number of operations and symbols in x, written out as a tree; at most 1<<30.
func (x Expr) Size() int {
	if x.n == nil {
		return 0
	}
	return int(x.n.size)
}
