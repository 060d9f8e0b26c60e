package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// eval evaluates an expression: its accesses are reported, its effects on local storage are made, and its value is given.
func (in *interp) eval(x ast.Expr) value {
	if x == nil || !in.step() || in.tooDeep() {
		return value{name: "too large"}
	}
	pos := in.pos
	if in.frame.at == nil {
		in.pos = x.Pos().Start
	}
	in.deep++
	v := in.evalNode(x)
	in.deep--
	in.pos = pos // a constant may be defined, a function may end before a macro that stands here
	return v
}

func (in *interp) evalNode(x ast.Expr) value {
	if len(in.facts) > 0 {
		if p, ok := in.stated(x); ok {
			return in.load(p, x)
		}
	}
	switch x := x.(type) {
	case *ast.Paren:
		return in.eval(x.X)
	case *ast.IntLit:
		return in.intLit(x)
	case *ast.FloatLit:
		if x.Single {
			return floatValue(typeFloat, x.Value)
		}
		return floatValue(typeDouble, x.Value)
	case *ast.StringLit:
		return value{typ: layout.PointerTo(typeChar), same: true, name: "string"}
	case *ast.Ident:
		return in.ident(x)
	case *ast.Unary:
		return in.unary(x)
	case *ast.Binary:
		return in.binary(x)
	case *ast.Assign:
		return in.assign(x)
	case *ast.Cond:
		return in.conditionalExpr(x)
	case *ast.Call:
		in.lastRef = nil
		v := in.call(x)
		if p := in.lastRef; p != nil { // a reference, read here
			in.lastRef = nil
			return in.load(*p, x)
		}
		return v
	case *ast.Launch:
		in.launch(x)
		return value{}
	case *ast.Index, *ast.Member:
		if v, ok := in.rvalueMember(x); ok {
			return v
		}
		if p, ok := in.ref(x); ok {
			return in.load(p, x)
		}
		return unknown(nil, in.text(x))
	case *ast.Cast:
		return in.cast(x)
	case *ast.Construct:
		return in.construct(in.typeOf(x.Type), x.Args, x)
	case *ast.InitList:
		return in.initList(x, nil)
	case *ast.SizeofType:
		return in.sizeOf(in.typeOf(x.Type), x.Op)
	case *ast.SizeofExpr:
		return in.sizeofExpr(x)
	case *ast.Lambda:
		return value{fn: &callable{lambda: x, scope: in.frame.scope, file: in.frame.file, this: in.frame.this, tmpl: in.frame.tmpl, name: "lambda"}}
	case *ast.This:
		if in.frame.this != nil {
			return value{typ: layout.PointerTo(in.frame.this.typ), obj: in.frame.this.obj, num: in.frame.this.off}
		}
	case *ast.New:
		for _, a := range x.Args {
			in.eval(a)
		}
		t := in.typeOf(x.Type)
		return value{typ: layout.PointerTo(t), obj: &object{name: in.text(x), space: trace.Local, typ: t}, num: indexmath.Const(0)}
	case *ast.Delete:
		in.eval(x.X)
	case *ast.PackExpansion:
		return in.eval(x.X)
	case *ast.Fold:
		if x.Left != nil {
			in.eval(x.Left)
		}
		if x.Right != nil {
			in.eval(x.Right)
		}
		return unknown(nil, in.text(x))
	case *ast.BadExpr:
		for _, p := range x.Parts {
			in.eval(p)
		}
		return unknown(nil, "unreadable expression")
	}
	return unknown(nil, in.text(x))
}

