package trace

import "github.com/cudalint/cudalint/indexmath"

// findLive finds the symbols that some address or condition depends on, through the variables of loops and scopes as well. What a kernel
// only adds up, such as the sum of a product of matrices, need not be carried along.
func (b *planner) findLive() {
	b.live = map[*indexmath.Sym]bool{}
	for changed := true; changed; {
		before := len(b.live)
		b.liven(b.program.Body)
		changed = len(b.live) > before
	}
}

func (b *planner) liven(nodes []Node) {
	need := func(e indexmath.Expr) {
		for _, s := range e.Syms() {
			b.live[s] = true
		}
	}
	for _, n := range nodes {
		switch n := n.(type) {
		case *Access:
			need(n.Offset)
			if n.Peer != nil {
				need(n.Peer.Offset)
			}
		case *If:
			need(n.Cond)
			b.liven(n.Then)
			b.liven(n.Else)
		case *Loop:
			need(n.Cond)
			for _, v := range n.Vars {
				if b.carries(v) {
					need(v.Init)
					need(v.Next)
				}
			}
			b.liven(n.Body)
		case *Scope:
			for _, v := range n.Outs {
				if b.carries(v) {
					need(v.Next)
				}
			}
			b.liven(n.Body)
		case *Leave:
			vars := varsOf(n.Target)
			for i, e := range n.Values {
				if i < len(vars) && b.carries(vars[i]) {
					need(e)
				}
			}
		}
	}
}

// carries tells whether a variable matters.
func (b *planner) carries(v *Var) bool { return b.live[v.Sym] || b.live[v.Out] }

// varsOf is the variables of a loop or scope.
func varsOf(n Node) []*Var {
	switch n := n.(type) {
	case *Loop:
		return n.Vars
	case *Scope:
		return n.Outs
	}
	return nil
}
