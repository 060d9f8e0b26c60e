package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// A comment says where a wrapper that cannot be read puts an element:
//
//	// cudalint: layout(tile(y, x) = y * 64 + (x ^ (y & 7) * 8), half)      an accessor from a library
//	// cudalint: layout(rows[y][x] = y * 33 + x)                            rows of a length that the text does not tell
//	// cudalint: layout(view.at(y, x) = y * 1024 + x, float, global)
//
// The index is in elements. Of an array that is in sight the type and the memory are those of the array; else the type has to be given,
// and the memory is shared unless it says global.

// statedLayout is such a statement.
type statedLayout struct {
	name, method string   // method is "" for name(..) and name[..]
	params       []string // of the call, or of the subscripts
	subscripts   bool
	index        ast.Expr
	typ          ast.Type // nil when not given
	space        trace.Space
}

const layoutForms = "write NAME(I, J) = INDEX, NAME[I][J] = INDEX or NAME.METHOD(I, J) = INDEX, then the element's type and shared or global where NAME is no array"

// readLayout takes a layout statement apart.
func (f *Fact) readLayout() {
	f.Error = layoutForms
	parts := splitOutside(f.Text, ',')
	head := parts[0]
	eq := strings.Index(head, "=")
	if eq < 0 || len(parts) > 3 {
		return
	}
	left, ok := parser.Expr(head[:eq], f.Place.Span)
	right, ok2 := parser.Expr(head[eq+1:], f.Place.Span)
	if !ok || !ok2 {
		return
	}
	l := &statedLayout{index: right, space: trace.Shared}
	if !l.readLeft(strip(left)) {
		return
	}
	if len(parts) > 1 {
		if l.typ, ok = parser.Type(strings.TrimSpace(parts[1]), source.Span{}); !ok {
			return
		}
	}
	if len(parts) > 2 {
		switch strings.TrimSpace(parts[2]) {
		case "shared":
		case "global":
			l.space = trace.Global
		default:
			return
		}
	}
	f.Error, f.name, f.layout = "", l.name, l
}

func (l *statedLayout) readLeft(x ast.Expr) bool {
	var args []ast.Expr
	switch y := x.(type) {
	case *ast.Call:
		args = y.Args
		switch fun := strip(y.Fun).(type) {
		case *ast.Ident:
			l.name = fun.Name()
		case *ast.Member:
			id, ok := strip(fun.X).(*ast.Ident)
			if !ok {
				return false
			}
			l.name, l.method = id.Name(), fun.Name.Name
		}
	case *ast.Index:
		l.subscripts = true
		l.name, args = subscripted(y)
	}
	for _, a := range args {
		id, ok := strip(a).(*ast.Ident)
		if !ok {
			return false
		}
		l.params = append(l.params, id.Name())
	}
	return l.name != "" && len(l.params) > 0
}

// subscripted is the name and the subscripts of name[i][j]; "" when something else is subscripted.
func subscripted(x *ast.Index) (string, []ast.Expr) {
	var args []ast.Expr
	for {
		args = append([]ast.Expr{x.I}, args...)
		switch y := strip(x.X).(type) {
		case *ast.Index:
			x = y
		case *ast.Ident:
			return y.Name(), args
		default:
			return "", nil
		}
	}
}

// splitOutside splits a text at a character that stands outside of all brackets.
func splitOutside(s string, at byte) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == at && depth == 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// match gives the arguments of an expression that a statement is about.
func (l *statedLayout) match(x ast.Expr) ([]ast.Expr, bool) {
	var args []ast.Expr
	switch y := x.(type) {
	case *ast.Call:
		if l.subscripts {
			return nil, false
		}
		args = y.Args
		switch fun := strip(y.Fun).(type) {
		case *ast.Ident:
			if name, plain := fun.Plain(); !plain || name != l.name || l.method != "" {
				return nil, false
			}
		case *ast.Member:
			id, ok := strip(fun.X).(*ast.Ident)
			if !ok || id.Name() != l.name || fun.Name.Name != l.method {
				return nil, false
			}
		default:
			return nil, false
		}
	case *ast.Index:
		name, list := subscripted(y)
		if !l.subscripts || name != l.name {
			return nil, false
		}
		args = list
	}
	return args, len(args) == len(l.params)
}

