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

// blockUse is how the program depends on one axis of the block index.
type blockUse struct {
	guards  bool   // a condition that is decided exactly depends on it
	shared  bool   // an address in shared memory depends on it, or one in global memory by other than a fixed shift
	strides []root // the shifts of addresses in global memory from one block to the next
}

// useOfBlocks finds on which axes of the block index anything but a shift of global addresses depends.
func (b *planner) useOfBlocks() {
	var conds func(nodes []Node)
	note := func(e indexmath.Expr) {
		t := b.taintOf(e)
		for axis := range b.blocks {
			if t&(byParam|byData) == 0 && t&(byBlockX<<axis) != 0 {
				b.blocks[axis].guards = true
			}
		}
	}
	conds = func(nodes []Node) {
		for _, n := range nodes {
			switch n := n.(type) {
			case *If:
				note(n.Cond)
				conds(n.Then)
				conds(n.Else)
			case *Loop:
				note(n.Cond)
				conds(n.Body)
			case *Scope:
				conds(n.Body)
			}
		}
	}
	conds(b.program.Body)
	inits := b.varsBySym()
	for _, a := range b.accesses {
		if a == nil {
			continue
		}
		e := a.access.Offset
		for axis := range b.blocks {
			use := &b.blocks[axis]
			if !e.Known() || b.taintOf(e)&(byBlockX<<axis) == 0 {
				continue
			}
			shift, ok := b.shift(e, axis, inits, 0)
			if !ok || a.access.Space == Shared {
				use.shared = true
				continue
			}
			use.strides = append(use.strides, b.root(shift))
		}
	}
}

func (b *planner) varsBySym() map[*indexmath.Sym]*Var {
	vars := map[*indexmath.Sym]*Var{}
	for _, l := range b.loops {
		for _, v := range l.loop.Vars {
			vars[v.Sym] = v
		}
	}
	return vars
}

// shift is by how much e changes from one block to the next along the axis; false when that depends on lane, block or iteration, or
// cannot be told. A carried variable shifts by what its Init shifts by, when its increment does not depend on the block.
func (b *planner) shift(e indexmath.Expr, axis int, vars map[*indexmath.Sym]*Var, depth int) (indexmath.Expr, bool) {
	bit := byBlockX << axis
	total := indexmath.Const(0)
	for _, s := range e.Syms() {
		if b.taints[s]&bit == 0 {
			continue
		}
		d := indexmath.Stride(e, s)
		if s.Kind != indexmath.Block {
			v := vars[s]
			if v == nil || depth > 4 || b.taintOf(indexmath.Sub(v.Next, s.Expr()))&bit != 0 {
				return indexmath.Expr{}, false
			}
			initial, ok := b.shift(v.Init, axis, vars, depth+1)
			if !ok {
				return indexmath.Expr{}, false
			}
			d = indexmath.Mul(d, initial)
		}
		total = indexmath.Add(total, d)
	}
	return total, total.Known() && b.taintOf(total)&kinds&^byParam == 0
}
