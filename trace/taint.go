package trace

import "github.com/cudalint/cudalint/indexmath"

// taint finds what every symbol depends on, those carried by loops and left by scopes included.
func (b *planner) taint(nodes []Node) {
	b.taints = map[*indexmath.Sym]taint{}
	b.collect(nodes)
	for changed := true; changed; {
		changed = false
		b.carry(nodes, 0, func(s *indexmath.Sym, t taint) {
			if s != nil && b.taints[s]|t != b.taints[s] {
				b.taints[s] |= t
				changed = true
			}
		})
	}
}

func (b *planner) see(e indexmath.Expr) {
	for _, s := range e.Syms() {
		b.seeSym(s)
	}
	indexmath.Masks(e, func(s *indexmath.Sym, m indexmath.Mask) {
		if b.masks == nil {
			b.masks = map[*indexmath.Sym]indexmath.Mask{}
		}
		if b.masks[s] != indexmath.PowerOfTwo {
			b.masks[s] = m
		}
	})
}

func (b *planner) seeSym(s *indexmath.Sym) {
	if _, ok := b.taints[s]; ok || s == nil {
		return
	}
	b.syms = append(b.syms, s)
	t := taint(0)
	switch s.Kind {
	case indexmath.Thread:
		t = byLane
	case indexmath.Block:
		if s.Axis >= 0 && s.Axis < 3 {
			t = byBlockX << s.Axis
		}
	case indexmath.Param:
		t = paramTaint(len(b.params))
		b.params = append(b.params, s)
	case indexmath.Data:
		t = byData
	}
	b.taints[s] = t
}

// collect notes every symbol.
func (b *planner) collect(nodes []Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *Access:
			b.see(n.Offset)
			if n.Peer != nil {
				b.see(n.Peer.Offset)
			}
		case *If:
			b.see(n.Cond)
			b.collect(n.Then)
			b.collect(n.Else)
		case *Loop:
			for _, v := range n.Vars {
				b.seeSym(v.Sym)
				b.see(v.Init)
				b.see(v.Next)
				b.seeSym(v.Out)
			}
			b.see(n.Cond)
			b.collect(n.Body)
		case *Scope:
			for _, v := range n.Outs {
				b.see(v.Next)
				b.seeSym(v.Out)
			}
			b.collect(n.Body)
		case *Leave:
			for _, e := range n.Values {
				b.see(e)
			}
		}
	}
}

// carry adds what flows from expressions into the symbols of loops and scopes. under is what the conditions above depend on: they
// decide which value a lane leaves with.
func (b *planner) carry(nodes []Node, under taint, add func(*indexmath.Sym, taint)) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *If:
			t := under | b.taintOf(n.Cond)
			b.carry(n.Then, t, add)
			b.carry(n.Else, t, add)
		case *Loop:
			cond := b.taintOf(n.Cond)
			for _, v := range n.Vars {
				t := b.taintOf(v.Init) | b.taintOf(v.Next)
				add(v.Sym, t|byLoop)
				add(v.Out, t|cond&^byLoop|b.taints[v.Sym]&^byLoop)
			}
			b.carry(n.Body, cond, add)
		case *Scope:
			for _, v := range n.Outs {
				add(v.Out, b.taintOf(v.Next))
			}
			b.carry(n.Body, 0, add)
		case *Leave:
			for i, e := range n.Values {
				t := b.taintOf(e) | under
				switch target := n.Target.(type) {
				case *Loop:
					if i < len(target.Vars) {
						add(target.Vars[i].Out, t)
						if n.Again {
							add(target.Vars[i].Sym, t)
						}
					}
				case *Scope:
					if i < len(target.Outs) {
						add(target.Outs[i].Out, t)
					}
				}
			}
		}
	}
}

// taintOf is what e depends on; the expression that says nothing depends on data.
func (b *plan) taintOf(e indexmath.Expr) taint {
	if !e.Known() {
		return byData
	}
	t := taint(0)
	for _, s := range e.Syms() {
		t |= b.taints[s]
	}
	return t
}
