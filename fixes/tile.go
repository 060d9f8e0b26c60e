package fixes

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// tile is a shared array with every use of its name, in the function that declares it.
type tile struct {
	*view // of that function
	site  Site
	decl  *ast.VarDecl
	sizes []ast.Expr // extents as written, outermost first; nil for []
	uses  []use
}

// use is one access by name, tile[r][c].
type use struct {
	at         *ast.Index // the whole of it
	subscripts []ast.Expr // outermost first
	addressed  bool       // its address is taken, and gone through at once: *(float4 *)&tile[r][c], atomicAdd(&tile[r][c], 1)
}

// tileOf finds the uses of a site's array. It is false unless all of them are known: each place in the function's text that names
// the array is an access with all its subscripts (so that no pointer to it is made), and no macro of the unit names it.
func tileOf(s Site) (*tile, bool) {
	arr := s.Array
	if arr == nil || arr.Decl == nil || s.Model == nil || s.Model.Unit == nil || len(arr.Extents) == 0 {
		return nil, false
	}
	tree := treeOf(s.Model.Unit, arr.Place.File)
	owner := functionAround(tree, arr.Place.Span)
	if owner == nil || owner.Macro != "" {
		return nil, false
	}
	t := &tile{view: &view{unit: s.Model.Unit, file: arr.Place.File, tree: tree, kernel: owner, up: map[ast.Node]ast.Node{}}, site: s, decl: arr.Decl}
	for ty := arr.Decl.Type; ; {
		a, ok := ty.(*ast.ArrayType)
		if !ok {
			break
		}
		t.sizes = append(t.sizes, a.Len)
		ty = a.Elem
	}
	if len(t.sizes) != len(arr.Extents) || t.file.Slice(arr.Decl.NameAt) != arr.Name || !onlyDeclaration(owner, arr.Decl) || namedByMacro(s.Model.Unit, arr.Name) {
		return nil, false
	}
	t.link(owner.Body)
	ok := true
	t.each(func(n ast.Node) {
		if id, is := n.(*ast.Ident); is && id.Name() == arr.Name {
			u, known := t.useOf(id)
			ok = ok && known
			t.uses = append(t.uses, u)
		}
	})
	text := t.file.Text[owner.Body.Span.Start:owner.Body.Span.End]
	if !ok || len(t.uses) == 0 || timesNamed(text, arr.Name) != len(t.uses)+1 {
		return nil, false
	}
	return t, true
}

// onlyDeclaration reports whether nothing else in a function has a variable's name.
func onlyDeclaration(f *ast.FuncDecl, d *ast.VarDecl) bool {
	alone := !slices.ContainsFunc(f.Params, func(p *ast.Param) bool { return p.Name == d.Name })
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			found = found || n == d
			alone = alone && (n == d || n.Name != d.Name)
		case *ast.BindingDecl:
			alone = alone && !slices.Contains(n.Names, d.Name)
		case *ast.Lambda:
			alone = alone && !slices.ContainsFunc(n.Params, func(p *ast.Param) bool { return p.Name == d.Name })
		}
		return true
	})
	return found && alone
}

// functionAround is the function whose body holds a span; nil when none does.
func functionAround(tree *ast.File, at source.Span) *ast.FuncDecl {
	var found *ast.FuncDecl
	if tree == nil {
		return nil
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if d, ok := n.(*ast.FuncDecl); ok && d.Body != nil && d.Body.Span.Covers(at) {
			found = d
		}
		return true
	})
	return found
}

// namedByMacro reports whether a macro of the unit has a word in its text.
func namedByMacro(u *sema.Unit, name string) bool {
	return slices.ContainsFunc(append(slices.Clone(u.Headers), u.Root), func(f *ast.File) bool {
		return slices.ContainsFunc(f.Macros, func(m *ast.Macro) bool { return hasWord(m.Body, name) })
	})
}

// useOf climbs from the array's name to the access; false when it is none.
func (t *tile) useOf(id *ast.Ident) (use, bool) {
	var u use
	var n ast.Node = id
	for range t.sizes {
		x, ok := t.up[n].(*ast.Index)
		if !ok || x.X != n {
			return u, false
		}
		u.at, u.subscripts = x, append(u.subscripts, x.I)
		n = x
	}
	if t.file.Slice(id.Span) != t.site.Array.Name || u.at.Span.Start != id.Span.Start || t.file.Text[u.at.Span.End-1] != ']' {
		return u, false // out of a macro
	}
	address, ok := t.upBare(n).(*ast.Unary)
	if !ok || address.Op != "&" {
		return u, true
	}
	u.addressed = true
	switch y := t.upBare(address).(type) {
	case *ast.Call:
		name, plain := plainName(y.Fun)
		return u, plain && atomics[name] && len(y.Args) > 0 && bare(y.Args[0]) == ast.Expr(address)
	case *ast.Cast:
		deref, ok := t.upBare(y).(*ast.Unary)
		return u, ok && deref.Op == "*" && !deref.Post
	}
	return u, false
}

// upBare is the parent of a node, parentheses left out.
func (t *tile) upBare(n ast.Node) ast.Node {
	for {
		p, ok := t.up[n].(*ast.Paren)
		if !ok {
			return t.up[n]
		}
		n = p
	}
}

var atomics = map[string]bool{
	"atomicAdd": true, "atomicSub": true, "atomicExch": true, "atomicMin": true, "atomicMax": true, "atomicInc": true,
	"atomicDec": true, "atomicCAS": true, "atomicAnd": true, "atomicOr": true, "atomicXor": true,
}

// addressed reports whether some use takes the address.
func (t *tile) addressed() bool {
	return slices.ContainsFunc(t.uses, func(u use) bool { return u.addressed })
}

// declarator is the array's name and extents as written, with the last extent replaced by last unless that is "".
func (t *tile) declarator(last string) string {
	end := t.sizes[len(t.sizes)-1].Pos()
	text := t.file.Slice(source.Span{Start: t.decl.NameAt.Start, End: end.Start})
	if last == "" {
		last = t.file.Slice(end)
	}
	return t.site.Array.Elem.String() + " " + strings.Join(strings.Fields(text+last), " ") + "]"
}

// runs are the configurations of every kernel of the unit that reach the array, with the accesses to it.
func (t *tile) runs() map[*sema.Run][]*sema.Access {
	out := map[*sema.Run][]*sema.Access{}
	for _, k := range t.site.Model.Kernels {
		for _, r := range k.Runs {
			for _, a := range r.Accesses {
				if a.Array != nil && a.Array.Place == t.site.Array.Place {
					out[r] = append(out[r], a)
				}
			}
		}
	}
	return out
}

// pure reports whether evaluating an expression twice does what evaluating it once does.
func pure(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign, *ast.Call, *ast.Lambda, *ast.New, *ast.Delete, *ast.BadExpr, *ast.Construct:
			ok = false
		case *ast.Unary:
			ok = ok && n.Op != "++" && n.Op != "--"
		}
		return ok
	})
	return ok
}
