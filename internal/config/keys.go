package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
)

// kind of a value.
type kind uint8

const (
	textKind kind = iota
	boolKind
	ratioKind // a number of at least 1.5
	listKind  // of texts
	blockKind // one to three numbers
)

// Key is one setting.
type Key struct {
	Name     string
	Doc      string // one sentence without the point
	Override bool   // may stand in [[overrides]]
	kind     kind
	standard any             // the value without a settings file
	choices  func() []string // of a text; nil is any
	folder   bool            // a path or list of paths, relative to the file that holds it
}

// Names of keys.
const (
	KeyTarget        = "target"
	KeyBlock         = "block"
	KeyDefines       = "defines"
	KeyInclude       = "include"
	KeyExclude       = "exclude"
	KeyGitignore     = "gitignore"
	KeyThirdParty    = "third-party"
	KeyGenerated     = "generated"
	KeySectors       = "sectors-ratio"
	KeyWavefronts    = "wavefronts-ratio"
	KeyPossible      = "possible"
	KeyRequireReason = "require-reason"
	KeyFailOn        = "fail-on"
	KeyCompile       = "compile-commands"

	extendKey    = "extend"
	overridesKey = "overrides"
	pathsKey     = "paths"
	rulesKey     = "rules"
	kernelsKey   = "kernels"
)

// Keys are all settings with a value of their own, in the order in which they are shown. [rules] and [kernels] come on top.
var Keys = []*Key{
	{Name: KeyTarget, Doc: "compute capability that the source is read for", kind: textKind, standard: gpu.DefaultTarget, choices: gpu.TargetNames, Override: true},
	{Name: KeyBlock, Doc: "block shape to assume where no launch is seen, [x], [x, y] or [x, y, z]; empty is what the code implies", kind: blockKind, standard: [3]int64{}, Override: true},
	{Name: KeyDefines, Doc: "macros, NAME or NAME=VALUE", kind: listKind, standard: []string{}, Override: true},
	{Name: KeyInclude, Doc: "folders to look for headers in, too", kind: listKind, standard: []string{}, folder: true, Override: true},
	{Name: KeyExclude, Doc: "files and folders to leave out, as patterns (** matches any depth)", kind: listKind, standard: []string{}},
	{Name: KeyGitignore, Doc: "leave out what .gitignore files of the repository leave out", kind: boolKind, standard: true},
	{Name: KeyThirdParty, Doc: "judge what lies in folders for the code of others (third_party, vendor, external and the like), too", kind: boolKind, standard: false},
	{Name: KeyGenerated, Doc: "judge files whose first comment says that a program wrote them, too", kind: boolKind, standard: false, Override: true},
	{Name: KeySectors, Doc: "sectors per request, as a multiple of the ideal, from which a global access is a finding", kind: ratioKind, standard: 1.5, Override: true},
	{Name: KeyWavefronts, Doc: "wavefronts per request, as a multiple of the ideal, from which a shared access is a finding", kind: ratioKind, standard: 1.5, Override: true},
	{Name: KeyPossible, Doc: "report findings that depend on data or on what could not be read, too", kind: boolKind, standard: false, Override: true},
	{Name: KeyRequireReason, Doc: "report comments that silence a rule without saying why", kind: boolKind, standard: false, Override: true},
	{Name: KeyFailOn, Doc: "severity from which findings make the exit code 1", kind: textKind, standard: "warning", choices: func() []string { return Severities }, Override: true},
	{Name: KeyCompile, Doc: "read macros, folders and target of a file from the compile_commands.json that is found in its folder, one above, or build/ in one of these", kind: boolKind, standard: true, Override: true},
}

// Severities, the least first.
var Severities = []string{"hint", "info", "warning", "error"}

// Levels are the values of a rule.
var Levels = append([]string{"off", "on"}, Severities...)

