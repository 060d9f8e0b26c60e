package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// call evaluates a call: a macro, a built-in function, a lambda, a constructor, a functional cast, or a function that is inlined.
func (in *interp) call(x *ast.Call) value {
	if v, ok := in.macroCall(x); ok {
		return v
	}
	switch fun := strip(x.Fun).(type) {
	case *ast.Ident:
		return in.callNamed(x, fun)
	case *ast.Member:
		return in.callMethod(x, fun)
	}
	v := in.eval(x.Fun)
	if v.fn != nil {
		return in.callValue(v.fn, x.Args, x)
	}
	return in.callUnknown(x, in.text(x))
}

func strip(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

// macroCall evaluates a use of a function-like macro.
func (in *interp) macroCall(x *ast.Call) (value, bool) {
	e, ok := in.macroUse(x)
	if !ok {
		return value{}, false
	}
	if e == nil {
		return value{}, true
	}
	var v value
	in.atUse(x, func() { v = in.eval(e) })
	return v, true
}

// macroUse is what a macro's use as a call gives as an expression; nil when it gives statements, which are walked here.
func (in *interp) macroUse(x *ast.Call) (ast.Expr, bool) {
	text, ok := in.macroText(x)
	if !ok {
		return nil, false
	}
	if e, ok := in.macros.expr(in, text, x); ok {
		return e, true
	}
	if list, ok := in.macros.statements(in, text+";", x); ok {
		in.atUse(x, func() { in.stmts(list) })
		return nil, true
	}
	return nil, false
}

// macroText is the text that a call gives when it is the use of a macro: of a function-like one, or of an object-like one that
// names a function (#define LOAD __ldg).
func (in *interp) macroText(x *ast.Call) (string, bool) {
	id, ok := x.Fun.(*ast.Ident)
	if !ok || in.frame.at != nil || in.macros.depth > maxExpand {
		return "", false
	}
	name, plain := id.Plain()
	if !plain {
		return "", false
	}
	src := in.frame.file.file.Source
	in.macros.pos = in.pos
	if m := in.macro(name, true); m != nil {
		args := make([]string, 0, len(x.Raw))
		for _, r := range x.Raw {
			args = append(args, in.macros.text(in.frame.file, src.Slice(r), map[string]bool{}))
		}
		return in.macros.call(in.frame.file, m, args)
	}
	m := in.macro(name, false)
	if m == nil || m.Body == "" {
		return "", false
	}
	use := src.Slice(source.Span{Start: id.Span.Start, End: x.Span.End})
	text := in.macros.text(in.frame.file, use, map[string]bool{})
	return text, text != use
}

func (in *interp) callNamed(x *ast.Call, id *ast.Ident) value {
	name, plain := id.Plain()
	if plain {
		if p, ok := in.frame.scope.lookup(name); ok {
			v := in.load(p, id)
			if v.fn != nil {
				return in.callValue(v.fn, x.Args, x)
			}
			if inst := in.instanceFor(p.typ); inst != nil {
				if ms := in.methods(inst, "operator()"); len(ms) > 0 {
					return in.callMember(ms, p, x.Args, nil, x)
				}
			}
			return in.callUnknown(x, name)
		}
		if b, ok := in.binding(name); ok {
			if b.is && b.typ != nil {
				return in.construct(b.typ, x.Args, x)
			}
			if b.val.fn != nil {
				return in.callValue(b.val.fn, x.Args, x)
			}
		}
	}
	if v, ok := in.builtin(id.Name(), x); ok {
		return v
	}
	if fs := in.functionsNamed(id); len(fs) > 0 {
		return in.callFunctions(fs, id, x)
	}
	if in.host == nil || !plain || in.t.funcs[name] == nil {
		if t := in.named(id.Parts, 0); t != nil {
			return in.construct(t, x.Args, x)
		}
	}
	if p, ok := in.nameRef(id); ok { // a functor that is a global or a member
		if inst := in.instanceFor(p.typ); inst != nil {
			if ms := in.methods(inst, "operator()"); len(ms) > 0 {
				return in.callMember(ms, p, x.Args, nil, x)
			}
		}
	}
	return in.callUnknown(x, in.text(x))
}

// callFunctions inlines the overload that fits.
func (in *interp) callFunctions(fs []*function, id *ast.Ident, x *ast.Call) value {
	given := in.spread(x.Args)
	fs, doubt := in.specialized(fs, id.Parts[len(id.Parts)-1].Args, len(given))
	if doubt {
		in.unsized++
		defer func() { in.unsized-- }()
	}
	f := in.overload(fs, len(given), in.peekTypes(fs, given))
	if f == nil || f.decl.Body == nil {
		return in.callUnknown(x, id.Name())
	}
	c := &callable{decl: f.decl, file: f.file, args: id.Parts[len(id.Parts)-1].Args, at: in.frame.scope, name: f.decl.Name}
	if f.record != nil && !f.decl.Quals.Has(ast.Static) && in.frame.this != nil {
		c.this = in.frame.this
	}
	return in.inline(c, f, given, x)
}

// peekTypes gives the argument types where there is an overload to choose.
func (in *interp) peekTypes(fs []*function, args []ast.Expr) []*layout.Type {
	n := 0
	for _, f := range fs {
		if f.decl.Body != nil && len(f.decl.Params) == len(args) {
			n++
		}
	}
	if n < 2 {
		return nil
	}
	out := make([]*layout.Type, len(args))
	for i, a := range args {
		out[i] = in.peek(a).typ
	}
	return out
}

// overload picks the function that takes n arguments, by their types where several do; device code before host code.
func (in *interp) overload(fs []*function, n int, types []*layout.Type) *function {
	var best *function
	score := -1
	for _, f := range fs[:min(len(fs), maxOverloads)] {
		d := f.decl
		need := 0
		pack := d.Variadic
		for _, p := range d.Params {
			if p.Pack {
				pack = true
			} else if p.Default == nil {
				need++
			}
		}
		if n < need || n > len(d.Params) && !pack {
			continue
		}
		s := 1
		if d.Body != nil {
			s += 100
		}
		if len(d.TemplateArgs) > 0 {
			s-- // a specialization is taken only where its types fit better
		}
		if in.host == nil && d.Quals.Has(ast.Device) || in.host != nil && !d.Quals.Has(ast.Device) {
			s += 10
		}
		for i, p := range d.Params {
			if i < len(types) && types[i] != nil && !p.Pack {
				s += in.fit(d, f, p, types[i])
			}
		}
		if s > score {
			best, score = f, s
		}
	}
	return best
}

func (in *interp) fit(d *ast.FuncDecl, f *function, p *ast.Param, got *layout.Type) int {
	if d.Template != nil {
		out := bindings{}
		in.deduce(d.Template, p.Type, got, out)
		if len(out) > 0 {
			return 2
		}
	}
	var want *layout.Type
	in.within(f.file, nil, nil, func() *layout.Type { want = in.typeOf(p.Type); return nil })
	switch {
	case want == nil:
		return 0
	case want == got || want.String() == got.String():
		return 4
	case want.Kind == got.Kind:
		return 1
	case want.Kind == layout.Pointer && got.Kind == layout.Array:
		return 2
	case (want.Kind == layout.Pointer) != (got.Kind == layout.Pointer):
		return -3
	}
	return 0
}

// callValue calls a lambda or a function by value.
func (in *interp) callValue(c *callable, args []ast.Expr, x ast.Node) value {
	if c.lambda != nil {
		f := &function{decl: &ast.FuncDecl{At: c.lambda.At, Name: "lambda", Params: c.lambda.Params, Result: c.lambda.Result, Body: c.lambda.Body, Template: c.lambda.Template}, file: c.file}
		d := *c
		d.decl = f.decl
		return in.inline(&d, f, args, x)
	}
	args = in.spread(args)
	fs := in.t.exactly(c.decl).pick(in.t.funcs[c.decl.Name])
	f := in.overload(fs, len(args), in.peekTypes(fs, args))
	if f == nil || f.decl.Body == nil {
		for _, a := range args {
			in.eval(a)
		}
		return unknown(nil, in.text(x))
	}
	d := *c
	d.decl, d.file = f.decl, f.file
	return in.inline(&d, f, args, x)
}

// rankOf are member functions of cooperative groups that differ by lane.
var rankOf = map[string]bool{"thread_rank": true, "thread_index": true, "meta_group_rank": true, "shfl_up": true, "shfl_down": true, "shfl_xor": true, "match_any": true}

// callUnknown evaluates the arguments of a function that nothing is known of. Local variables whose address it gets are forgotten.
func (in *interp) callUnknown(x *ast.Call, name string) value {
	same := true
	for _, a := range x.Args {
		v := in.eval(a)
		same = same && v.uniform()
		if v.obj != nil && v.obj.array == nil {
			in.st.forget(v.obj)
		}
		in.dispatched(v, x)
	}
	out := value{same: same, name: in.text(x)}
	if m, ok := strip(x.Fun).(*ast.Member); ok && !m.Arrow {
		if p, ok := in.ref(m.X); ok {
			out.same = same && p.obj.param && !rankOf[m.Name.Name]
			if p.obj.array == nil && p.obj.lazy == nil && !p.obj.param && in.host == nil {
				in.st.forget(p.obj)
			}
		}
	}
	return out
}

// inline walks a function's body with its parameters bound.
func (in *interp) inline(c *callable, f *function, args []ast.Expr, x ast.Node) value {
	d := f.decl
	if in.frame.depth >= maxInline || in.recursive(d, args) {
		for _, a := range args {
			in.eval(a)
		}
		return unknown(nil, "recursive call of "+d.Name)
	}
	fr := &frame{up: in.frame, file: f.file, this: c.this, depth: in.frame.depth + 1, loops: len(in.loops), name: d.Name, call: in.here(x), body: d}
	if c.lambda != nil {
		fr.tmpl = c.tmpl
	}
	if c.this != nil {
		fr.rec = in.instanceFor(c.this.typ)
	}
	if fr.rec == nil && f.record != nil {
		fr.rec = in.instanceOf(f.record, nil)
	}
	fr.scope = &scope{up: c.scope}
	in.bindArgs(fr, c, d, args)
	fr.ret = &object{name: "result of " + d.Name, space: trace.Local}
	fr.node = &trace.Scope{}
	caller := in.frame
	base := in.st
	in.st = newState(base)
	entry := in.st
	fr.entry = entry
	in.frame = fr
	fr.typ = nil
	if d.Result != nil {
		if _, auto := d.Result.(*ast.AutoType); !auto {
			fr.typ = in.typeOf(d.Result)
		}
	}
	fr.refResult = isRef(d.Result)
	list := in.collect(func() {
		in.memberInits(d)
		in.stmts(d.Body.List)
	})
	in.frame = caller
	end := in.finish(fr, entry)
	base.take(end)
	in.st = base
	fr.node.Body = list
	if fr.left {
		in.emit(fr.node)
	} else if in.out != nil {
		*in.out = append(*in.out, list...)
	}
	v, ok := base.load(fr.ret, 0, fr.typ)
	delete(base.own, fr.ret)
	if !ok {
		v = unknown(fr.typ, "result of "+d.Name)
	}
	in.told = in.told || fr.ret.told
	in.lastRef = nil
	if fr.refResult {
		in.lastRef = fr.refPlace
	}
	return v
}

// finish merges the ways out of a function: each early return stands before what comes after it.
func (in *interp) finish(fr *frame, entry *state) *state {
	end := entry
	for i := len(fr.exits) - 1; i >= 0; i-- {
		e := fr.exits[i]
		if end.dead {
			end = e.st
			continue
		}
		merged := newState(entry.up)
		in.steps += len(e.st.own) + len(end.own)
		merged.join(e.cond, e.st, end, "an early return of "+fr.name)
		end = merged
	}
	return end
}

// recursive reports whether a call would go round: a function may call itself only as long as its arguments are constants, or as a
// template with other arguments.
func (in *interp) recursive(d *ast.FuncDecl, args []ast.Expr) bool {
	n := 0
	for f := in.frame; f != nil; f = f.up {
		if f.body == d {
			n++
		}
	}
	limit := 1
	if n == 0 {
		return false
	}
	if d.Template != nil {
		limit = 8
	}
	if n >= limit && n < maxInline && len(args) > 0 {
		for _, a := range args {
			if _, ok := in.peek(a).integer(); !ok {
				return true
			}
		}
		return false
	}
	return n >= limit
}

// given is an argument as it was evaluated: a value, or the place that a reference stands for.
type given struct {
	v         value
	p         place
	ref, told bool
}

// bindArgs evaluates the arguments in the caller and gives them to the parameters.
func (in *interp) bindArgs(fr *frame, c *callable, d *ast.FuncDecl, args []ast.Expr) {
	told := in.told
	in.frame.args++
	var gs []given
	for i, a := range args {
		var g given
		in.told = false
		ref := i < len(d.Params) && isRef(d.Params[i].Type) || i >= len(d.Params) && len(d.Params) > 0 && isPackOfRefs(d.Params[len(d.Params)-1])
		if ref {
			if p, ok := in.ref(a); ok && !(p.typ != nil && p.typ.Kind == layout.Record && p.obj.array != nil && false) {
				g.p, g.ref = p, true
				g.v = value{typ: p.typ, obj: nil}
				gs = append(gs, g)
				continue
			}
		}
		if l, ok := a.(*ast.InitList); ok && i < len(d.Params) {
			g.v = in.initList(l, in.typeOf(d.Params[i].Type))
		} else {
			name := ""
			if i < len(d.Params) {
				name = d.Params[i].Name
			}
			in.narrowed(a, name, d.Body, c.file, func() { g.v = in.eval(a) })
		}
		g.told = in.told
		gs = append(gs, g)
	}
	in.told = told
	in.frame.args--
	if d.Template != nil {
		deduced := bindings{}
		for i, g := range gs {
			if i < len(d.Params) && !d.Params[i].Pack {
				in.deduce(d.Template, d.Params[i].Type, g.v.typ, deduced)
			}
		}
		var explicit []binding
		if len(c.args) > 0 {
			old := in.frame.scope
			if c.at != nil {
				in.frame.scope = c.at
			}
			explicit = in.templateArgs(c.args)
			in.frame.scope = old
		}
		fr.tmpl = in.bindTemplate(d.Template, explicit, deduced)
	}
	caller := in.frame
	for i, p := range d.Params {
		if p.Pack {
			in.declarePack(fr, p, gs[min(i, len(gs)):])
			break
		}
		if i < len(gs) && gs[i].ref {
			q := gs[i].p
			if q.typ == nil {
				in.frame = fr
				q.typ = in.typeOf(p.Type)
				in.frame = caller
			}
			fr.scope.declare(p.Name, q)
			continue
		}
		in.frame = fr
		t := in.typeOf(p.Type)
		if at, ok := p.Type.(*ast.ArrayType); ok {
			t = layout.PointerTo(in.typeOf(at.Elem))
		}
		var v value
		if i < len(gs) {
			v = gs[i].v
			if t != nil && v.typ != t {
				v = in.convert(v, t, false)
			}
		} else if p.Default != nil {
			v = in.eval(p.Default)
		}
		if t == nil {
			t = v.typ
		}
		in.frame = caller
		o := &object{name: p.Name, space: trace.Local, typ: t, told: i < len(gs) && gs[i].told}
		in.st.store(o, 0, t, v)
		fr.scope.declare(p.Name, place{obj: o, off: indexmath.Const(0), typ: t})
	}
}
