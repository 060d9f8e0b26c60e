package indexmath

import "slices"

// Syms lists the distinct symbols of the expression in order of first appearance.
func (x Expr) Syms() []*Sym {
	if x.n == nil || x.n.kinds == 0 {
		return nil
	}
	if syms := x.n.answered().syms; syms != nil {
		return syms
	}
	var syms []*Sym
	var have map[*Sym]bool // of many
	visit(x.n, func(n *node) bool {
		if n.op == opSym && !have[n.sym] && (have != nil || !slices.Contains(syms, n.sym)) {
			syms = append(syms, n.sym)
			if have != nil {
				have[n.sym] = true
			} else if len(syms) == 16 {
				have = map[*Sym]bool{}
				for _, s := range syms {
					have[s] = true
				}
			}
		}
		return n.kinds != 0
	})
	syms = slices.Clip(syms) // who adds to it makes a copy
	x.n.answer(func(a *answers) { a.syms = syms })
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

// Decides says that symbols of a kind are in the expression, if at all, only where they decide between values: in the conditions of Select.
func (x Expr) Decides(k Kind) bool { return x.n != nil && onlyDecides(x.n, k, map[*node]bool{}) }

func onlyDecides(n *node, k Kind, seen map[*node]bool) bool {
	if n.kinds>>k&1 == 0 || seen[n] {
		return true
	}
	if n.op == opSym {
		return false
	}
	seen[n] = true
	args := n.args
	if n.op == opSelect {
		args = args[1:]
	}
	for _, a := range args {
		if !onlyDecides(a, k, seen) {
			return false
		}
	}
	for _, t := range n.terms {
		if !onlyDecides(t.t, k, seen) {
			return false
		}
	}
	return true
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
