package fixes

import (
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

// isMacro reports whether a name is a macro without parameters of the kernel's file.
func (v *view) isMacro(name string) bool {
	for _, m := range v.tree.Macros {
		if m.Name == name && !m.Function && !m.Undef {
			return true
		}
	}
	return false
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
