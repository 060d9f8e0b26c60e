package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/cudalint/cudalint/internal/disk"
	"github.com/cudalint/cudalint/lint"
)

// FileName is the name of a settings file.
const FileName = ".cudalint.toml"

// Origin tells what set a value: a line of a file, or the command line.
type Origin struct {
	Path string // "" is nothing: the value is the standard one
	Line int    // 0 when Path is not a file
}

func (o Origin) String() string {
	switch {
	case o.Path == "":
		return "standard"
	case o.Line == 0:
		return o.Path
	}
	return fmt.Sprintf("%s:%d", o.Path, o.Line)
}

// assignment is one value that a file sets, for the paths of an override or for all.
type assignment struct {
	key    string // "target", "rules.syntax-error", "kernels.k.block"
	value  any
	origin Origin
	paths  []string // patterns, relative to dir; nil is everything
	dir    string   // absolute
}

// file is a settings file: what it sets, in order, that of the file that it extends ahead of its own.
type file struct {
	path string
	set  []assignment
}

// mostExtends bounds a chain of files that extend each other.
const mostExtends = 16

// load reads a settings file; show names a path in messages. Where top is a folder, what is read must stand in it, links followed: a file
// that comes with a repository must not have others' files shown in messages.
func load(path, top string, show func(string) string, depth int) (*file, error) {
	if top != "" && leaves(path, top) {
		return nil, &Error{Path: show(path), Message: "leads out of the repository and is not read; --outside follows it"}
	}
	text, err := disk.Read(path, disk.Settings)
	if err != nil {
		return nil, &Error{Path: show(path), Message: err.Error()}
	}
	root, err := parse(show(path), text)
	if err != nil {
		return nil, err
	}
	r := &reader{path: path, shown: show(path), out: &file{path: path}}
	if n := root.values[extendKey]; n != nil {
		if err := r.extend(n, top, show, depth); err != nil {
			return nil, err
		}
	}
	if err := r.settings(root, nil, false); err != nil {
		return nil, err
	}
	return r.out, r.overrides(root.values[overridesKey])
}

// leaves reports whether a path leads out of a folder. What does not exist leads nowhere.
func leaves(path, top string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return false
	}
	rel, err := filepath.Rel(top, target)
	return err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// reader turns a document into assignments.
type reader struct {
	path, shown string
	out         *file
}

func (r *reader) wrong(a at, format string, args ...any) error {
	return &Error{Path: r.shown, Line: a.line, Column: a.column, Message: fmt.Sprintf(format, args...)}
}

func (r *reader) extend(n *node, top string, show func(string) string, depth int) error {
	s, ok := n.data.(string)
	if !ok || s == "" {
		return r.wrong(n.value, "extend must be the path of a settings file")
	}
	if depth == mostExtends {
		return r.wrong(n.value, "more than %d files extend each other", mostExtends)
	}
	base, err := load(r.absolute(s), top, show, depth+1)
	if err != nil {
		if e, ok := err.(*Error); ok && e.Line == 0 {
			return r.wrong(n.value, "extend: %v", err)
		}
		return err
	}
	r.out.set = append(r.out.set, base.set...)
	return nil
}

// absolute is a path that is written relative to the file.
func (r *reader) absolute(s string) string {
	s = filepath.FromSlash(s)
	if filepath.IsAbs(s) {
		return filepath.Clean(s)
	}
	return filepath.Join(filepath.Dir(r.path), s)
}

func (r *reader) settings(t *table, paths []string, override bool) error {
	for _, name := range t.keys {
		n := t.values[name]
		switch {
		case name == rulesKey:
			if err := r.rules(n, paths); err != nil {
				return err
			}
			continue
		case name == kernelsKey:
			if err := r.kernels(n, paths); err != nil {
				return err
			}
			continue
		case name == extendKey && !override, name == overridesKey && !override, name == pathsKey && override:
			continue
		}
		k := keyByName(name)
		if k == nil || override && !k.Override {
			if k != nil {
				return r.wrong(n.at, "%s holds for the whole folder; it cannot be overridden for some paths", name)
			}
			return r.unknown(n.at, "key", name, keyNames(override))
		}
		value, why := k.convert(n)
		if why != "" {
			return r.wrong(n.value, "%s: %s", name, why)
		}
		if k.folder {
			value = r.folders(value.([]string))
		}
		if name == KeyExclude {
			for _, p := range value.([]string) {
				if !doublestar.ValidatePattern(p) {
					return r.wrong(n.value, "exclude: %q is no valid pattern", p)
				}
			}
		}
		r.add(name, value, n, paths)
	}
	return nil
}

