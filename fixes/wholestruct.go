package fixes

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// wholeLoad copies one struct that a kernel reads field by field.
type wholeLoad struct {
	*view
	site   Site
	record *layout.Type
	name   string        // of the record, as the kernel's parameter names it
	object ast.Expr      // p[i], or the name of a pointer to it
	arrow  bool          // object is a pointer
	uses   []*ast.Member // object.field
}

// WholeStruct reads a struct of 4, 8 or 16 bytes with one access: the struct's type is aligned to its size and copied, and the fields are
// taken from the copy (where the kernel copies it as it is, the alignment alone makes one access of it); where the type cannot be edited and its fields are all of one number type, the copy goes through a vector
// type, if the array is proved to be aligned for it. It asks that the kernel reads at least two fields and stores nothing to
// the array, that the struct is no part of another one, that its fields are all of one size, and that no
// array of it is known to be aligned worse.
func WholeStruct(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok || s.Array == nil || s.Array.Elem == nil || len(s.Accesses) == 0 || s.Array.Space != trace.Global {
		return Rewrite{}, false
	}
	t := s.Array.Elem
	if t.Kind != layout.Record || t.Vector || t.Union || t.Size != 4 && t.Size != 8 && t.Size != 16 || !alike(t) || !fitsAligned(s, t.Size) {
		return Rewrite{}, false
	}
	w := &wholeLoad{view: v, site: s, record: t, name: lastWord(t.Name)}
	if n := v.pointee(s.Array.Name); n != nil {
		w.name = n.Name()
	}
	if w.copied() {
		return w.alignOnly()
	}
	if !readOnly(s) {
		return Rewrite{}, false
	}
	if !w.find() || len(w.fields()) < 2 {
		return Rewrite{}, false
	}
	if init, d := w.value(nameOf(w.object), w.object); d != nil && !w.arrow && isReference(d) {
		return w.copyReference(init, d)
	}
	nodes := make([]ast.Node, len(w.uses))
	for i, u := range w.uses {
		nodes[i] = u
	}
	r, ok := v.regionOf(nodes)
	if !ok || !v.steady(w.object, r) || !v.reads(w.object) {
		return Rewrite{}, false
	}
	name := v.freshLocal(lowerFirst(w.name))
	kind, from, ok := w.source()
	if !ok {
		return Rewrite{}, false
	}
	vector := ""
	align, aligned := w.alignment()
	if as, proved := w.vectorType(); proved && (!aligned || w.elsewhere(align)) {
		aligned, align, vector = false, nil, as
	}
	if !aligned {
		if vector == "" {
			return Rewrite{}, false
		}
		kind, from = "const "+vector, fmt.Sprintf("reinterpret_cast<const %s *>(%s)[%s]", vector, v.text(w.object.(*ast.Index).X), v.text(w.object.(*ast.Index).I))
	}
	line := fmt.Sprintf("%s %s = %s;", kind, name, from)
	v.putInFront(r, line)
	for _, u := range w.uses {
		field := "." + u.Name.Name
		if vector != "" {
			field = w.component(u.Name.Name)
		}
		if field == "" {
			return Rewrite{}, false
		}
		v.replace(u, name+field)
	}
	return w.finish(line, align)
}

// copied reports whether the site's access is a piece of a struct that is copied whole.
func (w *wholeLoad) copied() bool {
	own := w.site.Accesses[0]
	pieces := 0
	for _, a := range w.site.Run.Accesses {
		if a.Place == own.Place && a.Op == own.Op && a.Array != nil && a.Array.Place == own.Array.Place && len(a.Calls) == len(own.Calls) {
			pieces++
		}
	}
	return pieces > 1 && int64(pieces)*int64(own.Width) >= w.record.Size
}

// alignOnly aligns the struct to its size.
func (w *wholeLoad) alignOnly() (Rewrite, bool) {
	edits, ok := w.alignment()
	if !ok || len(edits) == 0 {
		return Rewrite{}, false
	}
	return Rewrite{Title: fmt.Sprintf("load it whole: struct alignas(%d) %s", w.record.Size, w.name), Applicability: diag.Unsafe, Edits: edits}, true
}

