package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/ast"
)

// projectFolders are the names of folders, in lower case, in which projects keep headers that are found by a compiler flag.
var projectFolders = map[string]bool{"include": true, "inc": true, "common": true, "src": true, "utils": true}

// resolver finds the file that an #include means, without a compiler's flags: beside the including file, beside the root, in
// the folders that the user named, then in every folder from the including file's up to the top of the project and in those of
// their subfolders that usually hold headers.
type resolver struct {
	names   *namer
	include []string
	tell    func(note string) // may be nil
	found   memo[query, string]
	listed  memo[string, map[string]bool] // names in a folder, in lower case
	tops    memo[string, string]          // the project's top, by folder
	marked  memo[string, bool]            // folders that a repository begins at
	places  memo[string, []string]        // folders to search from a folder
	reals   memo[string, string]          // paths with links followed, "" where that fails

	listing sync.Mutex
	headers map[string]map[string][]string // by project's top: paths by file name
}

type query struct{ from, root, path string }

// memo keeps what a function gave. Of several that ask at once each may work it out.
type memo[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]V
}

func (m *memo[K, V]) get(k K, work func() V) V {
	m.mu.Lock()
	v, known := m.kept[k]
	m.mu.Unlock()
	if known {
		return v
	}
	v = work()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[K]V{}
	}
	m.kept[k] = v
	return v
}

func newResolver(names *namer, include []string) *resolver {
	r := &resolver{names: names, headers: map[string]map[string][]string{}}
	for _, dir := range include {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(names.cwd, dir)
		}
		r.include = append(r.include, filepath.Clean(dir))
	}
	return r
}

// find gives the absolute path; from and root are the folders of the including file and of the unit's root, which may be "".
func (r *resolver) find(from, root string, inc *ast.Include) (string, bool) {
	q := query{from, root, inc.Path}
	if inc.System {
		q.path = "<" + q.path
	}
	abs := r.found.get(q, func() string { return r.search(from, root, inc) })
	return abs, abs != ""
}

func (r *resolver) search(from, root string, inc *ast.Include) string {
	path := filepath.FromSlash(inc.Path)
	if path == "" {
		return ""
	}
	if filepath.IsAbs(path) {
		return r.inProject(from, root, r.regular(path), inc)
	}
	var beside []string
	if !inc.System {
		beside = append(beside, from)
		if root != "" && root != from {
			beside = append(beside, root)
		}
	}
	first, _, _ := strings.Cut(filepath.Clean(path), string(filepath.Separator))
	for _, dirs := range [][]string{beside, r.include, r.projectPlaces(from)} {
		for _, dir := range dirs {
			if len(r.names.texts) > 0 {
				abs := filepath.Join(dir, path)
				if _, open := r.names.texts[abs]; open {
					return abs
				}
			}
			if !r.mayHold(dir, first) {
				continue
			}
			if abs := r.regular(filepath.Join(dir, path)); abs != "" {
				return r.inProject(from, root, abs, inc)
			}
		}
	}
	if inc.System {
		return ""
	}
	return r.elsewhere(from, path)
}

// mayHold reports whether a path that begins with a name may lead to something from a folder, by the names that stand in the folder: most
// headers that are looked for are the compiler's, and a list is read once. Case is left to the file system.
func (r *resolver) mayHold(dir, first string) bool {
	if first == ".." || first == "." {
		return true
	}
	names := r.listed.get(dir, func() map[string]bool { return r.names.listed(dir).names })
	return names == nil || names[strings.ToLower(first)]
}

// mostHeaders bounds the files of a project that are listed for the sake of headers that a flag would find.
const mostHeaders = 50_000

// elsewhere looks for a quoted header in the whole project: a build finds it by a flag. Of several whose paths end alike the one that
// shares most folders with the including file is taken, none when that is not one alone.
func (r *resolver) elsewhere(from, path string) string {
	top := r.projectTop(from)
	if top == "" {
		return ""
	}
	byName := r.headersBelow(top)
	suffix := string(filepath.Separator) + filepath.Clean(path)
	best, shared, tie := "", -1, false
	for _, abs := range byName[filepath.Base(path)] {
		if !strings.HasSuffix(abs, suffix) {
			continue
		}
		n := commonFolders(from, abs)
		switch {
		case n > shared:
			best, shared, tie = abs, n, false
		case n == shared:
			tie = true
		}
	}
	if tie || best == "" || r.regular(best) == "" {
		return ""
	}
	return r.inProject(from, "", best, nil)
}

