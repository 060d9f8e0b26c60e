package fixes

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// gathers reports whether what the loop gathers is put together with what all other threads have before anything else is done with it:
// which elements a thread has had must not show.
func (z *vectorizer) gathers() bool {
	for name := range z.sums {
		if !z.merged(name) {
			return false
		}
	}
	return true
}

// merged looks at the first use of a variable behind the loop: an atomic to one place, a shuffle, a reduction, or a store into a shared array that is
// combined element by element.
func (z *vectorizer) merged(name string) bool {
	d, scope := z.declared(name, z.loop)
	if d == nil || scope == nil {
		return false
	}
	var first *ast.Ident
	eachBelow(scope, func(n ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok || first != nil || id.Pos().Start < z.loop.Pos().End {
			return
		}
		if plain, is := id.Plain(); !is || plain != name {
			return
		}
		if a, is := z.up[id].(*ast.Assign); is && a.X == ast.Expr(id) && (a.Op != "=" || mentions(a.Y, name)) {
			return // it goes on with the value
		}
		first = id
	})
	op := z.gatheredBy(name)
	if first == nil || op == "" {
		return false
	}
	if c := z.atomicAround(first); c != nil {
		return z.addsUp(c, first, name, op, scope)
	}
	for n := ast.Node(first); n != nil; n = z.up[n] {
		switch up := z.up[n].(type) {
		case *ast.Call:
			if up.Fun != n && reduces(up.Fun) {
				return true
			}
			if f, plain := plainName(up.Fun); !plain || !pureFunctions[f] {
				return false
			}
		case *ast.Assign:
			i, ok := bare(up.X).(*ast.Index)
			return ok && up.Y == n && up.Op == "=" && z.combined(nameOf(i.X), i)
		case *ast.Paren, *ast.Binary, *ast.Cast, *ast.Unary:
		default:
			return false
		}
	}
	return false
}

// gatheredBy is how the loop gathers in a variable: an operator, "min" or "max"; "" when it does so in several ways, the order of which shows.
func (z *vectorizer) gatheredBy(name string) string {
	op, mixed := "", false
	eachBelow(z.loop.Body, func(n ast.Node) {
		a, ok := n.(*ast.Assign)
		if !ok || nameOf(a.X) != name {
			return
		}
		mine := gatheringKind(a)
		mixed = mixed || mine == "" || op != "" && op != mine
		op = mine
	})
	if mixed {
		return ""
	}
	return op
}

// gatheringKind is what an assignment that gatheringOp accepts gathers by.
func gatheringKind(a *ast.Assign) string {
	if a.Op != "=" {
		return strings.TrimSuffix(a.Op, "=")
	}
	switch y := bare(a.Y).(type) {
	case *ast.Binary:
		return y.Op
	case *ast.Cond:
		c, ok := bare(y.C).(*ast.Binary)
		if !ok {
			return ""
		}
		if strings.HasPrefix(c.Op, "<") == sameExpr(c.X, y.X) {
			return "min"
		}
		return "max"
	case *ast.Call:
		f, _ := functionName(y.Fun)
		return strings.TrimSuffix(strings.TrimPrefix(f, "f"), "f")
	}
	return ""
}

// atomicOf is the atomic that puts together what is gathered by an operator.
var atomicOf = map[string]string{"+": "atomicAdd", "|": "atomicOr", "&": "atomicAnd", "^": "atomicXor", "min": "atomicMin", "max": "atomicMax"}

// atomicAround is the atomic in whose arguments a use stands; nil when there is none.
func (z *vectorizer) atomicAround(use ast.Node) *ast.Call {
	for n := use; n != nil; n = z.up[n] {
		if c, ok := n.(*ast.Call); ok {
			if f, plain := plainName(c.Fun); plain && strings.HasPrefix(f, "atomic") {
				return c
			}
		}
		if _, ok := n.(ast.Expr); !ok {
			return nil
		}
	}
	return nil
}

