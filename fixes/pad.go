package fixes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
)

// Pad gives the rows of a static shared tile another length, in elements: float tile[32][32] becomes float tile[32][33].
//
// Every use of the tile's name has to be an access with all its subscripts, or there is no rewrite: code that goes through a pointer
// would walk into the pad. It is safe when each inner subscript is proved inside its extent under every configuration, all of which
// have to be launches in sight, in a kernel of the unit's own file, and when as many blocks as before fit on a multiprocessor.
// Otherwise it is unsafe; and it is none when a subscript is seen to run through several rows, as in tile[0][i], when the block's static shared memory would pass what a block may have, or when rows become
// shorter and not every subscript is proved to stay inside.
func Pad(s Site, cols int64) (Rewrite, bool) {
	t, ok := tileOf(s)
	if !ok || len(t.sizes) < 2 || s.Array.Dynamic {
		return Rewrite{}, false
	}
	extent, ok := t.resized(cols)
	if !ok {
		return Rewrite{}, false
	}
	inner := t.sizes[len(t.sizes)-1]
	extents := slices.Clone(s.Array.Extents)
	extents[len(extents)-1] = min(cols, extents[len(extents)-1])
	proved := t.proved(extents)
	if !proved && t.leaves() || cols < s.Array.Extents[len(extents)-1] && !proved {
		return Rewrite{}, false
	}
	more := int64(1)
	for _, n := range s.Array.Extents[:len(s.Array.Extents)-1] {
		more *= n
	}
	more *= (cols - s.Array.Extents[len(s.Array.Extents)-1]) * s.Array.Elem.Size
	fits, occupied := t.room(more)
	if !fits {
		return Rewrite{}, false
	}
	t.replace(inner, extent)
	edits, ok := t.done()
	r := Rewrite{
		Title: fmt.Sprintf("%s %s to %s%s", verb(more), t.declarator(""), t.declarator(extent), price(more)), Applicability: diag.Unsafe, Edits: edits,
	}
	if occupied && proved {
		r.Applicability = diag.Safe
	}
	return r, ok
}

func verb(more int64) string {
	if more < 0 {
		return "shorten"
	}
	return "pad"
}

func price(bytes int64) string {
	switch {
	case bytes > 0:
		return fmt.Sprintf(", %d bytes more", bytes)
	case bytes < 0:
		return fmt.Sprintf(", %d bytes less", -bytes)
	}
	return ""
}

// resized is the innermost extent as it is to be written: a literal for a literal, otherwise a sum with what stands there, so that
// the extent follows the name that it is made of.
func (t *tile) resized(cols int64) (string, bool) {
	inner := t.sizes[len(t.sizes)-1]
	old := t.site.Array.Extents[len(t.site.Array.Extents)-1]
	if inner == nil || !t.wholly(inner) {
		return "", false
	}
	if n, ok := number(inner); ok {
		return strconv.FormatInt(cols, 10), n == old
	}
	base, add := inner, cols-old
	if sum, ok := bare(inner).(*ast.Binary); ok && (sum.Op == "+" || sum.Op == "-") {
		if n, ok := number(sum.Y); ok {
			if sum.Op == "-" {
				n = -n
			}
			base, add = sum.X, add+n
		}
	}
	text := t.text(base)
	if !summand(base) {
		text = "(" + text + ")"
	}
	switch {
	case add > 0:
		return fmt.Sprintf("%s + %d", text, add), true
	case add < 0:
		return fmt.Sprintf("%s - %d", text, -add), true
	}
	return text, true
}

// summand reports whether an expression can stand in front of a + without parentheses.
func summand(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Binary:
		return strings.Contains("+-*/%", x.Op)
	case *ast.Cond, *ast.Assign:
		return false
	}
	return true
}

// wholly reports whether an expression of the declaration stands in the text as it was read, between its brackets.
func (t *tile) wholly(x ast.Expr) bool {
	s := x.Pos()
	if s.Start <= t.decl.NameAt.End || int(s.End) >= len(t.file.Text) || t.text(x) == "" {
		return false
	}
	_, word := bare(x).(*ast.Ident)
	return word || t.reads(x)
}

