package sema

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// recordOf finds the entry of a record's declaration; nil for one inside a function body, which is entered on first use.
func (in *interp) recordOf(d *ast.RecordDecl) *record {
	for _, r := range in.t.records[""] {
		if r.decl == d {
			return r
		}
	}
	r := &record{decl: d, file: in.frame.file, methods: map[string][]*function{}, statics: map[string]*globalVar{}, built: map[string]*instance{}}
	in.t.records[""] = append(in.t.records[""], r)
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.FuncDecl:
			r.methods[m.Name] = append(r.methods[m.Name], &function{decl: m, file: in.frame.file, record: r})
		case *ast.VarDecl:
			if m.Quals&(ast.Static|ast.Constexpr) != 0 {
				r.statics[m.Name] = &globalVar{decl: m, file: in.frame.file, rec: r}
			}
		}
	}
	return r
}

// instantiate picks the record or specialization that template arguments select and puts them in.
func (in *interp) instantiate(rs []*record, args []ast.Node) *instance {
	got := in.templateArgs(args)
	var primary *record
	for _, r := range rs {
		if r.decl.TemplateArgs == nil {
			if primary == nil {
				primary = r
			}
			continue
		}
		if tmpl, ok := in.specialization(r, got); ok {
			return in.instanceOf(r, tmpl)
		}
	}
	if primary == nil {
		return nil
	}
	var tmpl bindings
	if primary.decl.Template != nil {
		tmpl = in.bindTemplate(primary.decl.Template, got, nil)
	} else if primary.outer != nil && in.frame.rec != nil {
		tmpl = in.frame.rec.tmpl
	}
	return in.instanceOf(primary, tmpl)
}

// specialization matches the arguments of a specialization: its own parameters are bound, everything else must be equal.
func (in *interp) specialization(r *record, got []binding) (bindings, bool) {
	want := r.decl.TemplateArgs
	if len(want) != len(got) {
		return nil, false
	}
	tmpl := bindings{}
	for i, w := range want {
		if id, ok := w.(*ast.Ident); ok && r.decl.Template != nil {
			if name, plain := id.Plain(); plain && hasParam(r.decl.Template, name) {
				tmpl[name] = got[i]
				continue
			}
		}
		if nt, ok := w.(*ast.NamedType); ok && r.decl.Template != nil && len(nt.Parts) == 1 && hasParam(r.decl.Template, nt.Name()) {
			tmpl[nt.Name()] = got[i]
			continue
		}
		b := in.templateArgs([]ast.Node{w})[0]
		if b.is != got[i].is || b.is && (b.typ == nil || b.typ != got[i].typ && b.typ.String() != typeName(got[i].typ)) {
			return nil, false
		}
		if !b.is {
			x, ok1 := b.val.integer()
			y, ok2 := got[i].val.integer()
			if !ok1 || !ok2 || x != y {
				return nil, false
			}
		}
	}
	return tmpl, true
}