// addsUp reports whether an atomic takes what each of the threads has gathered to one place for all that take turns, by the operator that
// they gathered it by, and nothing else is done with it.
func (z *vectorizer) addsUp(c *ast.Call, use *ast.Ident, name, op string, scope ast.Node) bool {
	f, _ := plainName(c.Fun)
	if len(c.Args) != 2 || strings.TrimSuffix(f, "_block") != atomicOf[op] || !z.shared(c.Args[0]) {
		return false
	}
	for n := ast.Node(use); n != ast.Node(c); n = z.up[n] { // sum, or a multiple of a sum
		switch up := z.up[n].(type) {
		case *ast.Paren:
		case *ast.Call:
			f, _ := plainName(up.Fun)
			bits := (op == "min" || op == "max") && (f == "__float_as_int" || f == "__float_as_uint") // keep the order
			if !bits && (up != c || n != ast.Node(c.Args[1])) {
				return false
			}
		case *ast.Binary:
			if op != "+" || up.Op != "*" || mentions(up.X, name) == mentions(up.Y, name) {
				return false
			}
		case *ast.Cast:
			if d, _ := z.declared(name, use); op == "+" && floating(d.Type) && !floating(up.Type) {
				return false
			}
		default:
			return false
		}
	}
	statement, alone := z.up[c].(*ast.ExprStmt)
	if !alone {
		return false
	}
	for n := z.up[statement]; n != nil; n = z.up[n] { // nothing that the loop does not depend on too
		if n.Pos().Covers(z.loop.Pos()) {
			break
		}
		if _, ok := n.(*ast.Block); !ok {
			return false
		}
	}
	uses := 0
	eachBelow(scope, func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok && id.Pos().Start >= z.loop.Pos().End {
			if plain, is := id.Plain(); is && plain == name {
				uses++
			}
		}
	})
	return uses == 1
}

// floating reports whether a type as written is one of floating-point numbers.
func floating(t ast.Type) bool {
	n, ok := t.(*ast.NamedType)
	return ok && (n.Name() == "float" || n.Name() == "double")
}

// reduces reports whether a function's name says that it combines what the threads have.
func reduces(f ast.Expr) bool {
	var name string
	switch f := f.(type) {
	case *ast.Ident:
		name = f.Name()
	case *ast.Member:
		name = f.Name.Name
	}
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, "__shfl") || strings.HasPrefix(name, "__reduce") || strings.HasPrefix(lower, "shfl") ||
		strings.Contains(lower, "reduce") || strings.Contains(lower, "reduction") || name == "Sum" || strings.Contains(lower, "allsum") || strings.Contains(lower, "blocksum") ||
		strings.Contains(lower, "warpsum")
}

// combined reports whether the elements of a shared array are only combined with one another, and looked at one by one at a place
// that is the same for all threads.
func (z *vectorizer) combined(name string, at ast.Node) bool {
	d, scope := z.declared(name, at)
	if d == nil || !d.Quals.Has(ast.Shared) || scope == nil {
		return false
	}
	ok := true
	eachBelow(scope, func(n ast.Node) {
		i, is := n.(*ast.Index)
		if !is || nameOf(i.X) != name || !ok {
			return
		}
		if _, literal := number(i.I); literal || z.view.uniform(i.I) {
			return
		}
		ok = z.combines(i, name)
	})
	return ok && countName(scope, name) == z.indexed(scope, name)
}

func (z *vectorizer) indexed(scope ast.Node, name string) int {
	count := 0
	eachBelow(scope, func(n ast.Node) {
		if i, is := n.(*ast.Index); is && nameOf(i.X) == name {
			count++
		}
	})
	return count
}

// combines reports whether an element is stored to, or is part of what is stored to an element of the same array.
func (z *vectorizer) combines(i *ast.Index, name string) bool {
	for n := ast.Node(i); n != nil; n = z.up[n] {
		if a, ok := z.up[n].(*ast.Assign); ok {
			to, is := bare(a.X).(*ast.Index)
			return is && nameOf(to.X) == name
		}
		if _, ok := z.up[n].(ast.Expr); !ok {
			return false
		}
	}
	return false
}
