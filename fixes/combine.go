package fixes

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/sema"
)

// cell is an element of a combined array: the own or the far one.
type cell struct {
	what string // array and field
	far  bool
}

// cellOf reads a[i], a[i + s] or a field of one.
func (r *reduction) cellOf(x ast.Expr) (cell, bool) {
	fields := ""
	x = bare(x)
	for {
		m, ok := x.(*ast.Member)
		if !ok || m.Arrow {
			break
		}
		fields += "." + m.Name.Name
		x = bare(m.X)
	}
	i, ok := x.(*ast.Index)
	if !ok {
		return cell{}, false
	}
	name, ok := plainName(i.X)
	if !ok || fields == "" && !r.scalar(name) {
		return cell{}, false
	}
	c := cell{what: name + fields}
	switch {
	case r.isFar(i.I):
		c.far = true
	case !r.isOwn(i.I):
		return cell{}, false
	}
	return c, true
}

// scalar reports whether the elements of an array that the loop uses are numbers.
func (r *reduction) scalar(name string) bool {
	for _, a := range r.accesses[0] {
		if a.Array != nil && a.Array.Name == name {
			return builtinElement(a.Array)
		}
	}
	return false
}

func builtinElement(a *sema.Array) bool { return a.Elem != nil && a.Elem.Scalar() }

// pair reports whether two expressions are the own and the far element of one array, in either order.
func (r *reduction) pair(x, y ast.Expr) (what string, ok bool) {
	a, okA := r.cellOf(x)
	b, okB := r.cellOf(y)
	return a.what, okA && okB && a.what == b.what && a.far != b.far
}

// commuting are functions whose two arguments may change places.
var commuting = map[string]bool{
	"min": true, "max": true, "fmin": true, "fmax": true, "fminf": true, "fmaxf": true, "umin": true, "umax": true, "llmin": true,
	"llmax": true, "ullmin": true, "ullmax": true, "__hmin": true, "__hmax": true, "__hadd": true, "__fadd_rn": true, "__fmul_rn": true,
}

// combines reports whether a statement, or each of a block, combines the far element into the own one by an operator that commutes.
func (r *reduction) combines(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.Block:
		n := 0
		for _, b := range s.List {
			if d, ok := b.(*ast.DeclStmt); ok {
				if !r.declares(d) {
					return false
				}
				continue
			}
			if _, empty := b.(*ast.Empty); empty {
				continue
			}
			if !r.combines(b) {
				return false
			}
			n++
		}
		return n > 0
	case *ast.ExprStmt:
		a, ok := bare(s.X).(*ast.Assign)
		return ok && r.assigns(a)
	case *ast.If: // if (a[i + s] > a[i]) a[i] = a[i + s];
		if s.Else != nil || s.Init != nil || s.Cond == nil {
			return false
		}
		what, ok := r.compares(s.Cond)
		then := s.Then
		if b, is := then.(*ast.Block); is && len(b.List) == 1 {
			then = b.List[0]
		}
		x, is := then.(*ast.ExprStmt)
		if !ok || !is {
			return false
		}
		a, is := bare(x.X).(*ast.Assign)
		if !is || a.Op != "=" {
			return false
		}
		own, okOwn := r.cellOf(a.X)
		far, okFar := r.cellOf(a.Y)
		return okOwn && okFar && !own.far && far.far && own.what == what && far.what == what
	}
	return false
}

func (r *reduction) compares(x ast.Expr) (what string, ok bool) {
	b, is := bare(x).(*ast.Binary)
	if !is || !strings.Contains(" < > <= >= ", " "+b.Op+" ") {
		return "", false
	}
	return r.pair(b.X, b.Y)
}

func (r *reduction) assigns(a *ast.Assign) bool {
	own, ok := r.cellOf(a.X)
	if !ok || own.far {
		return false
	}
	switch a.Op {
	case "+=", "*=", "&=", "|=", "^=":
		far, ok := r.cellOf(a.Y)
		return ok && far.far && far.what == own.what
	case "=":
	default:
		return false
	}
	switch y := bare(a.Y).(type) {
	case *ast.Binary:
		if !strings.Contains(" + * & | ^ && || ", " "+y.Op+" ") {
			return false
		}
		what, ok := r.pair(y.X, y.Y)
		return ok && what == own.what
	case *ast.Call:
		f, ok := y.Fun.(*ast.Ident)
		if !ok || !commuting[f.Name()] || len(y.Args) != 2 {
			return false
		}
		what, ok := r.pair(y.Args[0], y.Args[1])
		return ok && what == own.what
	case *ast.Cond:
		first, ok := r.compares(y.C)
		second, okToo := r.pair(y.X, y.Y)
		return ok && okToo && first == own.what && second == own.what
	}
	return false
}