func hasParam(t *ast.Template, name string) bool {
	for _, p := range t.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

func typeName(t *layout.Type) string {
	if t == nil {
		return "?"
	}
	return t.String()
}

// key tells instances of one record apart.
func (b bindings) key(t *ast.Template) string {
	if t == nil || b == nil {
		return ""
	}
	var s strings.Builder
	for _, p := range t.Params {
		v := b[p.Name]
		switch {
		case v.is:
			s.WriteString(typeName(v.typ))
			if v.typ != nil && v.typ.Kind == layout.Record {
				s.WriteString(strconv.FormatInt(v.typ.Size, 10))
			}
		default:
			if n, ok := v.val.integer(); ok {
				s.WriteString(strconv.FormatInt(n, 10))
			} else {
				s.WriteString("?")
			}
		}
		s.WriteByte(',')
	}
	return s.String()
}

// instanceOf lays out a record under bindings; nil when it holds itself.
func (in *interp) instanceOf(r *record, tmpl bindings) *instance {
	key := tmpl.key(r.decl.Template)
	if r.decl.Template == nil && r.outer != nil && r.outer.decl.Template != nil {
		key = tmpl.key(r.outer.decl.Template)
	}
	if i, ok := r.built[key]; ok {
		return i
	}
	name := r.decl.Name
	if name == "" {
		name = r.typedef
	}
	if key != "" {
		name += "<" + strings.TrimSuffix(key, ",") + ">"
	}
	inst := &instance{rec: r, tmpl: tmpl, typ: layout.Declare(name, r.decl.Kind == ast.Union)}
	r.built[key] = inst // a pointer to itself may be a member
	in.t.instances(inst)
	spec := layout.RecordSpec{Name: r.decl.Name, Union: r.decl.Kind == ast.Union, Pack: int64(r.decl.Pack)}
	if r.decl.Packed {
		spec.Pack = 1
	}
	old := in.frame
	in.frame = &frame{up: old.up, file: r.file, tmpl: tmpl, rec: inst, depth: old.depth, loops: old.loops, name: old.name}
	in.layOut(inst, &spec)
	in.frame = old
	spec.Name = name
	inst.typ.Define(spec)
	inst.done = true
	if inst.typ.Over() {
		in.t.over = append(in.t.over, Place{r.file.file.Source, r.decl.Span})
	}
	return inst
}

func (in *interp) layOut(inst *instance, spec *layout.RecordSpec) {
	d := inst.rec.decl
	for _, b := range d.Bases {
		t := in.typeOf(b.Type)
		if bi := in.instanceFor(t); bi != nil {
			if !bi.done { // a template that derives from itself with arguments that are not known
				continue
			}
			inst.base = append(inst.base, bi)
		}
		if t != nil {
			spec.Bases = append(spec.Bases, t)
		}
	}
	for _, a := range d.Align {
		if n, ok := in.eval(a).integer(); ok {
			spec.Align = max(spec.Align, n)
		}
	}
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.VarDecl:
			if m.Quals.Has(ast.Static) || m.Quals.Has(ast.Typedef) {
				continue
			}
			t := in.typeOf(m.Type)
			if isRef(m.Type) {
				t = layout.PointerTo(t)
			}
			mem := layout.Member{Name: m.Name, Type: t}
			if m.Bits != nil {
				n, _ := in.eval(m.Bits).integer()
				mem.HasBits, mem.Bits = true, int(n)
			}
			if m.Align != nil {
				mem.Align, _ = in.eval(m.Align).integer()
			}
			spec.Members = append(spec.Members, mem)
		case *ast.RecordDecl:
			if m.Name == "" && m.Defined { // anonymous struct or union
				if i := in.instanceOf(in.recordOf(m), inst.tmpl); i != nil && i.typ != nil {
					spec.Members = append(spec.Members, layout.Member{Type: i.typ})
				}
			}
		case *ast.FuncDecl:
			spec.Virtual = spec.Virtual || m.Quals.Has(ast.Virtual)
		}
	}
}

// instances remembers which record a type came from.
func (t *tables) instances(i *instance) {
	if t.byType == nil {
		t.byType = map[*layout.Type]*instance{}
	}
	t.byType[i.typ] = i
}

// instanceFor is the record behind a type; nil for other types.
func (in *interp) instanceFor(t *layout.Type) *instance {
	if t == nil {
		return nil
	}
	return in.t.byType[t]
}

// templateArgs evaluates template arguments where the walk stands.
func (in *interp) templateArgs(args []ast.Node) []binding {
	out := make([]binding, 0, len(args))
	for _, a := range args {
		out = append(out, in.templateArg(a))
	}
	return out
}

func (in *interp) templateArg(a ast.Node) binding {
	switch a := a.(type) {
	case *ast.Ident:
		if name, ok := a.Plain(); ok {
			if b, ok := in.binding(name); ok {
				return b
			}
		}
		if !in.isValue(a) {
			if t := in.named(a.Parts, 0); t != nil {
				return binding{typ: t, is: true}
			}
		}
		var v value
		in.quiet(func() { v = in.eval(a) })
		if v.num.Known() || v.fn != nil || v.flt != nil {
			return binding{val: v}
		}
		return binding{typ: nil, is: len(in.t.funcs[a.Name()]) == 0, val: v}
	case ast.Type:
		return binding{typ: in.typeOf(a), is: true}
	case *ast.Call: // T() or a value
		if id, ok := a.Fun.(*ast.Ident); ok && !in.isValue(id) {
			if t := in.named(id.Parts, 0); t != nil && len(a.Args) == 0 {
				return binding{typ: t, is: true}
			}
		}
	}
	if x, ok := a.(ast.Expr); ok {
		var v value
		in.quiet(func() { v = in.eval(x) })
		return binding{val: v}
	}
	return binding{is: true}
}

// isValue reports whether a name is a variable, constant or macro that is not a type.
func (in *interp) isValue(id *ast.Ident) bool {
	name, ok := id.Plain()
	if !ok {
		return false
	}
	if _, ok := in.frame.scope.lookup(name); ok {
		return true
	}
	if _, ok := in.t.vars[name]; ok {
		return true
	}
	if _, ok := in.t.enums[name]; ok {
		return true
	}
	if m := in.macro(name, false); m != nil {
		_, isType := in.macros.typ(in, m, name)
		return !isType
	}
	return false
}

