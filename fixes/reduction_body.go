package fixes

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// rewriteBody reads the loop's body, which may consist of declarations, of one or more `if (..) a[i] op= a[i + s];` and of a barrier,
// and notes the edits of conditions and indices.
func (r *reduction) rewriteBody() bool {
	block, ok := loopBody(r.stmt).(*ast.Block)
	if !ok {
		return false
	}
	r.distance = r.name
	if r.doubled {
		r.distance += " / 2"
	}
	waits, combined := false, 0
	for _, s := range block.List {
		switch s := s.(type) {
		case *ast.Empty:
		case *ast.DeclStmt:
			if !r.declares(s) {
				return false
			}
		case *ast.If:
			if !r.rewriteIf(s) {
				return false
			}
			combined++
		case *ast.ExprStmt:
			if r.waits(s) {
				waits = true
			} else if s.X != r.post {
				return false
			}
		default:
			return false
		}
	}
	return waits && combined > 0 && r.thread != nil && r.distance != ""
}

func loopBody(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case *ast.For:
		return s.Body
	case *ast.While:
		return s.Body
	case *ast.DoWhile:
		return s.Body
	}
	return nil
}

// waits reports whether a statement is a barrier of the whole block.
func (r *reduction) waits(s ast.Stmt) bool {
	if !barrier(s) {
		return false
	}
	c := bare(s.(*ast.ExprStmt).X).(*ast.Call)
	group := ast.Expr(nil)
	if m, ok := c.Fun.(*ast.Member); ok {
		group = m.X
	} else if len(c.Args) == 1 && c.Fun.(*ast.Ident).Name() == "sync" {
		group = c.Args[0]
	}
	if group == nil {
		return true
	}
	name, _ := plainName(group)
	x, _ := r.value(name, c)
	return x != nil && strings.Contains(r.text(x), "this_thread_block")
}

// declared handles the declarations of the body: the distance of a counted loop, 2*s*tid, and what does not depend on the step.
func (r *reduction) declares(s *ast.DeclStmt) bool {
	for _, d := range s.Decls {
		x, ok := d.(*ast.VarDecl)
		if !ok || x.Quals.Has(ast.Shared) || len(writes(r.stmt, x.Name)) > 0 {
			return false
		}
		if x.Init == nil || !r.moves(x.Init) {
			continue
		}
		if b, ok := bare(x.Init).(*ast.Binary); ok && r.counts && b.Op == "<<" {
			one, _ := number(b.X)
			name, _ := plainName(b.Y)
			start, ok := r.halfOfThreads()
			if one != 1 || name != r.name || !ok || !r.reads(x.Init) || r.distance != r.name {
				return false
			}
			r.distance = x.Name
			r.replace(x.Init, start+" >> "+r.name)
			continue
		}
		if t := r.product(x.Init); t != nil {
			if !r.agrees(t) || !r.reads(x.Init) {
				return false
			}
			r.index[x.Name] = &x.Init
			r.replace(x.Init, r.text(t))
			continue
		}
		if !r.isScale(x.Init) && (!r.isFar(x.Init) || !r.unscale(x.Init)) {
			return false
		}
	}
	return true
}

func (r *reduction) halfOfThreads() (string, bool) {
	for _, run := range r.runs {
		if run.Block[1]*run.Block[2] != 1 {
			return "", false
		}
	}
	return "(blockDim.x / 2)", true
}

// agrees takes t for the thread's number, or compares it with what was taken before.
func (r *reduction) agrees(t ast.Expr) bool {
	if r.thread == nil {
		r.thread = bare(t)
	}
	return sameExpr(r.thread, t)
}

// rewriteIf handles one guarded combination.
func (r *reduction) rewriteIf(s *ast.If) bool {
	if s.Else != nil || s.Init != nil || s.Constexpr || s.Cond == nil || !r.reads(s) || !r.combines(s.Then) {
		return false
	}
	parts := conjuncts(s.Cond)
	chosen := -1
	for i, p := range parts {
		switch {
		case chosen < 0 && r.chooses(p):
			chosen = i
		case !r.withinBound(p):
			return false
		}
	}
	stays := r.stays()
	if r.thread == nil || chosen < 0 && stays {
		return false
	}
	test := r.text(r.thread) + " < " + r.distance
	for name := range r.index {
		if mentions(s.Cond, name) {
			test = name + " < " + r.distance
		}
	}
	if chosen < 0 && len(parts) == 1 && r.isBlockSize(parts[0].(*ast.Binary).Y) {
		chosen = 0
	}
	for i, p := range parts {
		switch {
		case i == chosen:
			r.replace(p, test)
		case !r.unscale(p):
			return false
		}
	}
	if chosen < 0 {
		r.insert(s.Cond.Pos().Start, test+" && ")
	}
	return r.unscale(s.Then)
}

