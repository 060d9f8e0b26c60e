package indexmath

import (
	"cmp"
	"strings"
)

// kindOrder is the place of a kind among symbols that are written side by side.
var kindOrder = [...]int{Block: 0, Param: 1, Carried: 2, Data: 3, Thread: 4}

// degree is the number of factors.
func (n *node) degree() int {
	if n.op == opProd {
		return len(n.args)
	}
	return 1
}

// order puts addends and factors as one would write them, whatever the addresses: products before single symbols, what varies by
// thread last, threadIdx.x after threadIdx.y. Nodes that differ only deep inside, or in symbols of one name, may tie.
func order(a, b *node) int { return orderTo(a, b, 4) }

func orderTo(a, b *node, depth int) int {
	if same(a, b) {
		return 0
	}
	if c := cmp.Compare(b.degree(), a.degree()); c != 0 {
		return c
	}
	if c := cmp.Compare(a.kinds>>Thread&1, b.kinds>>Thread&1); c != 0 {
		return c
	}
	if c := cmp.Compare(a.op, b.op); c != 0 {
		return c
	}
	switch a.op {
	case opSym:
		return orderSyms(a.sym, b.sym)
	case opConst:
		return cmp.Compare(a.val, b.val)
	}
	if c := cmp.Compare(a.size, b.size); c != 0 {
		return c
	}
	if c := cmp.Compare(len(a.args)+len(a.terms), len(b.args)+len(b.terms)); c != 0 {
		return c
	}
	if depth == 0 {
		return 0
	}
	for i := range a.args {
		if c := orderTo(a.args[i], b.args[i], depth-1); c != 0 {
			return c
		}
	}
	for i := range a.terms {
		if c := orderTo(a.terms[i].t, b.terms[i].t, depth-1); c != 0 {
			return c
		}
	}
	for i := range a.terms {
		if c := cmp.Compare(a.terms[i].k, b.terms[i].k); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.val, b.val)
}

func orderSyms(s, t *Sym) int {
	if c := cmp.Compare(kindOrder[s.Kind], kindOrder[t.Kind]); c != 0 {
		return c
	}
	if c := cmp.Compare(t.Axis, s.Axis); c != 0 && (s.Kind == Thread || s.Kind == Block) {
		return c
	}
	return strings.Compare(s.Name, t.Name)
}
