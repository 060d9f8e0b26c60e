package sema

import (
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// element is the name under which an element of a parameter pack is declared: no name of a program has a dot.
func element(pack string, i int) string { return pack + "..." + strconv.Itoa(i) }

// declarePack gives the arguments that are left to the parameter pack of a function.
func (in *interp) declarePack(fr *frame, p *ast.Param, gs []given) {
	for i, g := range gs {
		name := element(p.Name, i)
		if g.ref {
			fr.scope.declare(name, g.p)
			continue
		}
		o := &object{name: name, space: trace.Local, typ: g.v.typ, told: g.told}
		in.st.store(o, 0, o.typ, g.v)
		fr.scope.declare(name, place{obj: o, off: indexmath.Const(0), typ: o.typ})
	}
	if fr.packs == nil {
		fr.packs = map[string]int{}
	}
	fr.packs[p.Name] = len(gs)
}

// spread puts the elements of a parameter pack in the place of its expansion in a list of arguments: args... and
// std::forward<Args>(args)... where the function was called with a pack. What else is expanded stays one argument.
func (in *interp) spread(args []ast.Expr) []ast.Expr {
	if len(in.frame.packs) == 0 {
		return args
	}
	var out []ast.Expr
	for i, a := range args {
		e, ok := a.(*ast.PackExpansion)
		if !ok {
			if out != nil {
				out = append(out, a)
			}
			continue
		}
		name, ok := packOf(e.X)
		n, known := in.frame.packs[name]
		if !ok || !known {
			if out != nil {
				out = append(out, a)
			}
			continue
		}
		if out == nil {
			out = append(make([]ast.Expr, 0, len(args)+n), args[:i]...)
		}
		for k := range n {
			out = append(out, &ast.Ident{At: e.At, Parts: []ast.NamePart{{Name: element(name, k)}}})
		}
	}
	if out == nil {
		return args
	}
	return out
}

// packOf is the name that an expansion goes over, where it passes the elements on as they are.
func packOf(x ast.Expr) (string, bool) {
	switch x := strip(x).(type) {
	case *ast.Ident:
		return x.Plain()
	case *ast.Call:
		if id, ok := strip(x.Fun).(*ast.Ident); ok && len(x.Args) == 1 && (id.Parts[len(id.Parts)-1].Name == "forward" || id.Parts[len(id.Parts)-1].Name == "move") {
			return packOf(x.Args[0])
		}
	case *ast.Cast:
		return packOf(x.X)
	}
	return "", false
}

// isPackOfRefs reports whether a parameter is a pack whose elements are references.
func isPackOfRefs(p *ast.Param) bool { return p.Pack && isRef(p.Type) }
