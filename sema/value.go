package sema

import (
	"math"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// value is what an expression evaluates to. The zero value knows nothing, not even whether it is the same for all lanes.
//
//	integers, booleans, enumerators   num
//	pointers                          obj and num, the bytes from obj's start; elem is in typ
//	records, vectors, arrays          cells, by byte offset; a cell that is missing knows nothing
//	floating point                    flt when it is a constant
//	functions, lambdas                fn
type value struct {
	typ   *layout.Type // nil is unknown
	num   indexmath.Expr
	obj   *object
	cells cells
	flt   *float64
	fn    *callable
	same  bool               // the value is not known, but the same for all lanes
	name  string             // of an unknown value: what it is, for messages
	ratio *[2]indexmath.Expr // of a float that is the quotient of two whole numbers
	undef bool               // a variable that nothing was assigned to yet
	group *group             // a cooperative-groups object
}

// place is where a value is stored: an object, bytes from its start, and the type of what stands there.
type place struct {
	obj  *object
	off  indexmath.Expr
	typ  *layout.Type
	fld  *FieldUse // the member that it is, of an element in memory
	told bool      // the address rests on what a launch tells
	ref  ast.Node  // the expression that made it
}

// object is storage: a variable, an array in some memory space, what a pointer argument points to.
type object struct {
	name  string
	space trace.Space // Local for variables of a thread or of host code
	typ   *layout.Type
	array *Array           // what accesses to it are reported under; nil for plain local variables
	start indexmath.Expr   // bytes from base to where the user's name points (an argument such as d_a + 1)
	loads map[string]value // uniform values already loaded, so that the same load gives the same symbol
	lazy  *lazy            // members of a value whose type is not known
	param bool             // a kernel argument by value: its unknown cells are uniform symbols
	told  bool             // the value rests on what a launch tells
	lanes bool             // the pointer itself differs from lane to lane
	alloc int64            // bytes allocated, when known
	table cells            // what the initializer of a constant array gives
}

// lazy gives the members of a value of unknown type one symbol each.
type lazy struct {
	name    string
	uniform bool
	members map[string]value
}

// callable is a function with what it has captured.
type callable struct {
	decl   *ast.FuncDecl
	lambda *ast.Lambda
	scope  *scope // of a lambda: where it was made
	file   *unitFile
	this   *place
	tmpl   bindings
	args   []ast.Node // explicit template arguments
	at     *scope     // scope to resolve args in
	name   string
}

// group is a cooperative-groups object: a block, a tile of some lanes, the grid.
type group struct {
	kind string // "block", "tile", "grid", "coalesced"
	size int64  // of a tile
}

func intValue(t *layout.Type, x indexmath.Expr) value { return value{typ: t, num: x} }

func constInt(v int64) value { return value{typ: typeInt, num: indexmath.Const(v)} }

func constBool(b bool) value {
	v := int64(0)
	if b {
		v = 1
	}
	return value{typ: typeBool, num: indexmath.Const(v)}
}

// unknown is a value that differs from lane to lane and that nothing is known of.
func unknown(t *layout.Type, name string) value { return value{typ: t, name: name} }

// uniform reports whether the value is certainly the same for all lanes of a warp.
func (v value) uniform() bool {
	switch {
	case v.flt != nil:
		return true
	case v.cells != nil:
		for _, c := range v.cells {
			if !c.v.uniform() {
				return false
			}
		}
		return true
	case v.num.Known():
		return !v.num.Varies()
	}
	return v.same
}

func (v value) isPointer() bool {
	return v.obj != nil || v.typ != nil && (v.typ.Kind == layout.Pointer)
}

// integer reports the constant value of an integer.
func (v value) integer() (int64, bool) {
	if v.obj != nil {
		return 0, false
	}
	return v.num.Const()
}

// float is the constant value of a number of either kind.
func (v value) float() (float64, bool) {
	if v.flt != nil {
		return *v.flt, true
	}
	if n, ok := v.integer(); ok {
		return float64(n), true
	}
	return 0, false
}

// orderedWhole is a comparison by order of a whole number with a fraction, i < n/32.f, among whole numbers: 32*i < n. It is unknown for
// anything else.
func orderedWhole(op string, a, b value) indexmath.Expr {
	if _, whole := b.whole(); whole {
		mirrored := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
		if _, both := a.whole(); both {
			return indexmath.Expr{}
		}
		return orderedWhole(mirrored[op], b, a)
	}
	i, whole := a.whole()
	if !whole {
		return indexmath.Expr{}
	}
	n, d := indexmath.Expr{}, indexmath.Const(1)
	switch {
	case b.flt != nil && math.Abs(*b.flt) < 1<<31:
		low := math.Floor(*b.flt)
		if n = indexmath.Const(int64(low)); low != *b.flt && (op == "<" || op == ">=") {
			n = indexmath.Const(int64(low) + 1) // of whole numbers, below 2.5 is below 3
		}
	case b.ratio != nil:
		if k, ok := b.ratio[1].Const(); ok && k > 0 {
			n, d = b.ratio[0], indexmath.Const(k)
		}
	}
	if !n.Known() {
		return n
	}
	i = indexmath.Mul(i, d)
	switch op {
	case "<":
		return indexmath.Lt(i, n)
	case "<=":
		return indexmath.Le(i, n)
	case ">":
		return indexmath.Lt(n, i)
	case ">=":
		return indexmath.Le(n, i)
	}
	return indexmath.Expr{}
}

// whole is the value of an integer.
func (v value) whole() (indexmath.Expr, bool) {
	return v.num, v.obj == nil && v.flt == nil && v.num.Known() && !isFloat(v.typ)
}

func floatValue(t *layout.Type, f float64) value { return value{typ: t, flt: &f} }

func isFloat(t *layout.Type) bool  { return t != nil && t.Kind == layout.Float }
func isRecord(t *layout.Type) bool { return t != nil && t.Kind == layout.Record }
func isInteger(t *layout.Type) bool {
	return t != nil && (t.Kind == layout.Int || t.Kind == layout.Bool || t.Kind == layout.Enum)
}

// builtin types that are used by name below.
var (
	typeInt    = must("int")
	typeUint   = must("unsigned int")
	typeBool   = must("bool")
	typeChar   = must("char")
	typeFloat  = must("float")
	typeDouble = must("double")
	typeLong   = must("long long")
	typeSize   = must("unsigned long")
	typeDim3   = must("dim3")
	typeUint3  = must("uint3")
)

func must(name string) *layout.Type {
	t, ok := layout.Builtin(name)
	if !ok {
		panic("sema: no builtin type " + name)
	}
	return t
}
