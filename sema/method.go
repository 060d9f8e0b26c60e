package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// callMethod evaluates obj.f(args) and ptr->f(args).
func (in *interp) callMethod(x *ast.Call, m *ast.Member) value {
	if v, ok := in.groupCall(x, m); ok {
		return v
	}
	var p place
	ok := false
	if m.Arrow {
		v := in.eval(m.X)
		p, ok = in.deref(v, indexmath.Const(0), m.X)
	} else {
		p, ok = in.ref(m.X)
		if !ok {
			v := in.eval(m.X)
			if inst := in.instanceFor(v.typ); inst != nil {
				p, ok = in.temporary(v), true
			}
		}
	}
	if ok {
		if inst := in.instanceFor(p.typ); inst != nil {
			if ms := in.methods(inst, m.Name.Name); len(ms) > 0 {
				return in.callMember(ms, p, x.Args, m.Name.Args, x)
			}
		}
		if q, isMember := in.member(p, m.Name, m); isMember { // a member that is a functor or a function pointer
			v := in.load(q, m)
			if v.fn != nil {
				return in.callValue(v.fn, x.Args, x)
			}
			if inst := in.instanceFor(q.typ); inst != nil {
				if ms := in.methods(inst, "operator()"); len(ms) > 0 {
					return in.callMember(ms, q, x.Args, nil, x)
				}
			}
		}
	}
	return in.callUnknown(x, in.text(x))
}

// temporary stores a value that has no place.
func (in *interp) temporary(v value) place {
	o := &object{name: "temporary", space: trace.Local, typ: v.typ}
	in.st.store(o, 0, v.typ, v)
	return place{obj: o, off: indexmath.Const(0), typ: v.typ}
}

// callMember inlines a member function on the object at p.
func (in *interp) callMember(ms []*function, p place, args []ast.Expr, targs []ast.Node, x ast.Node) value {
	f := in.overload(ms, len(args), in.peekTypes(ms, args))
	if f == nil || f.decl.Body == nil {
		f = in.outOfLine(f)
	}
	if f == nil || f.decl.Body == nil {
		for _, a := range args {
			in.eval(a)
		}
		if p.obj.array == nil && in.host == nil {
			in.st.forget(p.obj)
		}
		return unknown(nil, in.text(x))
	}
	return in.inline(&callable{decl: f.decl, file: f.file, this: &p, args: targs, at: in.frame.scope, name: f.decl.Name}, f, args, x)
}

// outOfLine finds the definition of a member function that is only declared in its class.
func (in *interp) outOfLine(f *function) *function {
	if f == nil || f.record == nil {
		return f
	}
	for _, g := range f.record.methods[f.decl.Name] {
		if g.decl.Body != nil && len(g.decl.Params) == len(f.decl.Params) {
			return g
		}
	}
	return f
}

// methodRef calls a member function that gives a reference.
func (in *interp) methodRef(ms []*function, p place, args []ast.Expr, x ast.Node) (place, bool) {
	in.lastRef = nil
	v := in.callMember(ms, p, args, nil, x)
	if in.lastRef != nil {
		q := *in.lastRef
		in.lastRef = nil
		return q, true
	}
	return in.temporary(v), true
}

func (in *interp) operatorRef(v value, name string, args []ast.Expr, x ast.Node) (place, bool) {
	inst := in.instanceFor(v.typ)
	if inst == nil {
		return place{}, false
	}
	ms := in.methods(inst, name)
	if len(ms) == 0 {
		return place{}, false
	}
	if name == "operator->" {
		w := in.callMember(ms, in.temporary(v), args, nil, x)
		return in.derefValue(w)
	}
	return in.methodRef(ms, in.temporary(v), args, x)
}

// callRef is the storage that a call's result refers to.
func (in *interp) callRef(x *ast.Call) (place, bool) {
	if e, ok := in.macroUse(x); ok {
		if e == nil {
			return place{}, false
		}
		var p place
		found := false
		in.atUse(x, func() { p, found = in.ref(e) })
		return p, found
	}
	if _, ok := in.callRefTarget(x); !ok {
		return place{}, false
	}
	in.lastRef = nil
	v := in.call(x)
	if in.lastRef != nil {
		p := *in.lastRef
		in.lastRef = nil
		return p, true
	}
	if v.obj != nil || v.cells != nil || v.num.Known() {
		return in.temporary(v), true
	}
	return place{}, false
}

// callRefTarget finds the function that a call goes to when it gives a reference.
func (in *interp) callRefTarget(x *ast.Call) (*ast.FuncDecl, bool) {
	var fs []*function
	switch f := strip(x.Fun).(type) {
	case *ast.Ident:
		if p, ok := in.frame.scope.lookup(f.Name()); ok {
			if inst := in.instanceFor(p.typ); inst != nil {
				fs = in.methods(inst, "operator()")
			}
		} else {
			fs = in.functionsNamed(f)
		}
	case *ast.Member:
		v := value{}
		if f.Arrow {
			v.typ = elemOf(in.peek(f.X).typ)
		} else {
			in.quiet(func() {
				if p, ok := in.ref(f.X); ok {
					v.typ = p.typ
				}
			})
		}
		if inst := in.instanceFor(v.typ); inst != nil {
			fs = in.methods(inst, f.Name.Name)
		}
	}
	for _, f := range fs {
		if isRef(f.decl.Result) {
			return f.decl, true
		}
	}
	return nil, false
}