func (in *interp) intLit(x *ast.IntLit) value {
	switch x.Kind {
	case ast.IntBool:
		return constBool(x.Value != 0)
	case ast.IntChar:
		return value{typ: typeChar, num: indexmath.Const(int64(x.Value))}
	case ast.IntNull:
		return value{typ: layout.PointerTo(nil), num: indexmath.Const(0), same: true, name: "null"}
	}
	if x.Overflow || x.Value > 1<<63-1 {
		return value{typ: typeSize, same: true, name: "a number of more than 63 bits"}
	}
	t := typeInt
	switch x.Suffix {
	case "u":
		t = typeUint
	case "ul", "ull", "lu", "llu", "zu", "uz":
		t = typeSize
	case "l", "ll":
		t = typeLong
	default:
		if x.Value > 1<<31-1 {
			t = typeLong
		}
	}
	return intValue(t, indexmath.Const(int64(x.Value)))
}

// lanes are the built-in index variables as records of three unsigned numbers.
func (in *interp) lanes(name string) (value, bool) {
	if name == "warpSize" && in.runs() {
		return constInt(32), true
	}
	c := make(cells, 3)
	for i, axis := range [3]string{"x", "y", "z"} {
		e, ok := in.lane(name, axis)
		if !ok {
			return value{}, false
		}
		c[i] = cell{int64(4 * i), e}
	}
	return value{typ: typeUint3, cells: c}, true
}

// runs reports whether threads run what is read.
func (in *interp) runs() bool { return in.host == nil && in.tid[0].Known() }

// lane is a built-in index variable along an axis.
func (in *interp) lane(name, axis string) (value, bool) {
	if !in.runs() || len(axis) != 1 || axis[0] < 'x' || axis[0] > 'z' {
		return value{}, false
	}
	i := axis[0] - 'x'
	var e indexmath.Expr
	switch name {
	case "threadIdx":
		e = in.tid[i]
		in.shaped = in.shaped || i > 0 || in.run.Block[0] == 1
	case "blockIdx":
		e = in.bid[i]
	case "blockDim":
		e = in.dims[i]
		in.told, in.shaped = true, true
	case "gridDim":
		e = in.grid[i]
		in.told = true
	default:
		return value{}, false
	}
	return intValue(typeUint, e), true
}

// ident evaluates a name.
func (in *interp) ident(x *ast.Ident) value {
	name, plain := x.Plain()
	if plain {
		if v, ok := in.lanes(name); ok {
			return v
		}
		if m := in.macro(name, false); m != nil {
			if v, ok := in.macroValue(m, x); ok {
				return v
			}
		}
		if b, ok := in.binding(name); ok && !b.is {
			if _, local := in.frame.scope.lookup(name); !local {
				return b.val
			}
		}
	}
	if p, ok := in.nameRef(x); ok {
		return in.load(p, x)
	}
	if v, ok := in.constant(x); ok {
		return v
	}
	if fs := in.functionsNamed(x); len(fs) > 0 {
		return value{fn: &callable{decl: fs[0].decl, file: fs[0].file, args: x.Parts[len(x.Parts)-1].Args, at: in.frame.scope, name: x.Name()}, same: true}
	}
	if plain {
		if v, ok := wellKnown[name]; ok {
			return constInt(v)
		}
	}
	key := in.text(x)
	if v, ok := in.names[key]; ok {
		return v
	}
	v := value{same: true, name: key}
	v.num = in.param(key, nil)
	in.names[key] = v
	return v
}

// wellKnown are constants of the standard headers.
var wellKnown = map[string]int64{
	"INT_MAX": 1<<31 - 1, "INT_MIN": -1 << 31, "UINT_MAX": 1<<32 - 1, "SHRT_MAX": 1<<15 - 1, "USHRT_MAX": 1<<16 - 1,
	"CHAR_BIT": 8, "UCHAR_MAX": 255, "NULL": 0, "cudaSuccess": 0, "EXIT_SUCCESS": 0, "EXIT_FAILURE": 1, "RAND_MAX": 1<<31 - 1,
	"true": 1, "false": 0, "TRUE": 1, "FALSE": 0,
}

