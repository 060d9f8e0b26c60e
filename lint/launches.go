package lint

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

// Launches is what a unit gives to the read-only index of launches, and what it asks of it.
type Launches struct {
	made    []*sema.Launch
	defines map[string][]site // kernels with a body, by plain name
	Judged  bool              // the unit is judged in this run, not just looked at for its launches

	Entrances []string // functions of the unit that launch and that nothing in it calls
}

// LaunchesOf reads the launches that a unit makes and the kernels that it defines.
func LaunchesOf(u *sema.Unit) *Launches {
	l := &Launches{made: sema.Launches(u), defines: map[string][]site{}, Entrances: sema.Entrances(u)}
	for _, f := range unitFiles(u) {
		l.define(f, f.Decls)
	}
	return l
}

func (l *Launches) define(f *ast.File, decls []ast.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.NamespaceDecl:
			l.define(f, d.Decls)
		case *ast.RecordDecl:
			l.define(f, d.Members)
		case *ast.FuncDecl:
			if d.Quals.Has(ast.Global) && d.Body != nil {
				at := siteOf(diag.Place{File: f.Source, Span: d.NameAt})
				l.defines[d.Name] = append(l.defines[d.Name], at)
			}
		}
	}
}

// Defines reports whether the unit holds a kernel of that name.
func (l *Launches) Defines(kernel string) bool { return len(l.defines[kernel]) > 0 }

// Kernels are the names of the kernels that the unit defines, in no order.
func (l *Launches) Kernels() []string {
	out := make([]string, 0, len(l.defines))
	for name := range l.defines {
		out = append(out, name)
	}
	return out
}

// Bind gives the launches of l's kernels that the other units of its folder make: those of a unit that sees the same definition,
// and those of a unit that sees none while the folder holds just one. A unit that is judged itself and sees the definition
// reports under its own launches, so it adds nothing here.
func (l *Launches) Bind(folder []*Launches) []*sema.Launch {
	var out []*sema.Launch
	for _, o := range folder {
		if o == l {
			continue
		}
		for _, launch := range o.made {
			mine := l.defines[launch.Kernel]
			if len(mine) == 0 {
				continue
			}
			theirs := o.defines[launch.Kernel]
			switch {
			case len(theirs) == 0 && unique(launch.Kernel, folder):
				out = append(out, launch)
			case !o.Judged && shares(mine, theirs):
				out = append(out, launch)
			}
		}
	}
	return out
}

// unique reports whether the folder's units hold one definition of the kernel, in however many units it is seen.
func unique(kernel string, folder []*Launches) bool {
	found := map[site]bool{}
	for _, o := range folder {
		for _, s := range o.defines[kernel] {
			found[s] = true
		}
	}
	return len(found) == 1
}

func shares(x, y []site) bool {
	for _, s := range x {
		for _, t := range y {
			if s == t {
				return true
			}
		}
	}
	return false
}
