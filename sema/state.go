package sema

import (
	"sort"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// content is what is stored in a local object: scalars by byte offset. Unknown is set when anything may stand in cells not listed.
type content struct {
	cells cells
}

// state is the storage of local objects at one point of the walk. A branch works on a child state, which holds what it changed.
type state struct {
	up   *state
	own  map[*object]content
	dead bool // no lane gets here
}

func newState(up *state) *state { return &state{up: up, own: map[*object]content{}} }

func (s *state) get(o *object) (content, bool) {
	for ; s != nil; s = s.up {
		if c, ok := s.own[o]; ok {
			return c, true
		}
	}
	return content{}, false
}

// load reads the value of type t at a constant offset.
func (s *state) load(o *object, off int64, t *layout.Type) (value, bool) {
	c, ok := s.get(o)
	if !ok {
		return value{}, false
	}
	if v, ok := c.cells[off]; ok && !(isRecord(t) && v.cells == nil && !isRecord(v.typ)) {
		return v, true
	}
	if t == nil || t.Kind != layout.Record && t.Kind != layout.Array {
		return value{}, false
	}
	part := cells{}
	for k, v := range c.cells {
		if k >= off && k < off+max(t.Size, 1) {
			part[k-off] = v
		}
	}
	return value{typ: t, cells: part}, true
}

// store writes v at a constant offset; it replaces every cell that it covers.
func (s *state) store(o *object, off int64, t *layout.Type, v value) {
	old, _ := s.get(o)
	next := make(cells, len(old.cells)+1)
	size := int64(1)
	if t != nil && t.Size > 0 {
		size = t.Size
	}
	for k, c := range old.cells {
		if k < off || k >= off+size {
			next[k] = c
		}
	}
	if v.cells != nil {
		for k, c := range v.cells {
			next[off+k] = c
		}
	} else {
		next[off] = v
	}
	s.own[o] = content{cells: next}
}

// forget drops everything that is known of the object.
func (s *state) forget(o *object) { s.own[o] = content{cells: cells{}} }

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
		for o, v := range live.own {
			s.own[o] = v
		}
		return
	}
	seen := map[*object]bool{}
	for _, side := range []*state{a, b} {
		for o := range side.own {
			if seen[o] {
				continue
			}
			seen[o] = true
			x, okx := a.get(o)
			y, oky := b.get(o)
			if !okx || !oky { // declared inside one branch
				if okx {
					s.own[o] = x
				} else {
					s.own[o] = y
				}
				continue
			}
			s.own[o] = content{cells: joinCells(c, x.cells, y.cells, name)}
		}
	}
}

func joinCells(c indexmath.Expr, x, y cells, name string) cells {
	out := make(cells, len(x))
	for k, v := range x {
		w, ok := y[k]
		if !ok {
			continue
		}
		out[k] = joinValues(c, v, w, name)
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

// offsets of the cells, in order.
func (c cells) offsets() []int64 {
	out := make([]int64, 0, len(c))
	for k := range c {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
