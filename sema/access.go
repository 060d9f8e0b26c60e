package sema

import (
	"strings"

	"slices"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// loadMemory reports a load and gives what is known of the value.
func (in *interp) loadMemory(p place, x ast.Node) value {
	in.accessAll(p, trace.Load, x)
	return in.loaded(p, x)
}

// loaded is the value that memory gives: a symbol, the same for all lanes when the address is.
func (in *interp) loaded(p place, x ast.Node) value {
	if v, ok := p.fromTable(); ok {
		return v
	}
	name := in.text(x)
	same := in.warpUniform(p.off) && !p.obj.lanes
	out := value{typ: p.typ, same: same, name: name}
	key := ""
	if same && p.off.Known() {
		key = p.off.String()
		if v, ok := p.obj.loads[key]; ok && v.typ == p.typ {
			return v
		}
	}
	switch {
	case p.typ == nil || isInteger(p.typ):
		if same {
			out.num = in.param(name, p.typ)
		} else {
			out.num = (&indexmath.Sym{Name: name, Kind: indexmath.Data, Range: typeRange(p.typ), Memory: true}).Expr()
		}
	case p.typ.Kind == layout.Pointer:
		o := &object{name: name, space: trace.Global, typ: p.typ.Elem, lanes: !same}
		if in.host != nil {
			o.space = trace.Local
		} else {
			o.array = in.newArray(o, p.typ, p.typ.Elem, in.place(x))
		}
		out.obj, out.num = o, indexmath.Const(0)
		if o.lanes {
			out.num = in.data("pointer "+name, nil)
		}
	case isRecord(p.typ):
		out.cells = nil
	}
	if key != "" && !isRecord(p.typ) {
		if p.obj.loads == nil {
			p.obj.loads = map[string]value{}
		}
		p.obj.loads[key] = out
	}
	return out
}

// warpUniform reports whether a value is the same for all lanes of any warp: it does not depend on the lane, or only on threadIdx.y and
// z while whole warps lie in a row.
func (in *interp) warpUniform(x indexmath.Expr) bool {
	if !x.Varies() {
		return true
	}
	if in.host != nil || x.Has(indexmath.Data) || !x.Known() {
		return false
	}
	b := in.run.Block
	for _, s := range x.Syms() {
		switch {
		case s.Kind == indexmath.Carried && s.Varies,
			s.Kind == indexmath.Thread && s.Axis == 0,
			s.Kind == indexmath.Thread && s.Axis == 1 && b[0]%32 != 0,
			s.Kind == indexmath.Thread && s.Axis == 2 && b[0]*b[1]%32 != 0:
			return false
		}
	}
	return true
}

func (in *interp) newArray(o *object, declared, elem *layout.Type, at Place) *Array {
	a := &Array{Name: o.name, Space: o.space, Place: at, Type: declared, Elem: innermost(elem), Base: &trace.Base{}}
	in.run.Arrays = append(in.run.Arrays, a)
	return a
}

// accessAll reports the accesses that moving the whole of a place takes: one for a scalar or an aligned vector of at most 16 bytes,
// one for each alignment-sized piece of a larger or less aligned record.
func (in *interp) accessAll(p place, op trace.Op, x ast.Node) {
	size, known := width(p.typ)
	if !known || !isRecord(p.typ) || in.host != nil {
		in.access(p, op, x, size, 0, known)
		return
	}
	step := min(max(p.typ.Align, 1), 16)
	if step >= size {
		if parts, ok := in.parts(p, x); ok && op == trace.Load {
			in.loadParts(p, parts, x)
			return
		}
		in.access(p, op, x, size, 0, true)
		return
	}
	if leaves := p.typ.Scalars(); len(leaves) > 0 && len(leaves) <= 64 && !uniformPieces(leaves, step) {
		for i, l := range leaves {
			q := p
			q.off = indexmath.Add(p.off, indexmath.Const(l.Offset))
			in.access(q, op, x, max(l.Type.Size, 1), i, true)
		}
		return
	}
	n := int(size / step)
	for i := range min(n, 64) {
		q := p
		q.off = indexmath.Add(p.off, indexmath.Const(int64(i)*step))
		in.access(q, op, x, step, i, true)
	}
}

// uniformPieces reports whether the record is filled by pieces of one size without gaps.
func uniformPieces(leaves []layout.Leaf, step int64) bool {
	for i, l := range leaves {
		if l.Type.Size > step || i > 0 && l.Offset > leaves[i-1].Offset+step {
			return false
		}
	}
	return true
}

// access reports one memory access, and gives it as the replay sees it; nil while nothing is reported.
func (in *interp) access(p place, op trace.Op, x ast.Node, size int64, piece int, sized bool) *trace.Access {
	if in.out == nil || in.host != nil {
		return nil
	}
	o := p.obj
	in.steps += len(in.under) / 4 // they are kept with each access
	for _, g := range in.under {
		if len(g.settled) > 0 {
			p.off = indexmath.Subst(p.off, g.settled)
		}
	}
	a := &Access{
		ID: len(in.run.Accesses), Place: in.place(x), Text: in.text(x), Calls: in.callers(), Array: o.array, Op: op,
		Width: int(size), Offset: p.off, Field: p.fld, Piece: piece,
		Guards: append([]Guard(nil), in.under...), Subscripts: in.subscripts(x), era: in.barriers, told: p.told,
	}
	if n := len(in.loops); n > 0 {
		for i := n - 1; i >= 0; i-- {
			if in.loops[i].model != nil {
				a.Loop = in.loops[i].model
				break
			}
		}
	}
	elem, _ := width(o.array.Elem)
	rel := indexmath.Uncast(p.off)
	a.plain = rel
	if o.start.Known() {
		rel = indexmath.Uncast(indexmath.Sub(p.off, o.start))
	}
	var whole bool
	if a.Index, whole = indexmath.Exactly(rel, elem); !whole {
		a.Index = indexmath.Div(rel, indexmath.Const(elem))
	}
	switch {
	case in.unsized > 0, !sized && !nameless(p.typ):
		a.Width = 0 // a type that is named but whose size is not known: no number
	case !sized:
		a.Assume = append(a.Assume, "the type of "+o.name+"'s elements is not known: 4 bytes assumed")
		a.Guessed = true
	case in.stands[p.typ]:
		a.Assume = append(a.Assume, "the template type "+p.typ.Name+" is not known: 4 bytes assumed")
	}
	if guess := in.guess(p, o.array.Elem); guess != nil {
		a.Guessed = true
		if !in.stands[p.typ] {
			a.Assume = append(a.Assume, "the size of "+guess.Name+" is not known: 4 bytes assumed")
		}
	}
	if o.lanes {
		a.Offset = in.data("pointer "+o.name+" differs by lane", nil)
		a.plain = a.Offset
	}
	if e := o.array.Elem; e != nil && p.typ != nil && p.fld == nil && size > e.Size && e.Size > 0 && piece == 0 && e.Kind != layout.Record {
		a.Vector = &VectorUse{From: e, To: p.typ, Text: a.Text}
	} else if e != nil && p.typ != nil && p.fld == nil && p.typ.Vector && e.Vector && size > e.Size {
		a.Vector = &VectorUse{From: e, To: p.typ, Text: a.Text}
	}
	in.run.Accesses = append(in.run.Accesses, a)
	t := &trace.Access{ID: a.ID, Space: o.space, Op: op, Width: a.Width, Base: o.array.Base, Offset: a.Offset}
	in.run.Program.Accesses = append(in.run.Program.Accesses, t)
	in.emit(t)
	return t
}

// guess is the type parameter that nothing tells whose size decides how the width of an access through a cast compares with the distances
// between the lanes; nil where there is none. Bytes that are taken for elements of such a type agree with themselves.
func (in *interp) guess(p place, elem *layout.Type) *layout.Type {
	switch {
	case p.fld != nil || p.typ == nil || elem == nil || p.typ == elem:
		return nil
	case in.stands[p.typ]:
		if elem.Size > 1 {
			return p.typ
		}
		return nil
	case in.stands[elem]:
		for _, l := range p.typ.Scalars() {
			if l.Type != elem {
				return elem
			}
		}
		if isRecord(p.typ) && !p.typ.Vector {
			return nil // made of such elements
		}
		return elem
	}
	return in.measured
}

// subscripts are the values of the subscripts of a[i][j], outermost first; none for any other expression.
func (in *interp) subscripts(x ast.Node) []indexmath.Expr {
	var out []indexmath.Expr
	for {
		switch y := x.(type) {
		case *ast.Paren:
			x = y.X
		case *ast.Index:
			out = append(out, in.indices[y])
			x = y.X
		case *ast.Ident:
			slices.Reverse(out)
			return out
		default:
			return nil
		}
	}
}

// callers are the call sites that led here, innermost first.
func (in *interp) callers() []Place {
	var out []Place
	for f := in.frame; f != nil && f.up != nil; f = f.up {
		if f.call == (source.Span{}) {
			continue
		}
		out = append(out, Place{File: f.up.file.file.Source, Span: f.call})
	}
	return out
}

// atomic reports a read-modify-write and gives the unknown old value.
func (in *interp) atomic(name string, p place, x *ast.Call) value {
	if p.obj.array == nil {
		old := in.load(p, x)
		if off, ok := p.off.Const(); ok {
			in.st.store(p.obj, off, p.typ, unknown(p.typ, in.text(x)))
		}
		return value{typ: old.typ, name: in.text(x)}
	}
	size, known := width(p.typ)
	if t := in.access(p, trace.Atomic, x, size, 0, known); t != nil {
		t.Kind = in.atomicKind(name, p, x)
	}
	return value{typ: p.typ, num: in.data(in.text(x), p.typ), name: in.text(x)}
}

// atomicKind tells which instruction an atomic in shared memory becomes.
func (in *interp) atomicKind(name string, p place, x *ast.Call) trace.Kind {
	if p.obj.space != trace.Shared || !isInteger(p.typ) {
		return trace.Plain
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_block"), "_system")
	switch {
	case name == "atomicCAS":
		return trace.Swap
	case p.typ.Size != 4:
		return trace.Plain
	case name == "atomicAdd" && len(x.Args) == 2:
		// One lane adds for the warp where all add the same to one word, and where nothing asks what a lane found.
		n, ok := in.peek(x.Args[1]).integer()
		if ok && (in.warpUniform(p.off) || n == 1 && x == in.dropped) {
			return trace.Count
		}
	}
	return trace.Word
}

// global is the storage of a file-level variable.
func (in *interp) global(g *globalVar) place {
	if o, ok := in.decls[g.decl]; ok {
		return place{obj: o, off: indexmath.Const(0), typ: o.typ}
	}
	d := g.decl
	o := &object{name: d.Name, space: trace.Local}
	in.decls[d] = o
	in.within(g.file, nil, nil, func() *layout.Type { o.typ = in.typeOf(d.Type); return nil })
	if o.typ == nil {
		if at, ok := d.Type.(*ast.ArrayType); ok {
			o.typ = layout.ArrayOf(in.typeOf(at.Elem), -1)
		}
	}
	switch {
	case in.host == nil && d.Quals.Has(ast.Constant):
		o.space = trace.Constant
	case in.host == nil && d.Quals.Has(ast.Shared):
		o.space = trace.Shared
	case in.host == nil && (d.Quals.Has(ast.Device) || d.Quals.Has(ast.Managed)) && !constantOf(d):
		o.space = trace.Global
	}
	if o.space != trace.Local {
		o.array = in.declaredArray(o, d, g.file)
		in.constantTable(g, o)
		return place{obj: o, off: indexmath.Const(0), typ: o.typ}
	}
	in.initGlobal(g, o)
	return place{obj: o, off: indexmath.Const(0), typ: o.typ}
}

// constantOf reports whether a device variable is a compile-time constant.
func constantOf(d *ast.VarDecl) bool {
	if d.Quals.Has(ast.Constexpr) {
		return true
	}
	_, array := d.Type.(*ast.ArrayType)
	return d.Quals.Has(ast.Const) && d.Init != nil && !array
}

// maxTable bounds the elements of a constant array whose values are kept.
const maxTable = 64

// constantTable keeps the initializer of an array in device or constant memory that nothing writes: one that is const, or in constant
// memory and no target of cudaMemcpyToSymbol.
func (in *interp) constantTable(g *globalVar, o *object) {
	l, ok := g.decl.Init.(*ast.InitList)
	if !ok || o.typ == nil || len(l.Elems) > maxTable || g.busy {
		return
	}
	if !g.decl.Quals.Has(ast.Const) && (!g.decl.Quals.Has(ast.Constant) || in.t.copiedTo(g.decl.Name)) {
		return
	}
	g.busy = true
	in.quiet(func() {
		in.within(g.file, nil, nil, func() *layout.Type { o.table = in.initList(l, o.typ).cells; return nil })
	})
	g.busy = false
}

// copiedTo reports whether some line of the unit copies to a symbol of that name.
func (t *tables) copiedTo(name string) bool {
	for _, f := range t.files {
		for _, line := range strings.Split(string(f.file.Source.Text), "\n") {
			if strings.Contains(line, "ToSymbol") && strings.Contains(line, name) {
				return true
			}
		}
	}
	return false
}

// fromTable is the element of a constant array.
func (p place) fromTable() (value, bool) {
	if p.obj.table == nil || !isInteger(p.typ) {
		return value{}, false
	}
	if off, ok := p.off.Const(); ok {
		v, ok := p.obj.table.at(off)
		return v, ok
	}
	n, ok := chain(p.obj.table, p)
	return intValue(p.typ, n), ok
}

// initGlobal evaluates the initializer of a constant, and in host code the first value of a variable.
func (in *interp) initGlobal(g *globalVar, o *object) {
	v := value{typ: o.typ, same: true, name: o.name}
	d := g.decl
	changes := !d.Quals.Has(ast.Const) && !d.Quals.Has(ast.Constexpr)
	if g.busy {
		return
	}
	g.busy = true
	if !changes || in.host != nil {
		in.quiet(func() {
			in.within(g.file, nil, nil, func() *layout.Type {
				switch {
				case d.Init != nil:
					v = in.initial(d, o.typ)
				case len(d.Args) > 0:
					v = in.construct(o.typ, d.Args, d)
				}
				return nil
			})
		})
	}
	g.busy = false
	if isInteger(o.typ) && !v.num.Known() {
		v.num = in.param(o.name, o.typ)
	}
	if o.typ == nil {
		o.typ = v.typ
	}
	o.param = true
	root := in.st
	for root.up != nil {
		root = root.up
	}
	root.store(o, 0, o.typ, v)
}

// declaredArray is the model's array of a declared variable in memory.
func (in *interp) declaredArray(o *object, d *ast.VarDecl, f *unitFile) *Array {
	a := &Array{Name: o.name, Space: o.space, Type: o.typ, Elem: innermost(o.typ), Decl: d, Place: Place{f.file.Source, d.NameAt}}
	for t := o.typ; t != nil && t.Kind == layout.Array; t = t.Elem {
		a.Extents = append(a.Extents, t.Len)
	}
	a.Dynamic = o.space == trace.Shared && d.Quals.Has(ast.Extern)
	a.Volatile = d.Quals.Has(ast.Volatile) || volatile(d.Type)
	align := int64(0)
	if a.Elem != nil {
		align = a.Elem.Align
	}
	if d.Align != nil {
		if n, ok := in.eval(d.Align).integer(); ok {
			align = max(align, n)
		}
	}
	if o.space == trace.Shared {
		align = max(align, 4)
		if a.Dynamic {
			align = max(align, 16)
		}
	} else if o.space == trace.Global {
		align = 256
	}
	a.Base = &trace.Base{Align: align}
	in.run.Arrays = append(in.run.Arrays, a)
	return a
}
