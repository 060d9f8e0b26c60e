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
	c := compiler{
		code: &Code{syms: map[*Sym]int32{}, roots: make([]root, 0, len(roots)), instrs: make([]instr, 0, 2*len(roots))},
		done: make(map[digest]int32, 2*len(roots)), level: level,
	}
	for _, r := range roots {
		c.code.roots = append(c.code.roots, root{reg: c.instr(r.n)})
	}
	c.numberLevels()
	c.need = make([]int32, len(c.code.instrs))
	for i := range c.code.roots {
		c.schedule(i)
	}
	return c.code
}

type compiler struct {
	code  *Code
	done  map[digest]int32
	level func(*Sym) int
	need  []int32 // by instruction: 1 + the number of the last root that was found to need it
	args  []int32 // room for the arguments and factors of instructions to come
	coefs []int64
	list  []int32 // of the root at hand
}

// argsAtOnce is how many arguments room is made for at a time.
const argsAtOnce = 512

// takeInt32 and takeInt64 cut n values off the room.
func (c *compiler) takeInt32(n int) []int32 {
	if len(c.args) < n {
		c.args = make([]int32, max(n, argsAtOnce))
	}
	out := c.args[:n:n]
	c.args = c.args[n:]
	return out
}

func (c *compiler) takeInt64(n int) []int64 {
	if len(c.coefs) < n {
		c.coefs = make([]int64, max(n, argsAtOnce))
	}
	out := c.coefs[:n:n]
	c.coefs = c.coefs[n:]
	return out
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
	in.args = c.takeInt32(len(n.terms) + len(n.args))
	in.coefs = c.takeInt64(len(n.terms))
	for j, t := range n.terms {
		in.args[j] = c.instr(t.t)
		in.coefs[j] = t.k
	}
	for j, a := range n.args {
		in.args[len(n.terms)+j] = c.instr(a)
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
func (c *compiler) schedule(number int) {
	r := &c.code.roots[number]
	if r.reg < 0 {
		return
	}
	c.list = c.list[:0]
	c.needed(r.reg, int32(number)+1)
	slices.SortFunc(c.list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.code.instrs[a].level, c.code.instrs[b].level), cmp.Compare(a, b))
	})
	all := c.takeInt32(len(c.list))
	copy(all, c.list)
	for from := 0; from < len(all); {
		l, to := c.code.instrs[all[from]].level, from+1
		for to < len(all) && c.code.instrs[all[to]].level == l {
			to++
		}
		r.steps = append(r.steps, step{level: l, instrs: all[from:to:to]})
		from = to
	}
}

// needed adds to the list what an instruction needs, itself last, and has not been added for the root.
func (c *compiler) needed(i, root int32) {
	if c.need[i] == root {
		return
	}
	c.need[i] = root
	in := &c.code.instrs[i]
	for _, a := range in.args {
		c.needed(a, root)
	}
	if in.op != opConst && in.op != opSym {
		c.list = append(c.list, i)
	}
}
