package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// An array of structs becomes a struct of arrays along the way of its pointer: from the kernel's parameter to the variable of the host
// that each launch passes, from there to the variable's allocation, copies, uses and release, and to the parameters of the other
// kernels that get it too, until nothing new is reached. Where one step on that way is of a kind that is not known here, the whole
// is a sketch. Host arrays stay arrays of structs: functions that are written beside the new struct take them apart and put them together.

// soa collects the edits.
type soa struct {
	site   Site
	tree   *ast.File // the unit's root, in which everything has to be
	record *layout.Type
	name   string // of the struct
	arrays string // of the new one
	types  []string
	edits  []diag.Edit
	params map[*ast.Param]bool
	vars   map[*ast.VarDecl]bool
	needs  map[string]string // functions that the host's code calls, allocate, release, copyIn and copyOut, by the names that are free
}

// StructOfArrays keeps the fields of a struct in arrays of their own. The struct has to be one of numbers, vectors and pointers. It is a
// sketch without edits where the struct or a launch is not in the unit's root, where the kernel or the host uses the array in other
// ways than field by field, or where the host's variable is not a local one. It is refused where the index comes from memory and
// every field is used: one struct then is a sector or two, and a sector for each field would be more.
func StructOfArrays(s Site) (Rewrite, bool) {
	if s.Array == nil || s.Array.Elem == nil || s.Model == nil || s.Model.Unit == nil || s.Kernel == nil || s.Array.Space != trace.Global {
		return Rewrite{}, false
	}
	t := s.Array.Elem
	if t.Kind != layout.Record || t.Vector || t.Union || t.Size <= 0 || len(t.Fields) < 2 || gatheredWhole(s) {
		return Rewrite{}, false
	}
	v, ok := viewOf(s)
	if !ok {
		return Rewrite{}, false
	}
	w := &soa{
		site: s, tree: s.Model.Unit.Root, record: t, name: lastWord(t.Name), params: map[*ast.Param]bool{}, vars: map[*ast.VarDecl]bool{},
		needs: map[string]string{},
	}
	if n := v.pointee(s.Array.Name); n != nil {
		w.name = n.Name()
	}
	w.arrays = v.fresh(w.name + "Arrays")
	sketch := Rewrite{Title: w.title(), Applicability: diag.Sketch}
	i := slices.IndexFunc(s.Kernel.Decl.Params, func(p *ast.Param) bool { return p.Name == s.Array.Name })
	if i < 0 || !w.plainFields() || !w.parameter(s.Kernel, i) {
		return sketch, true
	}
	at, ok := w.behindStruct()
	if !ok {
		return sketch, true
	}
	w.edits = append(w.edits, diag.Edit{Place: diag.Place{File: w.tree.Source, Span: source.Span{Start: at, End: at}}, Text: w.declarations()})
	edits := Sorted(w.edits)
	if !Disjoint(edits) {
		return sketch, true
	}
	return Rewrite{Title: w.title(), Applicability: diag.Unsafe, Edits: edits}, true
}

func (w *soa) title() string {
	var names []string
	for _, f := range w.record.Fields {
		names = append(names, "*"+f.Name)
	}
	if len(names) > 4 {
		names = append(names[:3], "..")
	}
	return fmt.Sprintf("keep the fields of %s in arrays of their own: struct %s { %s; }", w.name, w.arrays, strings.Join(names, ", "))
}

// gatheredWhole reports whether the array is indexed by values from memory and every field is used.
func gatheredWhole(s Site) bool {
	random := false
	used := map[int64]bool{}
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Array == nil || a.Array.Place != s.Array.Place {
				continue
			}
			random = random || a.Offset.Has(indexmath.Data)
			if a.Field == nil {
				return random
			}
			used[a.Field.Offset] = true
		}
	}
	return random && len(used) >= len(s.Array.Elem.Scalars())
}

// plainFields reads the fields: numbers, vectors and pointers with names, no bases, no bit-fields, no functions.
func (w *soa) plainFields() bool {
	tree, d := recordNamed(w.site.Model.Unit, w.name)
	if d == nil || tree != w.tree || d.Template != nil || len(d.Bases) > 0 || d.Packed || d.Pack != 0 || d.Kind == ast.Union {
		return false
	}
	for _, m := range d.Members {
		if f, ok := m.(*ast.VarDecl); !ok || f.Bits != nil || f.Quals.Has(ast.Static) {
			return false
		}
	}
	for _, f := range w.record.Fields {
		if f.Name == "" || f.Base || f.Bits != 0 || f.Type == nil || !f.Type.Scalar() && !f.Type.Vector || f.Type.Size > 16 || f.Type.Name == "" {
			return false
		}
		w.types = append(w.types, f.Type.Name)
	}
	return len(d.Members) == len(w.record.Fields)
}

// behindStruct is the offset behind the struct's declaration.
func (w *soa) behindStruct() (int32, bool) {
	_, d := recordNamed(w.site.Model.Unit, w.name)
	for _, t := range tokensOf(w.tree.Source.Text[d.Span.End:]) {
		if t.text == ";" {
			return d.Span.End + t.span.End, true
		}
	}
	return 0, false
}

