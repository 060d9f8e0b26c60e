package lint

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// mootBodies are the bodies of the functions of a file, outside of the stretches that are edited, that make no difference to the kernels reached: of other kernels,
// and of host functions that launch. A host function without a launch may be one that a kernel calls.
func mootBodies(f *ast.File, edited []source.Span, reached map[string]bool) []source.Span {
	if reached == nil {
		return nil
	}
	var out []source.Span
	ast.Inspect(f, func(n ast.Node) bool {
		d, is := n.(*ast.FuncDecl)
		if !is {
			return true
		}
		if d.Body == nil || d.Macro != "" {
			return false
		}
		body := d.Body.Span
		text := f.Source.Slice(body)
		kernel := d.Quals.Has(ast.Global)
		if kernel && reached[d.Name] || !kernel && (d.Quals.Has(ast.Device) || !strings.Contains(text, "<<<")) || !strings.HasPrefix(text, "{") {
			return false
		}
		all := d.Span.Join(body)
		if !slices.ContainsFunc(edited, func(e source.Span) bool { return e.Start <= all.End && all.Start <= e.End }) {
			out = append(out, body)
		}
		return false
	})
	return out
}

// movedBy is where a byte that no edit touches stands after the edits.
func movedBy(at int32, edits []diag.Edit) int32 {
	to := at
	for _, e := range edits {
		if e.Place.Span.End <= at {
			to += int32(len(e.Text) - e.Place.Span.Len())
		}
	}
	return to
}

// skipping are the options to parse a file of a unit again after edits, without the moot bodies, which moved to where it says. The macros are
// those ahead of the file.
func skipping(u *sema.Unit, macros []*ast.Macro, moot []source.Span, moved func(int32) int32) parser.Options {
	skip := map[int32]bool{}
	for _, b := range moot {
		skip[moved(b.Start)] = true
	}
	return parser.Options{Arch: u.Options.Arch, Defines: u.Options.Defines, Macros: macros, Skip: func(brace int32) bool { return skip[brace] }}
}

func macrosOf(files []*ast.File) []*ast.Macro {
	var out []*ast.Macro
	for _, f := range files {
		out = append(out, f.Macros...)
	}
	return out
}
