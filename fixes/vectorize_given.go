package fixes

import (
	"slices"

	"github.com/cudalint/cudalint/ast"
)

// passing reports whether a variable of the kernel, which a statement of the body's own list is about to give a value, only carries it
// through the body: whoever reads it outside the loop has given it another value just before.
func (z *vectorizer) passing(name string, d *ast.VarDecl) bool {
	if z.given[name] {
		return true
	}
	if z.sums[name] || d.Quals.Has(ast.Static) || d.Quals.Has(ast.Shared) {
		return false
	}
	if _, number := d.Type.(*ast.NamedType); !number {
		return false
	}
	_, scope := z.declared(name, z.loop)
	if scope == nil || !onlyDeclaration(z.kernel, d) {
		return false
	}
	ok := !slices.ContainsFunc(writes(scope, name), func(n ast.Node) bool { // or somebody else may read it
		u, counted := n.(*ast.Unary)
		_, assigned := n.(*ast.Assign)
		return !assigned && (!counted || u.Op == "&")
	})
	once := !z.repeated(scope)
	eachBelow(scope, func(n ast.Node) {
		if _, jumps := n.(*ast.Goto); jumps {
			ok = false
		}
		id, is := n.(*ast.Ident)
		if !is || z.loop.Pos().Covers(id.Pos()) || once && id.Pos().Start < z.loop.Pos().Start {
			return
		}
		if plain, _ := id.Plain(); plain != name {
			return
		}
		if a, is := z.up[id].(*ast.Assign); is && a.X == ast.Expr(id) && a.Op == "=" {
			return
		}
		ok = ok && z.givenBefore(name, id)
	})
	z.given[name] = ok
	return ok
}

// givenBefore reports whether a statement in front of a node, in one of the lists that it stands in, gives a variable a value, and the loop
// does not come in between.
func (z *vectorizer) givenBefore(name string, at ast.Node) bool {
	for n := at; n != nil; n = z.up[n] {
		b, ok := z.up[n].(*ast.Block)
		if !ok {
			continue
		}
		s, is := n.(ast.Stmt)
		if !is {
			continue
		}
		for i := slices.Index(b.List, s) - 1; i >= 0; i-- {
			if b.List[i].Pos().Covers(z.loop.Pos()) {
				return false
			}
			x, is := b.List[i].(*ast.ExprStmt)
			if !is {
				continue
			}
			a, is := bare(x.X).(*ast.Assign)
			if is && a.Op == "=" && nameOf(a.X) == name && !mentions(a.Y, name) {
				return true
			}
		}
	}
	return false
}

// repeated reports whether the loop stands in another loop inside a node.
func (z *vectorizer) repeated(scope ast.Node) bool {
	for n := z.up[ast.Node(z.loop)]; n != nil && n != scope; n = z.up[n] {
		switch n.(type) {
		case *ast.For, *ast.While, *ast.DoWhile, *ast.RangeFor, *ast.MacroLoop, *ast.Labeled:
			return true
		}
	}
	return false
}
