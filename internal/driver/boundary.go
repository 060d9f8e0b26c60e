package driver

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/cudalint/cudalint/ast"
)

// What a file names is read where the project's own files stand, in the folders that the user named, and nowhere else: a source file may
// come from somebody who wants to see what else is on the machine. Links count as what they lead to. Options.Anywhere lifts that.

// errOutside is the error for a path that the user named and that is a link to somewhere else.
var errOutside = errors.New("a link that leads out of the project; --outside follows it")

// inProject is a header's path, "" where it leads out of the projects of the including file and of the unit's root and out of the folders
// that the user named. That is told.
func (r *resolver) inProject(from, root, abs string, inc *ast.Include) string {
	if _, open := r.names.texts[abs]; abs == "" || open || r.names.anywhere {
		return abs
	}
	for _, dir := range append([]string{from, root}, r.include...) {
		if dir == "" {
			continue
		}
		if top := r.projectTop(dir); top != "" && within(r.real(abs), r.real(top)) {
			return abs
		}
		if within(r.real(abs), r.real(dir)) {
			return abs
		}
	}
	if r.tell != nil {
		path := r.names.display(abs)
		if inc != nil {
			path = inc.Path
		}
		r.tell(r.names.display(from) + ": " + path + " leads out of the project and is not read; -I names its folder, --outside follows it")
	}
	return ""
}

func (r *resolver) real(path string) string {
	return r.reals.get(path, func() string {
		target, err := filepath.EvalSymlinks(path)
		if err != nil {
			return ""
		}
		return target
	})
}

// leaves reports whether a file that was found or named is a link out of the project that dir belongs to.
func (r *run) leaves(dir, abs string) bool {
	if r.options.Anywhere {
		return false
	}
	if info, err := os.Lstat(abs); err != nil || info.Mode().Type() != os.ModeSymlink {
		return false
	}
	at := newResolver(&r.names, nil)
	top := at.projectTop(dir)
	return !within(at.real(abs), at.real(top))
}
