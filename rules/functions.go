package rules

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// functions are those of a unit that have a body, by name.
type functions map[string][]defined

type defined struct {
	decl *ast.FuncDecl
	file *source.File
}

// deviceFunctions are the functions that kernels of a model may call.
func deviceFunctions(m *sema.Model) functions {
	out := functions{}
	if m.Unit == nil {
		return out
	}
	for _, f := range append([]*ast.File{m.Unit.Root}, m.Unit.Headers...) {
		if f == nil {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.FuncDecl)
			if ok && d.Body != nil && d.Quals.Has(ast.Device) {
				out[d.Name] = append(out[d.Name], defined{d, f.Source})
			}
			return !ok
		})
	}
	return out
}

// called is the function that a call goes to by its name and the number of its arguments; nil where there is none, or several.
func (fs functions) called(c *ast.Call) (*ast.FuncDecl, *source.File) {
	id, ok := bare(c.Fun).(*ast.Ident)
	if !ok {
		return nil, nil
	}
	var to *defined
	list := fs[id.Name()]
	for i := range list {
		if len(list[i].decl.Params) != len(c.Args) {
			continue
		}
		if to != nil {
			return nil, nil
		}
		to = &list[i]
	}
	if to == nil {
		return nil, nil
	}
	return to.decl, to.file
}
