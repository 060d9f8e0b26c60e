package sema

import "github.com/cudalint/cudalint/indexmath"

// learned is what earlier walks of a loop showed of what it carries.
type learned struct {
	skip   map[cellKey]bool               // not carried after all
	varies map[cellKey]bool               // differs by lane
	wraps  map[cellKey]bool               // an unsigned number that gets out of its type's range
	bounds map[cellKey]indexmath.Interval // counts up or down from what it begins with; only where that was asked for
}

// wraps reports whether an unsigned variable may be beyond its type's range at the start of an iteration, as `v -= 1` brings it there, where
// the number of its type is another one. Of one that counts up by a constant that is not assumed.
func (in *interp) wraps(v *loopVar, next indexmath.Expr) bool {
	if !isUnsigned(v.v.typ, 4) || !in.settled(next) || !in.settled(v.tv.Init) {
		return false
	}
	whole := typeRange(v.v.typ)
	if step, ok := indexmath.Sub(next, v.sym.Expr()).Const(); ok && step >= 0 {
		next = v.sym.Expr()
	}
	return !next.Range().Within(whole) || !v.tv.Init.Range().Within(whole)
}
