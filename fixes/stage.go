package fixes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
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
	if !g.shape() || !g.find(s.Accesses[0]) || !g.alone() {
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
	if g.tile, ok = stagedTile(g.block, elem.Array.Elem.Size, g.reading); !ok {
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
	if f, ok := up.(*ast.If); ok {
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

func (g *stager) declaration(kind string) string {
	return fmt.Sprintf("%s %s[%d][%d]", kind, g.tile.name, g.block[1], g.tile.pitch)
}

// write notes the edits.
func (g *stager) write(kind string) bool {
	g.tile.name = g.freshLocal("tile")
	indent := g.indent(g.outer.Pos().Start)
	cond := g.cond
	not := ""
	if g.leave != nil {
		cond, not = g.leave.Cond, "!"
	}
	own, partner := g.tile.at("threadIdx.y", "threadIdx.x"), ""
	px, py := "threadIdx.y", "threadIdx.x"
	var lines []string
	if g.block[0] != g.block[1] {
		px, py = g.freshLocal("column"), g.freshLocal("row")
		count := fmt.Sprintf("(threadIdx.y * %d + threadIdx.x)", g.block[0])
		lines = append(lines, fmt.Sprintf("const int %s = %s / %d, %s = %s %% %d;", px, count, g.block[1], py, count, g.block[1]))
	}
	partner = g.tile.at(py, px)
	other := partnerView{stager: g, x: px, y: py}
	var text, test string
	ok := true
	if g.reading {
		text, ok = other.text(g.assign.Y)
	} else {
		text, ok = other.text(g.target())
	}
	if !ok {
		return false
	}
	if cond != nil {
		if test, ok = other.text(cond); !ok {
			return false
		}
		test = fmt.Sprintf("if (%s) ", negated(not, test))
	}
	lines = append(lines, other.declarations()...)
	own, partner = g.tile.name+own, g.tile.name+partner
	between := source.Span{Start: g.assign.X.Pos().Start, End: g.assign.Y.Pos().Start}
	in := "\n" + indent
	shared := "__shared__ " + g.declaration(kind) + ";"
	guard := ""
	if g.leave != nil {
		g.dropLine(g.leave)
		guard = fmt.Sprintf("if (%s) ", negated("!", g.text(cond)))
	}
	if g.reading {
		lines = append(lines, test+partner+" = "+text+";", "__syncthreads();")
		g.insert(g.outer.Pos().Start, shared+in+strings.Join(lines, in)+in+guard)
		g.replace(g.assign.Y, own)
		return true
	}
	if front := shared + in + guard; g.outer.Pos().Start == between.Start {
		g.edit(between, front+own+" = ")
	} else {
		g.insert(g.outer.Pos().Start, front)
		g.edit(between, own+" = ")
	}
	lines = append([]string{"__syncthreads();"}, append(lines, test+text+" = "+partner+";")...)
	g.insert(g.outer.Pos().End, in+strings.Join(lines, in))
	return true
}

// negated is a condition's text, or what holds when it does not.
func negated(not, cond string) string {
	if not == "" {
		return cond
	}
	return "!(" + cond + ")"
}

// dropLine takes a statement out, with its lines where it has them for itself.
func (v *view) dropLine(n ast.Node) {
	at := n.Pos()
	first, last := v.file.LineSpan(v.file.LineOf(at.Start)), v.file.LineSpan(v.file.LineOf(at.End-1))
	before, after := v.file.Slice(source.Span{Start: first.Start, End: at.Start}), v.file.Slice(source.Span{Start: at.End, End: last.End})
	if strings.TrimSpace(before) != "" || strings.TrimSpace(after) != "" {
		v.edit(at, "")
		return
	}
	end := last.End
	for int(end) < len(v.file.Text) && (v.file.Text[end] == '\r' || v.file.Text[end] == '\n') {
		end++
		if v.file.Text[end-1] == '\n' {
			break
		}
	}
	v.editAt(first.Start, end, "")
}

// partnerView writes expressions as the partner would compute them.
type partnerView struct {
	*stager
	x, y string // the partner's threadIdx.x and .y
}

// text is an expression for the partner; false where it depends on something of the thread that cannot be computed again.
func (p partnerView) text(x ast.Expr) (string, bool) {
	part := &view{file: p.file}
	ok := true
	eachBelow(x, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			ok = ok && p.name(n, part)
		case *ast.Assign, *ast.Lambda, *ast.New, *ast.Delete, *ast.BadExpr:
			ok = false
		case *ast.Unary:
			ok = ok && n.Op != "++" && n.Op != "--"
		}
	})
	for i := range part.edits {
		part.edits[i].Place.Span.Start -= x.Pos().Start
		part.edits[i].Place.Span.End -= x.Pos().Start
	}
	return string(Apply([]byte(p.stager.text(x)), part.edits)), ok && Disjoint(part.edits)
}

func (p partnerView) name(id *ast.Ident, part *view) bool {
	name, plain := id.Plain()
	if !plain {
		return true
	}
	if c, ok := p.up[id].(*ast.Call); ok && c.Fun == ast.Expr(id) {
		return !p.isMacroFunction(name)
	}
	if name == "threadIdx" {
		m, ok := p.up[id].(*ast.Member)
		if !ok {
			return false
		}
		switch m.Name.Name {
		case "x":
			part.replace(m, p.x)
		case "y":
			part.replace(m, p.y)
		}
		return true
	}
	if name == "blockIdx" || name == "blockDim" || name == "gridDim" || p.uniformName(name, id) || p.isPointer(name) {
		return true
	}
	init, d := p.value(name, id)
	if d == nil || touchesMemory(init) {
		return false
	}
	if _, had := p.names[d]; !had {
		p.names[d] = p.freshLocal(name + p.suffix)
		if _, ok := p.text(init); !ok {
			return false
		}
		p.order = append(p.order, d)
	}
	part.replace(id, p.names[d])
	return true
}

// declarations are the locals for the partner, in the order in which they need each other.
func (p partnerView) declarations() []string {
	var out []string
	slices.SortFunc(p.order, func(a, b *ast.VarDecl) int { return int(a.Span.Start - b.Span.Start) })
	for _, d := range p.order {
		text, _ := p.text(d.Init)
		kind := "int"
		if t := p.stager.text(d.Type); t != "" {
			kind = strings.TrimPrefix(t, "const ")
		}
		out = append(out, fmt.Sprintf("const %s %s = %s;", kind, p.names[d], text))
	}
	return out
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
