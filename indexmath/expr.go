package indexmath

import "sync/atomic"

// Expr is an integer expression: immutable, one pointer wide, simplified when built. The zero value is unknown.
//
// Expressions share their parts. Every algorithm here visits a shared part once.
type Expr struct{ n *node }

// op names what a node computes.
type op uint8

const (
	opConst  op = iota // val
	opSym              // sym
	opSum              // val + the sum of terms
	opProd             // args[0]*args[1]*..., no constant among them
	opDiv              // args[0]/args[1], toward zero
	opMod              // args[0]%args[1], the sign of args[0]
	opShl              // args[0] << args[1]
	opShr              // args[0] >> args[1], toward minus infinity
	opAnd              // bitwise, two arguments, the constant one last
	opOr               // bitwise
	opXor              // bitwise
	opMin              // two arguments, the constant one last
	opMax              //
	opLt               // 0 or 1
	opLe               //
	opEq               //
	opNe               //
	opLAnd             // 0 or 1, two or more arguments
	opLOr              //
	opSelect           // args[0] != 0 ? args[1] : args[2]
	opCast             // args[0] wrapped to val bits, to -val bits with a sign where val is negative
)

// term is one addend of a sum: k*t. t is neither a constant nor a sum, k is not 0.
type term struct {
	t *node
	k int64
}

// node is a vertex of the graph of an expression. A nil *node is unknown; no argument is nil.
type node struct {
	op     op
	kinds  uint8 // bit k: a symbol of Kind k is in it
	varies bool
	casts  bool  // there is an opCast in it
	depth  int32 // longest path to a leaf
	size   int32 // nodes, counted as a tree, at most sizeMax
	val    int64
	sym    *Sym
	args   []*node
	terms  []term
	id     digest // equal exactly when the structure is
	rng    Interval
	res    Congruence

	known atomic.Pointer[answers] // nil until something was asked for
}

// answers is what was worked out of a node before; a field that nothing asked for is nil. It is read-only.
type answers struct {
	expanded *expansion // of a product
	syms     []*Sym     // as Syms gives them
	plain    *node      // as Uncast gives it
}

// answered is what was worked out of a node before.
func (n *node) answered() answers {
	if a := n.known.Load(); a != nil {
		return *a
	}
	return answers{}
}

// answer keeps a further answer. One that another goroutine keeps meanwhile may be lost: it is worked out again.
func (n *node) answer(set func(*answers)) {
	a := n.answered()
	set(&a)
	n.known.Store(&a)
}

// Growth past these bounds gives the unknown expression.
const (
	maxTerms   = 500    // addends of a sum
	maxFactors = 64     // factors of a product, arguments of && and ||
	maxDepth   = 10_000 // longest path to a leaf
	sizeMax    = 1 << 30
)

// smallConsts holds the nodes of the constants -64 to 1024 that were asked for.
var smallConsts [1089]atomic.Pointer[node]

func newConst(v int64) *node {
	n := &node{op: opConst, val: v, size: 1, rng: Between(v, v), res: exactly(v)}
	n.id = n.digest()
	return n
}

func constant(v int64) *node {
	if v < -64 || v > 1024 {
		return newConst(v)
	}
	kept := &smallConsts[v+64]
	if n := kept.Load(); n != nil {
		return n
	}
	kept.CompareAndSwap(nil, newConst(v))
	return kept.Load()
}

// Const is the expression of a constant.
func Const(v int64) Expr { return Expr{constant(v)} }

// Expr is the expression of the symbol alone. A symbol whose Range holds one value is that constant.
func (s *Sym) Expr() Expr { return Expr{symbol(s)} }

func symbol(s *Sym) *node {
	n := &node{op: opSym, sym: s, kinds: 1 << s.Kind}
	n.varies = s.Kind == Thread || s.Kind == Data || s.Kind == Carried && s.Varies
	n.rng, n.res = s.Range, s.Residue.norm()
	return seal(n)
}

// seal completes a node whose op, val, sym, args, terms, rng and res are set. A value that rng and res leave no choice becomes
// a constant; a graph that is too deep becomes unknown.
func seal(n *node) *node {
	n.rng = n.res.tighten(n.rng)
	if v, ok := n.rng.Single(); ok {
		return constant(v)
	}
	size := int64(1)
	n.casts = n.op == opCast
	for _, a := range n.args {
		size += n.absorb(a)
	}
	for _, t := range n.terms {
		size += n.absorb(t.t)
	}
	n.size = int32(min(size, sizeMax))
	if n.depth > maxDepth {
		return nil
	}
	n.id = n.digest()
	return n
}

func (n *node) absorb(a *node) int64 {
	n.kinds |= a.kinds
	n.varies = n.varies || a.varies
	n.casts = n.casts || a.casts
	n.depth = max(n.depth, a.depth+1)
	return int64(a.size)
}

// apply makes a node of an operator from its arguments and facts.
func apply(o op, rng Interval, res Congruence, args ...*node) *node {
	return seal(&node{op: o, rng: rng, res: res.norm(), args: args})
}

func (n *node) isConst() bool { return n != nil && n.op == opConst }

func (n *node) is(v int64) bool { return n != nil && n.op == opConst && n.val == v }

// isBool says that the value is 0 or 1.
func (n *node) isBool() bool {
	lo, hi := n.rng.ends()
	return lo >= 0 && hi <= 1
}

// nonNegative says that the value is known to be 0 or more.
func (n *node) nonNegative() bool {
	lo, _ := n.rng.ends()
	return lo >= 0
}

// same says that two nodes have the same structure. Two unknown values are not the same.
func same(a, b *node) bool {
	return a != nil && b != nil && (a == b || a.id == b.id)
}

// Const is the value when it is a constant.
func (x Expr) Const() (int64, bool) {
	if x.n.isConst() {
		return x.n.val, true
	}
	return 0, false
}

// Known says that the expression is not the zero value. It may hold symbols of kind Data all the same.
func (x Expr) Known() bool { return x.n != nil }

// Has says that a symbol of the kind is in the expression.
func (x Expr) Has(k Kind) bool { return x.n != nil && x.n.kinds>>k&1 == 1 }

// Varies says that the value may differ from lane to lane: a Thread or Data symbol is in the expression, or a Carried one that
// varies. The unknown expression varies.
func (x Expr) Varies() bool { return x.n == nil || x.n.varies }

// Equal says that two expressions have the same structure after simplification. The unknown expression equals none, itself
// included. False says nothing of the values.
func (x Expr) Equal(y Expr) bool { return same(x.n, y.n) }

// Range is an interval that holds the value of the expression whenever the symbols are within theirs.
func (x Expr) Range() Interval {
	if x.n == nil {
		return Interval{}
	}
	return x.n.rng
}

// Residue is a congruence that the value of the expression satisfies whenever the symbols satisfy theirs. Of a constant it is
// the rest modulo 1<<62.
func (x Expr) Residue() Congruence {
	if x.n == nil {
		return Congruence{}
	}
	return x.n.res
}

// Rest is the remainder, from 0 to m-1, of the value modulo m, where it is the same for all values of the symbols. m is 1 or more.
func (x Expr) Rest(m int64) (int64, bool) {
	if x.n == nil || m < 1 {
		return 0, false
	}
	if x.n.isConst() {
		return floorMod(x.n.val, m), true
	}
	return x.n.res.RestOf(m)
}
