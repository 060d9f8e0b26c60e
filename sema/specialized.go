package sema

import "github.com/cudalint/cudalint/ast"

// specialized narrows the functions that a name may mean to those that explicit template arguments select: load<16>(p) is the
// specialization for 16. With arguments that are not known one is taken for all, and doubt is set: their bodies are alike, in as
// far as they access the same addresses, but not in the widths.
func (in *interp) specialized(fs []*function, args []ast.Node, n int) (out []*function, doubt bool) {
	any := false
	for _, f := range fs {
		any = any || len(f.decl.TemplateArgs) > 0
	}
	if !any || len(args) == 0 {
		return fs, false
	}
	got := in.templateArgs(args)
	known := true
	for _, b := range got {
		_, number := b.val.integer()
		known = known && (b.is && b.typ != nil || !b.is && (number || b.val.fn != nil))
	}
	var general, alike []*function
	for _, f := range fs {
		switch {
		case len(f.decl.TemplateArgs) == 0:
			general = append(general, f)
		case len(f.decl.Params) != n || f.decl.Body == nil:
		default:
			if _, ok := in.specialization(&record{decl: &ast.RecordDecl{Template: f.decl.Template, TemplateArgs: f.decl.TemplateArgs}}, got); ok {
				return []*function{f}, false
			}
			if len(f.decl.TemplateArgs) == len(got) {
				alike = append(alike, f)
			}
		}
	}
	if !known && len(alike) > 0 {
		return alike[:1], true
	}
	return general, false
}
