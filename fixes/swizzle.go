package fixes

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
)

// Swizzle XORs the column of every access to a static shared tile with its row: tile[r][c] becomes tile[r][c ^ r]. The row is shifted
// right by shift first, and pieces of chunk bytes (at least an element) stay together. Rows get the length cols, in elements: that of the
// extent, or less, where the tile is padded and every subscript is proved to stay out of the pad.
//
// Each use of the tile's name has to be an access with all its subscripts, which can be evaluated twice; the columns have to be a
// power of two of chunks, and no subscript may be seen to run through several rows, as in tile[0][i]. It is unsafe: one that does so unseen
// would go elsewhere.
func Swizzle(s Site, cols int64, shift int, chunk int64) (Rewrite, bool) {
	t, ok := tileOf(s)
	n := len(s.Array.Extents)
	if !ok || n < 2 || s.Array.Dynamic || s.Array.Elem.Size <= 0 || chunk%s.Array.Elem.Size != 0 || t.leaves() {
		return Rewrite{}, false
	}
	together := chunk / s.Array.Elem.Size
	rows, chunks := s.Array.Extents[n-2], cols/together
	if chunks < 2 || chunks&(chunks-1) != 0 || chunks*together != cols || rows < 1 || cols > s.Array.Extents[n-1] {
		return Rewrite{}, false
	}
	to := ""
	if cols < s.Array.Extents[n-1] {
		extent, ok := t.shortened(cols)
		if !ok {
			return Rewrite{}, false
		}
		to = " with " + t.declarator(extent)
	}
	if n > 2 && rows%(chunks<<shift) != 0 {
		return Rewrite{}, false // the row within its plane is not the row that the banks see
	}
	x := xor{shift: shift, together: together}
	if (rows-1)>>shift >= chunks {
		x.mask = chunks - 1
	}
	for _, u := range t.uses {
		row, column := u.subscripts[n-2], u.subscripts[n-1]
		if !pure(row) || !pure(column) || !t.reads(row) || !t.reads(column) {
			return Rewrite{}, false
		}
		t.replace(column, operand(t.tightText(column), column, "^")+" ^ "+x.of(t.tightText(row), row))
	}
	edits, ok := t.done()
	name, outer := s.Array.Name, ""
	for range n - 2 {
		outer += "[.]"
	}
	title := fmt.Sprintf("swizzle %s%s[r][c] to %s%s[r][c ^ %s] in %d places%s", name, outer, name, outer, x.of("r", nil), len(t.uses), to)
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, ok
}

// shortened takes the pad off the rows.
func (t *tile) shortened(cols int64) (extent string, ok bool) {
	extents := slices.Clone(t.site.Array.Extents)
	extents[len(extents)-1] = cols
	if extent, ok = t.resized(cols); !ok || !t.proved(extents) {
		return "", false
	}
	t.replace(t.sizes[len(t.sizes)-1], extent)
	return extent, true
}

// xor is what the column is combined with: ((row >> shift) & mask) * together.
type xor struct {
	shift    int
	mask     int64 // 0 where the row needs none
	together int64 // elements
}

// of is the term for a row; x is nil for a plain name.
func (s xor) of(row string, x ast.Expr) string {
	text, tight := row, x == nil || tightest(x)
	step := func(op string, n int64) {
		if !tight {
			text = "(" + text + ")"
		}
		text, tight = text+" "+op+" "+strconv.FormatInt(n, 10), false
	}
	if s.shift > 0 {
		step(">>", int64(s.shift))
	}
	if s.mask > 0 {
		step("&", s.mask)
	}
	if s.together > 1 {
		step("*", s.together)
	}
	if !tight {
		text = "(" + text + ")"
	}
	return text
}

// tightest reports whether an expression needs no parentheses as an operand of anything.
func tightest(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Ident, *ast.IntLit, *ast.Member, *ast.Index, *ast.Paren, *ast.Call:
		return true
	}
	return false
}

// operand puts parentheses around the text of an expression where it does not bind tighter than the operator.
func operand(text string, x ast.Expr, op string) string {
	if b, ok := x.(*ast.Binary); tightest(x) || ok && b.Op == op {
		return text
	}
	return "(" + text + ")"
}