// operator applies an overloaded operator; what is not defined is worked out member by member where that is all it can mean.
func (in *interp) operator(op string, a value, b *value, x ast.Node) value {
	name := "operator" + op
	if inst := in.instanceFor(a.typ); inst != nil {
		if ms := in.methods(inst, name); len(ms) > 0 {
			return in.inlineValues(ms, in.temporary(a), b, x)
		}
	}
	var free []*function
	for _, f := range in.t.funcs[name] {
		if f.record == nil {
			free = append(free, f)
		}
	}
	if len(free) > 0 && b != nil {
		types := []*layout.Type{a.typ, b.typ}
		if f := in.overload(free, 2, types); f != nil && f.decl.Body != nil && in.fitsAll(f, types) {
			return in.inlineFree(f, []value{a, *b}, x)
		}
	}
	same := a.uniform() && (b == nil || b.uniform())
	t := a.typ
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		t = typeBool
	default:
		if b != nil && !isRecord(a.typ) {
			t = b.typ
		}
	}
	return value{typ: t, same: same, name: in.text(x)}
}

// operatorByReference applies an operator of the program that takes references to elements in memory: what it reads of them is
// read there, not here.
func (in *interp) operatorByReference(x *ast.Binary) (value, bool) {
	fs := in.t.funcs["operator"+x.Op]
	if len(fs) == 0 || in.host != nil || in.recursiveOperator(fs) {
		return value{}, false
	}
	args := []ast.Expr{x.X, x.Y}
	types := make([]*layout.Type, 2)
	records := false
	for i, a := range args {
		switch y := strip(a).(type) {
		case *ast.Index, *ast.Member:
		case *ast.Unary:
			if y.Op != "*" {
				continue
			}
		default:
			continue
		}
		types[i] = in.peek(a).typ
		records = records || isRecord(types[i])
	}
	if !records {
		return value{}, false
	}
	var free []*function
	for _, f := range fs {
		if f.record == nil && f.decl.Body != nil && len(f.decl.Params) == 2 && isRef(f.decl.Params[0].Type) {
			free = append(free, f)
		}
	}
	f := in.overload(free, 2, types)
	if f == nil || !in.fitsAll(f, types) {
		return value{}, false
	}
	in.lastRef = nil
	return in.inline(&callable{decl: f.decl, file: f.file, name: f.decl.Name}, f, args, x), true
}

// recursiveOperator reports whether the walk is within one of the functions.
func (in *interp) recursiveOperator(fs []*function) bool {
	for fr := in.frame; fr != nil; fr = fr.up {
		for _, f := range fs {
			if fr.body == f.decl {
				return true
			}
		}
	}
	return false
}

func (in *interp) fitsAll(f *function, types []*layout.Type) bool {
	for i, p := range f.decl.Params {
		if i < len(types) && types[i] != nil && in.fit(f.decl, f, p, types[i]) < 2 {
			return false
		}
	}
	return true
}

func (in *interp) inlineValues(ms []*function, p place, b *value, x ast.Node) value {
	n := 0
	if b != nil {
		n = 1
	}
	f := in.overload(ms, n, nil)
	if f == nil || f.decl.Body == nil {
		return unknown(nil, in.text(x))
	}
	var args []ast.Expr
	if b != nil {
		args = []ast.Expr{in.held(*b, x)}
	}
	return in.inline(&callable{decl: f.decl, file: f.file, this: &p, name: f.decl.Name}, f, args, x)
}

func (in *interp) inlineFree(f *function, vs []value, x ast.Node) value {
	var args []ast.Expr
	for _, v := range vs {
		args = append(args, in.held(v, x))
	}
	return in.inline(&callable{decl: f.decl, file: f.file, name: f.decl.Name}, f, args, x)
}

// held makes an expression that evaluates to a value at hand: a name that no source can spell.
func (in *interp) held(v value, x ast.Node) ast.Expr {
	name := "\x00held" + string(rune('a'+in.heldCount%26)) + string(rune('a'+in.heldCount/26%26))
	in.heldCount++
	in.frame.scope = &scope{up: in.frame.scope}
	in.frame.scope.declare(name, in.temporary(v))
	return &ast.Ident{At: ast.At{Span: x.Pos()}, Parts: []ast.NamePart{{Name: name}}}
}

// conversion runs the conversion operator of a record that gives a type of the kind of t.
func (in *interp) conversion(v value, t *layout.Type) (value, bool) {
	inst := in.instanceFor(v.typ)
	if inst == nil || in.at == nil {
		return value{}, false
	}
	for _, f := range inst.rec.conversions {
		if f.decl.Body == nil || f.decl.Result == nil || len(f.decl.Params) > 0 {
			continue
		}
		var got *layout.Type
		in.within(f.file, inst.tmpl, inst, func() *layout.Type { got = in.typeOf(f.decl.Result); return nil })
		if got == nil || got.Kind != t.Kind {
			continue
		}
		p := in.temporary(v)
		return in.inline(&callable{decl: f.decl, file: f.file, this: &p, name: "conversion"}, f, nil, in.at), true
	}
	return value{}, false
}

// assignOperator runs an overloaded operator= from another type.
func (in *interp) assignOperator(p place, v value, x *ast.Assign) (value, bool) {
	inst := in.instanceFor(p.typ)
	if inst == nil {
		return value{}, false
	}
	for _, f := range in.methods(inst, "operator=") {
		if f.decl.Body != nil && len(f.decl.Params) == 1 {
			return in.inlineValues([]*function{f}, p, &v, x), true
		}
	}
	return value{}, false
}
