package rules

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// Which elements a thread works on in a loop does not matter as long as it treats each of them alike. It does where an element becomes part of
// the thread's own result, or rests on the element before it: then turns cannot be taken.

// recurs reports whether the loop reads elements that it stored in another iteration, as in x[j] = x[j] - x[j - 1].
func recurs(s *site) bool {
	l := s.access.Loop
	for _, b := range s.run.Accesses {
		if l == nil || b.Loop != l || b.Op != trace.Store || !inGlobal(b) || !b.Offset.Known() || !movedByLoop(b, l) {
			continue
		}
		for _, c := range s.run.Accesses {
			if c.Loop != l || c.Op != trace.Load || c.Array != b.Array || !c.Offset.Known() {
				continue
			}
			if d, ok := indexmath.Sub(b.Offset, c.Offset).Const(); ok && d != 0 {
				return true
			}
		}
	}
	return false
}

// sumsUp reports whether what the loop gathers is the thread's own: it goes to one place of the thread's in each iteration, or becomes an
// element of global memory behind the loop. What atomics, shuffles, shared memory or reductions put together is not.
func sumsUp(m *sema.Model, s *site) bool {
	l := s.access.Loop
	if l == nil || l.Trace == nil {
		return false
	}
	for _, b := range s.run.Accesses {
		if b.Loop == l && b.Op == trace.Store && inGlobal(b) && b.Offset.Known() && b.Offset.Varies() && !movedByLoop(b, l) {
			return true
		}
	}
	return ownSum(m, s)
}

// movedByLoop reports whether the loop's variables move an access.
func movedByLoop(a *sema.Access, l *sema.Loop) bool {
	if l.Trace == nil {
		return false
	}
	for _, v := range l.Trace.Vars {
		if v.Sym != nil && a.Offset.Contains(v.Sym) {
			return true
		}
	}
	return false
}

// ownSum reports whether the loop's body gathers something in a variable from outside of it that becomes an element of global memory.
func ownSum(m *sema.Model, s *site) bool {
	if m.Unit == nil || s.run.Kernel == nil || s.run.Kernel.Decl == nil || s.run.Kernel.Decl.Body == nil {
		return false
	}
	body := loopBody(m, s.access.Loop.Place)
	if body == nil {
		return false
	}
	inside, gathered := map[string]bool{}, map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			inside[n.Name] = true
		case *ast.Assign:
			if id, ok := n.X.(*ast.Ident); ok && n.Op != "=" {
				gathered[id.Name()] = true
			}
		}
		return true
	})
	own := false
	ast.Inspect(s.run.Kernel.Decl.Body, func(n ast.Node) bool {
		x, ok := n.(*ast.Assign)
		if !ok {
			return true
		}
		if _, element := x.X.(*ast.Index); element && !sharedElement(s.run, x) {
			for name := range gathered {
				own = own || !inside[name] && names(x.Y, name)
			}
		}
		return true
	})
	return own && !joined(s.run, gathered)
}

// sharedElement reports whether a store goes to shared memory.
func sharedElement(r *sema.Run, x *ast.Assign) bool {
	for _, a := range r.Accesses {
		if a.Op == trace.Store && a.Place.Span == x.X.Pos() && a.Wavefronts() {
			return true
		}
	}
	return false
}

// joined reports whether a call puts one of the variables together with those of other threads: an atomic, a shuffle, a reduction.
func joined(r *sema.Run, gathered map[string]bool) bool {
	found := false
	ast.Inspect(r.Kernel.Decl.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.Call)
		if !ok {
			return true
		}
		f, ok := c.Fun.(*ast.Ident)
		if !ok || !strings.HasPrefix(f.Name(), "atomic") && !strings.HasPrefix(f.Name(), "__shfl") && !strings.Contains(strings.ToLower(f.Name()), "reduce") {
			return true
		}
		for name := range gathered {
			for _, arg := range c.Args {
				found = found || names(arg, name)
			}
		}
		return true
	})
	return found
}

// names reports whether an expression holds a name.
func names(x ast.Node, name string) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name() == name {
			found = true
		}
		return true
	})
	return found
}
