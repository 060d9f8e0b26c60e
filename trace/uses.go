package trace

import (
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
)

// blockUse is how the program depends on one axis of the block index.
type blockUse struct {
	sym    *indexmath.Sym // nil when it is in no expression
	edges  bool           // a condition that is decided exactly depends on it, at most at the first and the last block
	open   bool           // it decides a condition or an address in a way that only running all blocks tells
	shifts []blockShift
}

// blockShift is by how much an address shifts from one block to the next, and the shift that makes no difference to its cost.
type blockShift struct {
	shift root
	grain int64
}

// axes is a set of axes of the block index, bit by bit.
type axes uint8

// useOfBlocks finds how the program depends on each axis of the block index.
func (b *planner) useOfBlocks(grid [3]int64) {
	for _, s := range b.syms {
		if s.Kind == indexmath.Block && s.Axis >= 0 && s.Axis < 3 {
			b.blocks[s.Axis].sym = s
		}
	}
	leaves := b.conditions(b.program.Body, 0, grid)
	inits := b.varsBySym()
	for _, a := range b.accesses {
		if a == nil {
			continue
		}
		a.open |= leaves
		b.useOfAddress(a, a.access, inits, grid)
		if a.access.Peer != nil {
			b.useOfAddress(a, a.access.Peer, inits, grid)
		}
	}
}

// useOfAddress notes how the cost of an access depends on the block by an address, its own or its peer's.
func (b *planner) useOfAddress(a *accessStep, of *Access, inits map[*indexmath.Sym]*Var, grid [3]int64) {
	if !of.Offset.Known() {
		return
	}
	t := b.taintOf(of.Offset)
	for axis := range b.blocks {
		if t&(byBlockX<<axis) == 0 {
			continue
		}
		use := &b.blocks[axis]
		e := of.Offset
		if grid[axis] == 0 { // the blocks that are run are few, and no index wraps around in them
			e = indexmath.Uncast(e)
		}
		shift, ok := b.shift(e, axis, inits, 0)
		if !ok {
			use.open = true
			a.open |= 1 << axis
			continue
		}
		grain := int64(gpu.SectorBytes)
		switch {
		case a.access.Peer != nil:
			grain = gpu.LineBytes
		case of.Space == Shared:
			grain = int64(max(of.Width, gpu.BankBytes))
		}
		use.shifts = append(use.shifts, blockShift{b.root(shift), grain})
	}
}

// conditions notes how conditions depend on the block. It gives the axes of those that are open and under which some lane leaves for
// good: these decide who reaches anything behind them. around is the axes of the open conditions around nodes.
func (b *planner) conditions(nodes []Node, around axes, grid [3]int64) (leaves axes) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *Access:
			b.accesses[n.ID].open |= around
		case *If:
			in := around | b.useOfCondition(n.Cond, grid)
			leaves |= b.conditions(n.Then, in, grid) | b.conditions(n.Else, in, grid)
		case *Loop:
			leaves |= b.conditions(n.Body, around|b.useOfCondition(n.Cond, grid), grid)
		case *Scope:
			leaves |= b.conditions(n.Body, around, grid)
		case *Leave:
			leaves |= around
		}
	}
	return leaves
}

// useOfCondition gives the axes on which a condition is open.
func (b *planner) useOfCondition(e indexmath.Expr, grid [3]int64) (open axes) {
	t := b.taintOf(e)
	if t&(byParam|byData) != 0 {
		return 0
	}
	for axis := range b.blocks {
		if t&(byBlockX<<axis) == 0 {
			continue
		}
		use := &b.blocks[axis]
		use.edges = true
		if grid[axis] > 0 && !sameInside(e, use.sym, grid[axis]) {
			use.open = true
			open |= 1 << axis
		}
	}
	return open
}

// sameInside tells whether a condition is proved not to depend on the block but in the first and the last one.
func sameInside(e indexmath.Expr, s *indexmath.Sym, grid int64) bool {
	if s == nil || !e.Contains(s) {
		return false
	}
	if grid < 3 {
		return true
	}
	inner := *s
	inner.Range = indexmath.Between(1, grid-2)
	_, ok := indexmath.Subst(e, map[*indexmath.Sym]indexmath.Expr{s: inner.Expr()}).Const()
	return ok
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
