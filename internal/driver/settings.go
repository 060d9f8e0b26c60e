package driver

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
)

// Reading is how files are read: what the settings of a file say of it and of all that it includes.
type Reading struct {
	Parser  parser.Options
	Include []string // further folders to look for headers in
	Sema    sema.Options
}

// ReadingOf is the reading that settings ask for.
func ReadingOf(s *config.Settings) Reading {
	target, _ := gpu.TargetByName(s.Text(config.KeyTarget)) // the settings were checked
	defines := s.Defines()
	return Reading{
		Parser:  parser.Options{Arch: target.Arch(), Defines: defines},
		Include: s.List(config.KeyInclude),
		Sema:    sema.Options{Arch: target.Arch(), Defines: defines, Block: s.Block(config.KeyBlock), Blocks: s.Kernels()},
	}
}

// key is the same for readings under which a header is parsed alike.
func (r *Reading) key() string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Parser.Arch)
	for _, name := range slices.Sorted(maps.Keys(r.Parser.Defines)) {
		fmt.Fprintf(&b, "%s=%s\n", name, r.Parser.Defines[name])
	}
	return b.String() + strings.Join(r.Include, "\n")
}

// LintOptions are what settings ask of the rules on a unit.
func LintOptions(s *config.Settings) lint.Options {
	return lint.Options{
		Select:   func(rule string) bool { return s.Level(rule) != "off" },
		Possible: s.Bool(config.KeyPossible),
		Ratios:   rules.Ratios{Sectors: s.Ratio(config.KeySectors), Wavefronts: s.Ratio(config.KeyWavefronts)},
	}
}

// LevelOf is what settings say of a rule.
func LevelOf(s *config.Settings, rule string) lint.Level {
	switch level := s.Level(rule); level {
	case "off":
		return lint.Level{Off: true}
	case "on":
		return lint.Level{}
	default:
		return lint.Level{Set: true, Severity: diag.Severity(slices.Index(config.Severities, level))}
	}
}

// settings are those of a file by its absolute path; nil where the run has none or they cannot be had, which find has told.
func (r *run) settings(abs string) *config.Settings {
	if r.options.Settings == nil {
		return nil
	}
	r.settled.Lock()
	defer r.settled.Unlock()
	s, known := r.byFile[abs]
	if !known {
		s, _ = r.options.Settings.For(abs)
		r.byFile[abs] = s
	}
	return s
}

// checkSettings tells the first fault in the settings of the run's files.
func (r *run) checkSettings() error {
	if r.options.Settings == nil {
		return nil
	}
	var dirs []string
	for _, p := range r.options.Paths { // a folder without files may have a faulty file of settings
		if p != "-" {
			dirs = append(dirs, filepath.Join(r.names.abs(p), config.FileName), r.names.abs(p))
		}
	}
	for _, f := range r.files {
		dirs = append(dirs, f.abs)
	}
	for _, abs := range dirs {
		if _, err := r.options.Settings.For(abs); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) reading(abs string) Reading {
	if s := r.settings(abs); s != nil {
		return ReadingOf(s)
	}
	return Reading{r.options.Parser, r.options.Include, r.options.Sema}
}

// loaderOf is the loader for the units of a root file.
func (r *run) loaderOf(f *file) *loader {
	if r.options.Settings == nil {
		return r.loader
	}
	reading := r.reading(f.abs)
	key := reading.key()
	r.settled.Lock()
	defer r.settled.Unlock()
	l := r.loaders[key]
	if l == nil {
		l = newLoader(r, reading)
		r.loaders[key] = l
	}
	return l
}

// unit loads the translation unit of a root.
func (r *run) unit(f *file) *sema.Unit {
	u := r.loaderOf(f).unit(f)
	u.Options = r.reading(f.abs).Sema
	u.Options.Shapes, u.Options.Try = r.options.Shapes, r.options.Try
	return u
}

// replaced tells all loaders that a file has another text.
func (r *run) replaced(f *file) {
	r.loader.replace(f)
	for _, l := range r.loaders {
		l.replace(f)
	}
}

// lintOptions are those of the unit of a root. A rule that is off for the root runs where it is on for a header of the run.
func (r *run) lintOptions(root *file) lint.Options {
	o := r.options.Lint
	s := r.settings(root.abs)
	if s != nil {
		o = LintOptions(s)
		o.Loud, o.Pictures, o.Detail = r.options.Lint.Loud, r.options.Lint.Pictures, r.options.Lint.Detail
		var others []*config.Settings
		for _, h := range r.loaderOf(root).closure(root, root.dir()) {
			if t := r.settings(h.abs); r.names.taken[h.abs] && t != nil && t != s {
				others = append(others, t)
			}
		}
		o.Select = func(rule string) bool {
			return s.Level(rule) != "off" || slices.ContainsFunc(others, func(t *config.Settings) bool { return t.Level(rule) != "off" })
		}
		if r.options.Lint.Select != nil {
			o.Select = r.options.Lint.Select
		}
	}
	if r.options.Words {
		o.Prove = func(*diag.Diagnostic) bool { return false }
	}
	o.Guard = r.guard(root.path)
	o.Editable = r.editable
	return o
}

// finishing are the options for what all units say together.
func (r *run) finishing() lint.Options {
	o := r.options.Lint
	o.Editable = r.editable
	if r.options.Settings == nil {
		return o
	}
	o.Level = func(rule, path string) lint.Level {
		if s := r.settings(r.names.abs(path)); s != nil {
			return LevelOf(s, rule)
		}
		return lint.Level{}
	}
	o.Reasons = func(path string) bool {
		s := r.settings(r.names.abs(path))
		return s != nil && s.Bool(config.KeyRequireReason)
	}
	return o
}

// fails tells the severity from which the findings in a file, by its displayed path, are failures.
func (r *run) fails(path string) diag.Severity {
	if s := r.settings(r.names.abs(path)); s != nil {
		return diag.Severity(slices.Index(config.Severities, s.Text(config.KeyFailOn)))
	}
	return diag.Warning
}

// off reports whether a rule is off for all files of the run.
func (r *run) off(rule string) bool {
	return !slices.ContainsFunc(r.files, func(f *file) bool {
		s := r.settings(f.abs)
		return s == nil || s.Level(rule) != "off"
	})
}
