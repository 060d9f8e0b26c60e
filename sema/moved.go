package sema

import (
	"reflect"
	"slices"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// Moved is the unit after an edit inside the body of one of its kernels: root is the tree of the root's new text, in which the bodies of other
// functions may be left out. What is known of the launches stays, at the places that moved gives for those in the old text. It is false
// when the launches have not been read, or when one of them is given a function, of which the old text is needed.
func (u *Unit) Moved(root *ast.File, moved func(source.Span) source.Span) (*Unit, bool) {
	if !u.walked {
		return nil, false
	}
	old := u.Root.Source
	place := func(p Place) Place {
		if p.File != old {
			return p
		}
		return Place{root.Source, moved(p.Span)}
	}
	c := &Unit{Root: root, Headers: u.Headers, Missing: slices.Clone(u.Missing), Options: u.Options, callers: u.callers, walked: true}
	for i, m := range c.Missing {
		c.Missing[i].Place = place(m.Place)
	}
	for _, l := range u.launches {
		if slices.ContainsFunc(l.args, func(a argument) bool { return a.fn != nil || a.captures != nil }) {
			return nil, false
		}
		m := *l
		m.Place = place(l.Place)
		if l.site.file == old {
			m.site.file, m.site.start = root.Source, moved(source.Span{Start: l.site.start, End: l.site.start}).Start
		}
		c.launches = append(c.launches, &m)
	}
	return c, true
}

// Relaunched are the kernels that two units of the same files launch otherwise, by plain name.
func Relaunched(before, after *Unit) map[string]bool {
	old, now := byKernel(Launches(before)), byKernel(Launches(after))
	out := map[string]bool{}
	for name, list := range old {
		if !slices.EqualFunc(list, now[name], sameLaunch) {
			out[name] = true
		}
	}
	for name := range now {
		if old[name] == nil {
			out[name] = true
		}
	}
	return out
}

func byKernel(list []*Launch) map[string][]*Launch {
	out := map[string][]*Launch{}
	for _, l := range list {
		out[l.Kernel] = append(out[l.Kernel], l)
	}
	return out
}

func sameLaunch(a, b *Launch) bool { return reflect.DeepEqual(a, b) }
