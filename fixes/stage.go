package fixes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// A kernel in which thread (x, y) of a block does out[x*h + y] = in[y*w + x] reads along rows and writes down columns. Through a tile in
// shared memory both go along rows: each thread puts what it computed into the tile at its own place, the block waits, and then
// each thread stores the element of another one, its partner: the thread at (y, x), or in a block that is not square the one that
// comes at its number when threads are counted down the columns. Everything in the store's address and condition is computed for the
// partner. For a read down the columns it is the other way round: the partner's value is loaded first.

// stager rewrites one assignment.
type stager struct {
	*view
	site    Site
	block   [3]int64
	assign  *ast.Assign
	stmt    ast.Stmt // the assignment as a statement
	outer   ast.Stmt // stmt, or the if around it
	cond    ast.Expr // that it stands under, nil for none
	leave   *ast.If  // `if (..) return;` in front, instead of cond
	loop    *ast.For // around stmt, where each thread moves several elements of a column
	every   string   // the loop's variable
	reading bool     // the load goes down the columns, not the store
	tile    staged
	names   map[*ast.VarDecl]string // locals that are computed for the partner, by their new names
	order   []*ast.VarDecl
	suffix  string
}

// StageTransposed sends a transposed store (or load) through a padded tile. It asks for a kernel that ends in one assignment, perhaps under
// a condition, without loops, barriers and shared memory of its own, and for one known block shape of two dimensions.
func StageTransposed(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok || len(s.Accesses) == 0 || s.Array == nil || s.Array.Space != trace.Global || len(s.Accesses[0].Calls) > 0 || !wasteful(s.Accesses[0]) {
		return Rewrite{}, false
	}
	g := &stager{view: v, site: s, names: map[*ast.VarDecl]string{}, suffix: "_out"}
	if !g.shape() || !g.find(s.Accesses[0]) || !g.alone() || g.loop != nil && !g.columns(s.Accesses[0].Loop) {
		return Rewrite{}, false
	}
	kind := v.pointee(nameOf(g.target().X))
	if kind == nil || kind.Volatile {
		return Rewrite{}, false
	}
	elem := g.stored()
	if elem == nil || elem.Array.Elem == nil || elem.Array.Elem.Size <= 0 || int64(elem.Width) != elem.Array.Elem.Size {
		return Rewrite{}, false
	}
	if g.tile, ok = stagedTile([3]int64{g.block[0], g.rows(), 1}, elem.Array.Elem.Size, g.reading); !ok {
		return Rewrite{}, false
	}
	if !g.write(strings.TrimSpace(strings.TrimPrefix(v.text(kind), "const "))) {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	if !ok {
		return Rewrite{}, false
	}
	title := fmt.Sprintf("stage %s through %s", s.Array.Name, g.declaration(kind.Name()))
	if g.tile.xor {
		title += ", its column XORed with the row"
	}
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// wasteful reports whether an access takes clearly more than its bytes need.
func wasteful(a *sema.Access) bool {
	return a.Cost.Known && a.Cost.Ideal > 0 && a.Cost.Settled >= 1.5*a.Cost.Ideal
}

// shape takes the block's shape, which has to be known and the same in every launch.
func (g *stager) shape() bool {
	for i, r := range g.site.Kernel.Runs {
		if r.Origin == sema.Assumed || r.Origin == sema.FromBounds || i > 0 && r.Block != g.block {
			return false
		}
		g.block = r.Block
	}
	return g.block[0] > 1 && g.block[1] > 1 && g.block[2] == 1 && g.block[0]*g.block[1]%32 == 0
}

// target is the element that is assigned.
func (g *stager) target() *ast.Index { x, _ := bare(g.assign.X).(*ast.Index); return x }

// find reads the assignment around an access and the condition that it stands under.
func (g *stager) find(a *sema.Access) bool {
	node := g.exprAt(a.Place)
	if node == nil {
		return false
	}
	g.reading = a.Op == trace.Load
	for n := ast.Node(node); n != nil; n = g.up[n] {
		if x, ok := n.(*ast.Assign); ok {
			g.assign = x
			break
		}
	}
	if g.assign == nil || g.assign.Op != "=" || g.target() == nil || !g.isPointer(nameOf(g.target().X)) || !g.reads(g.assign) {
		return false
	}
	if !g.reading && bare(g.assign.X) != bare(node) {
		return false
	}
	stmt, ok := g.up[g.assign].(*ast.ExprStmt)
	if !ok {
		return false
	}
	g.stmt, g.outer = stmt, stmt
	if g.reading {
		g.suffix = "_in"
	}
	up := g.up[stmt]
	if b, ok := up.(*ast.Block); ok && len(b.List) == 1 && b != g.kernel.Body {
		up = g.up[b]
	}
	if f, ok := up.(*ast.For); ok {
		g.outer, g.loop = f, f
	} else if f, ok := up.(*ast.If); ok {
		if f.Else != nil || f.Init != nil || f.Constexpr || f.Cond == nil || !g.reads(f.Cond) {
			return false
		}
		g.outer, g.cond = f, f.Cond
	}
	list := g.kernel.Body.List
	return len(list) > 0 && list[len(list)-1] == g.outer
}

// alone reports whether the rest of the kernel is declarations, and perhaps one early return, that a barrier behind them does not hurt.
func (g *stager) alone() bool {
	list := g.kernel.Body.List
	for _, s := range list[:len(list)-1] {
		switch s := s.(type) {
		case *ast.DeclStmt:
			for _, d := range s.Decls {
				x, ok := d.(*ast.VarDecl)
				if !ok || x.Quals.Has(ast.Shared) || g.leave != nil && x.Init != nil && touchesMemory(x.Init) {
					return false
				}
			}
		case *ast.If:
			if g.leave != nil || g.cond != nil || s.Else != nil || s.Init != nil || s.Cond == nil || !g.reads(s) {
				return false
			}
			then := s.Then
			if b, ok := then.(*ast.Block); ok && len(b.List) == 1 {
				then = b.List[0]
			}
			if r, ok := then.(*ast.Return); !ok || r.X != nil {
				return false
			}
			g.leave = s
		case *ast.Empty:
		default:
			return false
		}
	}
	words := reachedWords(g.site.Model.Unit, g.kernel)
	return !words["__syncthreads"] && !words["__shared__"] && !usesWarps(words)
}

func touchesMemory(x ast.Expr) bool {
	found := false
	eachBelow(x, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Index, *ast.Call:
			found = true
		case *ast.Unary:
			found = found || n.Op == "*"
		case *ast.Member:
			found = found || n.Arrow
		}
	})
	return found
}

// stored is the access that the assignment makes to its target.
func (g *stager) stored() *sema.Access {
	for _, a := range g.site.Run.Accesses {
		if a.Op == trace.Store && a.Place.File == g.file && a.Place.Span == g.target().Span && a.Array != nil {
			return a
		}
	}
	return nil
}

// rows of the tile: as many as the block has, or, with a loop, as it has columns.
func (g *stager) rows() int64 {
	if g.loop != nil {
		return g.block[0]
	}
	return g.block[1]
}

func (g *stager) declaration(kind string) string {
	return fmt.Sprintf("%s %s[%d][%d]", kind, g.tile.name, g.rows(), g.tile.pitch)
}

// staged is the tile's layout.
type staged struct {
	name  string
	pitch int64
	xor   bool
}

// at is the subscripts of an element.
func (t staged) at(row, column string) string {
	if t.xor {
		column += " ^ " + row
	}
	return "[" + row + "][" + column + "]"
}

func (t staged) String() string { return t.name + "[" + strconv.FormatInt(t.pitch, 10) + "]" }
