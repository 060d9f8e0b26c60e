package fixes

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// joiner makes one vector access of the two or four accesses of a lane to neighbouring elements.
type joiner struct {
	*view
	site  Site
	group []*sema.Access // in order of the source
	first indexmath.Expr // offset of the vector
	count int64          // elements
	width int64          // bytes of one
	nodes []*ast.Index   // of the group
	parts []int64        // which element each of them is
	start *ast.Index     // one of them that is the first element
	kind  string         // the vector's type
}

// joined collects what several groups put in front of the same statement.
type joined struct {
	regions []region
	lines   map[ast.Stmt][]string
	names   map[string]bool
}

// JoinElements loads, or stores, two or four neighbouring elements of each lane at once, wherever the kernel does so with the array. It
// asks that a launch shows the address to be a multiple of the vector in every run, that all of the accesses stand under the same conditions,
// that what they are made of does not change from the first to the last, and, for loads, that the kernel stores nothing to the array; for
// stores, that they are statements of one block and that the array is not read between them.
func JoinElements(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok || s.Array == nil || s.Array.Space != trace.Global || s.Array.Volatile || len(s.Accesses) < 2 || len(s.Kernel.Tries) > 0 {
		return Rewrite{}, false
	}
	all := &joined{lines: map[ast.Stmt][]string{}, names: map[string]bool{}}
	title := ""
	had := map[*sema.Access]bool{}
	for i, own := range s.Accesses {
		j := &joiner{view: v, site: s}
		if had[own] || own.Op != s.Accesses[0].Op || !j.choose(own) || !j.find() || !j.aligned() || !j.vector() {
			if i == 0 {
				return Rewrite{}, false
			}
			continue
		}
		for _, a := range j.group {
			had[a] = true
		}
		write := j.stores
		if own.Op == trace.Load {
			write = j.loads
		}
		edits := len(v.edits)
		t, ok := write(all)
		if !ok {
			if i == 0 {
				return Rewrite{}, false
			}
			v.edits = v.edits[:edits]
			continue
		}
		if i == 0 {
			title = t
		}
	}
	for _, r := range all.regions {
		if lines := all.lines[r.first]; len(lines) > 0 {
			v.putInFront(r, lines...)
			delete(all.lines, r.first)
		}
	}
	edits, done := v.done()
	if !done {
		return Rewrite{}, false
	}
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// choose takes the largest vector that an access and its neighbours fill.
func (j *joiner) choose(own *sema.Access) bool {
	j.width = int64(own.Width)
	if own.Op != trace.Load && own.Op != trace.Store || own.Merged || own.Piece > 0 || j.width == 0 {
		return false
	}
	for _, n := range []int64{4, 2} {
		bytes := n * j.width
		rest, ok := restOf(own, bytes)
		if bytes > 16 || !ok || rest%j.width != 0 {
			continue
		}
		first := indexmath.Sub(own.Offset, indexmath.Const(rest))
		filled := map[int64]bool{}
		var group []*sema.Access
		for _, a := range j.site.Accesses {
			if a.Op != own.Op || int64(a.Width) != j.width || a.Loop != own.Loop || len(a.Calls) > 0 || a.Merged || !sameGuards(a, own) {
				continue
			}
			if d, is := indexmath.Sub(a.Offset, first).Const(); is && d >= 0 && d < bytes && d%j.width == 0 {
				filled[d] = true
				group = append(group, a)
			}
		}
		if int64(len(filled)) == n {
			slices.SortStableFunc(group, func(a, b *sema.Access) int { return int(a.Place.Span.Start) - int(b.Place.Span.Start) })
			j.group, j.first, j.count = group, first, n
			return true
		}
	}
	return false
}

// restOf is what an access's offset is modulo a number of bytes, in every iteration of the loops around it.
func restOf(a *sema.Access, bytes int64) (int64, bool) {
	offset := indexmath.Uncast(a.Offset)
	for l := a.Loop; l != nil; l = l.Parent {
		if l.Trace == nil {
			continue
		}
		for _, v := range l.Trace.Vars {
			if v.Sym == nil || !offset.Contains(v.Sym) || !v.Init.Known() || !v.Next.Known() {
				continue
			}
			step := indexmath.Sub(indexmath.Uncast(v.Next), v.Sym.Expr())
			by := indexmath.Mul(indexmath.Stride(offset, v.Sym), step)
			if rest, ok := by.Rest(bytes); !ok || rest != 0 {
				continue
			}
			offset = indexmath.Subst(offset, map[*indexmath.Sym]indexmath.Expr{v.Sym: indexmath.Uncast(v.Init)})
		}
	}
	return offset.Rest(bytes)
}

func sameGuards(a, b *sema.Access) bool {
	return slices.EqualFunc(a.Guards, b.Guards, func(x, y sema.Guard) bool { return x.Text == y.Text && x.Not == y.Not })
}

// find reads the group's expressions: p[i] with one p.
func (j *joiner) find() bool {
	for _, a := range j.group {
		x, ok := j.exprAt(a.Place).(*ast.Index)
		if !ok || !j.reads(x) || len(j.nodes) > 0 && !sameExpr(x.X, j.nodes[0].X) {
			return false
		}
		d, _ := indexmath.Sub(a.Offset, j.first).Const()
		if slices.Contains(j.nodes, x) {
			continue
		}
		j.nodes, j.parts = append(j.nodes, x), append(j.parts, d/j.width)
		if d == 0 && j.start == nil {
			j.start = x
		}
	}
	return j.start != nil && pure(j.start)
}

// aligned reports whether every run shows that the group's addresses are where they are in this one.
func (j *joiner) aligned() bool {
	bytes := j.count * j.width
	found := false
	for _, r := range j.site.Kernel.Runs {
		if r.Origin != sema.FromLaunch {
			return false
		}
		for _, a := range r.Accesses {
			i := slices.IndexFunc(j.nodes, func(x *ast.Index) bool { return a.Place.File == j.file && x.Pos() == a.Place.Span })
			if i < 0 || a.Array == nil {
				continue
			}
			rest, ok := restOf(a, bytes)
			if !ok || rest != j.parts[i]*j.width || int64(a.Width) != j.width || a.Array.Base == nil || a.Array.Base.Align < bytes {
				return false
			}
			found = true
		}
	}
	return found
}

// pairNames and quadNames are the vectors by the name of their components' type.
var pairNames = map[string]string{
	"float": "float2", "int": "int2", "unsigned int": "uint2", "double": "double2", "long long": "longlong2", "unsigned long long": "ulonglong2",
	"short": "short2", "unsigned short": "ushort2", "char": "char2", "signed char": "char2", "unsigned char": "uchar2",
}

// vector names the vector's type by what the pointer is declared to lead to.
func (j *joiner) vector() bool {
	var of ast.Type
	switch x := bare(j.start.X).(type) {
	case *ast.Ident:
		name, plain := x.Plain()
		if d, _ := j.declared(name, x); d != nil {
			if p, ok := d.Type.(*ast.PointerType); ok {
				of = p.Elem
			}
		} else if plain && j.isParam(name) {
			of = j.pointeeType(name)
		}
	case *ast.Cast:
		if p, ok := x.Type.(*ast.PointerType); ok {
			of = p.Elem
		}
	}
	named, ok := of.(*ast.NamedType)
	if !ok || named.Volatile {
		return false
	}
	elem, ok := layout.Builtin(named.Name())
	if !ok || elem.Size != j.width {
		return false
	}
	j.kind = pairNames[elem.Name]
	if j.count == 4 {
		j.kind = vectorTypes[elem.Name]
	}
	return j.kind != ""
}

// address is the text of the vector behind the cast.
func (j *joiner) address(constant string) string {
	at := "&" + j.text(j.start)
	if n, ok := number(j.start.I); ok && n == 0 {
		at = j.text(bare(j.start.X))
	}
	return fmt.Sprintf("*reinterpret_cast<%s%s *>(%s)", constant, j.kind, at)
}

func (j *joiner) name(all *joined) string {
	name := nameOf(j.start.X)
	if name == "" {
		name = "vector"
	}
	try := j.freshLocal(fmt.Sprintf("%s%d", name, j.count))
	for i := 2; all.names[try]; i++ {
		try = j.freshLocal(fmt.Sprintf("%s%d_%d", name, j.count, i))
	}
	all.names[try] = true
	return try
}

func (j *joiner) loads(all *joined) (string, bool) {
	if !readOnly(j.site) {
		return "", false
	}
	nodes := make([]ast.Node, len(j.nodes))
	for i, x := range j.nodes {
		nodes[i] = x
	}
	r, ok := j.regionOf(nodes)
	if !ok || !j.view.steady(j.start, r) {
		return "", false
	}
	for _, x := range j.nodes {
		if j.changed(x) {
			return "", false
		}
	}
	name := j.name(all)
	line := fmt.Sprintf("const %s %s = %s", j.kind, name, j.address("const "))
	all.regions = append(all.regions, r)
	all.lines[r.first] = append(all.lines[r.first], line+";")
	for i, x := range j.nodes {
		j.replace(x, name+"."+"xyzw"[j.parts[i]:j.parts[i]+1])
	}
	return fmt.Sprintf("load %d bytes at once: %s", j.count*j.width, line), true
}

// changed reports whether an element is more than read.
func (j *joiner) changed(x ast.Expr) bool {
	switch up := j.up[x].(type) {
	case *ast.Unary:
		return up.Op == "&" || up.Op == "++" || up.Op == "--"
	case *ast.Assign:
		return up.X == x
	}
	return false
}

// stores fills a vector in the place of the elements and stores it behind the last of them.
func (j *joiner) stores(all *joined) (string, bool) {
	if len(j.nodes) != int(j.count) {
		return "", false
	}
	var list []ast.Stmt
	var within *ast.Block
	for _, x := range j.nodes {
		a, ok := j.up[x].(*ast.Assign)
		if !ok || a.X != ast.Expr(x) || a.Op != "=" {
			return "", false
		}
		stmt, ok := j.up[a].(*ast.ExprStmt)
		block, inBlock := j.up[stmt].(*ast.Block)
		if !ok || !inBlock || within != nil && within != block {
			return "", false
		}
		within = block
		list = append(list, stmt)
	}
	first, last := list[0].Pos(), list[len(list)-1].Pos()
	r := region{first: list[0], end: last.End}
	if !j.view.steady(j.start, r) || !j.undisturbed(within, list) {
		return "", false
	}
	name := j.name(all)
	indent := j.indent(first.Start)
	declared := fmt.Sprintf("%s %s;\n%s", j.kind, name, indent)
	for i, x := range j.nodes {
		j.editAt(list[i].Pos().Start, x.Pos().End, declared+name+"."+"xyzw"[j.parts[i]:j.parts[i]+1])
		declared = ""
	}
	line := fmt.Sprintf("%s = %s", j.address(""), name)
	j.insert(last.End, "\n"+indent+line+";")
	return fmt.Sprintf("store %d bytes at once: %s", j.count*j.width, line), true
}

// undisturbed reports whether nothing between the stores can look at the array or wait for other threads.
func (j *joiner) undisturbed(block *ast.Block, stores []ast.Stmt) bool {
	name := nameOf(j.start.X)
	inside, left := false, len(stores)
	for _, s := range block.List {
		mine := slices.Contains(stores, s)
		inside = inside || mine
		if !inside {
			continue
		}
		ok := true
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Call:
				f, plain := plainName(n.Fun)
				ok = ok && plain && pureFunctions[f]
			case *ast.Index:
				if !slices.Contains(j.nodes, n) {
					ok = ok && (name == "" || nameOf(n.X) != name)
				}
			case *ast.Unary:
				ok = ok && (n.Op != "*" || n.Post)
			case *ast.ExprStmt, *ast.DeclStmt:
			case ast.Stmt:
				ok = false
			}
			return ok
		})
		if !ok {
			return false
		}
		if mine {
			if left--; left == 0 {
				return true
			}
		}
	}
	return false
}