func (r *resolver) headersBelow(top string) map[string][]string {
	r.listing.Lock()
	defer r.listing.Unlock()
	byName, known := r.headers[top]
	if !known {
		byName = r.listHeaders(top)
		r.headers[top] = byName
	}
	return byName
}

// projectTop is the folder at or above dir at which the project ends, "" for none.
func (r *resolver) projectTop(dir string) string {
	return r.tops.get(dir, func() string {
		if r.top(dir) {
			return dir
		}
		if parent := filepath.Dir(dir); parent != dir {
			return r.projectTop(parent)
		}
		return ""
	})
}

func commonFolders(x, y string) int {
	a, b := strings.Split(x, string(filepath.Separator)), strings.Split(y, string(filepath.Separator))
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// listHeaders lists the headers below a folder by name; hidden folders are left out.
func (r *resolver) listHeaders(top string) map[string][]string {
	out := map[string][]string{}
	add := func(path string) {
		switch filepath.Ext(path) {
		case ".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc":
			if name := filepath.Base(path); !slices.Contains(out[name], path) {
				out[name] = append(out[name], path)
			}
		}
	}
	r.names.listBelow(top)
	n := 0
	var walk func(dir string)
	walk = func(dir string) {
		entries, _ := r.names.list(dir) // a folder that cannot be listed holds nothing for us
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			switch {
			case n > mostHeaders:
				return
			case e.IsDir() && !passedBy(e.Name()):
				walk(path)
			case !e.IsDir():
				if n++; !r.names.gone(path) {
					add(path)
				}
			}
		}
	}
	walk(top)
	for path := range r.names.texts {
		if rel, err := filepath.Rel(top, path); err == nil && within(path, top) && !hidden(rel) {
			add(path)
		}
	}
	return out
}

// passedBy reports whether a folder is none that headers are looked for in.
func passedBy(name string) bool { return strings.HasPrefix(name, ".") || name == "node_modules" }

// hidden reports whether a relative path leads through a folder that is not listed.
func hidden(rel string) bool {
	return slices.ContainsFunc(strings.Split(filepath.Dir(rel), string(filepath.Separator)), func(name string) bool {
		return name != "." && passedBy(name)
	})
}

// regular is the path when a file stands there, on disk or as a text.
func (r *resolver) regular(path string) string {
	if _, open := r.names.texts[path]; open {
		return path
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || r.names.gone(path) {
		return ""
	}
	return path
}

// projectPlaces lists the folders from dir up to the project's top, each followed by its header folders.
func (r *resolver) projectPlaces(dir string) []string {
	return r.places.get(dir, func() []string {
		places := append([]string{dir}, r.headerFolders(dir)...)
		if parent := filepath.Dir(dir); parent != dir && !r.top(dir) {
			places = append(places, r.projectPlaces(parent)...)
		}
		return places
	})
}

// headerFolders are the folders in dir that usually hold headers, sorted; texts may stand in some that are not on disk.
func (r *resolver) headerFolders(dir string) []string {
	var out []string
	entries, err := r.names.list(dir)
	if err != nil {
		entries = nil // gone, or not ours to list
	}
	for _, e := range entries {
		if e.IsDir() && projectFolders[strings.ToLower(e.Name())] {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	for path := range r.names.texts {
		if !within(path, dir) {
			continue
		}
		rel, err := filepath.Rel(dir, path)
		if first, _, inside := strings.Cut(rel, string(filepath.Separator)); err == nil && inside && projectFolders[strings.ToLower(first)] {
			out = append(out, filepath.Join(dir, first))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// top reports whether the project ends at dir: at a repository's root; without a repository at the current folder, or outside of it
// at a folder that the user named. A folder that is in none of these is a project of its own.
func (r *resolver) top(dir string) bool {
	if r.repository(dir) {
		return true
	}
	if r.inRepository(dir) {
		return false
	}
	if within(dir, r.names.cwd) {
		return dir == r.names.cwd
	}
	return !slices.ContainsFunc(r.names.tops, func(top string) bool { return dir != top && within(dir, top) })
}

// within reports whether dir is top or below it.
func within(dir, top string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func (r *resolver) inRepository(dir string) bool {
	for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
		if r.repository(parent) {
			return true
		}
	}
	return false
}

// repository reports whether a repository begins at a folder.
func (r *resolver) repository(dir string) bool {
	return r.marked.get(dir, func() bool {
		git := filepath.Join(dir, ".git")
		if r.names.missing(git) {
			return false
		}
		_, err := os.Lstat(git)
		return err == nil
	})
}