func (r *reader) add(key string, value any, n *node, paths []string) {
	r.out.set = append(r.out.set, assignment{key, value, Origin{r.shown, n.line}, paths, filepath.Dir(r.path)})
}

func (r *reader) unknown(a at, what, name string, names []string) error {
	if near := lint.Nearest(name, names); near != "" {
		return r.wrong(a, "unknown %s %q; did you mean %q?", what, name, near)
	}
	return r.wrong(a, "unknown %s %q; it is none of %s", what, name, strings.Join(names, ", "))
}

func (r *reader) folders(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = r.absolute(s)
	}
	return out
}

func (r *reader) rules(n *node, paths []string) error {
	t, ok := n.data.(*table)
	if !ok {
		return r.wrong(n.at, "rules must be a table: [rules]")
	}
	names := lint.RuleNames()
	for _, name := range t.keys {
		v := t.values[name]
		if !slices.Contains(names, name) {
			return r.unknown(v.at, "rule", name, names)
		}
		level, ok := v.data.(string)
		if b, isBool := v.data.(bool); isBool {
			level, ok = map[bool]string{true: "on", false: "off"}[b], true
		}
		if !ok || !slices.Contains(Levels, level) {
			return r.wrong(v.value, "%s: %s", name, choose(level, Levels))
		}
		r.add(rulesKey+"."+name, level, v, paths)
	}
	return nil
}

func (r *reader) kernels(n *node, paths []string) error {
	t, ok := n.data.(*table)
	if !ok {
		return r.wrong(n.at, "kernels must be a table: [kernels.NAME]")
	}
	for _, name := range t.keys {
		k, ok := t.values[name].data.(*table)
		if !ok {
			return r.wrong(t.values[name].at, "kernels.%s must be a table: [kernels.%s]", name, name)
		}
		for _, key := range k.keys {
			v := k.values[key]
			if key != KeyBlock {
				return r.unknown(v.at, "key", key, []string{KeyBlock})
			}
			shape, why := blockOf(v)
			if why != "" {
				return r.wrong(v.value, "block: %s", why)
			}
			r.add(kernelsKey+"."+name+"."+KeyBlock, shape, v, paths)
		}
	}
	return nil
}

func (r *reader) overrides(n *node) error {
	if n == nil {
		return nil
	}
	list, ok := n.data.([]*node)
	if !ok {
		return r.wrong(n.at, "overrides must be a list of tables: [[overrides]]")
	}
	for _, e := range list {
		t, ok := e.data.(*table)
		if !ok {
			return r.wrong(e.at, "overrides must be a list of tables: [[overrides]]")
		}
		p := t.values[pathsKey]
		if p == nil {
			return r.wrong(e.at, "an override needs paths, a list of patterns")
		}
		paths, why := texts(p)
		if why != "" {
			return r.wrong(p.value, "paths: %s", why)
		}
		for _, s := range paths.([]string) {
			if !doublestar.ValidatePattern(s) {
				return r.wrong(p.value, "paths: %q is no valid pattern", s)
			}
		}
		if err := r.settings(t, paths.([]string), true); err != nil {
			return err
		}
	}
	return nil
}

// matches reports whether an assignment counts for a file.
func (a *assignment) matches(abs string) bool {
	return a.paths == nil || InPatterns(a.paths, a.dir, abs)
}

// InPatterns reports whether a path or a folder above it matches one of the patterns, relative to dir.
func InPatterns(patterns []string, dir, abs string) bool {
	rel, err := filepath.Rel(dir, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, p := range patterns {
		p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		for part := rel; part != "."; part = parent(part) {
			if ok, err := doublestar.Match(p, part); ok && err == nil {
				return true
			}
		}
	}
	return false
}

func parent(slashed string) string {
	if i := strings.LastIndexByte(slashed, '/'); i >= 0 {
		return slashed[:i]
	}
	return "."
}
