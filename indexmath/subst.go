package indexmath

// Subst is x with expressions in the place of symbols, all at once. A symbol that is not in the map stays.
func Subst(x Expr, with map[*Sym]Expr) Expr {
	if x.n == nil || len(with) == 0 {
		return x
	}
	return Expr{newSubstitution(with).of(x.n)}
}

type substitution struct {
	with   map[*Sym]Expr
	kinds  uint8
	done   map[*node]*node
	uncast bool // leave conversions out
}

func newSubstitution(with map[*Sym]Expr) *substitution {
	s := &substitution{with: with, done: map[*node]*node{}}
	for sym := range with {
		s.kinds |= 1 << sym.Kind
	}
	return s
}

func (s *substitution) of(n *node) *node {
	if n.kinds&s.kinds == 0 || s.uncast && !n.casts {
		return n
	}
	if s.uncast {
		if p := n.answered().plain; p != nil {
			return p
		}
		if n.op == opCast {
			out := s.of(n.args[0])
			if out != nil {
				n.answer(func(a *answers) { a.plain = out })
			}
			return out
		}
	}
	if n.op == opSym {
		if e, ok := s.with[n.sym]; ok {
			return e.n
		}
		return n
	}
	if out, ok := s.done[n]; ok {
		return out
	}
	out := s.rebuild(n)
	s.done[n] = out
	return out
}

func (s *substitution) rebuild(n *node) *node {
	changed := false
	if n.op == opSum {
		sum := constant(n.val)
		terms := make([]*node, len(n.terms))
		for i, t := range n.terms {
			terms[i] = s.of(t.t)
			changed = changed || terms[i] != t.t
		}
		if !changed {
			return n
		}
		for i, t := range n.terms {
			sum = add(sum, scale(terms[i], t.k))
		}
		return sum
	}
	args := make([]*node, len(n.args))
	for i, a := range n.args {
		args[i] = s.of(a)
		changed = changed || args[i] != a
	}
	if !changed {
		return n
	}
	return build(n, args)
}

// build applies the operator of n, simplifying, to other arguments. They may be unknown.
func build(n *node, args []*node) *node {
	switch n.op {
	case opDiv:
		return div(args[0], args[1])
	case opMod:
		return mod(args[0], args[1])
	case opShl:
		return shl(args[0], args[1])
	case opShr:
		return shr(args[0], args[1])
	case opAnd:
		return and(args[0], args[1])
	case opOr:
		return or(args[0], args[1])
	case opXor:
		return xor(args[0], args[1])
	case opMin:
		return lesser(args[0], args[1])
	case opMax:
		return greater(args[0], args[1])
	case opLt:
		return lt(args[0], args[1])
	case opLe:
		return le(args[0], args[1])
	case opEq:
		return eq(args[0], args[1])
	case opNe:
		return ne(args[0], args[1])
	case opSelect:
		return choose(args[0], args[1], args[2])
	case opCast:
		width, signed := n.castType()
		return cast(args[0], width, signed)
	case opProd, opLAnd, opLOr:
		return buildChain(n.op, args)
	}
	panic("indexmath: no such operator")
}

// buildChain joins three or more arguments; one that decides the whole is looked for first, as unknown ones may come before it.
func buildChain(o op, args []*node) *node {
	out := args[0]
	for _, a := range args[1:] {
		if o == opProd {
			if a.is(0) {
				return a
			}
			out = mul(out, a)
			continue
		}
		if r := connect(o, a, constant(neutral(o))); r.isConst() && r.val != neutral(o) {
			return r
		}
		out = connect(o, out, a)
	}
	return out
}

// neutral is the operand that leaves the other as it is.
func neutral(o op) int64 {
	if o == opLAnd {
		return 1
	}
	return 0
}
