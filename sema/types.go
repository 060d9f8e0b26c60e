package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// binding is what a template parameter stands for.
type binding struct {
	typ *layout.Type
	val value
	is  bool // a type, perhaps an unknown one
}

type bindings map[string]binding

// instance is a record with its template arguments put in.
type instance struct {
	rec  *record
	tmpl bindings
	typ  *layout.Type
	base []*instance
	done bool // laid out
}

// typeOf resolves a type as written where the walk stands; nil is unknown.
func (in *interp) typeOf(t ast.Type) *layout.Type { return in.resolve(t, 0) }

func (in *interp) resolve(t ast.Type, depth int) *layout.Type {
	if depth > maxExpand || !in.step() {
		return nil
	}
	if t != nil && in.frame.at == nil && t.Pos().End > 0 { // macros are those that stand before it
		pos := in.pos
		in.pos = t.Pos().Start
		defer func() { in.pos = pos }()
	}
	switch t := t.(type) {
	case *ast.NamedType:
		if t.Record != nil {
			if inst := in.instanceOf(in.recordOf(t.Record), nil); inst != nil {
				return inst.typ
			}
			return nil
		}
		if t.Enum != nil {
			return layout.EnumOf(t.Enum.Name, in.enumBase(t.Enum))
		}
		return in.named(t.Parts, depth)
	case *ast.PointerType:
		return layout.PointerTo(in.resolve(t.Elem, depth+1))
	case *ast.RefType:
		return in.resolve(t.Elem, depth+1)
	case *ast.ArrayType:
		elem := in.resolve(t.Elem, depth+1)
		n := int64(-1)
		if t.Len != nil {
			in.quiet(func() {
				if v, ok := in.eval(t.Len).integer(); ok {
					n = v
				}
			})
		}
		if elem == nil {
			return nil
		}
		return layout.ArrayOf(elem, n)
	case *ast.DecltypeType:
		var typ *layout.Type
		in.quiet(func() { typ = in.eval(t.X).typ })
		return typ
	case *ast.PackType:
		return in.resolve(t.Elem, depth+1)
	}
	return nil
}

// isRef reports whether a type is written as a reference.
func isRef(t ast.Type) bool {
	_, ok := t.(*ast.RefType)
	return ok
}

func (in *interp) enumBase(d *ast.EnumDecl) *layout.Type {
	if d.Under != nil {
		if t := in.typeOf(d.Under); t != nil {
			return t
		}
	}
	return typeInt
}

// named resolves a name in type position.
func (in *interp) named(parts []ast.NamePart, depth int) *layout.Type {
	last := parts[len(parts)-1]
	name := last.Name
	if len(parts) == 1 {
		if t, ok := in.frame.scope.typeNamed(name); ok {
			return t
		}
		if b, ok := in.binding(name); ok && b.is {
			return b.typ
		}
	}
	if len(parts) > 1 {
		if t, ok := in.trait(parts, depth); ok {
			return t
		}
		if owner := in.ownerOf(parts[:len(parts)-1], depth); owner != nil {
			return in.memberType(owner, last, depth)
		}
		if q := parts[len(parts)-2]; q.HasArgs || hasBinding(in.frame.tmpl, q.Name) || in.frame.rec != nil && hasBinding(in.frame.rec.tmpl, q.Name) {
			return nil // a member of a class that is not known
		}
	} else if in.frame.rec != nil {
		if t := in.memberType(in.frame.rec, last, depth); t != nil {
			return t
		}
	}
	if m := in.macro(name, false); m != nil && len(parts) == 1 {
		if ty, ok := in.macros.typ(in, m, name); ok {
			return in.resolve(ty, depth+1)
		}
	}
	for _, a := range in.t.aliases[name] {
		if a.outer != nil { // memberType has looked at those that are in reach
			continue
		}
		if t := in.aliasType(a, last, depth); t != nil {
			return t
		}
	}
	if rs := in.t.records[name]; len(rs) > 0 && name != "" {
		if inst := in.instantiate(rs, last.Args); inst != nil {
			return inst.typ
		}
	}
	if d, ok := in.t.enumsT[name]; ok {
		return layout.EnumOf(name, in.enumBase(d))
	}
	if t, ok := layout.Builtin(name); ok {
		return t
	}
	return in.library(last, depth)
}

// binding finds a template parameter of the functions and classes around.
func (in *interp) binding(name string) (binding, bool) {
	if b, ok := in.frame.tmpl[name]; ok {
		return b, true
	}
	if in.frame.rec != nil {
		if b, ok := in.frame.rec.tmpl[name]; ok {
			return b, true
		}
	}
	return binding{}, false
}