// unscale replaces the products 2*s*tid that stand in the text as they are.
func (r *reduction) unscale(n ast.Node) bool {
	ok := true
	ast.Inspect(n, func(m ast.Node) bool {
		if d, is := m.(*ast.VarDecl); is && r.index[d.Name] != nil {
			return false // done with its declaration
		}
		x, is := m.(ast.Expr)
		if !is {
			return true
		}
		t := r.product(x)
		if t == nil {
			return true
		}
		ok = ok && r.agrees(t) && r.reads(x)
		r.replace(x, r.text(r.thread))
		return false
	})
	return ok
}

// conjuncts are the operands of a chain of &&.
func conjuncts(x ast.Expr) []ast.Expr {
	x = bare(x)
	if b, ok := x.(*ast.Binary); ok && b.Op == "&&" {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []ast.Expr{x}
}

// chooses reports whether a condition selects the working threads: tid % (2*s) == 0, !(tid & (2*s - 1)), 2*s*tid < N,
// tid < N / (2*s).
func (r *reduction) chooses(x ast.Expr) bool {
	var rest ast.Expr
	switch x := x.(type) {
	case *ast.Unary:
		if x.Op == "!" {
			rest = bare(x.X)
		}
	case *ast.Binary:
		switch zero, other := x.Y, x.X; x.Op {
		case "==":
			n, ok := number(zero)
			if !ok {
				zero, other = other, zero
				n, ok = number(zero)
			}
			if ok && n == 0 {
				rest = bare(other)
			}
		case "<":
			return r.choosesBelow(x.X, x.Y)
		case ">":
			return r.choosesBelow(x.Y, x.X)
		}
	}
	b, ok := rest.(*ast.Binary)
	if !ok || !r.stays() {
		return false
	}
	switch b.Op {
	case "%":
		return r.scales(b.Y, 2, 0) && !r.moves(b.X) && r.isThread(b.X)
	case "&":
		return r.scales(b.Y, 2, -1) && !r.moves(b.X) && r.isThread(b.X) || r.scales(b.X, 2, -1) && !r.moves(b.Y) && r.isThread(b.Y)
	}
	return false
}

// isThread reports whether an expression is the thread's number: what the loop indexes with, or threadIdx.x in a flat block.
func (r *reduction) isThread(x ast.Expr) bool {
	if r.thread != nil && sameExpr(r.thread, x) {
		return true
	}
	for _, run := range r.runs {
		if run.Block[1]*run.Block[2] != 1 {
			return false
		}
	}
	if name, ok := plainName(x); ok {
		if init, d := r.value(name, x); d != nil {
			x = init
		}
	}
	m, ok := bare(x).(*ast.Member)
	if !ok || m.Name.Name != "x" {
		return false
	}
	name, _ := plainName(m.X)
	return name == "threadIdx"
}

// choosesBelow reports whether low < high holds for the threads below N/(2*s): low is the product and high the number of threads, or
// low is the thread and high that quotient.
func (r *reduction) choosesBelow(low, high ast.Expr) bool {
	if q, ok := bare(high).(*ast.Binary); ok && q.Op == "/" && r.scales(q.Y, 2, 0) {
		return r.isBlockSize(q.X) && !r.stays() && r.agrees(low)
	}
	name, _ := plainName(low)
	t := r.product(low)
	if r.index[name] == nil && t == nil || t != nil && !r.agrees(t) || r.moves(high) {
		return false
	}
	return r.isBlockSize(high)
}

// isBlockSize reports whether an expression is the number of threads in every run: it is what the loop's condition compares with,
// blockDim.x, or a number.
func (r *reduction) isBlockSize(x ast.Expr) bool {
	flat := true
	for _, run := range r.runs {
		flat = flat && run.Block[1]*run.Block[2] == 1
		if n, ok := number(x); ok && n != run.Block[0]*run.Block[1]*run.Block[2] {
			return false
		}
	}
	if _, ok := number(x); ok || flat && r.text(bare(x)) == "blockDim.x" {
		return true
	}
	b, ok := bare(r.cond).(*ast.Binary)
	return ok && sameExpr(b.Y, x) && r.boundedBy(b.Op)
}

// withinBound reports whether a condition keeps the far element inside: X + s < n, where n is the same for all threads and X is the
// own element or the global one.
func (r *reduction) withinBound(x ast.Expr) bool {
	b, ok := x.(*ast.Binary)
	if !ok || b.Op != "<" || r.moves(b.Y) {
		return false
	}
	if r.isFar(b.X) {
		return r.uniform(b.Y)
	}
	sum, ok := bare(b.X).(*ast.Binary)
	if !ok || sum.Op != "+" || !r.stays() || !r.uniform(b.Y) {
		return false
	}
	return r.scales(sum.Y, 1, 0) && r.isGlobal(sum.X)
}

// isGlobal reports whether a name is blockIdx.x * blockDim.x + threadIdx.x.
func (r *reduction) isGlobal(x ast.Expr) bool {
	name, ok := plainName(x)
	if !ok {
		return false
	}
	init, d := r.value(name, x)
	return d != nil && isGlobalThread(init, "x")
}
