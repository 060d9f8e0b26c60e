package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// columns checks a loop `for (int i = 0; i < side; i += blockDim.y)` in which thread (x, y) moves the elements (x, y + i) of a square as
// wide as the block: every address has to move with i as with threadIdx.y.
func (g *stager) columns(l *sema.Loop) bool {
	d, ok := g.loop.Init.(*ast.DeclStmt)
	if !ok || len(d.Decls) != 1 || l == nil || l.Trace == nil || l.Parent != nil || !g.reads(g.loop) {
		return false
	}
	v, ok := d.Decls[0].(*ast.VarDecl)
	if !ok || len(writes(g.loop.Body, v.Name)) > 0 {
		return false
	}
	g.every = v.Name
	c := carried(l.Trace, g.every)
	all, ok := iterations(l.Trace)
	if c == nil || !ok || int64(len(all))*g.block[1] != g.block[0] {
		return false
	}
	for i, values := range all {
		if n, known := values[c.Sym]; !known || n != int64(i)*g.block[1] {
			return false
		}
	}
	row := threadSyms(g.site.Run)[1]
	for _, a := range g.site.Run.Accesses {
		if a.Loop == nil || a.Loop.Place != l.Place {
			continue
		}
		x := indexmath.Uncast(a.Offset)
		down, along := indexmath.Stride(x, c.Sym), indexmath.Stride(x, row)
		if !down.Known() || !down.Equal(along) {
			return false
		}
	}
	return row != nil
}

// write notes the edits.
func (g *stager) write(kind string) bool {
	g.tile.name = g.freshLocal("tile")
	indent := g.indent(g.outer.Pos().Start)
	cond, not := g.cond, ""
	if g.leave != nil {
		cond, not = g.leave.Cond, "!"
	}
	other, lines := g.partner()
	own, partner := g.tile.name+g.tile.at("threadIdx.y", "threadIdx.x"), g.tile.name+g.tile.at(other.y, other.x)
	if g.loop != nil {
		own = g.tile.name + g.tile.at("threadIdx.y + "+g.every, "threadIdx.x")
		partner = g.tile.name + g.tile.at(other.y, "threadIdx.y + "+g.every)
	}
	moved := ast.Expr(g.target())
	if g.reading {
		moved = g.assign.Y
	}
	text, ok := other.text(moved)
	if !ok {
		return false
	}
	test := ""
	if cond != nil {
		if test, ok = other.text(cond); !ok {
			return false
		}
		test = fmt.Sprintf("if (%s) ", negated(not, test))
	}
	lines = append(lines, other.declarations()...)
	if g.reading {
		lines = append(lines, test+partner+" = "+text+";")
	} else {
		lines = append(lines, test+text+" = "+partner+";")
	}
	if g.loop != nil {
		lines = g.looped(lines)
	}
	in := "\n" + indent
	shared := "__shared__ " + g.declaration(kind) + ";"
	guard := ""
	if g.leave != nil {
		g.dropLine(g.leave)
		guard = fmt.Sprintf("if (%s) ", negated("!", g.text(cond)))
	}
	if g.reading {
		lines = append(lines, "__syncthreads();")
		g.insert(g.outer.Pos().Start, shared+in+strings.Join(lines, in)+in+guard)
		g.replace(g.assign.Y, own)
		return true
	}
	between := source.Span{Start: g.assign.X.Pos().Start, End: g.assign.Y.Pos().Start}
	if front := shared + in + guard; g.outer.Pos().Start == between.Start {
		g.edit(between, front+own+" = ")
	} else {
		g.insert(g.outer.Pos().Start, front)
		g.edit(between, own+" = ")
	}
	lines = append([]string{"__syncthreads();"}, lines...)
	g.insert(g.outer.Pos().End, in+strings.Join(lines, in))
	return true
}

// partner is the thread whose element is moved, with what has to be computed first to know it.
func (g *stager) partner() (partnerView, []string) {
	switch {
	case g.loop != nil:
		return partnerView{stager: g, x: "(threadIdx.y + " + g.every + ")", y: "threadIdx.x"}, nil
	case g.block[0] == g.block[1]:
		return partnerView{stager: g, x: "threadIdx.y", y: "threadIdx.x"}, nil
	}
	p := partnerView{stager: g, x: g.freshLocal("column"), y: g.freshLocal("row")}
	count := fmt.Sprintf("(threadIdx.y * %d + threadIdx.x)", g.block[0])
	return p, []string{fmt.Sprintf("const int %s = %s / %d, %s = %s %% %d;", p.x, count, g.block[1], p.y, count, g.block[1])}
}

// looped puts lines into a loop like that of the kernel.
func (g *stager) looped(lines []string) []string {
	head := strings.Join(strings.Fields(g.file.Slice(source.Span{Start: g.loop.Pos().Start, End: g.loop.Body.Pos().Start})), " ")
	out := []string{head + " {"}
	for _, l := range lines {
		out = append(out, g.view.step()+l)
	}
	return append(out, "}")
}

// negated is a condition's text, or what holds when it does not.
func negated(not, cond string) string {
	if not == "" {
		return cond
	}
	return "!(" + cond + ")"
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
	if name == p.every && p.loop != nil { // it is in the partner's threadIdx.x already
		if b, ok := p.up[id].(*ast.Binary); ok && b.Op == "+" && b.Y == ast.Expr(id) {
			part.editAt(b.X.Pos().End, id.Pos().End, "")
		} else {
			part.replace(id, "0")
		}
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
