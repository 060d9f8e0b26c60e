package fixes

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Spread leaves out step elements of a one-dimensional shared array behind each run of every elements: s[i] becomes s[i + i / 32].
//
// Each use of the array's name has to be an access whose subscript can be evaluated twice. The array grows by as much: its extent, or,
// where it is the only dynamic one, the bytes that the kernel's launches give it, which all have to be in the unit. Where something
// else is told of the kernel (cudaFuncSetAttribute, a query of its occupancy), the bytes have to come from one variable, which changes
// for all. It is unsafe.
func Spread(s Site, every, step int64) (Rewrite, bool) {
	t, ok := tileOf(s)
	if !ok || len(t.sizes) != 1 || every < 2 || step < 1 || t.addressed() || s.Array.Elem == nil {
		return Rewrite{}, false
	}
	for _, u := range t.uses {
		i := u.subscripts[0]
		if !pure(i) || !t.reads(i) {
			return Rewrite{}, false
		}
		if n, literal := number(i); literal {
			if n >= every {
				t.replace(i, strconv.FormatInt(n+n/every*step, 10))
			}
			continue
		}
		t.replace(i, t.grown(i, every, step))
	}
	var bytes string
	if s.Array.Dynamic {
		bytes, ok = t.growLaunches(every, step)
	} else {
		bytes, ok = t.growExtent(every, step)
	}
	if !ok {
		return Rewrite{}, false
	}
	edits, ok := t.done()
	title := fmt.Sprintf("index %s[i] as %s[%s] in %d places, %s", s.Array.Name, s.Array.Name, grown("i", "i", every, step), len(t.uses), bytes)
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, ok
}

// grown is i + i / every * step.
func (t *tile) grown(x ast.Expr, every, step int64) string {
	text := t.tightText(x)
	factor := text
	if !tightest(bare(x)) {
		factor = "(" + t.text(bare(x)) + ")"
	}
	if !summand(x) {
		text = factor
	}
	return grown(text, factor, every, step)
}

func grown(term, factor string, every, step int64) string {
	out := fmt.Sprintf("%s + %s / %d", term, factor, every)
	if step > 1 {
		out += fmt.Sprintf(" * %d", step)
	}
	return out
}

func (t *tile) growExtent(every, step int64) (string, bool) {
	n := t.site.Array.Extents[0]
	size := t.sizes[0]
	if n < 1 || size == nil || !t.wholly(size) || !pure(size) {
		return "", false
	}
	more := n / every * step * t.site.Array.Elem.Size
	if fits, _ := t.room(more); !fits {
		return "", false
	}
	if literal, ok := number(size); ok {
		if literal != n {
			return "", false
		}
		t.replace(size, strconv.FormatInt(n+n/every*step, 10))
	} else {
		t.replace(size, t.grown(size, every, step))
	}
	return fmt.Sprintf("%d bytes more", more), true
}

// growLaunches lets every launch of the kernel give more bytes.
func (t *tile) growLaunches(every, step int64) (string, bool) {
	unit := t.site.Model.Unit
	dynamic := 0
	for r := range t.runs() {
		dynamic = max(dynamic, len(slices.DeleteFunc(slices.Clone(r.Arrays), func(a *sema.Array) bool { return !a.Dynamic })))
		if r.Launch.File == nil || treeOf(unit, r.Launch.File) == nil {
			return "", false
		}
	}
	if dynamic != 1 || !t.kernel.Quals.Has(ast.Global) {
		return "", false
	}
	done := map[*ast.VarDecl]bool{}
	found := 0
	for _, f := range append(slices.Clone(unit.Headers), unit.Root) {
		launches, others := launchesIn(f, t.kernel.Name)
		for _, l := range launches {
			if len(l.Config) < 3 {
				return "", false
			}
			found++
			v := &view{unit: unit, file: f.Source, tree: f}
			bytes := l.Config[2]
			if len(others) == 0 {
				if !pure(bytes) || !v.reads(bytes) {
					return "", false
				}
				t.edits = append(t.edits, diag.Edit{Place: diag.Place{File: f.Source, Span: bytes.Pos()}, Text: (&tile{view: v}).grown(bytes, every, step)})
				continue
			}
			d := soleValue(f, l.Span, bytes)
			if d == nil || !pure(d.Init) || !v.reads(d.Init) || !slices.ContainsFunc(others, func(x ast.Node) bool { return mentions(x, d.Name) }) {
				return "", false
			}
			if !done[d] {
				done[d] = true
				t.edits = append(t.edits, diag.Edit{Place: diag.Place{File: f.Source, Span: d.Init.Pos()}, Text: (&tile{view: v}).grown(d.Init, every, step)})
			}
		}
		if len(launches) == 0 && len(others) > 0 {
			return "", false
		}
	}
	return fmt.Sprintf("1/%d more bytes at the launch", every/step), found > 0
}

// launchesIn are a file's launches of a kernel, and the calls that name it otherwise. A name that stands anywhere else counts as one
// that nothing is known of: the file itself.
func launchesIn(f *ast.File, kernel string) (launches []*ast.Launch, others []ast.Node) {
	named := timesNamed(f.Source.Text, kernel)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name == kernel {
				named--
			}
		case *ast.Launch:
			if id, ok := bare(n.Fun).(*ast.Ident); ok && id.Name() == kernel {
				launches = append(launches, n)
				named--
			}
		case *ast.Call:
			if id, ok := bare(n.Fun).(*ast.Ident); ok && id.Name() != kernel && slices.ContainsFunc(n.Args, func(x ast.Expr) bool { return namesFunction(x, kernel) }) {
				others = append(others, n)
				named--
			}
		}
		return true
	})
	if named != 0 {
		others = append(others, f)
	}
	return launches, others
}

// namesFunction reports whether an argument is a function, perhaps with & or a cast in front.
func namesFunction(x ast.Expr, function string) bool {
	switch y := bare(x).(type) {
	case *ast.Ident:
		return y.Name() == function
	case *ast.Unary:
		return y.Op == "&" && namesFunction(y.X, function)
	case *ast.Cast:
		return namesFunction(y.X, function)
	}
	return false
}

// soleValue is the declaration of the plain variable that an expression consists of, in the function around a span, when it is
// initialized there and never written.
func soleValue(f *ast.File, around source.Span, x ast.Expr) *ast.VarDecl {
	name, ok := plainName(x)
	owner := functionAround(f, around)
	if !ok || owner == nil || len(writes(owner.Body, name)) > 0 {
		return nil
	}
	var found *ast.VarDecl
	ast.Inspect(owner.Body, func(n ast.Node) bool {
		if d, ok := n.(*ast.VarDecl); ok && d.Name == name && d.Init != nil {
			found = d
		}
		return true
	})
	if found == nil || !onlyDeclaration(owner, found) {
		return nil
	}
	return found
}
