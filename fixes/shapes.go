package fixes

import (
	"slices"

	"github.com/cudalint/cudalint/ast"
)

// isParam reports whether a name is a parameter of the kernel.
func (v *view) isParam(name string) bool {
	for _, p := range v.kernel.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// isMacro reports whether a name is a macro without parameters of the kernel's unit.
func (v *view) isMacro(name string) bool {
	return slices.ContainsFunc(v.macros(), func(m *ast.Macro) bool { return m.Name == name && !m.Function && !m.Undef })
}

// macros are those of the unit, or of the file where no unit is known.
func (v *view) macros() []*ast.Macro {
	if v.unit == nil {
		return v.tree.Macros
	}
	var out []*ast.Macro
	for _, t := range treesOf(v.unit) {
		out = append(out, t.Macros...)
	}
	return out
}

// isBuiltin reports whether an expression is threadIdx.x, blockDim.y or the like.
func isBuiltin(x ast.Expr, object, axis string) bool {
	m, ok := bare(x).(*ast.Member)
	if !ok || m.Arrow || m.Name.Name != axis {
		return false
	}
	name, ok := plainName(m.X)
	return ok && name == object
}

// isGlobalThread reports whether an expression is blockIdx.x * blockDim.x + threadIdx.x (for axis "x"), in any order.
func isGlobalThread(x ast.Expr, axis string) bool {
	sum, ok := bare(x).(*ast.Binary)
	if !ok || sum.Op != "+" {
		return false
	}
	product, own := sum.X, sum.Y
	if isBuiltin(product, "threadIdx", axis) {
		product, own = own, product
	}
	p, ok := bare(product).(*ast.Binary)
	if !ok || p.Op != "*" || !isBuiltin(own, "threadIdx", axis) {
		return false
	}
	return isBuiltin(p.X, "blockIdx", axis) && isBuiltin(p.Y, "blockDim", axis) || isBuiltin(p.X, "blockDim", axis) && isBuiltin(p.Y, "blockIdx", axis)
}

// uniform reports whether an expression is made of numbers, parameters, macros, block and grid sizes, and of locals that are.
func (v *view) uniform(x ast.Expr) bool {
	ok := true
	eachBelow(x, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			name, plain := n.Plain()
			ok = ok && plain && (name == "blockDim" || name == "gridDim" || name == "min" || name == "max" || v.uniformName(name, n))
		case *ast.IntLit, *ast.FloatLit, *ast.Binary, *ast.Paren, *ast.Cast, *ast.Cond, *ast.NamedType:
		case *ast.Unary:
			ok = ok && (n.Op == "-" || n.Op == "+" || n.Op == "~" || n.Op == "!")
		case *ast.Member:
			_, plain := n.X.(*ast.Ident)
			ok = ok && plain && !n.Arrow
		case *ast.Call:
			name, _ := plainName(n.Fun)
			ok = ok && (name == "min" || name == "max")
		default:
			ok = false
		}
	})
	return ok
}

func (v *view) uniformName(name string, at ast.Node) bool {
	if init, d := v.value(name, at); d != nil {
		return !mentions(init, name) && v.uniform(init)
	}
	if d, _ := v.declared(name, at); d != nil {
		return false
	}
	return v.isConstantMacro(name) || v.isParam(name) && len(writes(v.kernel.Body, name)) == 0 || v.isTemplateParam(name) || v.isFileConstant(name)
}

// isConstantMacro reports whether a name is a macro whose text does not name the thread or the block.
func (v *view) isConstantMacro(name string) bool {
	for _, m := range v.macros() {
		if m.Name == name && (hasWord(m.Body, "threadIdx") || hasWord(m.Body, "blockIdx") || m.Function) {
			return false
		}
	}
	return v.isMacro(name)
}

// isTemplateParam reports whether a name is a value parameter of the kernel's template head.
func (v *view) isTemplateParam(name string) bool {
	if v.kernel.Template == nil {
		return false
	}
	for _, p := range v.kernel.Template.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// isFileConstant reports whether a name is a constant or an enumerator at file level.
func (v *view) isFileConstant(name string) bool {
	found := false
	ast.Inspect(v.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return false
		case *ast.VarDecl:
			found = found || n.Name == name && n.Quals&(ast.Const|ast.Constexpr) != 0
		case *ast.EnumDecl:
			for _, e := range n.Values {
				found = found || e.Name == name
			}
		}
		return true
	})
	return found
}

