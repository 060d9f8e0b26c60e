package kernelrun

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// discard evaluates for the effect.
func (t *thread) discard(x ast.Expr) {
	switch x := bare(x).(type) {
	case *ast.Assign:
		t.step()
		t.assign(x)
	case *ast.Binary:
		if x.Op == "," {
			t.discard(x.X)
			t.discard(x.Y)
			return
		}
		t.val(x)
	case *ast.Unary:
		if x.Op == "++" || x.Op == "--" {
			t.step()
			t.increment(x)
			return
		}
		t.val(x)
	default:
		t.val(x)
	}
}

func (t *thread) unary(x *ast.Unary) value {
	switch x.Op {
	case "*":
		return t.loadAt(x, t.ref(x))
	case "&":
		if id, ok := bare(x.X).(*ast.Ident); ok {
			if _, isVar := t.look(id.Name()); !isVar && len(t.m.funcs[id.Name()]) > 0 {
				return t.val(id)
			}
		}
		p := t.ref(x.X)
		return value{t: pointerTo(p.t), i: int64(p.addr)}
	case "++", "--":
		if x.Post {
			p := t.ref(x.X)
			old := t.loadAt(x, p)
			t.at = x.Span
			t.store(p, t.binary(x.Op[:1], old, value{t: tInt, i: 1}))
			return old
		}
		return t.quiet(t.increment(x))
	}
	v := t.val(x.X)
	switch x.Op {
	case "!":
		if v.t.number() || v.t.kind == pointerKind {
			return truthValue(!v.truth())
		}
	case "-":
		if v.t.kind == floatKind {
			return value{t: v.t, f: -v.f}
		}
		if v.t.number() {
			return intValue(promoted(v.t), -v.i)
		}
	case "+":
		if v.t.number() {
			return t.convert(v, promoted(v.t))
		}
	case "~":
		if v.t.number() {
			return intValue(promoted(v.t), ^v.i)
		}
	}
	if r, ok := t.operator(x.Op, v); ok {
		return r
	}
	panic(t.unknown("%s of %s", x.Op, v.t.name))
}

func (t *thread) increment(x *ast.Unary) place {
	p := t.ref(x.X)
	v := t.loadAt(x, p)
	t.at = x.Span
	t.store(p, t.binary(x.Op[:1], v, value{t: tInt, i: 1}))
	return p
}

func (t *thread) infix(x *ast.Binary) value {
	switch x.Op {
	case "&&":
		return truthValue(t.truth(x.X) && t.truth(x.Y))
	case "||":
		return truthValue(t.truth(x.X) || t.truth(x.Y))
	case ",":
		t.discard(x.X)
		return t.val(x.Y)
	}
	if stream, ok := t.stream(x); ok {
		return stream
	}
	a := t.val(x.X)
	b := t.val(x.Y)
	t.at = x.Span
	return t.binary(x.Op, a, b)
}

func (t *thread) assign(x *ast.Assign) place {
	if x.Op == "=" {
		if l, ok := x.Y.(*ast.InitList); ok {
			p := t.ref(x.X)
			v := t.load(t.temporary(p.t, l))
			t.at = x.X.Pos()
			t.store(p, v)
			return p
		}
		v := t.val(x.Y)
		p := t.ref(x.X)
		if p.t.kind == recordKind && v.t != p.t {
			if _, ok := t.operatorRef("=", p, []value{v}); ok {
				return p
			}
		}
		t.at = x.X.Pos()
		t.store(p, v)
		return p
	}
	y := t.val(x.Y)
	p := t.ref(x.X)
	if p.t.kind == recordKind {
		if q, ok := t.operatorRef(x.Op, p, []value{y}); ok {
			return q
		}
	}
	old := t.loadAt(x.X, p)
	v := t.binary(strings.TrimSuffix(x.Op, "="), old, y)
	t.at = x.X.Pos()
	t.store(p, v)
	return p
}

func (t *thread) cast(x *ast.Cast) value {
	ty := t.typeOf(x.Type)
	if ty == nil {
		return t.val(x.X)
	}
	if ty.kind == referenceKind {
		return t.loadAt(x, t.ref(x))
	}
	if l, ok := x.X.(*ast.InitList); ok {
		sp := t.sp
		v := t.load(t.temporary(ty, l))
		t.sp = sp
		return v
	}
	v := t.val(x.X)
	if x.Kind == ast.FunctionalCast && (ty.kind == recordKind || ty.kind == vectorKind) {
		return t.construct(ty, []value{v})
	}
	return t.convert(v, ty)
}

// operator calls an overloaded operator.
func (t *thread) operator(op string, args ...value) (value, bool) {
	list := t.m.funcs["operator"+op]
	var free []*function
	for _, f := range list {
		if f.class == nil {
			free = append(free, f)
		}
	}
	if f, b, ok := t.choose(free, args, nil, nil); ok {
		return t.call(f, args, b, nil), true
	}
	if args[0].t.decl != nil {
		if f, b, ok := t.choose(t.methods(args[0].t, "operator"+op), args[1:], nil, args[0].t.binds); ok {
			this := t.materialize(args[0])
			return t.call(f, args[1:], b, &this), true
		}
	}
	return value{}, false
}

// operatorRef calls an overloaded operator that is given a place.
func (t *thread) operatorRef(op string, p place, args []value) (place, bool) {
	if f, b, ok := t.choose(t.methods(p.t, "operator"+op), args, nil, p.t.binds); ok {
		return t.callPlace(f, args, b, &p), true
	}
	var free []*function
	for _, f := range t.m.funcs["operator"+op] {
		if f.class == nil {
			free = append(free, f)
		}
	}
	all := append([]value{{t: refTo(p.t), i: int64(p.addr)}}, args...)
	if f, b, ok := t.choose(free, all, nil, nil); ok {
		return t.callPlace(f, all, b, nil), true
	}
	return place{}, false
}

func (t *thread) methods(ty *typ, name string) []*function {
	var out []*function
	if ty.decl == nil {
		return nil
	}
	for _, f := range t.m.funcs[name] {
		if f.class == ty.decl {
			out = append(out, f)
		}
	}
	return out
}