// stated is the place of an element whose layout a comment states.
func (in *interp) stated(x ast.Expr) (place, bool) {
	for _, f := range in.facts {
		if f.layout == nil || f.Error != "" || f.busy {
			continue
		}
		args, ok := f.layout.match(x)
		if !ok {
			continue
		}
		f.busy = true
		p, ok := in.statedPlace(f, args, x)
		f.busy = false
		if ok {
			return p, true
		}
	}
	return place{}, false
}

// statedPlace works the statement out. What the text itself tells stands against it: an array's extents, a wrapper's definition.
func (in *interp) statedPlace(f *Fact, args []ast.Expr, x ast.Expr) (place, bool) {
	l := f.layout
	own, read := in.ownPlace(l, x)
	base, elem := place{}, (*layout.Type)(nil)
	if v := in.namedArray(l); v.obj != nil && v.obj.array != nil {
		base = place{obj: v.obj, off: v.num}
		elem = innermost(v.obj.typ)
		if v.obj.typ == nil || v.obj.typ.Kind == layout.Pointer {
			elem = elemOf(v.typ)
		}
	}
	if l.typ != nil {
		elem = in.typeOf(l.typ)
	}
	if elem == nil || elem.Size <= 0 {
		if !read {
			f.Error = "the type of " + l.name + "'s elements is not known: add it, as in layout(.. = .., float)"
		}
		return place{}, false
	}
	f.Used = true
	if base.obj == nil {
		base = in.statedArray(l, elem, x)
	}
	outer := in.frame.scope
	in.frame.scope = &scope{up: outer}
	for i, a := range args {
		q := in.temporary(in.eval(a))
		q.obj.name = l.params[i]
		if q.typ == nil {
			q.typ, q.obj.typ = typeInt, typeInt
		}
		in.frame.scope.declare(l.params[i], q)
	}
	var index indexmath.Expr
	in.quiet(func() { index = in.number(in.eval(l.index)) })
	in.frame.scope = outer
	off := indexmath.Add(base.off, indexmath.Mul(index, indexmath.Const(elem.Size)))
	if read {
		if own.off.Known() && !own.off.Equal(off) && f.Found == "" {
			at := in.place(x)
			f.Launch, f.Found = &at, indexmath.Div(own.off, indexmath.Const(elem.Size)).String()
		}
		return place{}, false
	}
	return place{obj: base.obj, off: off, typ: elem, ref: x}, true
}

// ownPlace is what the text tells of the element, without the statement; false when it tells nothing.
func (in *interp) ownPlace(l *statedLayout, x ast.Expr) (p place, ok bool) {
	old := in.st
	in.st = newState(old)
	in.quiet(func() { p, ok = in.ref(x) })
	in.st = old
	if !ok || p.obj == nil || p.obj.array == nil || p.obj.array.Space == trace.UnknownSpace {
		return place{}, false
	}
	for _, s := range p.off.Syms() {
		if strings.HasPrefix(s.Name, "the pitch of ") {
			return place{}, false
		}
	}
	return p, p.off.Known()
}

// namedArray is the array that a statement names, as a pointer to its first element.
func (in *interp) namedArray(l *statedLayout) (v value) {
	p, ok := in.frame.scope.lookup(l.name)
	if !ok {
		return value{}
	}
	if p.typ != nil && p.typ.Kind == layout.Array {
		return in.decay(p)
	}
	if p.obj.array == nil && p.typ != nil && p.typ.Kind == layout.Pointer {
		v, _ = in.st.load(p.obj, 0, p.typ)
	}
	return v
}

// statedArray stands for the memory behind a wrapper.
func (in *interp) statedArray(l *statedLayout, elem *layout.Type, x ast.Node) place {
	key := "layout of " + l.name + "." + l.method
	o, ok := in.objects[key]
	if !ok {
		o = &object{name: l.name, space: l.space, typ: elem}
		o.array = &Array{Name: l.name, Space: l.space, Place: in.place(x), Type: elem, Elem: innermost(elem), Base: &trace.Base{Align: 128}}
		in.run.Arrays = append(in.run.Arrays, o.array)
		in.objects[key] = o
	}
	return place{obj: o, off: indexmath.Const(0)}
}
