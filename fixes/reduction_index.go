package fixes

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// moves reports whether an expression depends on the step.
func (r *reduction) moves(x ast.Expr) bool {
	found := false
	eachBelow(x, func(n ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok {
			return
		}
		name, plain := id.Plain()
		if !plain || found {
			return
		}
		if name == r.name || name == r.distance {
			found = true
			return
		}
		if init, d := r.value(name, n); d != nil && r.stmt.Pos().Covers(d.Span) && !mentions(init, name) {
			found = r.moves(init)
		}
	})
	return found
}

// scale evaluates an expression of literals and the step for a distance.
func (r *reduction) scale(x ast.Expr, distance int64) (int64, bool) {
	switch x := bare(x).(type) {
	case *ast.IntLit:
		return number(x)
	case *ast.Ident:
		name, _ := x.Plain()
		switch {
		case name == r.distance:
			return distance, true
		case name == r.name && r.doubled:
			return 2 * distance, true
		}
		if init, d := r.value(name, x); d != nil && r.stmt.Pos().Covers(d.Span) && !mentions(init, name) {
			return r.scale(init, distance)
		}
	case *ast.Binary:
		a, okA := r.scale(x.X, distance)
		b, okB := r.scale(x.Y, distance)
		if !okA || !okB {
			return 0, false
		}
		switch x.Op {
		case "+":
			return a + b, true
		case "-":
			return a - b, true
		case "*":
			return a * b, true
		case "/":
			if b != 0 {
				return a / b, true
			}
		case "<<":
			if b >= 0 && b < 16 {
				return a << b, true
			}
		case ">>":
			if b >= 0 && b < 63 {
				return a >> b, true
			}
		}
	}
	return 0, false
}

// scales reports whether an expression is factor times the distance plus rest, for all distances.
func (r *reduction) scales(x ast.Expr, factor, rest int64) bool {
	for d := int64(1); d <= 512; d *= 2 {
		if n, ok := r.scale(x, d); !ok || n != factor*d+rest {
			return false
		}
	}
	return true
}

func (r *reduction) isScale(x ast.Expr) bool { _, ok := r.scale(x, 4); return ok }

// product is the thread's number in an expression that multiplies it by twice the distance; nil where it is no such product.
func (r *reduction) product(x ast.Expr) ast.Expr {
	var thread ast.Expr
	scale := [2]int64{1, 1} // at distances 4 and 8
	ok := true
	var walk func(ast.Expr)
	walk = func(x ast.Expr) {
		x = bare(x)
		b, _ := x.(*ast.Binary)
		if n, is := r.scale(x, 4); is {
			m, _ := r.scale(x, 8)
			scale[0], scale[1] = scale[0]*n, scale[1]*m
			return
		}
		if b != nil && b.Op == "*" && r.moves(x) {
			walk(b.X)
			walk(b.Y)
			return
		}
		if n, lit := int64(0), false; b != nil && b.Op == "<<" {
			if n, lit = number(b.Y); lit && n < 8 {
				scale[0], scale[1] = scale[0]<<n, scale[1]<<n
				walk(b.X)
				return
			}
		}
		if b != nil && b.Op == "*" {
			if n, lit := number(b.X); lit {
				scale[0], scale[1] = scale[0]*n, scale[1]*n
				walk(b.Y)
				return
			}
			if n, lit := number(b.Y); lit {
				scale[0], scale[1] = scale[0]*n, scale[1]*n
				walk(b.X)
				return
			}
		}
		ok = ok && thread == nil && !r.moves(x)
		thread = x
	}
	walk(x)
	if !ok || thread == nil || scale != [2]int64{8, 16} {
		return nil
	}
	return thread
}

// isOwn reports whether an index is the thread's own element, as it is or as 2*s*tid.
func (r *reduction) isOwn(x ast.Expr) bool {
	x = bare(x)
	if name, ok := plainName(x); ok && r.index[name] != nil {
		return true
	}
	if t := r.product(x); t != nil {
		return r.agrees(t)
	}
	return !r.moves(x) && r.stays() && r.agrees(x)
}

// stays reports whether the threads stay at their elements.
func (r *reduction) stays() bool {
	for i, run := range r.runs {
		for _, a := range r.accesses[i] {
			if a.Op != trace.Store {
				continue
			}
			own, ok := ownOffset(a)
			if !ok || !own.Equal(indexmath.Mul(indexmath.Const(a.Array.Elem.Size), threadNumber(run))) {
				return false
			}
		}
	}
	return true
}

// isFar reports whether an index is one distance behind the own one.
func (r *reduction) isFar(x ast.Expr) bool {
	x = bare(x)
	if name, ok := plainName(x); ok {
		if init, d := r.value(name, x); d != nil && r.stmt.Pos().Covers(d.Span) {
			return r.isFar(init)
		}
		return false
	}
	b, ok := x.(*ast.Binary)
	if !ok || b.Op != "+" {
		return false
	}
	return r.scales(b.Y, 1, 0) && r.isOwn(b.X) || r.scales(b.X, 1, 0) && r.isOwn(b.Y)
}
