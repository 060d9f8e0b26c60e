package indexmath

// Mask tells what an unknown symbol has to be for the way in which it masks bits to make sense.
type Mask uint8

const (
	// PowerOfTwo is n in x & n-1, which is x % n only for such n, and in x & -n.
	PowerOfTwo Mask = iota + 1
	// LowBits is m in x & m, where x & m is used as a number: one less than a power of two.
	LowBits
)

// Masks calls found for the Param symbols of x that mask a value that differs from lane to lane. A test of bits, x & m == 0, tells
// nothing of m.
func Masks(x Expr, found func(s *Sym, m Mask)) {
	if x.n == nil || !x.Has(Param) || !x.n.varies {
		return
	}
	tests := map[*node]bool{} // arguments of == and !=
	visit(x.n, func(n *node) bool {
		switch n.op {
		case opEq, opNe, opLAnd, opLOr, opSelect:
			tests[n.args[0]] = true
			if n.op != opSelect {
				for _, a := range n.args {
					tests[a] = true
				}
			}
		case opAnd:
			for i, a := range n.args {
				if s, m := maskOf(a); s != nil && n.args[1-i].varies && (m == PowerOfTwo || !tests[n]) {
					found(s, m)
				}
			}
		}
		return n.kinds>>Param&1 == 1 && n.varies
	})
}

// maskOf takes n, n-1 and -n apart, with conversions looked through.
func maskOf(a *node) (*Sym, Mask) {
	for a.op == opCast {
		a = a.args[0]
	}
	if a.op == opSym && a.sym.Kind == Param {
		return a.sym, LowBits
	}
	if a.op != opSum || len(a.terms) != 1 {
		return nil, 0
	}
	t := a.terms[0]
	for t.t.op == opCast {
		t.t = t.t.args[0]
	}
	if t.t.op != opSym || t.t.sym.Kind != Param {
		return nil, 0
	}
	if t.k == 1 && a.val == -1 || t.k == -1 && a.val == 0 {
		return t.t.sym, PowerOfTwo
	}
	return nil, 0
}
