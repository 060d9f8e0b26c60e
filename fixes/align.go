package fixes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// AlignVector removes a misaligned vector access, by the first of these that is possible: longer rows, where the rows of a shared tile
// are no multiple of the vector; an aligned declaration, where only the base of a shared array is in doubt; single elements up to the next
// boundary, in a loop all of whose pointers share how far off they are; the scalar type, where the vector is made by a cast that is in
// sight. The elements stay the same ones in each case.
func AlignVector(s Site) (Rewrite, bool) {
	wide := wideAccesses(s)
	if len(wide) == 0 || s.Array == nil {
		return Rewrite{}, false
	}
	if r, ok := alignRows(s, wide); ok {
		return r, true
	}
	if r, ok := alignShared(s, wide); ok {
		return r, true
	}
	if r, ok := headAndTail(s, wide); ok {
		return r, true
	}
	return scalarise(s, wide)
}

// wideAccesses are the accesses of every run to the site's array that are, or may be, misaligned, one for each place.
func wideAccesses(s Site) []*sema.Access {
	var out []*sema.Access
	had := map[sema.Place]bool{}
	if s.Array == nil || s.Kernel == nil {
		return nil
	}
	for _, r := range append(s.Kernel.Runs[:len(s.Kernel.Runs):len(s.Kernel.Runs)], s.Kernel.Tries...) {
		for _, a := range r.Accesses {
			if a.Array != nil && a.Array.Place == s.Array.Place && a.Array.Name == s.Array.Name && a.Cost.Misaligned != trace.Aligned && !had[a.Place] {
				had[a.Place] = true
				out = append(out, a)
			}
		}
	}
	return out
}

// widestOf is the width in bytes of the widest access.
func widestOf(list []*sema.Access) int64 {
	w := int64(0)
	for _, a := range list {
		w = max(w, int64(a.Width))
	}
	return w
}

// alignRows makes the rows of a static shared tile a multiple of the vector.
func alignRows(s Site, wide []*sema.Access) (Rewrite, bool) {
	n := len(s.Array.Extents)
	if n < 2 || s.Array.Dynamic || s.Array.Space != trace.Shared || s.Array.Elem == nil || s.Array.Elem.Size <= 0 {
		return Rewrite{}, false
	}
	w, elem, cols := widestOf(wide), s.Array.Elem.Size, s.Array.Extents[n-1]
	if cols <= 0 || cols*elem%w == 0 || w%elem != 0 {
		return Rewrite{}, false
	}
	up := (cols*elem + w - 1) / w * w
	r, ok := Pad(s, up/elem)
	if r.Applicability == diag.Safe {
		r.Applicability = diag.Unsafe // the vectors lie elsewhere now
	}
	return r, ok
}

// alignShared aligns the declaration of a shared array whose accesses are all at multiples of the vector from its start.
func alignShared(s Site, wide []*sema.Access) (Rewrite, bool) {
	d := s.Array.Decl
	w := widestOf(wide)
	if d == nil || s.Array.Space != trace.Shared || s.Array.Base == nil || s.Array.Base.Align >= w {
		return Rewrite{}, false
	}
	for _, a := range wide {
		if rest, ok := a.Offset.Rest(int64(a.Width)); !ok || rest != 0 {
			return Rewrite{}, false
		}
	}
	file := s.Array.Place.File
	v := &view{file: file}
	for _, t := range tokensOf(file.Text[d.Whole.Start:d.NameAt.Start]) {
		switch t.text {
		case "alignas", "__align__", "__attribute__":
			if n, ok := alignNumber(d); ok {
				v.replace(d.Align, fmt.Sprint(w))
				return v.aligned(d, w, n)
			}
			return Rewrite{}, false
		case "__shared__":
			at := d.Whole.Start + t.span.End
			if d.Align == nil {
				v.insert(at, fmt.Sprintf(" __align__(%d)", w))
				return v.aligned(d, w, 0)
			}
		}
	}
	return Rewrite{}, false
}

func alignNumber(d *ast.VarDecl) (int64, bool) {
	if d.Align == nil {
		return 0, false
	}
	return number(d.Align)
}

func (v *view) aligned(d *ast.VarDecl, w, old int64) (Rewrite, bool) {
	edits, ok := v.done()
	title := fmt.Sprintf("declare %s with __align__(%d)", d.Name, w)
	if old > 0 {
		title += fmt.Sprintf(", not %d", old)
	}
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, ok
}

// scalars rewrites vector accesses element by element.
type scalars struct {
	*view
	dropped map[*ast.VarDecl]int // uses of pointers to vectors that went
}