// macroValue evaluates a use of an object-like macro.
func (in *interp) macroValue(m *ast.Macro, x *ast.Ident) (value, bool) {
	if m.Body == "" || in.macros.depth > maxExpand {
		return value{}, false
	}
	in.macros.pos = in.pos
	text := in.macros.text(in.frame.file, m.Body, map[string]bool{m.Name: true})
	e, ok := in.macros.expr(in, text, x)
	if !ok {
		return value{}, false
	}
	if id, same := e.(*ast.Ident); same && id.Name() == m.Name {
		return value{}, false // #define N N
	}
	var v value
	in.atUse(x, func() { v = in.eval(e) })
	return v, true
}

// atUse runs f while everything stands at the use of a macro.
func (in *interp) atUse(n ast.Node, f func()) {
	if in.frame.at != nil {
		f()
		return
	}
	at := n.Pos()
	in.frame.at = &at
	in.macros.depth++
	f()
	in.macros.depth--
	in.frame.at = nil
}

// nameRef finds the storage that a name stands for.
func (in *interp) nameRef(x *ast.Ident) (place, bool) {
	name, plain := x.Plain()
	if plain {
		if p, ok := in.frame.scope.lookup(name); ok {
			return p, true
		}
		if in.frame.this != nil {
			if p, ok := in.member(*in.frame.this, ast.NamePart{Name: name}, x); ok {
				return p, true
			}
		}
		if in.frame.rec != nil {
			if p, ok := in.static(in.frame.rec, name); ok {
				return p, true
			}
		}
	} else if len(x.Parts) > 1 {
		if owner := in.ownerOf(x.Parts[:len(x.Parts)-1], 0); owner != nil {
			if p, ok := in.static(owner, x.Name()); ok {
				return p, true
			}
		}
	}
	if g, ok := in.t.vars[x.Name()]; ok {
		return in.global(g), true
	}
	return place{}, false
}

// constant finds an enumerator or a constant of a record.
func (in *interp) constant(x *ast.Ident) (value, bool) {
	e, ok := in.t.enums[x.Name()]
	if !ok || e.busy {
		return value{}, false
	}
	e.busy = true
	defer func() { e.busy = false }()
	n := int64(0)
	for i := e.index; i >= 0; i-- {
		c := e.decl.Values[i]
		if c.Value == nil {
			n++
			continue
		}
		var v value
		in.within(e.file, in.frame.tmpl, in.frame.rec, func() *layout.Type { v = in.eval(c.Value); return nil })
		base, ok := v.integer()
		if !ok {
			return value{typ: typeInt, num: v.num, same: true, name: x.Name()}, i == e.index
		}
		return constInt(base + n), true
	}
	return constInt(n - 1), true
}

// functionsNamed are the functions that a name may mean.
func (in *interp) functionsNamed(x *ast.Ident) []*function {
	if len(x.Parts) > 1 {
		if owner := in.ownerOf(x.Parts[:len(x.Parts)-1], 0); owner != nil {
			if ms := owner.rec.methods[x.Name()]; len(ms) > 0 {
				return ms
			}
		}
	}
	if in.frame.rec != nil {
		if ms := in.methods(in.frame.rec, x.Name()); len(ms) > 0 {
			return ms
		}
	}
	if fs := in.t.funcs[x.Name()]; spread(fs) {
		return in.lookupOf(x).pick(fs)
	}
	return in.t.funcs[x.Name()]
}

func (in *interp) methods(inst *instance, name string) []*function {
	if ms := inst.rec.methods[name]; len(ms) > 0 {
		return ms
	}
	for _, b := range inst.base {
		if ms := in.methods(b, name); len(ms) > 0 {
			return ms
		}
	}
	return nil
}