// parameter changes one parameter of a kernel, its uses, and what the launches pass for it.
func (w *soa) parameter(k *sema.Kernel, i int) bool {
	p := k.Decl.Params[i]
	if w.params[p] {
		return true
	}
	w.params[p] = true
	at := Site{Model: w.site.Model, Kernel: k}
	v, ok := viewOf(at)
	if !ok || v.tree != w.tree || declaredTwice(w.site.Model.Unit, k) {
		return false
	}
	q, ok := p.Type.(*ast.PointerType)
	if !ok || p.Default != nil || v.file.Slice(p.NameAt) != p.Name {
		return false
	}
	n, ok := q.Elem.(*ast.NamedType)
	text := v.file.Slice(source.Span{Start: p.Span.Start, End: p.NameAt.Start})
	if !ok || n.Name() != w.name || n.Volatile || !strings.Contains(text, "*") || len(writes(v.kernel.Body, p.Name)) > 0 {
		return false
	}
	v.editAt(p.Span.Start, p.NameAt.Start, w.arrays+" ")
	if !w.uses(v, p.Name, v.kernel.Body, nil) {
		return false
	}
	w.edits = append(w.edits, v.edits...)
	for j, other := range k.Decl.Params {
		if n := v.pointee(other.Name); n != nil && n.Name() == w.name && !w.parameter(k, j) {
			return false // one kind of array for all of them
		}
	}
	launches, all := launchesOf(at)
	if !all {
		return false
	}
	for _, l := range launches {
		if i >= len(l.x.Args) || l.tree != w.tree {
			return false
		}
		name, plain := plainName(l.x.Args[i])
		d, scope := l.declared(name, l.x)
		if !plain || d == nil || !w.variable(l.view, d, scope) {
			return false
		}
	}
	return true
}

// declaredTwice reports whether a kernel is declared apart from its definition.
func declaredTwice(u *sema.Unit, k *sema.Kernel) bool {
	n := 0
	for _, t := range treesOf(u) {
		ast.Inspect(t, func(x ast.Node) bool {
			if f, ok := x.(*ast.FuncDecl); ok && f.Name == k.Name {
				n++
			}
			return true
		})
	}
	return n != 1
}

// uses rewrites every use of the array's name below a node: p[i].x becomes p.x[i], a copy of p[i] a list of its fields, p[i] = q an
// assignment of each. other handles what else the name may stand in; nil takes nothing else.
func (w *soa) uses(v *view, name string, below ast.Node, other func(*ast.Ident) bool) bool {
	ok := true
	ast.Inspect(below, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is || nameOf(id) != name {
			return ok
		}
		x, is := v.up[id].(*ast.Index)
		switch {
		case is && x.X == ast.Expr(id):
			ok = ok && v.reads(x) && w.element(v, name, x)
		case other == nil || !other(id):
			ok = false
		}
		return ok
	})
	known := countName(below, name)
	eachBelow(below, func(n ast.Node) {
		if d, is := n.(*ast.VarDecl); is && d.Name == name {
			known++
		}
	})
	return ok && timesNamed(v.file.Text[below.Pos().Start:below.Pos().End], name) == known
}

// element rewrites one use of p[i].
func (w *soa) element(v *view, name string, x *ast.Index) bool {
	if mentions(x.I, name) {
		return false
	}
	at := func(field string) string { return fmt.Sprintf("%s.%s[%s]", name, field, v.text(x.I)) }
	node := ast.Node(x)
	for {
		p, ok := v.up[node].(*ast.Paren)
		if !ok {
			break
		}
		node = p
	}
	switch up := v.up[node].(type) {
	case *ast.Member:
		if up.Arrow || !slices.ContainsFunc(w.record.Fields, func(f layout.Field) bool { return f.Name == up.Name.Name }) {
			return false
		}
		v.replace(up, at(up.Name.Name))
		return true
	case *ast.VarDecl:
		if n, ok := up.Type.(*ast.NamedType); !ok || n.Name() != w.name || !pure(x.I) || up.Init == nil || node != ast.Node(up.Init) {
			return false
		}
		v.replace(up.Init, "{"+strings.Join(w.each(at), ", ")+"}")
		return true
	case *ast.Assign:
		stmt, ok := v.up[up].(*ast.ExprStmt)
		if !ok || up.Op != "=" || !pure(x.I) {
			return false
		}
		if ast.Node(up.Y) == node { // q = p[i]
			if _, plain := plainName(up.X); !plain {
				return false
			}
			v.replace(up.Y, w.name+"{"+strings.Join(w.each(at), ", ")+"}")
			return true
		}
		q, plain := plainName(up.Y)
		if _, block := v.up[stmt].(*ast.Block); !plain || !block {
			return false
		}
		lines := w.each(func(f string) string { return fmt.Sprintf("%s = %s.%s;", at(f), q, f) })
		v.replace(stmt, strings.Join(lines, "\n"+v.indent(stmt.Pos().Start)))
		return true
	}
	return false
}

// each is a text for each field.
func (w *soa) each(text func(field string) string) []string {
	var out []string
	for _, f := range w.record.Fields {
		out = append(out, text(f.Name))
	}
	return out
}