// scalarise takes the elements of a misaligned vector one by one: a load becomes make_float4(..), a store four assignments.
func scalarise(s Site, wide []*sema.Access) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok {
		return Rewrite{}, false
	}
	c := &scalars{view: v, dropped: map[*ast.VarDecl]int{}}
	var last *vectorAccess
	for _, a := range wide {
		x, ok := c.vectorAt(a)
		if !ok || !c.rewrite(x) {
			return Rewrite{}, false
		}
		last = x
	}
	for d, n := range c.dropped {
		c.dropPointer(d, n)
	}
	edits, ok := v.done()
	if !ok || last == nil {
		return Rewrite{}, false
	}
	title := fmt.Sprintf("take the elements of %s one by one: %s, not %s", s.Array.Name, last.element(c.view, 0)+" ..", strings.Join(strings.Fields(v.text(last.node)), " "))
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// vectorAccess is reinterpret_cast<float4 *>(p)[i], or the same through a pointer that is declared so.
type vectorAccess struct {
	node    ast.Expr
	kind    *layout.Type // the vector
	pointer ast.Expr     // p, to elements
	index   ast.Expr     // i, in vectors; nil for *p
	via     *ast.VarDecl // the pointer to vectors, when there is one
}

func (c *scalars) vectorAt(a *sema.Access) (*vectorAccess, bool) {
	x := &vectorAccess{node: c.exprAt(a.Place)}
	if len(a.Calls) > 0 || x.node == nil || !c.reads(x.node) {
		return nil, false
	}
	var from ast.Expr
	switch n := bare(x.node).(type) {
	case *ast.Index:
		from, x.index = bare(n.X), n.I
	case *ast.Unary:
		if n.Op != "*" {
			return nil, false
		}
		from = bare(n.X)
	default:
		return nil, false
	}
	if name, ok := plainName(from); ok {
		init, d := c.value(name, from)
		if d == nil {
			return nil, false
		}
		from, x.via = bare(init), d
	}
	cast, ok := from.(*ast.Cast)
	if !ok || cast.Kind != ast.CCast && cast.Kind != ast.ReinterpretCast {
		return nil, false
	}
	p, ok := cast.Type.(*ast.PointerType)
	if !ok {
		return nil, false
	}
	named, ok := p.Elem.(*ast.NamedType)
	if !ok || named.Volatile {
		return nil, false
	}
	x.kind, ok = layout.Builtin(named.Name())
	x.pointer = bare(cast.X)
	if !ok || !x.kind.Vector || x.kind.Size != int64(a.Width) || !pure(x.pointer) || x.index != nil && !pure(x.index) || !c.reads(cast.X) {
		return nil, false
	}
	elem := elementAt(a)
	for _, f := range x.kind.Fields {
		if elem == nil || f.Type != elem {
			return nil, false
		}
	}
	return x, len(x.kind.Fields) > 1 && (x.via == nil || c.unchangedNames(x.pointer))
}

// elementAt is the scalar type that an access's array holds where the access begins; nil when it is not known.
func elementAt(a *sema.Access) *layout.Type {
	switch e := a.Array.Elem; {
	case e == nil:
		return nil
	case e.Scalar():
		return e
	case e.Size > 0:
		rest, known := a.Offset.Rest(e.Size)
		_, t, ok := e.At(rest)
		if known && ok && t.Scalar() {
			return t
		}
	}
	return nil
}

// unchangedNames reports whether the names in an expression mean the same wherever they are in scope.
func (v *view) unchangedNames(x ast.Expr) bool {
	ok := true
	eachBelow(x, func(n ast.Node) {
		if id, is := n.(*ast.Ident); is {
			name, plain := id.Plain()
			d, scope := v.declared(name, id)
			ok = ok && plain && (d == nil || len(writes(scope, name)) == 0) && (d != nil || len(writes(v.kernel.Body, name)) == 0)
		}
	})
	return ok
}

// element is the text of the vector's element number n.
func (x *vectorAccess) element(v *view, n int64) string {
	count := int64(len(x.kind.Fields))
	var parts []term
	base := v.primary(x.pointer)
	if u, ok := x.pointer.(*ast.Unary); ok && u.Op == "&" {
		if i, ok := bare(u.X).(*ast.Index); ok {
			base, parts = v.primary(i.X), terms(i.I)
		}
	} else if sum := terms(x.pointer); len(sum) > 1 && !sum[0].minus && v.isPointerName(sum[0].x) {
		base, parts = v.text(sum[0].x), sum[1:]
	}
	var out strings.Builder
	for _, t := range parts {
		if c, ok := number(t.x); ok && t.minus {
			n -= c
		} else if ok {
			n += c
		} else {
			add(&out, v.summand(t.x), t.minus)
		}
	}
	if i, ok := indexNumber(x.index); ok {
		n += i * count
	} else if x.index != nil {
		add(&out, fmt.Sprintf("%d * %s", count, v.factor(x.index)), false)
	}
	if n != 0 || out.Len() == 0 {
		add(&out, strconv.FormatInt(max(n, -n), 10), n < 0)
	}
	return base + "[" + out.String() + "]"
}

