package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// rangeFor walks `for (T x : a)`: over an array by index, over what has begin and end by its iterators, over anything else once.
func (in *interp) rangeFor(s *ast.RangeFor) {
	p, ok := in.ref(s.Range)
	t := in.typeOf(s.Var.Type)
	if !ok || p.typ == nil || p.typ.Kind != layout.Array || p.typ.Len < 0 {
		if !ok {
			if v := in.eval(s.Range); isRecord(v.typ) {
				p, ok = in.temporary(v), true
			}
		}
		if ok && in.rangeOver(s, p) {
			return
		}
		o := &object{name: s.Var.Name, space: trace.Local, typ: t}
		in.st.store(o, 0, t, unknown(t, s.Var.Name))
		in.frame.scope.declare(s.Var.Name, place{obj: o, off: indexmath.Const(0), typ: t})
		in.loop(loopParts{body: s.Body, node: s})
		return
	}
	o := &object{name: "index of " + s.Var.Name, space: trace.Local, typ: typeInt}
	in.st.store(o, 0, typeInt, constInt(0))
	name := "\x00" + s.Var.Name
	in.frame.scope.declare(name, place{obj: o, off: indexmath.Const(0), typ: typeInt})
	at := s.At
	i := &ast.Ident{At: at, Parts: []ast.NamePart{{Name: name}}}
	n := &ast.IntLit{At: at, Value: uint64(p.typ.Len)}
	before := func() {
		v, _ := in.st.load(o, 0, typeInt)
		size, _ := width(p.typ.Elem)
		q := place{obj: p.obj, off: indexmath.Add(p.off, indexmath.Mul(in.number(v), indexmath.Const(size))), typ: p.typ.Elem}
		if isRef(s.Var.Type) {
			in.frame.scope.declare(s.Var.Name, q)
			return
		}
		x := &object{name: s.Var.Name, space: trace.Local, typ: p.typ.Elem}
		in.st.store(x, 0, x.typ, in.load(q, s.Range))
		in.frame.scope.declare(s.Var.Name, place{obj: x, off: indexmath.Const(0), typ: x.typ})
	}
	in.loop(loopParts{
		cond: &ast.Binary{At: at, Op: "<", X: i, Y: n}, post: &ast.Unary{At: at, Op: "++", X: i}, body: s.Body, node: s, name: s.Var.Name, before: before,
	})
}

// rangeOver walks over an object of a class whose begin() and end() are there to be read.
func (in *interp) rangeOver(s *ast.RangeFor, p place) bool {
	inst := in.instanceFor(p.typ)
	if inst == nil {
		return false
	}
	first, last := in.methods(inst, "begin"), in.methods(inst, "end")
	if len(first) == 0 || len(last) == 0 {
		return false
	}
	at := s.At
	hidden := func(what string, v value) *ast.Ident {
		q := in.temporary(v)
		q.obj.name, q.obj.told = what+" of "+s.Var.Name, in.told
		name := "\x00" + q.obj.name
		in.frame.scope.declare(name, q)
		return &ast.Ident{At: at, Parts: []ast.NamePart{{Name: name}}}
	}
	in.told = false
	from, to := in.callMember(first, p, nil, nil, s.Range), in.callMember(last, p, nil, nil, s.Range)
	switch {
	case from.isPointer() && from.obj == nil:
		from.obj, from.num = in.pointee(from, s.Range), indexmath.Const(0)
	case !isRecord(from.typ) && from.obj == nil:
		return false
	}
	i, end := hidden("iterator", from), hidden("end", to)
	element := &ast.Unary{At: at, Op: "*", X: i}
	before := func() {
		if isRef(s.Var.Type) {
			if q, ok := in.ref(element); ok {
				in.frame.scope.declare(s.Var.Name, q)
				return
			}
		}
		v := in.eval(element)
		x := &object{name: s.Var.Name, space: trace.Local, typ: in.typeOf(s.Var.Type), told: in.told}
		if x.typ == nil {
			x.typ = v.typ
		}
		in.st.store(x, 0, x.typ, in.convert(v, x.typ, false))
		in.frame.scope.declare(s.Var.Name, place{obj: x, off: indexmath.Const(0), typ: x.typ})
	}
	in.loop(loopParts{
		cond: &ast.Binary{At: at, Op: "!=", X: i, Y: end}, post: &ast.Unary{At: at, Op: "++", X: i}, body: s.Body, node: s, name: s.Var.Name, before: before,
	})
	return true
}
