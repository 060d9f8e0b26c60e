package config

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// Show writes the settings as TOML, with what set each value.
func (s *Settings) Show(w io.Writer, show func(string) string) error {
	var lines [][2]string
	add := func(key string, v Value) {
		data := v.Data
		if k := keyByName(key); k != nil && k.folder {
			var shown []string
			for _, dir := range data.([]string) {
				shown = append(shown, show(dir))
			}
			data = shown
		}
		lines = append(lines, [2]string{key + " = " + spell(data), v.Origin.String()})
	}
	for _, k := range Keys {
		add(k.Name, s.values[k.Name])
	}
	for _, rule := range lint.RuleNames() {
		key := rulesKey + "." + rule
		v, set := s.values[key]
		if !set {
			v.Data = "on"
		}
		if level := s.Level(rule); level != v.Data {
			v = Value{level, Origin{Path: "--select"}}
			if slices.Contains(s.ignore, rule) {
				v.Origin.Path = "--ignore"
			}
		}
		add(key, v)
	}
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		if strings.HasPrefix(key, kernelsKey+".") {
			add(key, s.values[key])
		}
	}
	width := 0
	for _, l := range lines {
		width = max(width, min(len(l[0]), 48))
	}
	for _, l := range lines {
		if _, err := fmt.Fprintf(w, "%-*s  # %s\n", width, l[0], l[1]); err != nil {
			return err
		}
	}
	return nil
}

// Verify reads a settings file and tells what is wrong with it.
func Verify(path string, show func(string) string) error {
	_, err := load(filepath.Clean(path), "", show, 0)
	return err
}

// Initial is a settings file that changes nothing: every setting with what it means, commented out.
func Initial() string {
	var b strings.Builder
	b.WriteString("#:schema https://raw.githubusercontent.com/cudalint/cudalint/main/docs/cudalint.schema.json\n")
	b.WriteString("# Settings of cudalint for this folder and those below. `cudalint config show FILE` tells what holds for a file.\n")
	fmt.Fprintf(&b, "\n# settings file whose values come ahead of those of this one\n# %s = \"../%s\"\n", extendKey, FileName)
	for _, k := range Keys {
		fmt.Fprintf(&b, "\n# %s\n# %s = %s\n", k.Doc, k.Name, spell(k.standard))
	}
	fmt.Fprintf(&b, "\n# %s; a severity is that of a finding that nothing speaks against\n# [rules]\n", strings.Join(Levels, ", "))
	for _, r := range lint.Rules() {
		fmt.Fprintf(&b, "# %s = %q\n", r.Name, r.Level())
	}
	b.WriteString(`
# block shape of a kernel whose launch is not seen
# [kernels.transpose]
# block = [32, 8]

# other values for some files
# [[overrides]]
# paths = ["legacy/**"]
# rules.uncoalesced-access = "info"
`)
	return b.String()
}
