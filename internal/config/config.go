// Package config resolves the settings of a file: a path goes in; values, each with the line that set it, come out.
//
// The nearest .cudalint.toml from the file's folder up to the top of its repository counts, with what it extends; nothing is merged
// with files further up. Ahead of it come the standard values and what the file's entry in a compile_commands.json says, behind it
// the command line. Command line, language server and tests resolve through here.
package config

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint"
)

// Settings are the values that hold for one file.
type Settings struct {
	values map[string]Value
	File   string // the settings file, absolute; "" when there is none
	chosen []string
	ignore []string
}

// Value is one setting.
type Value struct {
	Data   any // string, bool, float64, []string or [3]int64, by key
	Origin Origin
}

// Command is what the command line or an editor sets for all files.
type Command struct {
	Set      map[string]Value // by key; a Value's origin is the flag
	Select   []string         // only these rules, even those that are off
	Ignore   []string         // not these
	File     string           // use this settings file for all
	Isolated bool             // use no settings file, and no compile_commands.json
	Anywhere bool             // settings may be read from outside of the repository
}

// Resolver resolves settings. It reads every settings file once and may be used by several goroutines.
type Resolver struct {
	command Command
	show    func(string) string // names a path in messages
	missing func(string) bool   // knows that nothing is at a path
	mu      sync.Mutex
	dirs    map[string]found // by folder
	files   map[string]found // by path of the settings file
	builds  map[string]*build
	shared  map[*file]*Settings // of all files below a settings file, or without one, that no path tells apart
}

type found struct {
	file *file
	err  error
}

// NewResolver makes a resolver; show names a path in messages and origins, nil shows it as it is.
func NewResolver(c Command, show func(string) string) *Resolver {
	if show == nil {
		show = filepath.ToSlash
	}
	return &Resolver{command: c, show: show, missing: func(string) bool { return false }, dirs: map[string]found{}, files: map[string]found{}, builds: map[string]*build{}, shared: map[*file]*Settings{}}
}

// Missing spares the resolver looking for what a run knows not to be there.
func (r *Resolver) Missing(known func(path string) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.missing = known
}