func (w *wholeLoad) finish(line string, align []diag.Edit) (Rewrite, bool) {
	edits, ok := w.done()
	edits = Sorted(append(edits, align...))
	if !ok || !Disjoint(edits) {
		return Rewrite{}, false
	}
	title := "load it whole: " + strings.TrimSuffix(line, ";")
	if len(align) > 0 {
		title += fmt.Sprintf(", with struct alignas(%d) %s", w.record.Size, w.name)
	}
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// alike reports whether the fields are of one size and fill the struct. The compiler copies a struct field by field and joins what is
// alike: a double and two ints stay two loads of 8 bytes (read on an H200, nvcc 13).
func alike(t *layout.Type) bool {
	leaves := t.Scalars()
	for _, l := range leaves {
		if l.Type.Size != leaves[0].Type.Size {
			return false
		}
	}
	return len(leaves) > 0 && int64(len(leaves))*leaves[0].Type.Size == t.Size
}

// pointee is the type that a pointer parameter leads to; nil where it has no name.
func (v *view) pointee(name string) *ast.NamedType {
	for _, p := range v.kernel.Params {
		if q, ok := p.Type.(*ast.PointerType); ok && p.Name == name {
			n, _ := q.Elem.(*ast.NamedType)
			return n
		}
	}
	return nil
}

// readOnly reports whether no run stores to the array.
func readOnly(s Site) bool {
	for _, r := range append(s.Kernel.Runs[:len(s.Kernel.Runs):len(s.Kernel.Runs)], s.Kernel.Tries...) {
		for _, a := range r.Accesses {
			if a.Array != nil && a.Array.Name == s.Array.Name && a.Array.Place == s.Array.Place && a.Op != trace.Load {
				return false
			}
		}
	}
	return true
}

// fitsAligned reports whether nothing speaks against structs at multiples of their size.
func fitsAligned(s Site, size int64) bool {
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Array == nil || a.Array.Place != s.Array.Place || a.Field == nil || a.Merged {
				continue
			}
			if base := a.Array.Base; base != nil && base.Align > 0 && base.Align < size {
				return false
			}
			if rest, ok := a.Offset.Rest(size); ok && rest != a.Field.Offset%size {
				return false
			}
		}
	}
	return true
}

// provedAligned reports whether every launch shows the array to begin at a multiple of size.
func provedAligned(s Site, size int64) bool {
	found := false
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Array == nil || a.Array.Place != s.Array.Place {
				continue
			}
			if a.Array.Base == nil || a.Array.Base.Align < size {
				return false
			}
			found = true
		}
	}
	return found
}

// find reads the object of the site's first access and collects its other uses.
func (w *wholeLoad) find() bool {
	own := w.site.Accesses[0]
	m, ok := w.exprAt(own.Place).(*ast.Member)
	if !ok || len(own.Calls) > 0 {
		return false
	}
	for {
		inner, ok := bare(m.X).(*ast.Member)
		if !ok {
			break
		}
		m = inner
	}
	w.object, w.arrow = bare(m.X), m.Arrow
	switch x := w.object.(type) {
	case *ast.Index:
		if name, plain := plainName(x.X); !plain || name != w.site.Array.Name {
			return false
		}
	case *ast.Ident:
	default:
		return false
	}
	object := ast.Dump(w.object)
	whole := 0
	w.each(func(n ast.Node) {
		if m, ok := n.(*ast.Member); ok && ast.Dump(bare(m.X)) == object && m.Arrow == w.arrow {
			w.uses = append(w.uses, m)
		}
		if x, ok := n.(ast.Expr); ok && ast.Dump(x) == object {
			whole++
		}
	})
	for _, u := range w.uses {
		if !w.reads(u) {
			return false
		}
	}
	return len(w.uses) == whole
}

// fields are the first steps of the fields that are read.
func (w *wholeLoad) fields() map[string]bool {
	out := map[string]bool{}
	for _, u := range w.uses {
		out[u.Name.Name] = true
	}
	return out
}

func nameOf(x ast.Expr) string { name, _ := plainName(x); return name }

func isReference(d *ast.VarDecl) bool { _, ok := d.Type.(*ast.RefType); return ok }

// copyReference makes `const T &q = p[i];` a copy.
func (w *wholeLoad) copyReference(init ast.Expr, d *ast.VarDecl) (Rewrite, bool) {
	align, ok := w.alignment()
	at := d.NameAt.Start - 1
	for at > d.Whole.Start && w.file.Text[at] != '&' {
		at--
	}
	if !ok || w.file.Text[at] != '&' || !d.First {
		return Rewrite{}, false
	}
	line := strings.Join(strings.Fields(w.file.Slice(source.Span{Start: d.Whole.Start, End: at})), " ") + " " + d.Name + " = " + w.text(init)
	end := at + 1
	for w.file.Text[at-1] == ' ' && w.file.Text[end] == ' ' {
		end++
	}
	w.edit(source.Span{Start: at, End: end}, "")
	return w.finish(line, align)
}

// source is the type and the text that the copy is made from.
func (w *wholeLoad) source() (kind, from string, ok bool) {
	kind = "const " + w.name
	if n := w.pointee(w.site.Array.Name); n != nil && strings.HasSuffix(w.text(n), n.Name()) {
		kind = "const " + strings.TrimSpace(strings.TrimPrefix(w.text(n), "const "))
	}
	if w.arrow {
		return kind, "*" + w.text(w.object), true
	}
	_, indexed := w.object.(*ast.Index)
	return kind, w.text(w.object), indexed
}