func (in *interp) aliasType(a *alias, part ast.NamePart, depth int) *layout.Type {
	if a.busy {
		return nil
	}
	a.busy = true
	defer func() { a.busy = false }()
	if a.decl.Template == nil {
		return in.inFile(a.file, func() *layout.Type { return in.resolve(a.decl.Type, depth+1) })
	}
	args := in.templateArgs(part.Args)
	tmpl := in.bindTemplate(a.decl.Template, args, nil)
	return in.within(a.file, tmpl, nil, func() *layout.Type { return in.resolve(a.decl.Type, depth+1) })
}

// inFile resolves something where it was declared: at file level of another file.
func (in *interp) inFile(f *unitFile, get func() *layout.Type) *layout.Type {
	return in.within(f, in.frame.tmpl, in.frame.rec, get)
}

func (in *interp) within(f *unitFile, tmpl bindings, rec *instance, get func() *layout.Type) *layout.Type {
	old := in.frame
	in.frame = &frame{up: old.up, file: f, tmpl: tmpl, rec: rec, depth: old.depth, loops: old.loops, name: old.name}
	t := get()
	in.frame = old
	return t
}

// trait knows the few members of library traits that decide a type.
func (in *interp) trait(parts []ast.NamePart, depth int) (*layout.Type, bool) {
	head, last := parts[len(parts)-2], parts[len(parts)-1]
	if last.Name != "type" {
		return nil, false
	}
	switch head.Name {
	case "remove_const", "remove_cv", "remove_reference", "decay", "remove_cvref", "type_identity", "make_signed", "remove_volatile":
		if len(head.Args) == 1 {
			return in.argType(head.Args[0], depth), true
		}
	case "conditional":
		if len(head.Args) == 3 {
			return in.conditional(head.Args, depth), true
		}
	}
	return nil, false
}

func (in *interp) conditional(args []ast.Node, depth int) *layout.Type {
	if x, ok := args[0].(ast.Expr); ok {
		if n, ok := in.eval(x).integer(); ok {
			if n != 0 {
				return in.argType(args[1], depth)
			}
			return in.argType(args[2], depth)
		}
	}
	return nil
}

// argType is a template argument as a type.
func (in *interp) argType(n ast.Node, depth int) *layout.Type {
	switch n := n.(type) {
	case ast.Type:
		return in.resolve(n, depth+1)
	case *ast.Ident:
		return in.named(n.Parts, depth+1)
	}
	return nil
}

// library knows templates of the standard and CUDA libraries by size.
func (in *interp) library(p ast.NamePart, depth int) *layout.Type {
	if strings.HasSuffix(p.Name, "_t") && strings.HasPrefix(p.Name, "remove_") || p.Name == "decay_t" {
		if len(p.Args) == 1 {
			return in.argType(p.Args[0], depth)
		}
	}
	switch p.Name {
	case "Half": // PyTorch's c10::Half and c10::BFloat16 hold 16 bits
		return must("half")
	case "BFloat16":
		return must("__nv_bfloat16")
	case "conditional_t":
		if len(p.Args) == 3 {
			return in.conditional(p.Args, depth)
		}
	case "complex":
		if len(p.Args) == 1 {
			if e := in.argType(p.Args[0], depth); e != nil && e.Size > 0 {
				return layout.RecordOf(layout.RecordSpec{Name: "complex<" + e.Name + ">", Align: 2 * e.Size,
					Members: []layout.Member{{Name: "real", Type: e}, {Name: "imag", Type: e}}})
			}
		}
	case "array":
		if len(p.Args) == 2 {
			if e := in.argType(p.Args[0], depth); e != nil {
				if x, ok := p.Args[1].(ast.Expr); ok {
					if n, ok := in.eval(x).integer(); ok {
						return layout.RecordOf(layout.RecordSpec{Name: "array", Members: []layout.Member{{Name: "elems", Type: layout.ArrayOf(e, n)}}})
					}
				}
			}
		}
	case "atomic":
		if len(p.Args) >= 1 {
			return in.argType(p.Args[0], depth)
		}
	}
	return nil
}

// ownerOf finds the record that a qualified name names.
func (in *interp) ownerOf(parts []ast.NamePart, depth int) *instance {
	last := parts[len(parts)-1]
	if len(parts) == 1 {
		if b, ok := in.binding(last.Name); ok && b.is {
			return in.instanceFor(b.typ)
		}
	}
	if in.t.records[last.Name] == nil && len(in.t.aliases[last.Name]) == 0 {
		return nil
	}
	t := in.named(parts, depth+1)
	return in.instanceFor(t)
}

