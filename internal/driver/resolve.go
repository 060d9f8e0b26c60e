package driver

import (
	"errors"
	"io/fs"
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
	mu      sync.Mutex
	found   map[query]string
	listed  map[string]map[string]bool     // names in a folder, in lower case
	tops    map[string]string              // the project's top, by folder
	places  map[string][]string            // folders to search from a folder
	headers map[string]map[string][]string // by project's top: paths by file name
}

type query struct{ from, root, path string }

func newResolver(names *namer, include []string) *resolver {
	r := &resolver{
		names: names, found: map[query]string{}, listed: map[string]map[string]bool{}, tops: map[string]string{},
		places: map[string][]string{}, headers: map[string]map[string][]string{},
	}
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
	r.mu.Lock()
	defer r.mu.Unlock()
	q := query{from, root, inc.Path}
	if inc.System {
		q.path = "<" + q.path
	}
	abs, known := r.found[q]
	if !known {
		abs = r.search(from, root, inc)
		r.found[q] = abs
	}
	return abs, abs != ""
}

func (r *resolver) search(from, root string, inc *ast.Include) string {
	path := filepath.FromSlash(inc.Path)
	if path == "" {
		return ""
	}
	if filepath.IsAbs(path) {
		return r.regular(path)
	}
	var dirs []string
	if !inc.System {
		dirs = append(dirs, from)
		if root != "" {
			dirs = append(dirs, root)
		}
	}
	dirs = append(dirs, r.include...)
	dirs = append(dirs, r.projectPlaces(from)...)
	for _, dir := range dirs {
		abs := filepath.Join(dir, path)
		if _, open := r.names.texts[abs]; !open && !r.mayHold(dir, path) {
			continue
		}
		if abs := r.regular(abs); abs != "" {
			return abs
		}
	}
	if inc.System {
		return ""
	}
	return r.elsewhere(from, path)
}

// mayHold reports whether a relative path may lead to something from a folder, by the names that stand in the folder: most headers
// that are looked for are the compiler's, and a list is read once. Case is left to the file system.
func (r *resolver) mayHold(dir, path string) bool {
	first, _, _ := strings.Cut(filepath.Clean(path), string(filepath.Separator))
	if first == ".." || first == "." {
		return true
	}
	names, known := r.listed[dir]
	if !known {
		names = listFolder(dir)
		r.listed[dir] = names
	}
	return names == nil || names[strings.ToLower(first)]
}

// listFolder gives the names in a folder, in lower case; none when there is no such folder, nil when it cannot be listed.
func listFolder(dir string) map[string]bool {
	names := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return names
	}
	if err != nil {
		return nil
	}
	for _, e := range entries {
		names[strings.ToLower(e.Name())] = true
	}
	return names
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
	byName, known := r.headers[top]
	if !known {
		byName = r.listHeaders(top)
		r.headers[top] = byName
	}
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
	if tie {
		return ""
	}
	return best
}

// projectTop is the folder at or above dir at which the project ends, "" for none.
func (r *resolver) projectTop(dir string) string {
	top, known := r.tops[dir]
	if !known {
		if r.top(dir) {
			top = dir
		} else if parent := filepath.Dir(dir); parent != dir {
			top = r.projectTop(parent)
		}
		r.tops[dir] = top
	}
	return top
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
	n := 0
	_ = filepath.WalkDir(top, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return nil // a folder that cannot be listed holds nothing for us
		}
		if e.IsDir() {
			if path != top && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if n++; n > mostHeaders {
			return filepath.SkipAll
		}
		if !r.names.gone(path) {
			add(path)
		}
		return nil
	})
	for path := range r.names.texts {
		if rel, err := filepath.Rel(top, path); err == nil && within(path, top) && !hidden(rel) {
			add(path)
		}
	}
	return out
}

// hidden reports whether a relative path leads through a folder that is not listed.
func hidden(rel string) bool {
	return slices.ContainsFunc(strings.Split(filepath.Dir(rel), string(filepath.Separator)), func(name string) bool {
		return name != "." && strings.HasPrefix(name, ".") || name == "node_modules"
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
	if places, ok := r.places[dir]; ok {
		return places
	}
	places := []string{dir}
	places = append(places, r.headerFolders(dir)...)
	if parent := filepath.Dir(dir); parent != dir && !r.top(dir) {
		places = append(places, r.projectPlaces(parent)...)
	}
	r.places[dir] = places
	return places
}

// headerFolders are the folders in dir that usually hold headers, sorted; texts may stand in some that are not on disk.
func (r *resolver) headerFolders(dir string) []string {
	var out []string
	entries, err := os.ReadDir(dir)
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
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
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
		if _, err := os.Lstat(filepath.Join(parent, ".git")); err == nil {
			return true
		}
	}
	return false
}
