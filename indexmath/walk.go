package indexmath

// Syms lists the distinct symbols of the expression in order of first appearance.
func (x Expr) Syms() []*Sym {
	var syms []*Sym
	have := map[*Sym]bool{}
	visit(x.n, func(n *node) bool {
		if n.op == opSym && !have[n.sym] {
			have[n.sym] = true
			syms = append(syms, n.sym)
		}
		return true
	})
	return syms
}

// Contains says that the symbol is in the expression.
func (x Expr) Contains(s *Sym) bool { return contains(x.n, s) }

func contains(x *node, s *Sym) bool {
	found := false
	visit(x, func(n *node) bool {
		found = found || n.op == opSym && n.sym == s
		return !found && n.kinds>>s.Kind&1 == 1
	})
	return found
}

// smallTree is the size up to which a graph is walked as a tree, without a note of what was seen.
const smallTree = 48

// visit calls f for every node of the graph once, parents first, and goes below those for which f is true.
func visit(x *node, f func(*node) bool) {
	var seen map[*node]bool
	var walk func(n *node)
	walk = func(n *node) {
		if n.size > smallTree {
			if seen[n] {
				return
			}
			if seen == nil {
				seen = map[*node]bool{}
			}
			seen[n] = true
		}
		if !f(n) {
			return
		}
		for _, t := range n.terms {
			walk(t.t)
		}
		for _, a := range n.args {
			walk(a)
		}
	}
	if x != nil {
		walk(x)
	}
}

// Subst is x with expressions in the place of symbols, all at once. A symbol that is not in the map stays.
func Subst(x Expr, with map[*Sym]Expr) Expr {
	if x.n == nil || len(with) == 0 {
		return x
	}
	s := substitution{with: with, done: map[*node]*node{}}
	for sym := range with {
		s.kinds |= 1 << sym.Kind
	}
	return Expr{s.of(x.n)}
}

type substitution struct {
	with  map[*Sym]Expr
	kinds uint8
	done  map[*node]*node
}

func (s *substitution) of(n *node) *node {
	if n.kinds&s.kinds == 0 {
		return n
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
