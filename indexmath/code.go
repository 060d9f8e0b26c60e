package indexmath

import (
	"cmp"
	"slices"
)

// Code is a set of expressions made ready for evaluation: one instruction for every distinct node, arguments before their users. It is
// read-only; each goroutine evaluates on a Machine of its own.
//
// A symbol is bound at a level: 0 for those bound once, 1 for the counter of an outer loop, and so on. An instruction has the level of
// its deepest symbol. Binding a symbol of level k makes the instructions of level k and deeper stale, and no others, so that
// what does not depend on an inner loop is computed once per turn of the outer one.
type Code struct {
	instrs []instr
	syms   map[*Sym]int32 // the instruction, which is also the register, of a symbol
	roots  []root
	levels int // levels are 0..levels-1: as many as distinct ones were given
}

// instr computes the register of its own number from those of its arguments.
type instr struct {
	op    op
	level int32
	val   int64
	sym   *Sym
	args  []int32
	coefs []int64 // of a sum, by argument
}

// root is what one expression needs.
type root struct {
	reg   int32 // -1 for the unknown expression
	steps []step
}

// step is a run of instructions of one level; a root's steps go from the shallowest level to the deepest.
type step struct {
	level  int32
	instrs []int32
}

// Compile makes code that evaluates the roots. level gives, for a symbol, the depth of the loop that binds it: 0 or more.
func Compile(roots []Expr, level func(*Sym) int) *Code {
	c := compiler{code: &Code{syms: map[*Sym]int32{}}, done: map[digest]int32{}, level: level}
	for _, r := range roots {
		c.code.roots = append(c.code.roots, root{reg: c.instr(r.n)})
	}
	c.numberLevels()
	for i := range c.code.roots {
		c.schedule(&c.code.roots[i])
	}
	return c.code
}

type compiler struct {
	code  *Code
	done  map[digest]int32
	level func(*Sym) int
}

func (c *compiler) instr(n *node) int32 {
	if n == nil {
		return -1
	}
	if i, ok := c.done[n.id]; ok {
		return i
	}
	in := instr{op: n.op, val: n.val, sym: n.sym, level: -1}
	if n.op == opSym {
		in.level = int32(max(0, c.level(n.sym)))
	}
	for _, t := range n.terms {
		in.args = append(in.args, c.instr(t.t))
		in.coefs = append(in.coefs, t.k)
	}
	for _, a := range n.args {
		in.args = append(in.args, c.instr(a))
	}
	for _, a := range in.args {
		in.level = max(in.level, c.code.instrs[a].level)
	}
	i := int32(len(c.code.instrs))
	c.code.instrs = append(c.code.instrs, in)
	c.done[n.id] = i
	if n.op == opSym {
		c.code.syms[n.sym] = i
	}
	return i
}

// numberLevels replaces the levels by their rank. Constants, which are never stale, get 0.
func (c *compiler) numberLevels() {
	var levels []int32
	for _, in := range c.code.instrs {
		levels = append(levels, max(0, in.level))
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	for i := range c.code.instrs {
		in := &c.code.instrs[i]
		at, _ := slices.BinarySearch(levels, max(0, in.level))
		in.level = int32(at)
	}
	c.code.levels = len(levels)
}

// schedule lists what a root needs by level. Arguments have lower numbers than their users and no deeper level.
func (c *compiler) schedule(r *root) {
	if r.reg < 0 {
		return
	}
	need := map[int32]bool{}
	work := []int32{r.reg}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if need[i] {
			continue
		}
		need[i] = true
		work = append(work, c.code.instrs[i].args...)
	}
	var list []int32
	for i := range need {
		if o := c.code.instrs[i].op; o != opConst && o != opSym {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.code.instrs[a].level, c.code.instrs[b].level), cmp.Compare(a, b))
	})
	for _, i := range list {
		l := c.code.instrs[i].level
		if k := len(r.steps); k == 0 || r.steps[k-1].level != l {
			r.steps = append(r.steps, step{level: l})
		}
		s := &r.steps[len(r.steps)-1]
		s.instrs = append(s.instrs, i)
	}
}