// memberType is a type declared inside a record.
func (in *interp) memberType(owner *instance, p ast.NamePart, depth int) *layout.Type {
	if owner == nil || depth > maxExpand {
		return nil
	}
	if b, ok := owner.tmpl[p.Name]; ok && b.is {
		return b.typ
	}
	for _, m := range owner.rec.decl.Members {
		switch m := m.(type) {
		case *ast.AliasDecl:
			if m.Name == p.Name {
				return in.within(owner.rec.file, owner.tmpl, owner, func() *layout.Type { return in.resolve(m.Type, depth+1) })
			}
		case *ast.RecordDecl:
			if m.Name == p.Name && m.Defined {
				if inst := in.instanceOf(in.recordOf(m), owner.tmpl); inst != nil {
					return inst.typ
				}
			}
		case *ast.EnumDecl:
			if m.Name == p.Name && m.Name != "" {
				return layout.EnumOf(m.Name, in.enumBase(m))
			}
		}
	}
	for _, b := range owner.base {
		if t := in.memberType(b, p, depth+1); t != nil {
			return t
		}
	}
	return nil
}

// width is the size of a type in bytes, 4 with assumed set when it is not known.
func width(t *layout.Type) (int64, bool) {
	if t == nil || t.Size <= 0 {
		return 4, false
	}
	return t.Size, true
}

// elemOf is what a pointer or array type points to.
func elemOf(t *layout.Type) *layout.Type {
	if t != nil && (t.Kind == layout.Pointer || t.Kind == layout.Array) && !nameless(t.Elem) {
		return t.Elem
	}
	return nil
}

// nameless reports whether nothing at all is known of a type.
func nameless(t *layout.Type) bool { return t == nil || t.Kind == layout.Unknown && t.Name == "" }

// innermost strips array extents.
func innermost(t *layout.Type) *layout.Type {
	for t != nil && t.Kind == layout.Array {
		t = t.Elem
	}
	return t
}

// convert is what an assignment or cast to t makes of v.
func (in *interp) convert(v value, t *layout.Type, explicit bool) value {
	if isRecord(v.typ) && t != nil && t.Kind != layout.Record {
		if w, ok := in.conversion(v, t); ok {
			v = w
		}
	}
	if t == nil || v.cells != nil || v.fn != nil || v.group != nil {
		if v.typ == nil && t != nil && v.cells != nil {
			v.typ = t
		}
		return v
	}
	switch {
	case t.Kind == layout.Pointer:
		if !nameless(t.Elem) || v.typ == nil { // auto * keeps what it points to
			v.typ = t
		}
		return v
	case t.Kind == layout.Float:
		if f, ok := v.float(); ok && v.obj == nil {
			return floatValue(t, f)
		}
		return value{typ: t, same: v.uniform(), name: v.name, num: indexmath.Expr{}, cells: nil}.keep(v)
	case isInteger(t):
		if v.obj != nil { // an address as a number
			return value{typ: t, name: "address of " + v.obj.name, same: v.uniform(), num: v.num, obj: v.obj}
		}
		if v.flt != nil {
			return intValue(t, indexmath.Const(int64(*v.flt)))
		}
		if isFloat(v.typ) && v.ratio != nil {
			return value{typ: t, num: indexmath.Div(v.ratio[0], v.ratio[1]), same: v.same, name: v.name}
		}
		if isFloat(v.typ) && !v.num.Known() {
			return value{typ: t, same: v.same, name: v.name}
		}
		return value{typ: t, num: in.narrow(v, t, explicit), same: v.same, name: v.name}
	}
	if isRecord(t) && t.Size > 0 && v.typ != t {
		return value{typ: t, same: v.uniform(), name: v.name}
	}
	v.typ = t
	return v
}

// keep carries an integer through a conversion to floating point, so that a later conversion back finds it.
func (v value) keep(from value) value {
	if isInteger(from.typ) || isFloat(from.typ) {
		v.num = from.num
	}
	return v
}

// narrow wraps an integer to an integer type where a value could be lost: conversions to types of under 32 bits always, others when they
// are written out or change the sign, or when the number is known for each lane.
func (in *interp) narrow(v value, to *layout.Type, explicit bool) indexmath.Expr {
	x, from := v.num, v.typ
	if !x.Known() || to.Size == 0 {
		return x
	}
	if to.Kind == layout.Bool {
		return indexmath.Ne(in.wrapped(v), indexmath.Const(0))
	}
	if to.Kind == layout.Enum {
		return x
	}
	if to.Size < 4 || to.Size == 4 && !to.Signed && explicit {
		return indexmath.Cast(x, int(to.Size)*8, to.Signed)
	}
	if to.Size == 4 && !to.Signed && from != nil && from.Size == 8 && in.settled(x) {
		return indexmath.Cast(x, 32, false)
	}
	if to.Size == 4 && to.Signed && from != nil && (from.Size == 4 && !from.Signed || from.Size == 8 && in.settled(x)) {
		return indexmath.Cast(x, 32, true)
	}
	if to.Size == 8 {
		return in.wrapped(v)
	}
	return x
}