// room tells whether the block's shared memory may grow by that many bytes, and whether as many blocks as before are resident then.
func (t *tile) room(more int64) (fits, occupied bool) {
	o := t.site.Model.Unit.Options
	target, ok := gpu.TargetByName("sm_" + strconv.Itoa(o.Arch/10))
	if !ok {
		target, _ = gpu.TargetByName(gpu.DefaultTarget)
	}
	fits, occupied = true, true
	for r := range t.runs() {
		static, dynamic, known := sharedBytes(r)
		if static+more > int64(target.SharedDefault) {
			fits = false
		}
		threads := int(r.Block[0] * r.Block[1] * r.Block[2])
		before := target.ResidentBlocks(threads, int(static+dynamic))
		after := target.ResidentBlocks(threads, int(static+dynamic+more))
		if !known || after == 0 || after < before {
			occupied = false
		}
	}
	return fits, occupied
}

// sharedBytes is what a block of a configuration takes: its arrays, and what the launch gives; known is false where a size is not.
func sharedBytes(r *sema.Run) (static, dynamic int64, known bool) {
	known = true
	had := map[sema.Place]bool{}
	for _, a := range r.Arrays {
		if a.Decl == nil || !a.Decl.Quals.Has(ast.Shared) || had[a.Place] {
			continue
		}
		had[a.Place] = true
		switch {
		case a.Dynamic:
			dynamic = max(r.Shared, 0)
			known = known && r.Shared >= 0
		case a.Type == nil || a.Type.Size <= 0:
			known = false
		default:
			static += a.Type.Size
		}
	}
	return static, dynamic, known
}

// proved reports whether another length of the rows changes no access of the program: see Pad. Extents are the lesser of the old and
// the new.
func (t *tile) proved(extents []int64) bool {
	unit := t.site.Model.Unit
	if t.addressed() || unit.Root.Source != t.file || !t.kernel.Quals.Has(ast.Global) {
		return false
	}
	runs := t.runs()
	for r, accesses := range runs {
		if r.Kernel.Decl != t.kernel || r.Origin != sema.FromLaunch {
			return false
		}
		for _, a := range accesses {
			if !inside(a, extents) || len(a.Calls) > 0 || a.Merged {
				return false
			}
		}
	}
	return len(runs) > 0 && t.reached(runs) && t.launchesJudged(runs)
}

// launchesJudged reports whether every place of the unit that names the kernel, but for its declarations, is a launch that one of
// the configurations stands for.
func (t *tile) launchesJudged(runs map[*sema.Run][]*sema.Access) bool {
	judged := map[sema.Place]bool{}
	perShape := map[[3]int64]int{}
	others := false
	for r := range runs {
		judged[r.Launch] = true
		perShape[r.Block]++
		for _, o := range r.Others {
			judged[o], others = true, true
		}
	}
	for _, n := range perShape {
		if n > 1 && others {
			return false // of many launches of one shape only some are judged
		}
	}
	unit := t.site.Model.Unit
	for _, f := range append(slices.Clone(unit.Headers), unit.Root) {
		named := timesNamed(f.Source.Text, t.kernel.Name)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name == t.kernel.Name {
					named--
				}
			case *ast.Launch:
				id, ok := bare(n.Fun).(*ast.Ident)
				if ok && id.Name() == t.kernel.Name && judged[sema.Place{File: f.Source, Span: n.Span}] {
					named--
				}
			}
			return true
		})
		if named != 0 {
			return false
		}
	}
	return true
}

// inside reports whether the subscripts of an access, but for the outermost, stay inside their extents. (One past the outermost
// extent leaves the array, which no program may do.)
func inside(a *sema.Access, extents []int64) bool {
	if len(a.Subscripts) != len(extents) {
		return false
	}
	for i, x := range a.Subscripts[1:] {
		if !x.Known() || !x.Range().Within(indexmath.Between(0, extents[i+1]-1)) {
			return false
		}
	}
	return true
}

// reached reports whether each use in the text was met under each configuration: what was not may have any subscript.
func (t *tile) reached(runs map[*sema.Run][]*sema.Access) bool {
	for _, accesses := range runs {
		met := map[int32]bool{}
		for _, a := range accesses {
			met[a.Place.Span.Start] = true
		}
		for _, u := range t.uses {
			if !met[u.at.Span.Start] {
				return false
			}
		}
	}
	return true
}