// alignment are the edits that align the struct to its size, none when it is; false where its declaration cannot be edited.
func (w *wholeLoad) alignment() ([]diag.Edit, bool) {
	if w.record.Align >= w.record.Size {
		return nil, true
	}
	tree, d := recordNamed(w.site.Model.Unit, w.name)
	if d == nil || d.Template != nil || len(d.Align) > 0 || d.Packed || d.Pack != 0 || len(d.Bases) > 0 || partOfAnother(w.site.Model.Unit, d, w.name) {
		return nil, false
	}
	if tokens := tokensOf(tree.Source.Text[d.Span.Start:d.Span.End]); len(tokens) > 0 && (tokens[0].text == "struct" || tokens[0].text == "class") {
		at := d.Span.Start + tokens[0].span.End
		edit := diag.Edit{Place: diag.Place{File: tree.Source, Span: source.Span{Start: at, End: at}}, Text: fmt.Sprintf(" alignas(%d)", w.record.Size)}
		return []diag.Edit{edit}, true
	}
	return nil, false
}

// elsewhere reports whether edits are in a file other than the kernel's and the unit's root.
func (w *wholeLoad) elsewhere(edits []diag.Edit) bool {
	return slices.ContainsFunc(edits, func(e diag.Edit) bool {
		return e.Place.File != w.file && e.Place.File != w.site.Model.Unit.Root.Source
	})
}

// recordNamed is the only definition of a record of that name in the unit, perhaps by typedef; nil when there is none or several.
func recordNamed(u *sema.Unit, name string) (tree *ast.File, found *ast.RecordDecl) {
	count := 0
	for _, t := range treesOf(u) {
		ast.Inspect(t, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RecordDecl:
				if n.Defined && n.Name == name && n.Name != "" {
					tree, found = t, n
					count++
				}
			case *ast.AliasDecl:
				if x, ok := n.Type.(*ast.NamedType); ok && x.Record != nil && n.Name == name {
					tree, found = t, x.Record
					count++
				}
			}
			return true
		})
	}
	if count != 1 {
		return nil, nil
	}
	return tree, found
}

// partOfAnother reports whether a record is a member or a base of another record of the unit.
func partOfAnother(u *sema.Unit, d *ast.RecordDecl, name string) bool {
	found := false
	names := func(t ast.Node) {
		eachBelow(t, func(n ast.Node) {
			x, ok := n.(*ast.NamedType)
			found = found || ok && x.Record == nil && x.Name() == name
		})
	}
	for _, t := range treesOf(u) {
		ast.Inspect(t, func(n ast.Node) bool {
			r, ok := n.(*ast.RecordDecl)
			if !ok || r == d {
				return true
			}
			for _, b := range r.Bases {
				names(b.Type)
			}
			for _, m := range r.Members {
				if f, is := m.(*ast.VarDecl); is {
					if _, pointer := f.Type.(*ast.PointerType); !pointer {
						names(f.Type)
					}
				}
			}
			return true
		})
	}
	return found
}

// vectorType is the CUDA vector type of the same size and elements, where the array is proved aligned for it.
func (w *wholeLoad) vectorType() (string, bool) {
	leaves := w.record.Scalars()
	if len(leaves) == 0 || !provedAligned(w.site, w.record.Size) {
		return "", false
	}
	if _, ok := w.object.(*ast.Index); !ok {
		return "", false
	}
	name := ""
	for _, l := range leaves {
		if name != "" && l.Type.Name != name || strings.ContainsAny(l.Path, ".[") {
			return "", false
		}
		name = l.Type.Name
	}
	short, ok := vectorNames[name]
	if !ok || int64(len(leaves))*leaves[0].Type.Size != w.record.Size || len(leaves) != 2 && len(leaves) != 4 {
		return "", false
	}
	return fmt.Sprintf("%s%d", short, len(leaves)), true
}

// vectorNames are the names of number types in those of vectors.
var vectorNames = map[string]string{
	"float": "float", "int": "int", "unsigned int": "uint", "double": "double", "long long": "longlong", "unsigned long long": "ulonglong",
	"short": "short", "unsigned short": "ushort", "char": "char", "signed char": "char", "unsigned char": "uchar",
}

// component is the vector's component at a field's place.
func (w *wholeLoad) component(field string) string {
	i := slices.IndexFunc(w.record.Fields, func(f layout.Field) bool { return f.Name == field })
	if i < 0 || i > 3 {
		return ""
	}
	return "." + string("xyzw"[i])
}

func lastWord(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}

func lowerFirst(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	if lower := unicode.ToLower(r); lower != r {
		return string(lower) + name[n:]
	}
	return "one"
}