func (in *interp) conditionalExpr(x *ast.Cond) value {
	c := in.cond(in.eval(x.C))
	if n, ok := c.Const(); ok {
		chosen, other := x.X, x.Y
		if n == 0 {
			chosen, other = other, chosen
		}
		v := in.eval(chosen)
		if isInteger(v.typ) && !calls(other) { // 1 ? -1 : 0u is 4294967295
			if o := in.peek(other); isInteger(o.typ) {
				v = in.convert(v, layout.Arithmetic(v.typ, o.typ), false)
			}
		}
		return v
	}
	base := in.st
	var a, b value
	sa, sb := newState(base), newState(base)
	text := in.text(x.C)
	then := in.branch(c, text, false, sa, func() { a = in.eval(x.X) })
	els := in.branch(c, text, true, sb, func() { b = in.eval(x.Y) })
	if len(then)+len(els) > 0 {
		in.emit(&trace.If{Cond: c, Then: then, Else: els})
	}
	base.join(c, sa, sb, text)
	in.st = base
	if isInteger(a.typ) && isInteger(b.typ) {
		t := layout.Arithmetic(a.typ, b.typ)
		a, b = in.convert(a, t, false), in.convert(b, t, false)
	}
	if !a.num.Known() && isInteger(a.typ) {
		a.num = in.number(a)
	}
	if !b.num.Known() && isInteger(b.typ) {
		b.num = in.number(b)
	}
	return joinValues(c, a, b, text)
}

// branch walks one side of a condition in a state of its own and returns what it emits.
func (in *interp) branch(c indexmath.Expr, text string, not bool, st *state, f func()) []trace.Node {
	old := in.st
	in.st = st
	g := guardOf(c, text, not)
	in.under = append(in.under, g)
	cond := c
	if not {
		cond = indexmath.LNot(c)
	}
	in.frame.conds = append(in.frame.conds, cond)
	list := in.collect(f)
	in.frame.conds = in.frame.conds[:len(in.frame.conds)-1]
	in.under = in.under[:len(in.under)-1]
	in.st = old
	return list
}

func (in *interp) sizeOf(t *layout.Type, op string) value {
	if t == nil || t.Size == 0 {
		return value{typ: typeSize, same: true, name: op}
	}
	if in.stands[t] {
		in.measured = t
	}
	if op == "sizeof" {
		return intValue(typeSize, indexmath.Const(t.Size))
	}
	return intValue(typeSize, indexmath.Const(t.Align))
}

func (in *interp) sizeofExpr(x *ast.SizeofExpr) value {
	inner := x.X
	for {
		p, ok := inner.(*ast.Paren)
		if !ok {
			break
		}
		inner = p.X
	}
	if id, ok := inner.(*ast.Ident); ok && !in.isValue(id) {
		if t := in.named(id.Parts, 0); t != nil {
			return in.sizeOf(t, "sizeof")
		}
	}
	var t *layout.Type
	in.quiet(func() {
		if p, ok := in.ref(inner); ok {
			t = p.typ
			return
		}
		t = in.eval(inner).typ
	})
	return in.sizeOf(t, "sizeof")
}

func (in *interp) cast(x *ast.Cast) value {
	if pt, ok := x.Type.(*ast.RefType); ok { // reinterpret_cast<T&>(x)
		if p, ok := in.ref(x); ok {
			return in.load(p, x)
		}
		return in.convert(in.eval(x.X), in.typeOf(pt.Elem), true)
	}
	t := in.typeOf(x.Type)
	v := in.eval(x.X)
	if t == nil || t.Kind == layout.Pointer && nameless(t.Elem) {
		if pt, ok := x.Type.(*ast.PointerType); ok {
			elem := in.typeOf(pt.Elem)
			if nameless(elem) {
				elem = &layout.Type{Name: in.text(pt.Elem)} // of a size that nothing tells
			}
			v.typ = layout.PointerTo(elem)
			return v
		}
		if v.typ == nil || v.obj != nil || isInteger(v.typ) {
			return v // an integer type that is not known
		}
		return value{same: v.uniform(), name: in.text(x)}
	}
	if isRecord(t) && !t.Vector && v.cells == nil && in.instanceFor(t) != nil && v.typ != t {
		return in.construct(t, []ast.Expr{x.X}, x)
	}
	return in.convert(v, t, true)
}
