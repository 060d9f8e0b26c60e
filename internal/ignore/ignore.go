package ignore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/internal/disk"
)

// Names of the files. Those of the second are kept for cudalint and go before the first.
const (
	GitFile = ".gitignore"
	OurFile = ".cudalintignore"
)

// Ignore answers for the files of one run. It reads every file once and may be used by several goroutines.
type Ignore struct {
	missing func(path string) bool
	mu      sync.Mutex
	lists   map[string][]pattern // by path of the file
	tops    map[string]string    // by folder: the top of its repository, "" when there is none
}

// New makes one that knows nothing yet. Where missing knows that there is no file at a path nothing is read; it may be nil.
func New(missing func(path string) bool) *Ignore {
	if missing == nil {
		missing = func(string) bool { return false }
	}
	return &Ignore{missing: missing, lists: map[string][]pattern{}, tops: map[string]string{}}
}

// Reason is the line that leaves a path out.
type Reason struct {
	File string // absolute
	Line int    // from 1
}

func (r Reason) String() string { return fmt.Sprintf("%s:%d", filepath.ToSlash(r.File), r.Line) }

// Out reports whether a path, or a folder above it, is left out, and by which line. Files count from the top of the path's repository
// on, or from the given folder where there is none. git says whether .gitignore files count, too.
func (i *Ignore) Out(abs string, folder bool, from string, git bool) (Reason, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	top := i.top(filepath.Dir(abs))
	if top == "" {
		top = from
	}
	rel, err := filepath.Rel(top, abs)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return Reason{}, false
	}
	parts := strings.Split(rel, string(filepath.Separator))
	for n := 1; n <= len(parts); n++ {
		if why, out := i.one(top, parts[:n], folder || n < len(parts), git); out {
			return why, true
		}
	}
	return Reason{}, false
}

// one decides on one path below top whose folders are not left out.
func (i *Ignore) one(top string, parts []string, folder, git bool) (Reason, bool) {
	names := []string{OurFile}
	if git {
		names = append(names, GitFile)
	}
	for _, name := range names {
		for depth := len(parts) - 1; depth >= 0; depth-- { // the nearest file first
			path := filepath.Join(append(append([]string{top}, parts[:depth]...), name)...)
			rel := strings.Join(parts[depth:], "/")
			list := i.read(path)
			for k := len(list) - 1; k >= 0; k-- {
				if list[k].matches(rel, folder) {
					return Reason{path, list[k].line}, !list[k].included
				}
			}
		}
	}
	return Reason{}, false
}

func (i *Ignore) read(path string) []pattern {
	list, known := i.lists[path]
	if !known {
		if i.missing(path) {
			// nothing to read
		} else if text, err := disk.Read(path, disk.Settings); err == nil { // one that cannot be read says nothing, as for git
			list = parse(string(text))
		}
		i.lists[path] = list
	}
	return list
}

func (i *Ignore) top(dir string) string {
	top, known := i.tops[dir]
	if !known {
		if git := filepath.Join(dir, ".git"); !i.missing(git) && exists(git) {
			top = dir
		} else if up := filepath.Dir(dir); up != dir {
			top = i.top(up)
		}
		i.tops[dir] = top
	}
	return top
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
