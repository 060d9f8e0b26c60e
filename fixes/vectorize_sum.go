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

// merged looks at the first use of a variable behind the loop: an atomic, a shuffle, a reduction, or a store into a shared array that is
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
	if first == nil {
		return false
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
	return strings.HasPrefix(name, "atomic") || strings.HasPrefix(name, "__shfl") || strings.HasPrefix(name, "__reduce") || strings.HasPrefix(lower, "shfl") ||
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
