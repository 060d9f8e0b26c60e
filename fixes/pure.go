package fixes

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/sema"
)

// deepestPure bounds how far calls are followed.
const deepestPure = 4

// isPure reports whether a function of the unit does nothing but compute a value of the values that it gets: one definition, parameters
// by value, and a body that touches no memory, no globals that can change, and calls only what is pure.
func isPure(u *sema.Unit, name string, depth int) bool {
	var found *ast.FuncDecl
	var in *ast.File
	for _, tree := range treesOf(u) {
		for _, f := range functionsOf(tree) {
			if f.Name == name {
				if found != nil {
					return false
				}
				found, in = f, tree
			}
		}
	}
	if found == nil || depth > deepestPure || found.Quals.Has(ast.Global) || found.Template != nil || found.Macro != "" || found.Variadic {
		return false
	}
	own := map[string]bool{}
	for _, p := range found.Params {
		if _, ok := p.Type.(*ast.NamedType); !ok {
			return false
		}
		own[p.Name] = true
	}
	ok := true
	v := &view{file: in.Source, tree: in, kernel: found}
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			_, number := n.Type.(*ast.NamedType)
			_, auto := n.Type.(*ast.AutoType)
			ok = ok && (number || auto) && !n.Quals.Has(ast.Shared) && !n.Quals.Has(ast.Static)
			own[n.Name] = true
		case *ast.Call:
			f, plain := plainName(n.Fun)
			ok = ok && plain && (pureFunctions[f] || f != name && isPure(u, f, depth+1)) && !v.isMacroFunction(f)
			for _, a := range n.Args {
				ast.Inspect(a, look)
			}
			return false
		case *ast.Asm, *ast.MacroStmt, *ast.MacroLoop, *ast.BadStmt, *ast.BadExpr, *ast.Lambda, *ast.New, *ast.Delete, *ast.Throw, *ast.Try, *ast.Goto, *ast.This, *ast.Launch:
			ok = false
		case ast.Expr:
			ok = ok && v.pureNode(n, own)
		}
		return ok
	}
	ast.Inspect(found.Body, look)
	return ok
}

// pureNode reports whether an expression by itself neither reads memory nor names what is not the function's own or a constant.
func (v *view) pureNode(n ast.Node, own map[string]bool) bool {
	switch n := n.(type) {
	case *ast.Index, *ast.Member, *ast.Call:
		return false
	case *ast.Unary:
		return n.Op != "*" && n.Op != "&"
	case *ast.Ident:
		name, plain := n.Plain()
		return plain && (own[name] || v.isConstantMacro(name) || v.isFileConstant(name))
	}
	return true
}