// isGlobalThreadNumber reports whether an expression is blockIdx.x * blockDim.x + threadIdx.x, or a local that holds it.
func (v *view) isGlobalThreadNumber(x ast.Expr) bool {
	if c, ok := bare(x).(*ast.Cast); ok {
		return v.isGlobalThreadNumber(c.X)
	}
	if name, ok := plainName(x); ok {
		init, d := v.value(name, x)
		return d != nil && !mentions(init, name) && v.isGlobalThreadNumber(init)
	}
	return isGlobalThread(x, "x")
}

// isThreadCount reports whether an expression is gridDim.x * blockDim.x, or a local that holds it.
func (v *view) isThreadCount(x ast.Expr) bool {
	if c, ok := bare(x).(*ast.Cast); ok {
		return v.isThreadCount(c.X)
	}
	if name, ok := plainName(x); ok {
		init, d := v.value(name, x)
		return d != nil && !mentions(init, name) && v.isThreadCount(init)
	}
	b, ok := bare(x).(*ast.Binary)
	return ok && b.Op == "*" && (isBuiltin(b.X, "gridDim", "x") && isBuiltin(b.Y, "blockDim", "x") || isBuiltin(b.X, "blockDim", "x") && isBuiltin(b.Y, "gridDim", "x"))
}

// threadsText is gridDim.x * blockDim.x in the kernel's words at a node: a local that holds it, or the product in parentheses, of
// the type's width where that is more than an int's.
func (v *view) threadsText(at ast.Node, wide string) string {
	found := ""
	v.each(func(n ast.Node) {
		d, ok := n.(*ast.VarDecl)
		if !ok || found != "" {
			return
		}
		if mine, _ := v.declared(d.Name, at); mine == d {
			if init, _ := v.value(d.Name, at); init != nil && v.isThreadCount(init) {
				found = d.Name
			}
		}
	})
	switch {
	case found != "":
		return found
	case wide != "":
		return "((" + wide + ")gridDim.x * blockDim.x)"
	}
	return "(gridDim.x * blockDim.x)"
}

// wideTypes are integer types of 64 bits.
var wideTypes = map[string]bool{
	"size_t": true, "long": true, "unsigned long": true, "long long": true, "unsigned long long": true, "int64_t": true, "uint64_t": true,
	"ssize_t": true, "ptrdiff_t": true,
}

// wideType is the name of the 64-bit type of a local or parameter; "" when it has another.
func (v *view) wideType(name string, at ast.Node) string {
	var t ast.Type
	if d, _ := v.declared(name, at); d != nil {
		t = d.Type
	} else {
		for _, p := range v.kernel.Params {
			if p.Name == name {
				t = p.Type
			}
		}
	}
	if n, ok := t.(*ast.NamedType); ok && wideTypes[n.Name()] {
		return n.Name()
	}
	return ""
}

// countedLoop reads `for (int j = first; j < bound; j++)` (or ++j, or j += 1): the variable is declared in the head and the body leaves
// it alone.
func countedLoop(s *ast.For) (name string, first, bound ast.Expr, ok bool) {
	d, is := s.Init.(*ast.DeclStmt)
	if !is || len(d.Decls) != 1 {
		return "", nil, nil, false
	}
	x, is := d.Decls[0].(*ast.VarDecl)
	if !is || x.Init == nil {
		return "", nil, nil, false
	}
	switch p := bareOrNil(s.Post).(type) {
	case *ast.Unary:
		n, plain := plainName(p.X)
		ok = p.Op == "++" && plain && n == x.Name
	case *ast.Assign:
		n, plain := plainName(p.X)
		one, number := number(p.Y)
		ok = p.Op == "+=" && number && one == 1 && plain && n == x.Name
	}
	c, is := bareOrNil(s.Cond).(*ast.Binary)
	if !ok || !is || len(writes(s.Body, x.Name)) > 0 {
		return "", nil, nil, false
	}
	n, plain := plainName(c.X)
	return x.Name, x.Init, c.Y, plain && n == x.Name && c.Op == "<"
}
