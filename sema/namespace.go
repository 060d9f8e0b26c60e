package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// Functions of one name in several namespaces are told apart as C++ looks names up:
//
//	p::k<<<g, b>>>(a);            the namespace p around the launch, from the innermost outward
//	k<<<g, b>>>(a);               a using-declaration, the namespaces around the launch outward, those of using-directives
//
// Where that finds none, as behind an alias of a namespace, all are taken into account.

// using is a using-directive or a using-declaration.
type using struct {
	path  []string // of a declaration the name last
	all   bool     // a directive
	space []string // the namespace that it stands in
}

// lookup is a name as it is written at a place.
type lookup struct {
	path   []string // the qualifiers in front of it
	rooted bool     // it begins with ::
	around []string // the namespace that it is written in
	usings []using  // in sight, innermost last
}

// spread reports whether functions are in several namespaces.
func spread(fs []*function) bool {
	for _, f := range fs {
		if !slices.Equal(f.space, fs[0].space) {
			return true
		}
	}
	return false
}

// pick gives the functions that a name means, of all that are called so.
func (l lookup) pick(fs []*function) []*function {
	if !spread(fs) {
		return fs
	}
	within := func(spaces ...[]string) []*function {
		var out []*function
		for _, f := range fs {
			if slices.ContainsFunc(spaces, func(s []string) bool { return slices.Equal(f.space, s) }) {
				out = append(out, f)
			}
		}
		return out
	}
	if l.rooted {
		if out := within(l.path); out != nil {
			return out
		}
		return fs
	}
	name := fs[0].decl.Name
	for _, u := range slices.Backward(l.usings) {
		if n := len(u.path) - 1; !u.all && len(l.path) == 0 && u.path[n] == name && len(u.space) <= len(l.around) {
			if out := within(outward(u.space, u.path[:n])...); out != nil {
				return out
			}
		}
	}
	for i := len(l.around); i >= 0; i-- {
		spaces := [][]string{slices.Concat(l.around[:i], l.path)}
		for _, u := range l.usings {
			if u.all && i == 0 { // as if they stood in the namespace around both, which mostly is the global one
				for _, s := range outward(u.space, u.path) {
					spaces = append(spaces, slices.Concat(s, l.path))
				}
			}
		}
		if out := within(spaces...); out != nil {
			return out
		}
	}
	return fs
}

// outward are the namespaces that a path written in a namespace may mean.
func outward(space, path []string) [][]string {
	var out [][]string
	for i := len(space); i >= 0; i-- {
		out = append(out, slices.Concat(space[:i], path))
	}
	return out
}

// lookupOf is how a name is looked up where the walk is.
func (in *interp) lookupOf(x *ast.Ident) lookup {
	l := lookup{usings: in.t.usings, rooted: strings.HasPrefix(in.text(x), "::")}
	for _, p := range x.Parts[:len(x.Parts)-1] {
		l.path = append(l.path, p.Name)
	}
	for f := in.frame; f != nil; f = f.up {
		if space, ok := in.t.spaces[f.body]; ok {
			l.around = space
			break
		}
	}
	var local []using
	for s := in.frame.scope; s != nil; s = s.up {
		if s.usings != nil {
			local = slices.Concat(s.usings, local)
		}
	}
	for i := range local {
		local[i].space = l.around // they stand in the function
	}
	l.usings = slices.Concat(l.usings, local)
	return l
}

// exactly looks up a function that is known.
func (t *tables) exactly(d *ast.FuncDecl) lookup {
	return lookup{path: t.spaces[d], rooted: true}
}