// regular reports whether a file is at a path.
func (r *Resolver) regular(path string) bool {
	if r.missing(path) {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// For gives the settings of a file by its absolute path. The error is an *Error.
func (r *Resolver) For(abs string) (*Settings, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := r.fileOf(filepath.Dir(abs))
	if err != nil {
		return nil, err
	}
	s := r.shared[f]
	switch {
	case f != nil && slices.ContainsFunc(f.set, func(a assignment) bool { return a.paths != nil }):
		s = r.below(f, abs)
	case s == nil:
		s = r.below(f, abs)
		r.shared[f] = s
	}
	if !s.Bool(KeyCompile) || r.command.Isolated || r.buildOf(filepath.Dir(abs)) == nil {
		return s, nil
	}
	own := *s
	own.values = maps.Clone(s.values)
	if err := r.compiled(&own, abs); err != nil {
		return nil, err
	}
	return &own, nil
}

// below are the settings that a settings file, which may be nil, and the command line give a file.
func (r *Resolver) below(f *file, abs string) *Settings {
	s := &Settings{values: map[string]Value{}, chosen: r.command.Select, ignore: r.command.Ignore}
	for _, k := range Keys {
		s.values[k.Name] = Value{Data: k.standard}
	}
	if f != nil {
		s.File = f.path
		for _, a := range f.set {
			if a.matches(abs) {
				s.values[a.key] = Value{a.value, a.origin}
			}
		}
	}
	for key, v := range r.command.Set {
		s.values[key] = v.with(s.values[key], key == KeyInclude)
	}
	return s
}

// with is a value of the command line over what it goes on: lists are added up.
func (v Value) with(below Value, first bool) Value {
	mine, list := v.Data.([]string)
	theirs, _ := below.Data.([]string)
	if !list || len(theirs) == 0 {
		return v
	}
	out := Value{slices.Concat(theirs, mine), Origin{Path: below.Origin.String() + " and " + v.Origin.String()}}
	if first {
		out.Data = slices.Concat(mine, theirs)
	}
	return out
}

// fileOf finds the settings file for a folder; nil when there is none.
func (r *Resolver) fileOf(dir string) (*file, error) {
	if r.command.Isolated {
		return nil, nil
	}
	if r.command.File != "" {
		return r.read(r.command.File)
	}
	if f, known := r.dirs[dir]; known {
		return f.file, f.err
	}
	var out found
	path := filepath.Join(dir, FileName)
	switch {
	case r.regular(path):
		out.file, out.err = r.read(path)
	case filepath.Dir(dir) != dir && !r.isTop(dir):
		out.file, out.err = r.fileOf(filepath.Dir(dir))
	}
	r.dirs[dir] = out
	return out.file, out.err
}

func (r *Resolver) read(path string) (*file, error) {
	f, known := r.files[path]
	if !known {
		top := ""
		if path != r.command.File && !r.command.Anywhere {
			top = r.topOf(filepath.Dir(path))
		}
		f.file, f.err = load(path, top, r.show, 0)
		r.files[path] = f
	}
	return f.file, f.err
}

// topOf is the top of the repository of a folder, "" where it is in none.
func (r *Resolver) topOf(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		switch {
		case r.isTop(dir):
			return dir
		case filepath.Dir(dir) == dir:
			return ""
		}
	}
}

// isTop reports whether a folder is the top of a repository.
func (r *Resolver) isTop(dir string) bool {
	git := filepath.Join(dir, ".git")
	if r.missing(git) {
		return false
	}
	_, err := os.Lstat(git)
	return err == nil
}

// Excluded reports whether the settings leave a file or folder out, and the line that says so.
func (r *Resolver) Excluded(abs string) (Origin, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := r.fileOf(filepath.Dir(abs))
	if err != nil || f == nil {
		return Origin{}, false
	}
	var last *assignment
	for i, a := range f.set {
		if a.key == KeyExclude {
			last = &f.set[i]
		}
	}
	if last == nil || !InPatterns(last.value.([]string), last.dir, abs) {
		return Origin{}, false
	}
	return last.origin, true
}

// Text, Bool, Ratio, List and Block give a setting by its key.
func (s *Settings) Text(key string) string { t, _ := s.values[key].Data.(string); return t }

func (s *Settings) Bool(key string) bool { b, _ := s.values[key].Data.(bool); return b }

func (s *Settings) Ratio(key string) float64 { f, _ := s.values[key].Data.(float64); return f }

func (s *Settings) List(key string) []string { l, _ := s.values[key].Data.([]string); return l }

func (s *Settings) Block(key string) [3]int64 { b, _ := s.values[key].Data.([3]int64); return b }

// Kernels are the block shapes of single kernels, by name.
func (s *Settings) Kernels() map[string][3]int64 {
	out := map[string][3]int64{}
	for key := range s.values {
		if rest, ok := strings.CutPrefix(key, kernelsKey+"."); ok {
			out[strings.TrimSuffix(rest, "."+KeyBlock)] = s.Block(key)
		}
	}
	return out
}

// Defines are the macros with their values.
func (s *Settings) Defines() map[string]string {
	out := map[string]string{}
	for _, d := range s.List(KeyDefines) {
		name, value, _ := strings.Cut(d, "=")
		out[name] = value
	}
	return out
}

// Level is what is set for a rule: one of Levels, and "on" where nothing is.
func (s *Settings) Level(rule string) string {
	level := s.Text(rulesKey + "." + rule)
	if level == "" {
		level = "on"
		if lint.OffByDefault(rule) {
			level = "off"
		}
	}
	switch {
	case slices.Contains(s.ignore, rule), len(s.chosen) > 0 && !slices.Contains(s.chosen, rule):
		return "off"
	case level == "off" && slices.Contains(s.chosen, rule):
		return "on"
	}
	return level
}
