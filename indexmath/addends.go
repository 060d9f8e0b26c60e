package indexmath

// Addends takes apart what x adds up, as far as it differs from lane to lane. alone are the symbols that are addends by themselves, with
// any constant factor; within are all symbols of the other addends. An addend that is the same in all lanes shifts x and is in neither:
// 4*tid + n*blockIdx.x has tid alone and nothing within, tid*n + k has tid and n within. Conversions are looked through.
func Addends(x Expr) (alone, within []*Sym) {
	var add func(n *node)
	add = func(n *node) {
		switch {
		case !n.varies:
		case n.op == opSym:
			alone = append(alone, n.sym)
		case n.op == opSum:
			for _, t := range n.terms {
				add(t.t)
			}
		case n.op == opCast:
			add(n.args[0])
		default:
			within = append(within, Expr{n}.Syms()...)
		}
	}
	if x.n != nil {
		add(x.n)
	}
	return alone, within
}

// Thresholds takes a condition apart that is made of comparisons by order, &&, || and !: over are the differences that decide these
// comparisons by their signs. others are the symbols of what else decides it, such as x == y or a bit. Parts that are the same in all
// lanes are in neither: i < n && m > 3 has i-n over.
func Thresholds(cond Expr) (over []Expr, others []*Sym) {
	var take func(n *node)
	take = func(n *node) {
		if !n.varies {
			return
		}
		switch n.op {
		case opLAnd, opLOr:
			for _, a := range n.args {
				take(a)
			}
			return
		case opEq, opNe:
			if n.args[1].is(0) && n.args[0].isBool() { // !(..), or (..) as a truth value
				take(n.args[0])
				return
			}
		case opLt, opLe:
			if d := sub(n.args[0], n.args[1]); d != nil {
				over = append(over, Expr{d})
				return
			}
		}
		others = append(others, Expr{n}.Syms()...)
	}
	if cond.n != nil {
		take(cond.n)
	}
	return over, others
}