func indexNumber(x ast.Expr) (int64, bool) {
	if x == nil {
		return 0, false
	}
	return number(x)
}

// add appends a summand.
func add(sum *strings.Builder, text string, minus bool) {
	switch {
	case sum.Len() > 0 && minus:
		sum.WriteString(" - ")
	case sum.Len() > 0:
		sum.WriteString(" + ")
	case minus:
		sum.WriteString("-")
	}
	sum.WriteString(text)
}

// isPointerName reports whether an expression is the name of a pointer or an array.
func (v *view) isPointerName(x ast.Expr) bool {
	name, ok := plainName(x)
	if !ok {
		return false
	}
	var t ast.Type
	if d, _ := v.declared(name, x); d != nil {
		t = d.Type
	} else {
		for _, p := range v.kernel.Params {
			if p.Name == name {
				t = p.Type
			}
		}
	}
	switch t.(type) {
	case *ast.PointerType, *ast.ArrayType:
		return true
	}
	return false
}

// primary is the text of an expression as the operand of a subscript.
func (v *view) primary(x ast.Expr) string {
	switch x := bare(x).(type) {
	case *ast.Ident, *ast.Member, *ast.Index, *ast.Call:
		return v.text(x)
	default:
		return "(" + v.text(x) + ")"
	}
}

// summand is the text of an expression as an operand of +.
func (v *view) summand(x ast.Expr) string {
	if b, ok := bare(x).(*ast.Binary); ok && (b.Op == "*" || b.Op == "/" || b.Op == "%") {
		return v.text(b)
	}
	return v.factor(x)
}

// rewrite notes the edits of one access.
func (c *scalars) rewrite(x *vectorAccess) bool {
	if x.via != nil {
		c.dropped[x.via]++
	}
	node := ast.Node(x.node)
	up := c.up[node]
	for {
		p, ok := up.(*ast.Paren)
		if !ok {
			break
		}
		node, up = p, c.up[p]
	}
	a, ok := up.(*ast.Assign)
	if !ok || ast.Node(a.X) != node {
		switch u := up.(type) {
		case *ast.Unary:
			if u.Op == "&" || u.Op == "++" || u.Op == "--" {
				return false
			}
		}
		var parts []string
		for i := range x.kind.Fields {
			parts = append(parts, x.element(c.view, int64(i)))
		}
		c.replace(x.node, maker(x.kind)+"("+strings.Join(parts, ", ")+")")
		return true
	}
	stmt, ok := c.up[a].(*ast.ExprStmt)
	if !ok || a.Op != "=" {
		return false
	}
	return c.rewriteStore(x, a, stmt)
}

func maker(t *layout.Type) string {
	switch t.Name {
	case "__half2", "half2":
		return "__halves2half2"
	case "__nv_bfloat162", "nv_bfloat162":
		return "__halves2bfloat162"
	}
	return "make_" + t.Name
}

// rewriteStore writes `p[0] = v.x; p[1] = v.y; ..` for the assignment of a vector.
func (c *scalars) rewriteStore(x *vectorAccess, a *ast.Assign, stmt *ast.ExprStmt) bool {
	name, plain := plainName(a.Y)
	var lines []string
	if !plain {
		name = c.freshLocal("v")
		lines = append(lines, fmt.Sprintf("const %s %s = %s;", x.kind.Name, name, c.text(a.Y)))
		if !c.ownText(a.Y) {
			return false
		}
	}
	for i, f := range x.kind.Fields {
		lines = append(lines, fmt.Sprintf("%s = %s.%s;", x.element(c.view, int64(i)), name, f.Name))
	}
	_, inBlock := c.up[stmt].(*ast.Block)
	indent := c.indent(stmt.Pos().Start)
	text := strings.Join(lines, "\n"+indent)
	if !inBlock || !plain {
		inner := indent + c.step()
		text = "{\n" + inner + strings.Join(lines, "\n"+inner) + "\n" + indent + "}"
	}
	c.replace(stmt, text)
	return true
}

// ownText reports whether an expression's text is its own and no other edit falls into it.
func (c *scalars) ownText(x ast.Expr) bool {
	for _, e := range c.edits {
		if x.Pos().Covers(e.Place.Span) {
			return false
		}
	}
	return c.reads(x)
}

// dropPointer takes out the declaration of a pointer to vectors that nothing uses any more, with its line.
func (c *scalars) dropPointer(d *ast.VarDecl, gone int) {
	_, scope := c.declared(d.Name, c.kernel.Body.List[len(c.kernel.Body.List)-1])
	if scope == nil || countName(scope, d.Name) != gone || !d.First {
		return
	}
	stmt := c.up[ast.Node(d)]
	list, ok := stmt.(*ast.DeclStmt)
	if !ok || len(list.Decls) != 1 {
		return
	}
	c.dropLine(list)
}