func keyByName(name string) *Key {
	if i := slices.IndexFunc(Keys, func(k *Key) bool { return k.Name == name }); i >= 0 {
		return Keys[i]
	}
	return nil
}

// keyNames are the names that may stand at the top of a file, or in an override.
func keyNames(override bool) []string {
	var names []string
	for _, k := range Keys {
		if !override || k.Override {
			names = append(names, k.Name)
		}
	}
	names = append(names, rulesKey, kernelsKey)
	if override {
		return append(names, pathsKey)
	}
	return append(names, extendKey, overridesKey)
}

// convert checks a value and turns it into a string, bool, float64, []string or [3]int64; what is wrong with it is a sentence.
func (k *Key) convert(n *node) (any, string) {
	switch k.kind {
	case boolKind:
		if b, ok := n.data.(bool); ok {
			return b, ""
		}
		return nil, "must be true or false"
	case ratioKind:
		f, ok := n.data.(float64)
		if i, whole := n.data.(int64); whole {
			f, ok = float64(i), true
		}
		if !ok || !(f >= 1.5) || f > 1e6 {
			return nil, "must be a number of at least 1.5; what costs less is no finding"
		}
		return f, ""
	case listKind:
		return texts(n)
	case blockKind:
		return blockOf(n)
	}
	s, ok := n.data.(string)
	if !ok {
		return nil, "must be a text"
	}
	if k.Name == KeyTarget {
		t, known := gpu.TargetByName(s)
		if known {
			return t.Name, ""
		}
	}
	if k.choices != nil && !slices.Contains(k.choices(), s) {
		return nil, choose(s, k.choices())
	}
	return s, ""
}

// choose tells what a text may be.
func choose(got string, choices []string) string {
	text := fmt.Sprintf("%q is not one of %s", got, strings.Join(choices, ", "))
	if near := lint.Nearest(got, choices); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return text
}

func texts(n *node) (any, string) {
	list, ok := n.data.([]*node)
	out := []string{}
	for _, e := range list {
		s, text := e.data.(string)
		if !text || strings.ContainsAny(s, "\r\n") {
			ok = false
		}
		out = append(out, s)
	}
	if !ok {
		return nil, `must be a list of texts, ["a", "b"]`
	}
	return out, ""
}

func blockOf(n *node) (any, string) {
	list, ok := n.data.([]*node)
	shape := make([]int64, 0, 3)
	for _, e := range list {
		i, number := e.data.(int64)
		ok = ok && number
		shape = append(shape, i)
	}
	if !ok {
		return nil, "must be a list of one to three numbers, [32, 8]"
	}
	b, why := BlockShape(shape)
	if why != "" {
		return nil, why
	}
	return b, ""
}

// BlockShape checks a block shape of up to three numbers; none is no shape.
func BlockShape(shape []int64) (b [3]int64, why string) {
	if len(shape) == 0 {
		return b, ""
	}
	if len(shape) > 3 {
		return b, "at most three numbers"
	}
	b = [3]int64{1, 1, 1}
	threads := int64(1)
	for i, n := range shape {
		if n < 1 || n > 1024 {
			return b, fmt.Sprintf("%d is no number from 1 to 1024", n)
		}
		b[i] = n
		threads *= n
	}
	if threads > 1024 {
		return b, fmt.Sprintf("%d threads, a block holds at most 1024", threads)
	}
	return b, ""
}

// spell writes a value as TOML.
func spell(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []string:
		var parts []string
		for _, s := range v {
			parts = append(parts, strconv.Quote(s))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case [3]int64:
		switch {
		case v == [3]int64{}:
			return "[]"
		case v[1] == 1 && v[2] == 1:
			return fmt.Sprintf("[%d]", v[0])
		case v[2] == 1:
			return fmt.Sprintf("[%d, %d]", v[0], v[1])
		}
		return fmt.Sprintf("[%d, %d, %d]", v[0], v[1], v[2])
	}
	return fmt.Sprint(v)
}
