package sema

import (
	"slices"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// content is what is stored in a local object: scalars by byte offset.
type content struct {
	cells cells
	owner *state // that alone holds the cells, and may change them; nil for none
}

// state is the storage of local objects at one point of the walk. A branch works on a child state, which holds what it changed.
type state struct {
	up   *state
	own  map[*object]content // nil while there is none
	dead bool                // no lane gets here
}

func newState(up *state) *state { return &state{up: up} }

// find is what is stored in an object, to be read at once.
func (s *state) find(o *object) (content, bool) {
	for ; s != nil; s = s.up {
		if c, ok := s.own[o]; ok {
			return c, true
		}
	}
	return content{}, false
}

// get is what is stored in an object; it stays as it is whatever is stored later.
func (s *state) get(o *object) (content, bool) {
	for ; s != nil; s = s.up {
		if c, ok := s.own[o]; ok {
			if c.owner != nil {
				c.owner = nil
				s.own[o] = c
			}
			return c, true
		}
	}
	return content{}, false
}

// set replaces what is stored in an object.
func (s *state) set(o *object, c content) {
	if s.own == nil {
		s.own = map[*object]content{}
	}
	s.own[o] = c
}

// take makes all that another state holds this one's. The other is not used any more.
func (s *state) take(other *state) {
	for o, c := range other.own {
		if c.owner == other {
			c.owner = s
		}
		s.set(o, c)
	}
}

// load reads the value of type t at a constant offset.
func (s *state) load(o *object, off int64, t *layout.Type) (value, bool) {
	c, ok := s.find(o)
	if !ok {
		return value{}, false
	}
	if v, ok := c.cells.at(off); ok && !(isRecord(t) && v.cells == nil && !isRecord(v.typ)) {
		return v, true
	}
	if t == nil || t.Kind != layout.Record && t.Kind != layout.Array {
		return value{}, false
	}
	return value{typ: t, cells: c.cells.slice(off, max(t.Size, 1))}, true
}

// store writes v at a constant offset; it replaces every cell that it covers.
func (s *state) store(o *object, off int64, t *layout.Type, v value) {
	size := int64(1)
	if t != nil && t.Size > 0 {
		size = t.Size
	}
	old, _ := s.find(o)
	next := old.cells
	from, to := next.search(off), next.search(off+size)
	if old.owner != s {
		next = make(cells, 0, len(old.cells)+from-to+max(len(v.cells), 1))
		next = append(append(next, old.cells[:from]...), old.cells[to:]...)
	} else if to > from && (to > from+1 || next[from].off != off || v.cells != nil) {
		next = slices.Delete(next, from, to)
	}
	next.put(off, v)
	s.set(o, content{next, s})
}

// forget drops everything that is known of the object.
func (s *state) forget(o *object) { s.set(o, content{cells: cells{}}) }

// join merges two states that both grew out of s: where they differ a cell is c ? a : b.
func (s *state) join(c indexmath.Expr, a, b *state, name string) {
	if a.dead && b.dead {
		s.dead = true
	}
	if a.dead || b.dead {
		live := a
		if a.dead {
			live = b
		}
		s.take(live)
		return
	}
	seen := map[*object]bool{}
	for _, side := range []*state{a, b} {
		for o := range side.own {
			if seen[o] {
				continue
			}
			seen[o] = true
			x, okx := a.find(o)
			y, oky := b.find(o)
			if !okx || !oky { // declared inside one branch
				if okx {
					s.set(o, x)
				} else {
					s.set(o, y)
				}
				continue
			}
			s.set(o, content{joinCells(c, x.cells, y.cells, name), s})
		}
	}
}

func joinCells(c indexmath.Expr, x, y cells, name string) cells {
	out := make(cells, 0, len(x))
	for _, e := range x {
		for len(y) > 0 && y[0].off < e.off {
			y = y[1:]
		}
		if len(y) > 0 && y[0].off == e.off {
			out = append(out, cell{e.off, joinValues(c, e.v, y[0].v, name)})
		}
	}
	return out
}

// joinValues is c ? v : w.
func joinValues(c indexmath.Expr, v, w value, name string) value {
	if n, ok := c.Const(); ok {
		if n != 0 {
			return v
		}
		return w
	}
	if v.undef {
		return w
	}
	if w.undef {
		return v
	}
	t := v.typ
	if t == nil {
		t = w.typ
	}
	switch {
	case v.obj != nil && w.obj != nil:
		if v.obj == w.obj {
			return value{typ: t, obj: v.obj, num: indexmath.Select(c, v.num, w.num)}
		}
		// Two buffers taken in turn: the cost is that of either, as long as both are alike.
		if v.obj.space == w.obj.space && v.num.Equal(w.num) {
			return v
		}
		return value{typ: t, name: name, same: v.uniform() && w.uniform() && !c.Varies()}
	case v.obj != nil || w.obj != nil:
		if v.obj != nil {
			return v // the other side is null or unknown
		}
		return w
	case v.cells != nil && w.cells != nil:
		return value{typ: t, cells: joinCells(c, v.cells, w.cells, name)}
	case v.flt != nil && w.flt != nil && *v.flt == *w.flt:
		return v
	case v.fn != nil && w.fn != nil:
		return v
	case v.group != nil:
		return v
	case v.num.Known() && w.num.Known():
		return value{typ: t, num: indexmath.Select(c, v.num, w.num)}
	case v.num.Known() && isInteger(t):
		return value{typ: t, num: indexmath.Select(c, v.num, symbolFor(w))}
	case w.num.Known() && isInteger(t):
		return value{typ: t, num: indexmath.Select(c, symbolFor(v), w.num)}
	}
	return value{typ: t, name: name, same: v.uniform() && w.uniform() && !c.Varies()}
}

// symbolFor stands for a value that is not known, so that the lanes that have the other one keep it.
func symbolFor(v value) indexmath.Expr {
	s := &indexmath.Sym{Name: v.name, Kind: indexmath.Data, Range: typeRange(v.typ)}
	if v.same {
		s.Kind = indexmath.Param
	}
	if s.Name == "" {
		s.Name = "unknown value"
	}
	return s.Expr()
}
