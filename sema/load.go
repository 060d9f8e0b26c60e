package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// load reads the value at a place: from memory, which is an access, or from local storage.
func (in *interp) load(p place, x ast.Node) value {
	if p.typ != nil && p.typ.Kind == layout.Array {
		return in.decay(p)
	}
	if p.obj.array != nil {
		return in.loadMemory(p, x)
	}
	in.told = in.told || p.obj.told
	off, ok := p.off.Const()
	if !ok {
		return in.loadUnsure(p, x)
	}
	if v, ok := in.st.load(p.obj, off, p.typ); ok {
		if v.typ == nil || isRecord(v.typ) && v.cells == nil && p.typ != nil && !isRecord(p.typ) {
			v.typ = p.typ // the first member of a record of which no more is known than where it comes from
		}
		if v.cells != nil && p.obj.param {
			return in.fillParam(p, off, v, x)
		}
		return v
	}
	if p.obj.param || in.host != nil {
		return in.fillParam(p, off, value{typ: p.typ}, x)
	}
	return value{typ: p.typ, name: in.text(x)}
}

// loadUnsure reads a local array at an index that is not a constant: all elements alike give that value.
func (in *interp) loadUnsure(p place, x ast.Node) value {
	v := value{typ: p.typ, name: in.text(x)}
	c, ok := in.st.get(p.obj)
	if !ok {
		v.same = p.obj.param && !p.off.Varies()
		return v
	}
	if p.typ != nil && p.typ.Kind == layout.Pointer {
		for _, e := range c.cells {
			if e.v.obj != nil { // buffers that are taken in turn
				return value{typ: p.typ, obj: e.v.obj, num: e.v.num}
			}
		}
	}
	if isInteger(p.typ) && len(c.cells) <= 64 && p.typ.Size > 0 {
		if n, full := chain(c.cells, p); full {
			return intValue(p.typ, n)
		}
	}
	v.same = !p.off.Varies()
	for _, e := range c.cells {
		v.same = v.same && e.v.uniform()
	}
	return v
}

// chain is the element of a small array of known integers at an unknown index, as a chain of selections.
func chain(c cells, p place) (indexmath.Expr, bool) {
	if len(c) == 0 {
		return indexmath.Expr{}, false
	}
	out := c[len(c)-1].v.num
	for i := len(c) - 1; i >= 0; i-- {
		e := c[i].v
		if !e.num.Known() || e.obj != nil {
			return indexmath.Expr{}, false
		}
		if i < len(c)-1 {
			out = indexmath.Select(indexmath.Eq(p.off, indexmath.Const(c[i].off)), e.num, out)
		}
	}
	return out, true
}

// fillParam gives the unknown cells of a uniform object symbols of their own, and remembers them.
func (in *interp) fillParam(p place, off int64, v value, x ast.Node) value {
	if p.typ == nil || p.typ.Kind == layout.Record {
		return value{typ: p.typ, cells: v.cells, same: true, name: in.text(x)}
	}
	name := p.obj.name
	if p.obj.typ != nil && p.obj.typ.Kind == layout.Record {
		if path, _, ok := p.obj.typ.At(off); ok {
			name += "." + path
		}
	} else if off != 0 {
		name = in.text(x)
	}
	out := value{typ: p.typ, same: true, name: name}
	if !isFloat(p.typ) && p.typ.Kind != layout.Pointer {
		out.num = in.param(name, p.typ)
	}
	root := in.st
	for root.up != nil {
		root = root.up
	}
	if _, held := in.st.get(p.obj); held {
		in.st.store(p.obj, off, p.typ, out)
	} else {
		root.store(p.obj, off, p.typ, out)
	}
	return out
}

// store writes a value to a place.
func (in *interp) store(p place, v value, x ast.Node) {
	if p.obj.array != nil {
		in.accessAll(p, trace.Store, x)
		return
	}
	p.obj.told = p.obj.told || in.told
	if p.typ != nil {
		v = in.convert(v, p.typ, false)
	}
	off, ok := p.off.Const()
	if !ok {
		in.st.forget(p.obj)
		return
	}
	in.st.store(p.obj, off, p.typ, v)
}
