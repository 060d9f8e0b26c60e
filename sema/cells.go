package sema

import (
	"slices"
	"sort"
)

// cells is the content of a record or array by value, ordered by byte offset; never changed once shared.
type cells []cell

// cell is a value at an offset in bytes.
type cell struct {
	off int64
	v   value
}

// search is the index of the first cell at or behind an offset.
func (c cells) search(off int64) int {
	if n := len(c); n == 0 || c[n-1].off < off { // most are filled from the front
		return n
	}
	return sort.Search(len(c), func(i int) bool { return c[i].off >= off })
}

// at is the value at an offset.
func (c cells) at(off int64) (value, bool) {
	if i := c.search(off); i < len(c) && c[i].off == off {
		return c[i].v, true
	}
	return value{}, false
}

// get is the value at an offset, the zero value when there is none.
func (c cells) get(off int64) value {
	v, _ := c.at(off)
	return v
}

// put writes a value, or the cells of one, at an offset.
func (c *cells) put(off int64, v value) {
	if v.cells != nil {
		for _, e := range v.cells {
			c.set(off+e.off, e.v)
		}
		return
	}
	c.set(off, v)
}

func (c *cells) set(off int64, v value) {
	i := c.search(off)
	if i < len(*c) && (*c)[i].off == off {
		(*c)[i].v = v
		return
	}
	*c = slices.Insert(*c, i, cell{off, v})
}

// slice are the cells within size bytes from an offset, counted from there.
func (c cells) slice(off, size int64) cells {
	from, to := c.search(off), c.search(off+size)
	out := make(cells, to-from)
	for i, e := range c[from:to] {
		out[i] = cell{e.off - off, e.v}
	}
	return out
}
