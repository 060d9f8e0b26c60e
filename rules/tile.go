package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// tile is a shared array as the search for a better layout sees it: rows of cols elements.
type tile struct {
	array *sema.Array
	elem  int64 // bytes of an element
	cols  int64 // elements of a row
	rows  int64 // over all outer extents; 0 when not known
	kind  tileKind
}

// tileKind says where the rows of a tile come from.
type tileKind uint8

const (
	declared tileKind = iota // from the innermost extent
	computed                 // from the distance between neighbouring lanes in an index: s[r * 32 + c]
	banks                    // from nothing: one turn of the banks is taken for a row
)

// tilesOf lists the ways to see the array of a site as rows, the likeliest first.
func tilesOf(r *sema.Run, a *sema.Access) []tile {
	arr := a.Array
	if arr == nil || arr.Elem == nil || arr.Elem.Size <= 0 || a.Field != nil {
		return nil
	}
	t := tile{array: arr, elem: arr.Elem.Size}
	if e := arr.Extents; len(e) > 1 && e[len(e)-1] > 0 {
		t.cols, t.rows = e[len(e)-1], 1
		for _, n := range e[:len(e)-1] {
			t.rows *= max(n, 0)
		}
		return []tile{t}
	}
	t.elem = viewed(r, a)
	elements := int64(0)
	if e := arr.Extents; len(e) == 1 && e[0] > 0 {
		elements = e[0]
	}
	var out []tile
	const turn = gpu.Banks * gpu.BankBytes
	step, ok := laneStride(a).Const()
	if step = abs(step); ok && step%t.elem == 0 && step >= max(turn/2, 2*t.elem) {
		t.kind, t.cols = computed, step/t.elem
		t.rows = elements / t.cols
		out = append(out, t)
	}
	if turn%t.elem == 0 && turn > t.elem {
		t.kind, t.cols = banks, turn/t.elem
		t.rows = elements / t.cols
		out = append(out, t)
	}
	return out
}

// viewed is the bytes of the elements that an index into the site's array counts: of one declared as bytes, which the kernel sees through
// pointers to something wider only, those of the narrowest of these.
func viewed(r *sema.Run, a *sema.Access) int64 {
	elem := a.Array.Elem.Size
	least := int64(0)
	for _, b := range r.Accesses {
		if b.Array == a.Array && (least == 0 || int64(b.Width) < least) {
			least = int64(b.Width)
		}
	}
	if elem > 1 || least <= elem || least > gpu.BankBytes || len(a.Array.Extents) > 0 && a.Array.Extents[0] > 0 {
		return elem
	}
	return least
}

// layoutChange is another way to lay a tile out: rows of cols elements, and perhaps the column XORed with the row.
type layoutChange struct {
	cols  int64
	xor   bool
	shift int   // of a swizzle: the row is shifted right by that much before the XOR
	chunk int64 // of a swizzle: bytes that stay together
}

// move gives the new byte offset of an old one, from the start of the array. An element that has no place in the new rows
// is sent to outside.
func (c layoutChange) move(t tile) func(int64) int64 {
	pitch, next := t.cols*t.elem, c.cols*t.elem
	return func(o int64) int64 {
		row, in := floorDiv(o, pitch), floorMod(o, pitch)
		if in >= next {
			return outside
		}
		if c.xor {
			chunks := next / c.chunk
			in = ((in/c.chunk)^(row>>c.shift&(chunks-1)))*c.chunk + in%c.chunk
		}
		return row*next + in
	}
}

// outside is the offset of elements that a layout has no place for; no real one comes near.
const outside = -1 << 40

// bytes that the change costs, negative when it saves some; 0 when the number of rows is not known.
func (c layoutChange) bytes(t tile) int64 { return (c.cols - t.cols) * t.elem * t.rows }

// label is the declaration or the index as the user would write it: "float tile[32][33]", "tile[r][c ^ r]".
func (c layoutChange) label(t tile) string {
	name := t.array.Name
	row := "r"
	if c.shift > 0 {
		row = fmt.Sprintf("(r >> %d)", c.shift)
	}
	if c.xor && c.chunk > t.elem {
		row += " * " + strconv.FormatInt(c.chunk/t.elem, 10)
	}
	switch {
	case t.kind == banks && c.cols == t.cols+1:
		return fmt.Sprintf("%s[i + i / %d]", name, t.cols)
	case t.kind == banks:
		return fmt.Sprintf("%s[i + i / %d * %d]", name, t.cols, c.cols-t.cols)
	case c.xor && t.kind == computed:
		return fmt.Sprintf("%s[r * %d + (c ^ %s)]", name, c.cols, row)
	case c.xor && c.cols != t.cols:
		return fmt.Sprintf("%s with %s[r][c ^ %s]", c.declaration(t), name, row)
	case c.xor:
		return fmt.Sprintf("%s[r][c ^ %s]", name, row)
	case t.kind == computed:
		return fmt.Sprintf("%s[r * %d + c]", name, c.cols)
	}
	return c.declaration(t)
}

func (c layoutChange) declaration(t tile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", t.array.Elem, t.array.Name)
	for i, n := range t.array.Extents {
		if i == len(t.array.Extents)-1 {
			n = c.cols
		}
		if n < 0 {
			b.WriteString("[]")
			continue
		}
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String()
}

// changes lists the layouts to try, cheapest first: pads up to one turn of the banks, then swizzles. used is the number of elements
// of a row that the kernel accesses: less than a row where the tile is padded already. Rows that are accessed in wider pieces
// than an element keep a length that is a multiple of the piece, and the piece stays together.
func (t tile) changes(widest, used int64) (pads, swizzles []layoutChange) {
	const turn = gpu.Banks * gpu.BankBytes
	first := t.cols + 1
	if used < t.cols && used&(used-1) == 0 {
		first = used
	}
	last := t.cols + max(turn/t.elem, 1)
	if t.kind == banks { // more than a word, or the widest access, at each turn would be a layout of its own
		last = t.cols + max(1, gpu.BankBytes/t.elem, widest/t.elem)
	}
	for cols := first; cols <= last; cols++ {
		if cols != t.cols && cols*t.elem%widest == 0 {
			pads = append(pads, layoutChange{cols: cols})
		}
	}
	if t.kind == banks {
		return pads, nil
	}
	chunk := max(t.elem, widest)
	if pitch := first * t.elem; first <= t.cols && pitch%chunk == 0 {
		swizzles = append(swizzles, swizzled(first, pitch/chunk, chunk)...)
	}
	if pitch := t.cols * t.elem; pitch%chunk == 0 {
		swizzles = append(swizzles, swizzled(t.cols, pitch/chunk, chunk)...)
	}
	return pads, swizzles
}

func swizzled(cols, chunks, chunk int64) (out []layoutChange) {
	if chunks < 2 || chunks&(chunks-1) != 0 {
		return nil
	}
	for shift := range 4 {
		out = append(out, layoutChange{cols: cols, xor: true, shift: shift, chunk: chunk})
	}
	return out
}

// moved is a request under another layout.
func moved(q *trace.Request, move func(int64) int64) (out [32]int64) {
	for l, o := range q.Offsets {
		if q.Active>>l&1 != 0 {
			out[l] = move(o)
		}
	}
	return out
}