// bindTemplate gives parameters their arguments, defaults where there are none, and what was deduced before either default.
func (in *interp) bindTemplate(t *ast.Template, args []binding, deduced bindings) bindings {
	out := bindings{}
	if t == nil {
		return out
	}
	old := in.frame
	in.frame = &frame{up: old, file: old.file, scope: old.scope, tmpl: out, this: old.this, rec: old.rec, depth: old.depth, loops: old.loops, at: old.at, name: old.name}
	defer func() { in.frame = old }()
	for i, p := range t.Params {
		switch {
		case i < len(args):
			out[p.Name] = in.asParam(p, args[i])
		case hasBinding(deduced, p.Name):
			out[p.Name] = deduced[p.Name]
		case p.Default != nil:
			out[p.Name] = in.asParam(p, in.templateArg(p.Default))
		case p.Type == nil:
			out[p.Name] = binding{is: true}
		default:
			t := in.typeOf(p.Type)
			out[p.Name] = binding{val: value{typ: t, num: in.param(p.Name, t)}}
		}
	}
	return out
}

// standIns gives the type parameters of a kernel that nothing tells a type of their own.
func (in *interp) standIns(t *ast.Template, b bindings) bindings {
	for _, p := range t.Params {
		if got := b[p.Name]; p.Type == nil && got.is && got.typ == nil && !p.Pack && p.Name != "" {
			b[p.Name] = binding{typ: in.standIn(p.Name), is: true, val: got.val}
		}
	}
	return b
}

// standIn is a type of 4 bytes in the place of a type parameter that nothing tells, so that sizeof and the width of an access agree;
// the accesses say what was assumed.
func (in *interp) standIn(name string) *layout.Type {
	for t := range in.stands {
		if t.Name == name {
			return t
		}
	}
	t := &layout.Type{Kind: layout.Float, Name: name, Size: 4, Align: 4}
	in.stands[t] = true
	return t
}

func hasBinding(b bindings, name string) bool { _, ok := b[name]; return ok }

// asParam makes an argument fit its parameter: a name that was taken for a type may be a value, and the other way round.
func (in *interp) asParam(p *ast.TemplateParam, b binding) binding {
	if p.Type == nil {
		return binding{typ: b.typ, is: true, val: b.val}
	}
	if b.is {
		t := in.typeOf(p.Type)
		return binding{val: value{typ: t, num: in.param(p.Name, t)}}
	}
	v := b.val
	if t := in.typeOf(p.Type); t != nil {
		v = in.convert(v, t, false)
	}
	if !v.num.Known() && v.flt == nil && v.fn == nil {
		v.num = in.param(p.Name, v.typ)
	}
	return binding{val: v}
}

// deduce matches a parameter type with an argument's type.
func (in *interp) deduce(t *ast.Template, pt ast.Type, at *layout.Type, out bindings) {
	if nameless(at) {
		return
	}
	switch pt := pt.(type) {
	case *ast.PointerType:
		if at.Kind == layout.Pointer || at.Kind == layout.Array {
			in.deduce(t, pt.Elem, at.Elem, out)
		}
	case *ast.RefType:
		in.deduce(t, pt.Elem, at, out)
	case *ast.ArrayType:
		if at.Kind == layout.Array || at.Kind == layout.Pointer {
			in.deduce(t, pt.Elem, at.Elem, out)
			if id, ok := pt.Len.(*ast.Ident); ok && at.Kind == layout.Array {
				if name, plain := id.Plain(); plain && hasParam(t, name) && !hasBinding(out, name) {
					out[name] = binding{val: intValue(typeInt, indexmath.Const(at.Len))}
				}
			}
		}
	case *ast.NamedType:
		if len(pt.Parts) != 1 {
			return
		}
		p := pt.Parts[0]
		if hasParam(t, p.Name) {
			if !hasBinding(out, p.Name) {
				out[p.Name] = binding{typ: at, is: true}
			}
			return
		}
		inst := in.instanceFor(at)
		if inst == nil || inst.rec.decl.Template == nil || inst.rec.decl.Name != p.Name {
			return
		}
		for i, a := range p.Args {
			if i >= len(inst.rec.decl.Template.Params) {
				return
			}
			b, ok := inst.tmpl[inst.rec.decl.Template.Params[i].Name]
			if id, isID := a.(*ast.Ident); ok && isID {
				if name, plain := id.Plain(); plain && hasParam(t, name) && !hasBinding(out, name) {
					out[name] = b
				}
			} else if ty, isT := a.(ast.Type); ok && isT && b.is {
				in.deduce(t, ty, b.typ, out)
			}
		}
	}
}
